import { Field, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { sql } from '../../database/sql';
import type { RequestContext } from '../../kernel/context';
import { DateTimeScalar } from '../../graphql/scalars';
import { checkpointFile, readCheckpoint } from './audit.checkpoint';
import { change } from './audit.service';
import { verifyLog } from './audit.verify';

@Allow('audit:view')
@ObjectType({ description: 'Result of the last verification of the audit log', simpleResolvers: true })
export class AuditVerification {
  @Field(() => DateTimeScalar, { description: 'When the log was verified' })
  verifiedAt!: string;

  @Field(() => Int, { description: 'Number of verified entries' })
  entryCount!: number;

  @Field(() => Boolean, { description: 'Whether no entry is missing or was altered' })
  isIntact!: boolean;

  @Field(() => String, { nullable: true, description: 'The first broken entry and what is wrong with it; null if there is none' })
  fault!: string | null;
}

/** Each check is an entry of the log itself: the last one tells how it went. */
export async function lastVerification({ database }: RequestContext): Promise<AuditVerification | null> {
  const [last] = await database.query<AuditVerification>(sql`
    select created_at as "verifiedAt", (meta->>'entries')::int as "entryCount", meta->>'fault' is null as "isIntact",
      meta->>'fault' as fault
    from audit_entry where action = 'VERIFY_AUDIT_LOG' order by created_at desc, seq desc limit 1`);
  return last ?? null;
}

/** Checks the whole log against its chains, and against the checkpoint of this server if it has one. */
export async function verifyAuditLog(ctx: RequestContext): Promise<void> {
  const checkpoint = await readCheckpoint(checkpointFile(ctx.services.config.dataDir));
  const { count, broken } = await verifyLog(ctx.database, checkpoint);
  const fault = broken && `Entry ${broken.seq} of chain ${broken.lane} ${broken.reason}`;
  await change(ctx, async (tx) => {
    tx.record({ action: 'VERIFY_AUDIT_LOG', entity: { type: 'AuditLog', id: null, name: 'Audit log' }, meta: { entries: count, fault } });
  });
}
