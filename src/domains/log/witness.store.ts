import { sql, statement } from '../../database/sql';

/** How far a witness has come. */
export interface WitnessProgress {
  vkey: string;
  cosignedAt: string | null;
  cosignedSize: number | null;
  lastError: string | null;
}

export const progressOf = statement(
  'witness.progressOf',
  (vkeys: readonly string[]) => sql<WitnessProgress>`
    select vkey, cosigned_at as "cosignedAt", cosigned_size as "cosignedSize", last_error as "lastError"
    from witness_state where vkey = any(${vkeys}::text[])`,
);

/** Takes those that haven't cosigned a tree of this size and that nobody is asking: the size that each of them knows. */
export const claim = statement(
  'witness.claim',
  (vkeys: readonly string[], size: number, leaseSeconds: number) => sql<{ vkey: string; knownSize: number }>`
    insert into witness_state as w (vkey, next_offer_at)
    select vkey, now() + make_interval(secs => ${leaseSeconds}) from unnest(${vkeys}::text[]) as given(vkey)
    on conflict (vkey) do update set next_offer_at = excluded.next_offer_at
    where w.next_offer_at <= now() and coalesce(w.cosigned_size, 0) < ${size}
    returning w.vkey, w.known_size as "knownSize"`,
);

/** Keeps a cosignature with its checkpoint, which a later one may have replaced meanwhile. A restored log may not have it at all. */
export const keepCosignature = statement(
  'witness.keepCosignature',
  (vkey: string, size: number, note: string, line: string) => sql<never>`
    with kept as (
      insert into audit_checkpoint as c (size, note, cosignatures) select ${size}, ${note}, ${line} from audit_tree t where t.size >= ${size}
      on conflict (size) do update set cosignatures = c.cosignatures || excluded.cosignatures
      where c.note = excluded.note and position(excluded.cosignatures in c.cosignatures) = 0
    )
    update witness_state set known_size = ${size}, cosigned_size = ${size}, cosigned_at = now(), last_error = null, next_offer_at = now()
    where vkey = ${vkey}`,
);

/** Why an offer failed, and the size that the witness says it knows, if it says so. */
export const noteFailure = statement(
  'witness.noteFailure',
  (vkey: string, lastError: string, knownSize: number | null, waitSeconds: number) => sql<never>`
    update witness_state set last_error = ${lastError}, known_size = coalesce(${knownSize}::bigint, known_size),
      next_offer_at = now() + make_interval(secs => ${waitSeconds})
    where vkey = ${vkey}`,
);

/** What nobody needs in a day: all cosigned checkpoints but the last of their hour. */
export const thinOut = statement(
  'witness.thinOut',
  () => sql<never>`
    delete from audit_checkpoint where signed_at < now() - interval '1 day'
      and size not in (select max(size) from audit_checkpoint group by date_trunc('hour', signed_at))`,
);
