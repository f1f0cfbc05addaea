import type { ErrorCode as ServerCode } from '../../kernel/errors';
import { dateTime } from '../components/format';

/** The server's codes; `OFFLINE` when there was no response; `IN_PAST` for a change to the past, which is never sent. */
export type ErrorCode = ServerCode | 'OFFLINE' | 'IN_PAST';

/** Why a request was refused. The message is meant for people. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Messages by input path: { contactEmail: 'must be an e-mail address' }. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** Seconds to wait before trying again. */
    readonly retryAfter?: number,
    /** What the server asks for first: a second factor, or who it is once more. */
    readonly asks?: IdentityQuestion,
  ) {
    super(message);
  }
}

/** How someone can show who they are. */
export interface IdentityQuestion {
  challenge: string;
  methods: readonly ('PASSWORD' | 'TOTP' | 'PASSKEY' | 'RECOVERY_CODE' | 'PROVIDER')[];
  /** For the browser, if a passkey is among them. */
  passkeyOptions?: object;
  /** Where the person signed in, if that is among them. */
  provider?: { id: string; name: string };
}

export const isSignedOut = (error: unknown) => error instanceof ApiError && error.code === 'UNAUTHENTICATED';

/** For a null result: the record was deleted or never existed. */
export const notThere = (what: string) => new ApiError('NOT_FOUND', `${what} not found`);

export const offline = () => new ApiError('OFFLINE', "The server can't be reached");

export const inPast = () => new ApiError('IN_PAST', 'Nothing can be changed in the past');

interface Problem {
  title: string;
  /** What the user can do about it. */
  advice: string;
}

/** The page's query doesn't match the server's schema, which happens during an upgrade. */
const OUTDATED = 'The server has been updated. Reload the page.';

/** Of a saved view or a link that is older than the custom fields, for example. */
const UNFIT_FILTER = 'This list can’t be filtered like this';

const ADVICE: Record<ErrorCode, string> = {
  OFFLINE: 'Check your connection, then try again.',
  IN_PAST: 'Go back to now first.',
  UNAUTHENTICATED: 'Sign in again, then retry.',
  FORBIDDEN: 'Your role doesn’t allow this. Ask an administrator for access.',
  NOT_FOUND: 'It may have been deleted, or the address is wrong. Go back to the list.',
  BAD_REQUEST: 'Reload the page, then try again.',
  GRAPHQL_PARSE_FAILED: OUTDATED,
  GRAPHQL_VALIDATION_FAILED: OUTDATED,
  OPERATION_RESOLUTION_FAILURE: OUTDATED,
  OPERATION_NOT_TRUSTED: OUTDATED,
  PERSISTED_QUERY_NOT_FOUND: OUTDATED,
  PERSISTED_QUERY_NOT_SUPPORTED: OUTDATED,
  BAD_USER_INPUT: 'Fix the highlighted fields and try again.',
  CONFLICT: 'Check the current values, then decide whether to make your change again.',
  INVALID_TRANSITION: 'Someone may have changed its status. Reload the page to see the current one.',
  SECOND_FACTOR_REQUIRED: 'Sign in with your second factor.',
  SECOND_FACTOR_SETUP_REQUIRED: 'Set it up under Account, then continue.',
  REAUTHENTICATION_REQUIRED: 'Confirm it’s you, then try again.',
  RATE_LIMITED: 'Wait a moment, then try again.',
  PAYLOAD_TOO_LARGE: 'Send a smaller file or less data.',
  SERVICE_UNAVAILABLE: 'Try again in a moment.',
  INTERNAL: 'Try again. If it keeps happening, tell an administrator the time: details are in the server log.',
};

/** Why the browser returned no passkey, in words. */
export class PasskeyError extends Error {}

/** The text to show for anything thrown; `own` holds the page's more specific advice, by code. */
export function explain(error: unknown, own: Partial<Record<ErrorCode, string>> = {}): Problem {
  if (error instanceof PasskeyError) return { title: error.message, advice: 'Try again, or choose another way.' };
  if (!(error instanceof ApiError)) {
    return { title: 'Something went wrong', advice: 'Reload the page. If it happens again, tell an administrator.' };
  }
  const { code, message, fields, retryAfter } = error;
  const isUnfit = Object.keys(fields).some((path) => path.startsWith('filter'));
  if (isUnfit) return { title: UNFIT_FILTER, advice: 'Clear the filters, or choose others.' };
  if (fields.asOf) return { title: `The date ${withReadableTimes(fields.asOf)}`, advice: 'Choose another date above, or go back to now.' };
  const wait = code === 'RATE_LIMITED' && retryAfter ? `Try again in ${duration(retryAfter)}.` : undefined;
  return { title: sentence(message), advice: own[code] ?? wait ?? ADVICE[code] };
}

/** "must not be before 2026-11-15T09:30:00.000Z" with the time as people write it. */
function withReadableTimes(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (iso) => dateTime(iso));
}

const duration = (seconds: number) => (seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`);

/** "must be an e-mail address" to "Must be an e-mail address". */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
