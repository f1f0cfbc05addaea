import { randomUUID } from 'node:crypto';
import type { Row } from '../../database/rows';
import type { RequestContext, Services } from '../../kernel/context';
import { badInput } from '../../kernel/errors';
import { revise } from '../../kernel/revise';
import { change } from '../audit/audit.service';
import { FileInspector, UnsupportedFile } from '../file/file-type.rules';
import { Settings } from './settings.entity';
import type { UpdateLogoInput } from './settings.inputs';
import * as store from './settings.store';

const MOST_BYTES = 262_144;
/** No SVG: it can contain scripts. */
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Replaces the logo, or removes it. */
export async function updateLogo(ctx: RequestContext, { content, expectedRevision }: UpdateLogoInput): Promise<void> {
  if (content === undefined) throw badInput({ content: 'is required; null removes the logo' });
  const logo = content === null ? null : readPicture(content);
  await change(ctx, async (tx) => {
    const { entity, changed } = (await revise(tx, Settings, { id: true }, { logoId: logo?.id ?? null }, expectedRevision))!;
    if (Object.keys(changed).length === 0) return;
    await tx.query(store.removeLogo());
    if (logo) await tx.query(store.addLogo(logo));
    const meta = { changed: { logo: logo?.id ?? null } };
    tx.record({ action: 'UPDATE_SETTINGS', entity: { type: 'Settings', id: null, name: entity.organizationName }, meta });
  });
}

function readPicture(base64: string): store.NewLogo {
  if (!BASE64.test(base64)) throw badInput({ content: 'is not Base64' });
  const content = Buffer.from(base64, 'base64');
  if (content.length > MOST_BYTES) throw badInput({ content: 'is larger than 256 KiB' });
  const mimeType = typeOf(content);
  if (!TYPES.includes(mimeType)) throw badInput({ content: 'must be a PNG, JPEG or WebP picture' });
  return { id: randomUUID(), mimeType, content };
}

/** By what it is, whatever it is called. */
function typeOf(content: Buffer): string {
  const inspector = new FileInspector('');
  try {
    inspector.push(content);
    return inspector.finish();
  } catch (error) {
    if (error instanceof UnsupportedFile) return '';
    throw error;
  }
}

/** Where the logo can be fetched; null: there is none. */
export function logoUrl({ publicUrl }: Services, { logoId }: Pick<Row<Settings>, 'logoId'>): string | null {
  return logoId ? `${publicUrl}/logo/${logoId}` : null;
}
