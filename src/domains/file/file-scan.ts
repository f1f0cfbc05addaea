import type { RequestContext } from '../../kernel/context';
import { Problem } from '../../kernel/errors';
import type { StoredFile } from '../../platform/storage/storage';
import { change } from '../audit/audit.service';

/** A file in the store that has no row yet. */
export interface ReceivedFile extends StoredFile {
  key: string;
  fileName: string;
  mimeType: string;
}

/** Has the operator's scanner check a stored file before it gets its row. Infected files are rejected, and that is recorded. */
export async function scanFile(ctx: RequestContext, file: ReceivedFile): Promise<void> {
  const { scanner, storage, log } = ctx.services;
  if (!scanner.isOn) return;
  let found: string | null;
  try {
    found = await scanner.scan(() => storage.read(file.key));
  } catch (err) {
    log.error({ err, requestId: ctx.request.id }, 'a file could not be scanned');
    throw new Problem('SERVICE_UNAVAILABLE', "The file couldn't be scanned for viruses; try again shortly", { retryAfter: 30 });
  }
  if (found === null) return;
  const { fileName: name, size, sha256 } = file;
  await change(ctx, async (tx) => {
    tx.record({ action: 'REFUSE_FILE', entity: { type: 'Attachment', id: null, name }, meta: { found, size, sha256 } });
  });
  throw new Problem('BAD_USER_INPUT', 'The virus scanner rejected this file; it was not stored', { status: 422 });
}
