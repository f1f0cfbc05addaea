import { defaultFieldResolver, GraphQLObjectType, GraphQLSchema, type GraphQLFieldConfig } from 'graphql';
import type { Histogram } from 'prom-client';
import type { Tracer } from '../platform/tracing';

/** The schema with its root resolvers timed and traced: all work of an operation starts there, whoever runs it. */
export function watched(schema: GraphQLSchema, durations: Histogram<'field' | 'outcome'>, tracer: Tracer): GraphQLSchema {
  const watchField = (name: string, { resolve = defaultFieldResolver, ...field }: GraphQLFieldConfig<unknown, unknown>) => ({
    ...field,
    resolve: async (...args: Parameters<typeof resolve>) => {
      const end = durations.startTimer({ field: name });
      try {
        const result: unknown = await tracer.inside(name, async () => resolve(...args) as unknown);
        end({ outcome: 'ok' });
        return result;
      } catch (error) {
        end({ outcome: 'error' });
        throw error;
      }
    },
  });
  const watchFields = (root: GraphQLObjectType) => {
    const config = root.toConfig();
    const fields = Object.entries(config.fields).map(([name, field]) => [name, watchField(`${root.name}.${name}`, field)]);
    return new GraphQLObjectType({ ...config, fields: Object.fromEntries(fields) });
  };
  const config = schema.toConfig();
  const roots = { query: watchFields(config.query!), mutation: watchFields(config.mutation!) };
  const types = config.types.filter((type) => type !== config.query && type !== config.mutation);
  return new GraphQLSchema({ ...config, ...roots, types });
}
