import { insertInto, type Row, select, type Values } from '../../database/rows';
import { isOneOf, rawSql, type Sql, sql, statement } from '../../database/sql';
import { Comment } from './comment.entity';

export const insert = statement('comment.insert', (row: Values<Comment>) => insertInto(Comment, row));

/** Oldest first. */
export const IN_ORDER = rawSql('created_at, id');

export const ofAssessments = statement(
  'comment.ofAssessments',
  (assessmentIds: readonly string[]) => sql<Row<Comment>>`
    ${select(Comment)} where assessment_id ${isOneOf(assessmentIds, 'uuid')} order by ${IN_ORDER}`,
);

/** The comments that the vendor may read. */
export const sharedOf = statement(
  'comment.sharedOf',
  (assessmentIds: readonly string[]) => sql<Row<Comment>>`
    ${select(Comment)} where assessment_id ${isOneOf(assessmentIds, 'uuid')} and visibility = 'SHARED' order by ${IN_ORDER}`,
);

export const ofFindings = statement(
  'comment.ofFindings',
  (findingIds: readonly string[]) => sql<Row<Comment>>`
    ${select(Comment)} where finding_id ${isOneOf(findingIds, 'uuid')} order by ${IN_ORDER}`,
);

export const sharedOfFindings = statement(
  'comment.sharedOfFindings',
  (findingIds: readonly string[]) => sql<Row<Comment>>`
    ${select(Comment)} where finding_id ${isOneOf(findingIds, 'uuid')} and visibility = 'SHARED' order by ${IN_ORDER}`,
);

/** What comments are on: one of them. */
export interface Commented {
  assessmentId?: string;
  findingId?: string;
}

const isOn = ({ assessmentId, findingId }: Commented): Sql =>
  findingId === undefined ? sql`assessment_id = ${assessmentId}` : sql`finding_id = ${findingId}`;

export interface Parent extends Pick<Row<Comment>, 'visibility'> {
  /** Its level in the thread, from 1. */
  depth: number;
}

export const parent = statement(
  'comment.parent',
  (id: string, on: Commented) => sql<Parent>`
    with recursive above as (
      select parent_id from comment where id = ${id}
      union all
      select c.parent_id from comment c join above on c.id = above.parent_id
    )
    select visibility, (select count(*) from above) as depth from comment
    where id = ${id} and ${isOn(on)}`,
);

interface Said {
  all: number;
  /** Within the last hour. */
  recent: number;
  /** Seconds until the oldest comment within the hourly limit is an hour old; null if there are fewer. */
  wait: number | null;
}

/** How many comments the vendor has written. */
export const saidByVendor = statement(
  'comment.saidByVendor',
  (on: Commented, anHour: number) => sql<Said>`
    with said as (
      select created_at, row_number() over (order by created_at desc) as n from comment
      where ${isOn(on)} and author_type = 'VENDOR'
    )
    select count(*) as all, count(*) filter (where created_at > now() - interval '1 hour') as recent,
      extract(epoch from max(created_at) filter (where n = ${anHour}) + interval '1 hour' - now())::float8 as wait
    from said`,
);
