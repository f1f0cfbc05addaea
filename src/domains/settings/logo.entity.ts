import { Entity, Property } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';
import { Stored } from '../../graphql/base.entity';

/** The organisation's logo: at most one row. Each has an id of its own, so that browsers can keep what is behind its address. */
@NotKept('The settings tell when it changed')
@Shared('Everyone who has a link sees it')
@Entity()
export class Logo extends Stored {
  @Property({ type: 'text' })
  mimeType!: string;

  @Property({ type: 'blob' })
  content!: Buffer;
}
