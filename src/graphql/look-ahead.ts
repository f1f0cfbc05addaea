import { type FieldNode, getNamedType, type GraphQLObjectType, type GraphQLResolveInfo, isObjectType } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Wanted } from '../database/rows';

/** The extension key under which the schema carries what a resolver reads. */
const READS = 'reads';

/**
 * What a field resolver needs of its row, besides the id. Where it isn't said, a query of the field reads whole rows;
 * a relation that is read by its own key, such as `owner` by `ownerId`, needs no word.
 */
export function Reads(...properties: string[]): MethodDecorator {
  return Extensions({ [READS]: properties }) as MethodDecorator;
}

/** The fields selected at a path below the one being resolved. In the normal form they stand there themselves. */
export function fieldsBelow(info: GraphQLResolveInfo, path: readonly string[]): ReadonlySet<string> {
  let nodes = info.fieldNodes.flatMap(fieldsIn);
  for (const step of path) nodes = nodes.filter((node) => node.name.value === step).flatMap(fieldsIn);
  return new Set(nodes.map((node) => node.name.value));
}

function fieldsIn({ selectionSet }: FieldNode): FieldNode[] {
  return (selectionSet?.selections ?? []) as FieldNode[];
}

/** Looks once at each place of a document. */
export function remembered<T>(look: (info: GraphQLResolveInfo) => T): (info: GraphQLResolveInfo) => T {
  const known = new WeakMap<FieldNode, T>();
  return (info) => {
    const node = info.fieldNodes[0]!;
    let found = known.get(node);
    if (found === undefined) known.set(node, (found = look(info)));
    return found;
  };
}

/** What the query needs of the rows that the field gives: directly, in a list, or as the nodes of a connection. */
export const wantedOf = remembered<Wanted>(lookAhead);

function lookAhead(info: GraphQLResolveInfo): Wanted {
  const type = getNamedType(info.returnType) as GraphQLObjectType;
  const nodeType = getNamedType(type.getFields()['nodes']?.type);
  const isConnection = isObjectType(nodeType);
  const fields = isConnection ? [...fieldsBelow(info, ['nodes']), ...fieldsBelow(info, ['edges', 'node'])] : [...fieldsBelow(info, [])];
  const properties = new Set<string>();
  for (const name of fields) {
    const field = (isConnection ? nodeType : type).getFields()[name];
    if (!field) continue; // __typename
    const reads = field.extensions[READS] as string[] | undefined;
    if (reads) for (const property of reads) properties.add(property);
    else properties.add(field.resolve ? `${name}Id` : name);
  }
  return { properties, key: [...properties].sort().join() };
}
