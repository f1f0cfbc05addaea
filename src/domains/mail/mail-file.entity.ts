import { Entity, Property } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';
import { Stored } from '../../graphql/base.entity';

/** A file that goes with e-mails: once, for however many recipients. */
@NotKept('Made for what is being sent, and gone afterwards')
@Shared('Nobody reads it here')
@Entity()
export class MailFile extends Stored {
  @Property({ type: 'text' })
  name!: string;

  @Property({ type: 'text' })
  contentType!: string;

  @Property({ type: 'blob' })
  content!: Buffer;
}
