import { rawSql, sql, statement } from '../../database/sql';

/** Where the file store keeps a file. */
export interface StoredKey {
  key: string;
}

/** The files of a vendor and of everything deleted with it. */
export const keysOfVendor = statement('file-removal.keysOfVendor', (vendorId: string) => {
  const within = (column: string, table: string) => sql`
    select a.id from ${rawSql(table)} t join attachment a on a.${rawSql(column)} = t.id where t.vendor_id = ${vendorId}`;
  return sql<StoredKey>`
    select storage_key as key from attachment where id in (
      select id from attachment where vendor_id = ${vendorId}
      union all ${within('certification_id', 'certification')}
      union all ${within('action_id', 'responsibility_action')}
      union all ${within('offboarding_step_id', 'offboarding_step')}
      union all ${within('assessment_id', 'assessment')}
      union all ${within('finding_id', 'finding')})`;
});

export const keysOfAssessment = statement(
  'file-removal.keysOfAssessment',
  (assessmentId: string) => sql<StoredKey>`
    select storage_key as key from attachment where id in (
      select id from attachment where assessment_id = ${assessmentId}
      union all select a.id from finding f join attachment a on a.finding_id = f.id where f.assessment_id = ${assessmentId})`,
);

export const keysOfCertification = statement(
  'file-removal.keysOfCertification',
  (certificationId: string) => sql<StoredKey>`select storage_key as key from attachment where certification_id = ${certificationId}`,
);

/** Deletes files that have been unattached for this long, except those that another server is deleting. */
export const removeUnowned = statement('file-removal.removeUnowned', (seconds: number, most: number) =>
  sql<StoredKey & { id: string; name: string }>`
    delete from attachment where id in (
      select id from attachment
      where num_nonnulls(vendor_id, certification_id, response_id, action_id, finding_id, offboarding_step_id) = 0
        and created_at < now() - make_interval(secs => ${seconds})
      limit ${most} for update skip locked)
    returning id, file_name as name, storage_key as key`.removesGiven('attachment'),
);

/** The keys that no file has. */
export const unknownKeys = statement(
  'file-removal.unknownKeys',
  (keys: readonly string[]) => sql<StoredKey>`
    select key from unnest(${keys}::text[]) as key
    where not exists (select 1 from attachment where storage_key = key)`,
);
