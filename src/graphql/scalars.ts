import { GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped, visit } from 'graphql';
import { parseDate, parseDateTime } from '../platform/dates';

/** A scalar sent as a string and checked by one function; the message says what is allowed. */
function textScalar(
  name: string,
  description: string,
  specifiedByURL: string,
  expected: string,
  check: (text: string) => string | undefined,
) {
  const parse = (value: unknown): string => {
    const text = typeof value === 'string' ? check(value) : undefined;
    if (text === undefined) throw new GraphQLError(`${name} expects ${expected}`);
    return text;
  };
  return new GraphQLScalarType<string, string>({
    name,
    description,
    specifiedByURL,
    // Rows contain these values as final text; only an entity that was just changed has a Date.
    serialize: (value) => (value instanceof Date ? value.toISOString() : (value as string)),
    parseValue: parse,
    parseLiteral: (node: ValueNode) => parse(node.kind === Kind.STRING ? node.value : undefined),
  });
}

export const DateTimeScalar = textScalar(
  'DateTime',
  'A date and time in ISO 8601, UTC, with milliseconds: 2026-11-15T09:30:00.000Z',
  'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  'an ISO 8601 date-time with an offset, such as 2026-11-15T09:30:00.000Z',
  parseDateTime,
);

export const DateScalar = textScalar(
  'Date',
  'A date: YYYY-MM-DD',
  'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  'a date (YYYY-MM-DD)',
  parseDate,
);

/** Only the type is checked here: the input rules check the format, so that the error names the field. */
export const EmailScalar = textScalar(
  'EmailAddress',
  'An address that e-mail is sent to: ann@acme.example',
  'https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address',
  'a string',
  (text) => text,
);

export const JsonScalar = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any JSON value',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  parseValue: (value) => value,
  parseLiteral(node, variables) {
    visit(node, {
      EnumValue: ({ value }) => {
        throw new GraphQLError(`JSON has no value ${value}: write "${value}"`);
      },
    });
    return valueFromASTUntyped(node, variables);
  },
});
