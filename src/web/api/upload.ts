import { ApiError, type ErrorCode, offline } from './error';

/** Error codes for responses that aren't GraphQL, by status. */
const CODES: Record<number, ErrorCode> = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'BAD_USER_INPUT',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
};

/** Uploads a file; `fields` say what it belongs to. */
export async function uploadFile(file: File, fields: Record<string, string>): Promise<void> {
  await postFile('/files', file, fields);
}

/** Uploads a file with form fields, and returns the response. */
export async function postFile(path: string, file: File, fields: Record<string, string>): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const response = await fetch(path, { method: 'POST', body: form }).catch(() => {
    throw offline();
  });
  if (response.ok) return response.json();
  const { error, fields: faults } = (await response.json().catch(() => ({}))) as { error?: string; fields?: Record<string, string> };
  throw new ApiError(codeOf(response), error ?? 'The file could not be uploaded', faults);
}

export const codeOf = ({ status }: Response): ErrorCode => CODES[status] ?? 'INTERNAL';
