import { Entity, HiddenProps, type Opt, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';
import { NotKept } from '../database/record/kept';
import { Shared } from '../database/scope/scoped';

/** A secret that the installation generated and that all its servers share. */
@NotKept('Secrets have no past')
@Shared('Nobody can ask for it')
@Entity()
export class Secret {
  [PrimaryKeyProp]?: 'name';
  [HiddenProps]?: 'value';

  @PrimaryKey({ type: 'text' })
  name!: string;

  @Property({ type: 'text', hidden: true })
  value!: string;

  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  createdAt!: Opt<Date>;
}
