import { columns, type Row } from '../../database/rows';
import { isOneOf, sql, statement } from '../../database/sql';
import { Session } from './session.entity';

/** The newest active sessions of each user, up to a limit. */
export const newestOf = statement(
  'user-session.newestOf',
  (userIds: readonly string[], most: number) => sql<Row<Session>>`
    select ${columns(Session, 's')} from (
      select *, row_number() over (partition by user_id order by created_at desc, id desc) as n from session
      where user_id ${isOneOf(userIds, 'uuid')} and expires_at > now()
    ) as s where n <= ${most} order by created_at desc, id desc`,
);

/** Whose an active session is. */
export const holder = statement(
  'user-session.holder',
  (id: string) => sql<Pick<Row<Session>, 'userId'>>`select user_id as "userId" from session where id = ${id} and expires_at > now()`,
);

/** Of several callers at once, one gets the row. */
export const end = statement(
  'user-session.end',
  (id: string) => sql<Pick<Row<Session>, 'method' | 'address' | 'userAgent' | 'createdAt'>>`
    delete from session where id = ${id}
    returning method, address, user_agent as "userAgent", created_at as "createdAt"`,
);
