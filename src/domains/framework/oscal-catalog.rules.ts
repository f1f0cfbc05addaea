import { createHash } from 'node:crypto';
import type { Row } from '../../database/rows';
import type { Control } from './control.entity';
import type { Framework } from './framework.entity';
import { GENERAL } from './framework.rules';
import { NO_VERSION, SHARED } from './oscal.rules';

/** Writes a framework as a NIST OSCAL catalog, which our import reads back. Pure: no database, no framework. */

export const OSCAL_VERSION = '1.1.2';

/** A deterministic UUID from its parts: OSCAL requires one for everything that can be referred to. */
export function uuidOf(...parts: (string | number)[]): string {
  const hash = createHash('sha1').update(parts.join('\n')).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * OSCAL ids of controls, derived from their codes: a letter first, then letters, digits, dots and hyphens. NIST writes AC-2(1) as
 * ac-2.1, and so do we, so that results refer to the controls in NIST's own catalog.
 */
export function controlIds(controls: readonly Pick<Row<Control>, 'id' | 'code'>[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    controls.map(({ id, code }) => {
      const dotted = code.toLowerCase().replace(/\s*\((\w+)\)/g, '.$1');
      const token = dotted
        .replace(/[^\p{L}\p{N}._-]+/gu, '-')
        .replace(/-+$/, '')
        .replace(/^(?!\p{L}|_)/u, '_');
      let free = token;
      for (let n = 2; taken.has(free); n++) free = `${token}_${n}`;
      taken.add(free);
      return [id, free];
    }),
  );
}

/** The assessment objective of a control; a vendor's results refer to it. */
export const objectiveId = (controlId: string) => `${controlId}_obj`;

/** Each run of controls in one domain becomes a group, so that the order is kept. Retired controls are marked as withdrawn. */
export function catalogOf(framework: Row<Framework>, controls: readonly Row<Control>[]) {
  const { id, revision, name, version, description, updatedAt } = framework;
  const ids = controlIds(controls);
  const write = (control: Row<Control>) => controlOf(control, ids.get(control.id)!);
  const groups = runsOf(controls).map(([domain, run], i) => ({
    id: `group-${i + 1}`,
    title: domain,
    controls: run.map(write),
  }));
  return {
    catalog: {
      uuid: uuidOf('catalog', id, revision),
      metadata: {
        title: name,
        'last-modified': updatedAt,
        version: version ?? NO_VERSION,
        'oscal-version': OSCAL_VERSION,
        ...(description && { remarks: description }),
      },
      ...(groups.length > 0 && { groups }),
    },
  };
}

function controlOf({ code, title, guidance, isSharedResponsibility, isRetired }: Row<Control>, id: string) {
  return {
    id,
    title,
    props: [
      { name: 'label', value: code },
      ...(isSharedResponsibility ? [SHARED] : []),
      ...(isRetired ? [{ name: 'status', value: 'withdrawn' }] : []),
    ],
    parts: [
      ...(guidance ? [{ id: `${id}_gdn`, name: 'guidance', prose: guidance }] : []),
      { id: objectiveId(id), name: 'assessment-objective', prose: title },
    ],
  };
}

function runsOf(controls: readonly Row<Control>[]): [domain: string, controls: Row<Control>[]][] {
  const runs: [string, Row<Control>[]][] = [];
  for (const control of controls) {
    const last = runs.at(-1);
    const domain = control.domain ?? GENERAL;
    if (last?.[0] === domain) last[1].push(control);
    else runs.push([domain, [control]]);
  }
  return runs;
}
