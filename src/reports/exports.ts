import type { Row } from '../database/rows';
import type { Control } from '../domains/framework/control.entity';
import type { Framework } from '../domains/framework/framework.entity';
import { controlsOf, frameworkById } from '../domains/framework/framework.service';
import { catalogOf } from '../domains/framework/oscal-catalog.rules';
import type { FileRead } from '../domains/settings/audit-reads';
import type { RequestContext } from '../kernel/context';
import { notFound } from '../kernel/errors';
import { csvLines } from '../platform/csv';
import { assessmentResults } from './framework/oscal';
import { readFramework } from './framework/query';

/** Frameworks and results as files for other programs. GraphQL returns their URLs. */

export const catalogPath = (frameworkId: string) => `/exports/frameworks/${frameworkId}/oscal.json`;
export const controlsPath = (frameworkId: string) => `/exports/frameworks/${frameworkId}/controls.csv`;
export const resultsPath = (vendorId: string, frameworkId: string) => `/exports/vendors/${vendorId}/frameworks/${frameworkId}/oscal.json`;

/** The URL of a path on this server; asked as of a moment, it leads to what was there then. */
export function urlOf({ services, moment }: RequestContext, path: string): string {
  return services.publicUrl + path + (moment === undefined ? '' : `?asOf=${encodeURIComponent(moment)}`);
}

/** A file in chunks. */
export interface ExportedFile {
  name: string;
  type: string;
  pieces: Iterable<string>;
  /** What it is about, for the audit log. */
  entity: FileRead['entity'];
  meta?: FileRead['meta'];
}

const entityOf = (type: 'Framework' | 'Vendor', { id, name }: { id: string; name: string }) => ({ type, id, name });

export async function exportCatalog(ctx: RequestContext, frameworkId: string): Promise<ExportedFile> {
  const { framework, controls } = await read(ctx, frameworkId);
  const pieces = jsonPieces(catalogOf(framework, controls));
  return { name: `${framework.name} OSCAL catalog.json`, type: JSON_TYPE, pieces, entity: entityOf('Framework', framework) };
}

/** In the format of importFrameworkCsv, without retired controls. */
export async function exportControls(ctx: RequestContext, frameworkId: string): Promise<ExportedFile> {
  const { framework, controls } = await read(ctx, frameworkId);
  const pieces = csvPieces(controls);
  return { name: `${framework.name}.csv`, type: 'text/csv; charset=utf-8', pieces, entity: entityOf('Framework', framework) };
}

export async function exportResults(ctx: RequestContext, vendorId: string, frameworkId: string): Promise<ExportedFile> {
  const data = await readFramework(ctx, { vendorId, frameworkId });
  const { framework, vendor } = data;
  const catalogUrl = urlOf(ctx, catalogPath(framework.id));
  const results = assessmentResults(data, { now: ctx.database.now(), catalogUrl });
  const name = `${vendor.name} ${framework.name} OSCAL results.json`;
  const meta = { frameworkId: framework.id };
  return { name, type: JSON_TYPE, pieces: jsonPieces(results), entity: entityOf('Vendor', vendor), meta };
}

const JSON_TYPE = 'application/json; charset=utf-8';

async function read(ctx: RequestContext, id: string): Promise<{ framework: Row<Framework>; controls: Row<Control>[] }> {
  const framework = await ctx.load(frameworkById, id);
  if (!framework) throw notFound('Framework');
  return { framework, controls: await ctx.load(controlsOf, { frameworkId: framework.id }) };
}

function* csvPieces(controls: readonly Row<Control>[]): Generator<string> {
  yield csvLines([['domain', 'code', 'title', 'guidance', 'shared']]);
  for (const { domain, code, title, guidance, isSharedResponsibility, isRetired } of controls) {
    if (!isRetired) yield csvLines([[domain, code, title, guidance, isSharedResponsibility ? 'yes' : 'no']]);
  }
}

/** A document as JSON; long lists are written item by item, so that it isn't held in memory twice. */
function* jsonPieces(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield '[';
    for (const [i, item] of value.entries()) {
      if (i > 0) yield ',';
      yield* jsonPieces(item);
    }
    yield ']';
  } else if (isBranch(value)) {
    yield '{';
    let isFirst = true;
    for (const [key, inner] of Object.entries(value)) {
      yield `${isFirst ? '' : ','}${JSON.stringify(key)}:`;
      isFirst = false;
      yield* jsonPieces(inner);
    }
    yield '}';
  } else {
    yield JSON.stringify(value);
  }
}

/** Whether it is a list of objects, or contains one. */
function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.values(value).some((inner) => typeof inner === 'object' && inner !== null);
}
