import { firstCharacters } from '../../platform/characters';
import { oneLine } from '../../platform/mail/text';
import { isClientRefused, noAnswerIn } from './oidc';

/** Why someone isn't let in by a provider: in words for them, and for the log. */
export class Refused extends Error {
  constructor(
    /** For the audit log. */
    readonly reason: string,
    /** For the person: what is the matter. */
    readonly title: string,
    /** For the person: what to do next. */
    readonly advice: string,
    readonly status = 403,
  ) {
    super(reason);
  }
}

const AGAIN = 'Go back to the sign-in page and try again. If it happens again, tell an administrator.';

export const expired = () =>
  new Refused(
    'no sign-in was begun in this browser, or too long ago',
    'This sign-in has expired',
    'It took too long, was already used, or began in another browser. Go back to the sign-in page and start over.',
    400,
  );

export const tooMany = () =>
  new Refused('too many sign-ins from this network', 'Too many sign-ins at once', 'Wait a minute, then start over.', 429);

const LATER = 'Try again in a few minutes. If it keeps happening, tell an administrator.';
/** Answers that are none of an OpenID provider. */
const NOT_A_PROVIDER = ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'];

/** What a stranger may have written, as a line that can be kept. */
export const plainText = (text: string, most: number) => firstCharacters(oneLine(text.toWellFormed()), most);

interface ProviderError {
  code?: string;
  message?: string;
  error?: string;
  error_description?: string;
  cause?: { message?: string };
}

/** What went wrong with the provider. */
export function refusalFor(error: unknown, name: string): Refused {
  if (error instanceof Refused) return error;
  const noAnswer = noAnswerIn(error);
  if (noAnswer?.isLate) return new Refused(`the provider didn't answer in time: ${noAnswer.message}`, `${name} doesn't answer`, LATER, 504);
  if (noAnswer) return new Refused(`the provider can't be reached: ${noAnswer.message}`, `${name} can't be reached`, LATER, 502);
  const { code, message, error: said, error_description: why, cause } = error as ProviderError;
  // Of a refusal, the library's own words say no more than that it is one.
  const detail = plainText([said, why ?? message, cause?.message].filter(Boolean).join(': '), 500);
  if (isClientRefused(error))
    return new Refused(
      `the provider refused the client ID or the client secret: ${detail}`,
      `${name} doesn't accept Vetgraph`,
      'Its client secret is wrong or has expired. Ask an administrator to check it with the Test button under Settings > Sign-in.',
      400,
    );
  if (said === 'access_denied')
    return new Refused(
      `the provider refused: ${detail}`,
      `${name} didn't let you in`,
      'You cancelled, or have no access to Vetgraph there. Ask whoever manages your account at the provider.',
    );
  if (said !== undefined) return new Refused(`the provider refused: ${detail}`, `${name} refused the sign-in`, AGAIN, 400);
  if (NOT_A_PROVIDER.includes(code ?? ''))
    return new Refused(`the provider can't be understood: ${detail}`, `${name} can't be reached`, LATER, 502);
  return new Refused(`the provider's answer can't be trusted: ${detail}`, `${name} sent an answer that can't be trusted`, AGAIN, 400);
}
