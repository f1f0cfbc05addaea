import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import type { RequestContext } from '../../kernel/context';

type Resolve = GraphQLFieldResolver<unknown, RequestContext>;
type Resolver = Record<string, (...args: unknown[]) => unknown>;

/** How a resolver is called, by the kinds of its parameters in order. */
const CALLS: Record<string, (resolver: Resolver, method: string) => Resolve> = {
  root: (resolver, method) => (root) => resolver[method]!(root),
  'root,context': (resolver, method) => (root, _args, ctx) => resolver[method]!(root, ctx),
  'root,context,info': (resolver, method) => (root, _args, ctx, info) => resolver[method]!(root, ctx, info),
};

/**
 * Lets fields without arguments call their resolvers directly. type-graphql would sort and map the parameters on every call:
 * thousands of times in a query several levels deep.
 */
export function callDirectly(schema: GraphQLSchema): void {
  const { fieldResolvers, objectTypes } = getMetadataStorage();
  const nameOf = new Map(objectTypes.map(({ target, name }) => [target, name]));
  const made = new Map<object, Resolver>();
  for (const { kind, target, methodName, schemaName, params = [], getObjectType, roles, middlewares } of fieldResolvers) {
    const call =
      CALLS[
        params
          .toSorted((a, b) => a.index - b.index)
          .map((one) => one.kind)
          .join()
      ];
    const type = getObjectType && schema.getType(nameOf.get(getObjectType() as never) ?? '');
    const field = isObjectType(type) ? type.getFields()[schemaName] : undefined;
    if (kind !== 'external' || !call || !field) continue;
    // These would be silently ignored.
    if (roles || middlewares?.length) throw new Error(`${type!.name}.${schemaName} has middleware or roles, but is called directly`);
    if (!made.has(target)) made.set(target, new (target as new () => Resolver)());
    field.resolve = call(made.get(target)!, methodName);
  }
}
