import type { EntityClass } from '@mikro-orm/core';
import {
  type FieldNode,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import { Extensions, getMetadataStorage } from 'type-graphql';
import type { Row, TableOf, WantedColumns } from '../../database/rows';

/** The extension key under which the schema stores what a resolver reads. */
const READS = 'reads';
const WHOLE = 'whole';

/** What a field resolver gets of a row: the properties it names, and the id. */
export type Reading<E, P extends keyof Row<E> = never> = Pick<Row<E>, P | ('id' & keyof Row<E>)>;

type FieldOf<E, P extends keyof Row<E>> = (root: Reading<E, P>, ...others: never[]) => unknown;

/**
 * The properties a field resolver needs of its row, besides the id: statements read only what the fields of a query need. Its
 * root is a `Reading` of the same properties, so reading anything else doesn't compile. Every field resolver of an entity needs
 * this: without it, the schema doesn't build.
 */
export function Reads<E extends object, P extends keyof Row<E> & string = never>(_entity: EntityClass<E>, ...properties: P[]) {
  return <F extends FieldOf<E, P>>(target: object, name: string, method: TypedPropertyDescriptor<F>): void => {
    (Extensions({ [READS]: properties }) as MethodDecorator)(target, name, method);
  };
}

/** For a field resolver that needs more than columns: what its loader adds to whole rows. */
export const ReadsWhole = (): MethodDecorator => Extensions({ [READS]: WHOLE }) as MethodDecorator;

/** Whole rows. No list of properties has this key: that of an empty list is empty. */
export const EVERYTHING: WantedColumns = { key: '*' };

/** The fields selected at a path below the one being resolved. In the normal form they are listed directly. */
export function fieldsBelow(info: GraphQLResolveInfo, path: readonly string[]): ReadonlySet<string> {
  let nodes = info.fieldNodes.flatMap(fieldsIn);
  for (const step of path) nodes = nodes.filter((node) => node.name.value === step).flatMap(fieldsIn);
  return new Set(nodes.map((node) => node.name.value));
}

function fieldsIn({ selectionSet }: FieldNode): FieldNode[] {
  return (selectionSet?.selections ?? []) as FieldNode[];
}

/** Computes the result once for each place in a document. */
export function remembered<T>(look: (info: GraphQLResolveInfo) => T): (info: GraphQLResolveInfo) => T {
  const known = new WeakMap<FieldNode, T>();
  return (info) => {
    const node = info.fieldNodes[0]!;
    let found = known.get(node);
    if (found === undefined) known.set(node, (found = look(info)));
    return found;
  };
}

/** The columns that the query needs of the rows returned by the field: directly, in a list, or as the nodes of a connection. */
export const wantedOf = remembered<WantedColumns>(lookAhead);

function lookAhead(info: GraphQLResolveInfo): WantedColumns {
  const type = getNamedType(info.returnType) as GraphQLObjectType;
  const nodeType = getNamedType(type.getFields()['nodes']?.type);
  const isConnection = isObjectType(nodeType);
  const fields = isConnection ? [...fieldsBelow(info, ['nodes']), ...fieldsBelow(info, ['edges', 'node'])] : [...fieldsBelow(info, [])];
  const properties = new Set<string>();
  for (const name of fields) {
    const field = (isConnection ? nodeType : type).getFields()[name];
    if (!field) continue; // __typename
    const reads = readsOf(field);
    if (reads === WHOLE) return EVERYTHING;
    for (const property of reads) properties.add(property);
  }
  return { properties, key: [...properties].sort().join() };
}

/** A field without a resolver reads the property of the same name. */
function readsOf({ name, resolve, extensions }: GraphQLField<unknown, unknown>): readonly string[] | typeof WHOLE {
  const reads = extensions[READS] as string[] | typeof WHOLE | undefined;
  return reads ?? (resolve ? WHOLE : [name]);
}

/** Rejects a schema in which a query could select what no statement reads. */
export function assertReadable(schema: GraphQLSchema, entities: readonly EntityClass<object>[], table: TableOf): void {
  const { objectTypes } = getMetadataStorage();
  for (const entity of entities) {
    const typeName = objectTypes.find(({ target }) => target === entity)?.name;
    const type = typeName && schema.getType(typeName);
    if (!isObjectType(type)) continue;
    const columns = table(entity).properties;
    for (const field of Object.values(type.getFields())) {
      const place = `${typeName}.${field.name}`;
      if (field.resolve && !field.extensions[READS]) throw new Error(`${place} doesn't say what it reads: add @Reads`);
      const reads = readsOf(field);
      const missing = reads === WHOLE ? undefined : reads.find((property) => !columns.has(property));
      if (missing) throw new Error(`${place} reads ${missing}, which is not a column of ${typeName}`);
    }
  }
}
