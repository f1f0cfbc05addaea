import type { Document } from 'openapi-backend';

interface Schema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

type Content = Record<string, { schema: Schema }>;

interface OpenApiOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
}

const NOTE = '/** Written by "npm run schema" from schema/openapi.yaml. */\n\n';

/** The source of a module with the types of every schema and operation of an OpenAPI document, and its routes. */
export function clientTypes(definition: Document): string {
  const { schemas, parameters, responses } = definition.components as unknown as {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, { content?: Content }>;
  };
  const nameOf = ($ref: string) => $ref.split('/').at(-1)!;
  const operations = Object.entries(definition.paths!).flatMap(([path, item]) => {
    const { parameters: shared = [], ...methods } = item as { parameters?: Parameter[] } & Record<string, OpenApiOperation>;
    return Object.entries(methods).map(([method, given]) => {
      const operation = given as OpenApiOperation;
      const all = [...shared, ...(operation.parameters ?? [])];
      const taken = all.map((one) => (one.$ref ? parameters[nameOf(one.$ref)]! : one));
      return { ...operation, route: `${method.toUpperCase()} ${path}`, taken };
    });
  });

  const typeOf = (schema: Schema): string => {
    if (schema.$ref) return `Schemas['${nameOf(schema.$ref)}']`;
    if (schema.enum) return union(schema.enum.map(quote));
    if (schema.anyOf) return union(schema.anyOf.map(typeOf));
    return plainType(schema) + (schema.nullable ? ' | null' : '');
  };
  const plainType = ({ type, items, properties, required = [] }: Schema): string => {
    if (type === 'array') return `Array<${typeOf(items!)}>`;
    if (type === 'integer') return 'number';
    if (type !== 'object') return type ?? 'unknown';
    if (!properties) return 'Record<string, unknown>';
    return fields(Object.entries(properties).map(([name, of]) => [name, typeOf(of), !required.includes(name)]));
  };
  const contentType = (content: Content | undefined) =>
    Object.entries(content ?? {})
      .map(([media, { schema }]) => (media === 'application/json' ? typeOf(schema) : 'string'))
      .join(' | ') || 'undefined';

  const requestType = ({ taken, requestBody }: (typeof operations)[number]) => {
    const places = ['path', 'query', 'header'].flatMap((place): Field[] => {
      const here = taken.filter((parameter) => parameter.in === place);
      const type = fields(here.map(({ name, schema, required }) => [name, typeOf(schema), !required]));
      return here.length > 0 ? [[place, type, place !== 'path']] : [];
    });
    if (requestBody) places.push(['body', contentType(requestBody.content), false]);
    return fields(places);
  };
  const answerType = ({ responses: answers }: OpenApiOperation) => {
    const [, success] = Object.entries(answers).find(([status]) => status.startsWith('2'))!;
    return contentType((success.$ref ? responses[nameOf(success.$ref)]! : success).content);
  };

  const operationType = (operation: (typeof operations)[number]) =>
    fields([
      ['request', requestType(operation), false],
      ['answer', answerType(operation), false],
    ]);
  const all = fields(Object.entries(schemas).map(([name, schema]) => [name, typeOf(schema), false]));
  const every = fields(operations.map((operation) => [operation.operationId, operationType(operation), false]));
  const routes = operations.map(({ operationId, route }) => `${operationId}: ${quote(route)},\n`).join('');
  return (
    NOTE +
    indent(`export interface Schemas ${all}\n\nexport interface Operations ${every}\n
export const ROUTES = {\n${routes}} as const satisfies Record<keyof Operations, string>;\n`)
  );
}

type Field = [name: string, type: string, isOptional: boolean];

function fields(entries: Field[]): string {
  if (entries.length === 0) return 'object';
  const lines = entries.map(([name, type, isOptional]) => `${key(name)}${isOptional ? '?' : ''}: ${type};\n`);
  return `{\n${lines.join('')}}`;
}

function union(types: string[]): string {
  const line = types.join(' | ');
  return line.length > 80 ? types.map((type) => `\n| ${type}`).join('') : line;
}

const quote = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));
const key = (name: string) => (/^\w+$/.test(name) ? name : quote(name));

function indent(text: string): string {
  let depth = 0;
  return text.replace(/^.*$/gm, (line) => {
    if (/^\}/.test(line)) depth--;
    const indented = ('  '.repeat(depth) + line).trimEnd();
    if (line.endsWith('{')) depth++;
    return indented;
  });
}
