import { Entity, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';

/** When a job may next be started, by any server. */
@NotKept('Whose turn a background job is')
@Shared('Nobody can ask for it')
@Entity({ tableName: 'job' })
export class JobTurn {
  [PrimaryKeyProp]?: 'name';

  @PrimaryKey({ type: 'text' })
  name!: string;

  /** The next run; while it runs, the end of the runner's lease. */
  @Property({ type: 'datetime', length: 3 })
  dueAt!: Date;
}
