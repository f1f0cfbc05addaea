import { Ctx, Extensions, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { loader } from '../../graphql/engine/loaders';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { ROWS_READ } from '../../graphql/engine/weigh';
import { DateTimeScalar } from '../../graphql/scalars';
import type { RequestContext } from '../../kernel/context';
import { AuditEntry } from '../audit/audit-entry.entity';
import type { Place } from '../record/changes.store';
import { AuditWitness } from '../settings/audit-witness';
import { AuditProof } from './log.types';
import { proofsOf } from './proof';
import * as store from './witness.store';

const base64 = (hash: Buffer) => hash.toString('base64');

/** Also in queries of the past the proof is that of now: a larger tree contains the smaller one. */
const proofOf = loader<Place, AuditProof | null>(
  async (places, { services }) => {
    const proofs = await proofsOf(services.database, places);
    return proofs.map((proof) => proof && { ...proof, leafHash: base64(proof.leafHash), hashes: proof.hashes.map(base64) });
  },
  ({ lane, seq }) => `${lane} ${seq}`,
);

@Resolver(() => AuditEntry)
export class AuditProofResolver {
  @Extensions({ [ROWS_READ]: 10 })
  @Reads(AuditEntry, 'lane', 'seq')
  @FieldResolver(() => AuditProof, {
    nullable: true,
    description: 'Shows that the entry is in the signed log; null until it is, about a second',
  })
  proof(@Root() { lane, seq }: Reading<AuditEntry, 'lane' | 'seq'>, @Ctx() ctx: RequestContext) {
    return ctx.load(proofOf, { lane, seq });
  }
}

/** How far a witness has come; nobody knows how far it was in the past. */
const progressOf = loader<string, store.WitnessProgress | null>(async (vkeys, { services, moment }) => {
  const rows = moment ? [] : await services.database.query(store.progressOf(vkeys));
  const found = new Map(rows.map((row) => [row.vkey, row]));
  return vkeys.map((vkey) => found.get(vkey) ?? null);
});

@Resolver(() => AuditWitness)
export class AuditWitnessResolver {
  @FieldResolver(() => DateTimeScalar, { nullable: true, description: 'When it last cosigned; null in the past, and before it did' })
  async lastCosignedAt(@Root() { vkey }: AuditWitness, @Ctx() ctx: RequestContext) {
    return (await ctx.load(progressOf, vkey))?.cosignedAt ?? null;
  }

  @FieldResolver(() => Int, { nullable: true, description: 'Size of the tree that it last cosigned' })
  async lastCosignedSize(@Root() { vkey }: AuditWitness, @Ctx() ctx: RequestContext) {
    return (await ctx.load(progressOf, vkey))?.cosignedSize ?? null;
  }

  @FieldResolver(() => String, { nullable: true, description: "Why the last offer failed; null if it didn't" })
  async lastError(@Root() { vkey }: AuditWitness, @Ctx() ctx: RequestContext) {
    return (await ctx.load(progressOf, vkey))?.lastError ?? null;
  }
}
