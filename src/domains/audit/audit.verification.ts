import { Field, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { RequestContext } from '../../kernel/context';
import { DateTimeScalar } from '../../graphql/scalars';
import * as store from './audit-verification.store';
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

/** Each verification is recorded in the log itself, with its result. */
export async function lastVerification({ database }: RequestContext): Promise<AuditVerification | null> {
  return (await database.one(store.last())) ?? null;
}

/** Verifies the whole log against its chains, and against this server's checkpoint if there is one. */
export async function verifyAuditLog(ctx: RequestContext): Promise<void> {
  const checkpoint = await readCheckpoint(checkpointFile(ctx.services.config.dataDir));
  const { count, broken } = await verifyLog(ctx.database, checkpoint);
  const fault = broken && `Entry ${broken.seq} of chain ${broken.lane} ${broken.reason}`;
  await change(ctx, async (tx) => {
    tx.record({ action: 'VERIFY_AUDIT_LOG', entity: { type: 'AuditLog', id: null, name: 'Audit log' }, meta: { entries: count, fault } });
  });
}
