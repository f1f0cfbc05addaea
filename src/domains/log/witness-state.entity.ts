import { BigIntType, Entity, type Opt, PrimaryKey, PrimaryKeyProp, Property } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { Whole } from '../../database/scope/scoped';

/** How far a witness of the settings has come. */
@NotKept('What a witness answered last, several times a minute')
@Whole('The tree tells how many entries there are in all')
@Entity()
export class WitnessState {
  [PrimaryKeyProp]?: 'vkey';

  @PrimaryKey({ type: 'text' })
  vkey!: string;

  /** The size of the tree that it knows of, by its own word: the next offer starts there. */
  @Property({ type: new BigIntType('string'), defaultRaw: '0' })
  knownSize: Opt<string> = '0';

  @Property({ type: new BigIntType('string'), nullable: true })
  cosignedSize?: string | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  cosignedAt?: Date | null;

  @Property({ type: 'text', nullable: true })
  lastError?: string | null;

  /** Before that nobody offers it anything: an offer is under way, or the last one failed. */
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  nextOfferAt!: Opt<Date>;
}
