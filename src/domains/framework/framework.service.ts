import { z } from 'zod';
import { revise } from '../../database/revise';
import type { Row } from '../../database/rows';
import { containing, sql } from '../../database/sql';
import type { RequestContext } from '../../graphql/context';
import { conflict, notFound, onTaken } from '../../graphql/errors';
import { byId, groupBy, loader } from '../../graphql/loaders';
import { check, isId, withoutNulls } from '../../graphql/validate';
import { change } from '../audit/audit.service';
import { mapWaitingCodes } from '../template/template.document';
import { Control } from './control.entity';
import { Framework } from './framework.entity';
import type { ImportFrameworkInput, UpdateFrameworkInput } from './framework.inputs';
import { frameworkDetails, frameworkFile } from './framework.rules';

export const frameworkById = byId(Framework);

export function listFrameworks(ctx: RequestContext): Promise<Row<Framework>[]> {
  return ctx.database.query(sql`${ctx.database.table(Framework).select} order by lower(name), version, id`);
}

export interface ControlSearch {
  frameworkId: string;
  search?: string | null;
}

/** The controls of frameworks in framework order, each framework narrowed by its own search: one statement for all. */
export const controlsOf = loader<ControlSearch, Row<Control>[]>(async (searches, ctx) => {
  const patterns = searches.map(({ search }) => (search?.trim() ? containing(search.trim()) : null));
  const rows = await ctx.database.query<Row<Control> & { n: number }>(sql`
    select wanted.n, ${ctx.database.table(Control).columnsOf('c')}
    from unnest(${searches.map(({ frameworkId }) => frameworkId)}::uuid[], ${patterns}::text[])
      with ordinality as wanted(framework_id, pattern, n)
    join control c on c.framework_id = wanted.framework_id
    where pattern is null or c.code ilike pattern or c.title ilike pattern or c.domain ilike pattern
      or c.guidance ilike pattern
    order by wanted.n, c.position, c.id`);
  const found = groupBy(rows, ({ n }) => String(n));
  return searches.map((_, i) => found.get(String(i + 1)) ?? []);
});

const nameTaken = onTaken('framework_name_taken', () =>
  conflict('A framework with this name and version already exists', { name: 'is taken in this version' }),
);

export async function importFramework(ctx: RequestContext, input: ImportFrameworkInput): Promise<string> {
  const { controls, ...details } = check(z.object({ framework: frameworkFile }), input).framework;
  return change(ctx, async (tx) => {
    const framework = tx.em.create(Framework, { ...details, controlCount: controls.length } as never);
    await tx.em.flush();
    await tx.query(sql`
      insert into control (framework_id, position, domain, code, title, guidance, is_shared_responsibility)
      select ${framework.id}, n, domain, code, title, guidance, "isSharedResponsibility"
      from jsonb_array_elements(${JSON.stringify(controls)}::jsonb) with ordinality as given(fields, n),
        jsonb_to_record(fields) as f(domain text, code text, title text, guidance text,
          "isSharedResponsibility" boolean)`);
    await mapWaitingCodes(tx, framework.id);
    tx.record({ action: 'IMPORT_FRAMEWORK', entity: entityOf(framework), meta: { controls: controls.length } });
    return framework.id;
  }).catch(nameTaken);
}

export async function updateFramework(ctx: RequestContext, input: UpdateFrameworkInput): Promise<void> {
  const { id, expectedRevision, name, ...rest } = input;
  const changes = check(frameworkDetails.partial(), { ...withoutNulls({ name }), ...rest });
  await change(ctx, async (tx) => {
    const revised = isId(id) ? await revise(tx, Framework, { id }, changes, expectedRevision) : undefined;
    if (!revised) throw notFound('Framework');
    const { entity: framework, changed } = revised;
    if (Object.keys(changed).length === 0) return;
    await tx.em.flush();
    tx.record({ action: 'UPDATE_FRAMEWORK', entity: entityOf(framework), meta: { fields: Object.keys(changed) } });
  }).catch(nameTaken);
}

/** Its controls and the mappings to them go along, by the foreign keys; assessments and findings keep their codes. */
export async function deleteFramework(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const [framework] = isId(id)
      ? await tx.query<{ id: string; name: string }>(sql`delete from framework where id = ${id} returning id, name`)
      : [];
    if (!framework) throw notFound('Framework');
    tx.record({ action: 'DELETE_FRAMEWORK', entity: entityOf(framework) });
  });
}

const entityOf = ({ id, name }: { id: string; name: string }) => ({ type: 'Framework', id, name });
