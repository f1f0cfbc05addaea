import { columns, type Held, type Row, update, type Values } from '../../database/rows';
import { identifier, isOneOf, rawSql, type Sql, sql, statement } from '../../database/sql';
import type { Assessment } from '../assessment/assessment.entity';
import { Attachment } from './attachment.entity';
import type { FoundOwner, OwnerTable } from './evidence.owner';
import { Response } from '../assessment/response.entity';

export const OLDEST_FIRST = rawSql('created_at, id');

/** Includes the columns that the schema doesn't show. */
const whole = (id: string): Sql<Held<Attachment>> => sql`
  select ${columns(Attachment)}, sha256, storage_key as "storageKey" from attachment where id = ${id}`;

export const file = statement('evidence.file', (id: string) => whole(id));

export const lock = statement('evidence.lock', (id: string) => sql<Held<Attachment>>`${whole(id)} for update`);

/** The content hashes of responses' files. */
export const hashesOf = statement(
  'evidence.hashesOf',
  (responseIds: readonly string[]) => sql<{ responseId: string; sha256: string }>`
    select r.id as "responseId", a.sha256 from response r join attachment a on a.response_id = r.id
    where r.id ${isOneOf(responseIds, 'uuid')}`,
);

export const give = statement('evidence.give', (id: string, { relation, id: ownerId, assessmentId }: FoundOwner) => {
  const given = { [`${relation}Id`]: ownerId, assessmentId } as Values<Attachment>;
  return sql<never>`${update(Attachment, given)} where id = ${id}`.writes(Attachment, { id });
});

export const remove = statement('evidence.remove', (id: string) =>
  sql<never>`delete from attachment where id = ${id}`.removes(Attachment, { id }),
);

/** Keeps an assessment from being submitted while its answers change. */
export const holdAssessment = statement(
  'evidence.holdAssessment',
  (id: string) => sql<Pick<Row<Assessment>, 'status'>>`select status from assessment where id = ${id} for no key update`,
);

/** Keeps a file's new owner from being deleted in the meantime. */
export const holdOwner = statement('evidence.holdOwner', (table: OwnerTable, id: string) => {
  const [assessmentId, questionId] = table === 'response' ? ['assessment_id', 'question_id'] : ['null', 'null'];
  return sql<Omit<FoundOwner, 'relation'>>`
    select id, ${rawSql(assessmentId)} as "assessmentId", ${rawSql(questionId)} as "questionId"
    from ${identifier(table)} where id = ${id} for key share`;
});

const columnOf = (relation: string) => `${relation.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_id`;

export const countOf = statement(
  'evidence.countOf',
  (relation: FoundOwner['relation'], ownerId: string) => sql<{ count: number }>`
    select count(*) as count from attachment where ${identifier(columnOf(relation))} = ${ownerId}`,
);

export type Holder = { assessmentId: string } | { linkId: string };

/** All evidence of an assessment, or from the vendor for the findings behind a link. */
export const heldBy = statement(
  'evidence.heldBy',
  (of: Holder) => sql<{ files: number; bytes: number }>`
    select count(*) as files, coalesce(sum(size_bytes), 0) as bytes from attachment
    where ${
      'linkId' in of
        ? sql`is_from_vendor and finding_id in (select finding_id from remediation where link_id = ${of.linkId})`
        : sql`assessment_id = ${of.assessmentId}`
    }`,
);

export const addResponse = statement('evidence.addResponse', (assessmentId: string, questionId: string) =>
  sql<never>`
    insert into response (assessment_id, question_id)
    select assessment_id, id from assessment_question where id = ${questionId} and assessment_id = ${assessmentId}
    on conflict (question_id) do nothing`.writes(Response, { questionId }),
);

export const responseTo = statement(
  'evidence.responseTo',
  (assessmentId: string, questionId: string) => sql<{ id: string }>`
    select id from response where question_id = ${questionId} and assessment_id = ${assessmentId}`,
);

/** The title of the section of an answer. */
export const sectionOf = statement(
  'evidence.sectionOf',
  (responseId: string) => sql<{ section: string }>`
    select q.section from response r join assessment_question q on q.id = r.question_id where r.id = ${responseId}`,
);
