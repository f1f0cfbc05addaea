import type { EntityClass, EntityMetadata, MikroORM } from '@mikro-orm/core';
import { ReferenceKind } from '@mikro-orm/core';
import { keepingOf } from './record/kept';
import { type PersonalTexts, personalTextsOf, type Told } from './personal';

/** A column that names a person. */
export interface PersonalColumn {
  readonly name: string;
  readonly told: Told;
}

/** A table with columns that name persons, from its entity. */
export class PersonalTable {
  readonly name: string;
  readonly columns: readonly PersonalColumn[];
  /** The column with the user's id. */
  readonly of?: string;
  /** The column with the e-mail address. */
  readonly at?: string;
  readonly isRemoved: boolean;
  readonly isKept: boolean;
  /** Whoever read a row has to read it again. */
  readonly isRevised: boolean;

  constructor(
    readonly entity: EntityClass<object>,
    { tableName, props }: EntityMetadata,
    { texts, of, at, isRemoved = false }: PersonalTexts,
  ) {
    const columns = new Map(
      props.map(({ kind, name, fieldNames }) => [kind === ReferenceKind.SCALAR ? name : `${name}Id`, fieldNames?.[0]]),
    );
    const columnOf = (property: string) => {
      const column = columns.get(property);
      if (!column) throw new Error(`${entity.name} has no property ${property}`);
      return column;
    };
    this.name = tableName;
    this.columns = Object.entries(texts).map(([property, told]) => ({ name: columnOf(property), told }));
    this.of = of && columnOf(of);
    this.at = at && columnOf(at);
    this.isRemoved = isRemoved;
    this.isKept = keepingOf(entity) !== undefined;
    this.isRevised = columns.has('revision');
  }
}

/** The tables that name persons, but for those with their own way to erase them. */
export function personalTables(orm: MikroORM): PersonalTable[] {
  return Object.values(orm.getMetadata().getAll()).flatMap((meta) => {
    const entity = meta.class as unknown as EntityClass<object>;
    const personal = personalTextsOf(entity);
    return personal && !personal.erasedBy ? [new PersonalTable(entity, meta, personal)] : [];
  });
}
