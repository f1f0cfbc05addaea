import { Entity, Index, ManyToOne, PrimaryKeyProp, Property, type Ref } from '@mikro-orm/core';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';
import { User } from '../user/user.entity';
import { Vendor } from './vendor.entity';

/** What a vendor has in an own field (Settings.vendorFields). Those of removed fields stay, and nothing shows them. */
@Kept({ partOf: 'vendorId', path: { name: 'fields', by: 'key', value: 'value', reference: 'personId' } })
@Scoped('vendor')
@Entity()
// Of long texts, only the beginning fits into an index.
@Index({
  name: 'own_field_value_by_text',
  expression:
    'create index "own_field_value_by_text" on "own_field_value" ("key", (left("value" #>> \'{}\', 100) collate "C"), "vendor_id")',
})
@Index({
  name: 'own_field_value_by_number',
  expression:
    'create index "own_field_value_by_number" on "own_field_value" ("key", (case when jsonb_typeof("value") = \'number\' then "value"::numeric end), "vendor_id")',
})
// Who has none is told from these alone: values may be long.
@Index({ name: 'own_field_value_by_key', expression: 'create index "own_field_value_by_key" on "own_field_value" ("key", "vendor_id")' })
// Parts are sorted in together, which takes an eighth of the time; the few that wait are read by every search.
@Index({
  name: 'own_field_value_by_parts',
  expression:
    'create index "own_field_value_by_parts" on "own_field_value" using gin (text_parts("value" #>> \'{}\')) with (gin_pending_list_limit = 512) ' +
    `where jsonb_typeof("value") = 'string' and "person_id" is null`,
})
export class OwnFieldValue {
  [PrimaryKeyProp]?: ['vendor', 'key'];

  @ManyToOne(() => Vendor, { ref: true, primary: true, deleteRule: 'cascade' })
  vendor!: Ref<Vendor>;

  @Property({ type: 'text', primary: true })
  key!: string;

  /** As GraphQL has it; the id of a person. */
  @Property({ type: 'json' })
  value!: unknown;

  /** Whoever is deleted is no longer in a field. */
  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'cascade', index: 'own_field_value_by_person' })
  person?: Ref<User> | null;
}
