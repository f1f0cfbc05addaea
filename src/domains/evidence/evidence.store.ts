import { columns, type Row, update, type Values } from '../../database/rows';
import { identifier, rawSql, type Sql, sql, statement } from '../../database/sql';
import type { Assessment } from '../assessment/assessment.entity';
import { Attachment } from './attachment.entity';
import type { FoundOwner, OwnerTable } from './evidence.owner';

export const OLDEST_FIRST = rawSql('created_at, id');

/** With the columns that readers of the schema don't see. */
const whole = (id: string): Sql<Row<Attachment>> => sql`
  select ${columns(Attachment)}, sha256, storage_key as "storageKey" from attachment where id = ${id}`;

export const file = statement('evidence.file', (id: string) => whole(id));

export const lock = statement('evidence.lock', (id: string) => sql<Row<Attachment>>`${whole(id)} for update`);

export const give = statement('evidence.give', (id: string, { relation, id: ownerId, assessmentId }: FoundOwner) => {
  const given = { [`${relation}Id`]: ownerId, assessmentId } as Values<Attachment>;
  return sql<never>`${update(Attachment, given)} where id = ${id}`;
});

export const remove = statement('evidence.remove', (id: string) => sql<never>`delete from attachment where id = ${id}`);

/** Keeps an assessment from being submitted while its answers change. */
export const holdAssessment = statement(
  'evidence.holdAssessment',
  (id: string) => sql<Pick<Row<Assessment>, 'status'>>`select status from assessment where id = ${id} for no key update`,
);

/** Keeps what a file is given to from being deleted meanwhile. */
export const holdOwner = statement('evidence.holdOwner', (table: OwnerTable, id: string) => {
  const [assessmentId, questionId] = table === 'response' ? ['assessment_id', 'question_id'] : ['null', 'null'];
  return sql<Omit<FoundOwner, 'relation'>>`
    select id, ${rawSql(assessmentId)} as "assessmentId", ${rawSql(questionId)} as "questionId"
    from ${identifier(table)} where id = ${id} for key share`;
});

export const countOf = statement(
  'evidence.countOf',
  (relation: FoundOwner['relation'], ownerId: string) => sql<{ count: number }>`
    select count(*) as count from attachment where ${identifier(`${relation}_id`)} = ${ownerId}`,
);

export const addResponse = statement(
  'evidence.addResponse',
  (assessmentId: string, questionId: string) => sql<never>`
    insert into response (assessment_id, question_id)
    select assessment_id, id from assessment_question where id = ${questionId} and assessment_id = ${assessmentId}
    on conflict (question_id) do nothing`,
);

export const responseTo = statement(
  'evidence.responseTo',
  (assessmentId: string, questionId: string) => sql<{ id: string }>`
    select id from response where question_id = ${questionId} and assessment_id = ${assessmentId}`,
);

/** Where the file store keeps a file. */
export interface StoredKey {
  key: string;
}

/** Of a vendor and of all that is deleted with it. */
export const keysOfVendor = statement('evidence.keysOfVendor', (vendorId: string) => {
  const within = (column: string, table: string) => sql`
    select a.id from ${rawSql(table)} t join attachment a on a.${rawSql(column)} = t.id where t.vendor_id = ${vendorId}`;
  return sql<StoredKey>`
    select storage_key as key from attachment where id in (
      select id from attachment where vendor_id = ${vendorId}
      union all ${within('certification_id', 'certification')}
      union all ${within('action_id', 'responsibility_action')}
      union all ${within('assessment_id', 'assessment')})`;
});

export const keysOfAssessment = statement(
  'evidence.keysOfAssessment',
  (assessmentId: string) => sql<StoredKey>`select storage_key as key from attachment where assessment_id = ${assessmentId}`,
);

export const keysOfCertification = statement(
  'evidence.keysOfCertification',
  (certificationId: string) => sql<StoredKey>`select storage_key as key from attachment where certification_id = ${certificationId}`,
);

/** Deletes files that have belonged to nothing for so long. What another server deletes is left to it. */
export const removeUnowned = statement(
  'evidence.removeUnowned',
  (seconds: number, most: number) => sql<StoredKey & { id: string; name: string }>`
    delete from attachment where id in (
      select id from attachment
      where num_nonnulls(vendor_id, certification_id, response_id, action_id) = 0
        and created_at < now() - make_interval(secs => ${seconds})
      limit ${most} for update skip locked)
    returning id, file_name as name, storage_key as key`,
);

/** Those of the keys that no file has. */
export const unknownKeys = statement(
  'evidence.unknownKeys',
  (keys: readonly string[]) => sql<StoredKey>`
    select key from unnest(${keys}::text[]) as key
    where not exists (select 1 from attachment where storage_key = key)`,
);
