import { registerEnumType } from 'type-graphql';

interface EnumWords<Name extends PropertyKey> {
  name: string;
  description: string;
  /** What each value means. */
  values: Record<Name, string>;
}

/** Adds an enum to the schema, with a description for each value. */
export function describeEnum<E extends Record<string, string>>(of: E, { name, description, values }: EnumWords<keyof E>): void {
  const valuesConfig = Object.fromEntries(Object.entries<string>(values).map(([value, words]) => [value, { description: words }]));
  registerEnumType(of, { name, description, valuesConfig } as Parameters<typeof registerEnumType<E>>[1]);
}
