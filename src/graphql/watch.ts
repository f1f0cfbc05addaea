import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import type { Histogram } from 'prom-client';
import type { Tracer } from '../platform/tracing';

/** Times and traces the root resolvers, where all work of an operation starts, whoever runs it. */
export function watchResolvers(schema: GraphQLSchema, durations: Histogram<'field' | 'outcome'>, tracer: Tracer): void {
  for (const root of [schema.getQueryType()!, schema.getMutationType()!]) {
    for (const field of Object.values(root.getFields())) {
      const resolve = field.resolve ?? (defaultFieldResolver as GraphQLFieldResolver<unknown, unknown>);
      const name = `${root.name}.${field.name}`;
      field.resolve = async (...args) => {
        const end = durations.startTimer({ field: name });
        try {
          const result: unknown = await tracer.inside(name, async () => resolve(...args) as unknown);
          end({ outcome: 'ok' });
          return result;
        } catch (error) {
          end({ outcome: 'error' });
          throw error;
        }
      };
    }
  }
}
