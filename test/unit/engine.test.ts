import 'reflect-metadata';
import { GraphQLEnumType, GraphQLObjectType, GraphQLSchema } from 'graphql';
import {
  Authorized,
  buildSchemaSync,
  Ctx,
  Field,
  FieldResolver,
  getMetadataStorage,
  ObjectType,
  Query,
  Resolver,
  Root,
  UseMiddleware,
} from 'type-graphql';
import { Vendor } from '../../src/domains/vendor/vendor.entity';
import { assertEnumsNameTheirValues } from '../../src/graphql/build-schema';
import { callDirectly } from '../../src/graphql/engine/direct';
import { loader } from '../../src/graphql/engine/loaders';
import { type Reading, Reads } from '../../src/graphql/engine/look-ahead';
import type { RequestContext } from '../../src/kernel/context';

const none = () => undefined;
const middleware = UseMiddleware(async (_, next) => next());

// What these tests declare is nobody else's.
const storage = getMetadataStorage();
beforeAll(() => void (global.TypeGraphQLMetadataStorage = storage.clone()));
afterAll(() => void (global.TypeGraphQLMetadataStorage = storage));

/** A schema with a type of this name, whose only field has a resolver with these decorators. */
function schemaWith(name: string, ofField: MethodDecorator = none, ofClass: ClassDecorator = none): GraphQLSchema {
  @ObjectType(name)
  class Thing {
    @Field(() => String)
    id!: string;
  }

  @ofClass
  @Resolver(() => Thing)
  class ThingResolver {
    @Query(() => Thing, { name: `read${name}` })
    read() {
      return { id: 'this' };
    }

    @ofField
    @FieldResolver(() => String)
    field(@Root() { id }: Thing) {
      return id;
    }
  }
  return buildSchemaSync({ resolvers: [ThingResolver], orphanedTypes: [], validate: false, authChecker: () => true });
}

describe('fields that are called directly', () => {
  test('are called with their parent', () => {
    const schema = schemaWith('Plain');
    callDirectly(schema);
    const { resolve } = (schema.getType('Plain') as GraphQLObjectType).getFields()['field']!;
    expect(resolve!({ id: 'that' }, {}, {}, undefined as never)).toBe('that');
  });

  test.each([
    ['middleware', 'Watched', middleware, none],
    ['middleware of their class', 'WatchedAll', none, middleware],
    ['roles', 'Guarded', Authorized('SOMEBODY'), none],
    ['requirement to be signed in', 'GuardedPlainly', Authorized(), none],
  ])('have no %s, which would be bypassed', (_, name, ofField, ofClass) => {
    expect(() => callDirectly(schemaWith(name, ofField, ofClass))).toThrow(`${name}.field has middleware or roles`);
  });
});

test('an enum whose value is not its name is refused', () => {
  const query = (value: string) =>
    new GraphQLSchema({
      query: new GraphQLObjectType({
        name: 'Query',
        fields: { level: { type: new GraphQLEnumType({ name: 'Level', values: { HIGH: { value } } }) } },
      }),
    });
  expect(() => assertEnumsNameTheirValues(query('HIGH'))).not.toThrow();
  expect(() => assertEnumsNameTheirValues(query('high'))).toThrow('Level.HIGH has a value that differs from its name');
});

test('a field resolver that reads undeclared columns does not compile', () => {
  class Fields {
    @Reads(Vendor, 'tier')
    said(@Root() { tier }: Reading<Vendor, 'tier'>, @Ctx() _ctx: object) {
      return tier;
    }

    // @ts-expect-error -- it also reads the name
    @Reads(Vendor, 'tier')
    unsaid(@Root() { name }: Reading<Vendor, 'tier' | 'name'>) {
      return name;
    }

    // @ts-expect-error -- there is no such property
    @Reads(Vendor, 'teir')
    misspelt(@Root() { id }: Reading<Vendor>) {
      return id;
    }
  }
  expect(new Fields()).toBeDefined();
});

test('a loader with object keys says how to identify them as text, and loads each once', async () => {
  const asked: string[][] = [];
  const read = async (keys: readonly { id: string }[]) => {
    asked.push(keys.map(({ id }) => id));
    return keys.map(({ id }) => `the ${id}`);
  };
  // @ts-expect-error -- without a text, equal keys would be loaded twice
  expect(loader<{ id: string }, string>(read)).toBeDefined();
  const things = loader(read, ({ id }: { id: string }) => id);
  const ctx = { loaded: new Map() } as unknown as RequestContext;
  expect(await Promise.all(['a', 'b', 'a'].map((id) => things.load(ctx, { id })))).toEqual(['the a', 'the b', 'the a']);
  expect(asked).toEqual([['a', 'b']]);
});
