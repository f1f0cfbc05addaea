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
    'It took too long, was already used, or began in another browser or tab. Go back to the sign-in page and start over.',
    400,
  );

/** What went wrong with the provider. */
export function refusalFor(error: unknown, name: string): Refused {
  if (error instanceof Refused) return error;
  const { code, message, error: said, cause } = error as { code?: string; message?: string; error?: string; cause?: { message?: string } };
  const detail = [said, message, cause?.message].filter(Boolean).join(': ').slice(0, 500);
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || (error as Error).name === 'TimeoutError')
    return new Refused(
      `the provider didn't answer in time: ${detail}`,
      `${name} doesn't answer`,
      'Try again in a few minutes. If it keeps happening, tell an administrator.',
      504,
    );
  if (said === 'access_denied')
    return new Refused(
      `the provider refused: ${detail}`,
      `${name} didn't let you in`,
      'You cancelled, or have no access to Vetgraph there. Ask whoever manages your account at the provider.',
    );
  if (said !== undefined) return new Refused(`the provider refused: ${detail}`, `${name} refused the sign-in`, AGAIN, 400);
  if (error instanceof TypeError || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_RESPONSE_IS_NOT_JSON')
    return new Refused(
      `the provider can't be reached: ${detail}`,
      `${name} can't be reached`,
      'Try again in a few minutes. If it keeps happening, tell an administrator.',
      502,
    );
  return new Refused(`the provider's answer can't be trusted: ${detail}`, `${name} sent an answer that can't be trusted`, AGAIN, 400);
}
