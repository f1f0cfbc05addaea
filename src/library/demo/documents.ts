import { createHash } from 'node:crypto';
import { timestamp } from './calendar';
import type { Scene } from './scene';
import type { Actor } from './world';

const LEFT = 56;
const TOP = 770;

/** A minimal PDF: one page with a few lines of plain text. */
function pdf(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&').replace(/[^\x20-\x7e]/g, '?')}) Tj T*`).join('\n');
  const content = `BT /F1 12 Tf 18 TL ${LEFT} ${TOP} Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const place = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const start = file.length;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\n`;
  return Buffer.from(`${file}startxref\n${start}\n%%EOF\n`, 'latin1');
}

export interface Document {
  name: string;
  lines: readonly string[];
  at: number;
  by: Actor;
  owner: { certificationId: string } | { responseId: string; assessmentId: string };
}

/** A file with its bytes, recorded as uploaded. */
export function upload(scene: Scene, { name, lines, at, by, owner }: Document): void {
  const { batch, random } = scene;
  const content = pdf(lines);
  const id = random.uuid();
  const key = random.hex(16);
  const file = { mimeType: 'application/pdf', size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  const [relation, ownerId] = 'responseId' in owner ? ['response', owner.responseId] : ['certification', owner.certificationId];
  batch.files.set(key, content);
  batch.add('attachment', {
    id,
    created_at: timestamp(at),
    file_name: name,
    mime_type: file.mimeType,
    size_bytes: file.size,
    sha256: file.sha256,
    storage_key: key,
    certification_id: 'certificationId' in owner ? owner.certificationId : null,
    response_id: 'responseId' in owner ? owner.responseId : null,
    assessment_id: 'responseId' in owner ? owner.assessmentId : null,
    uploaded_by_id: by.userId,
  });
  const meta = { ...file, owner: relation, ownerId };
  scene.note('UPLOAD_FILE', { at, by, entity: { type: 'Attachment', id, name }, meta });
}
