// The request of each operation of openapi.yaml as a TypeScript type: its parameters and body after validation, so a parameter
// with a default is always present.
import { load } from 'js-yaml';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/** Covers the operations that the facade serves: other paths have their own `servers`. The facade itself reads `asOf`. */
export function requestTypes(yaml) {
  const definition = load(yaml);
  const resolved = (node) => (node.$ref ? resolved(at(definition, node.$ref)) : node);

  const typeOf = (node) => {
    const schema = resolved(node);
    const types = schema.enum ? schema.enum.map((value) => (value === null ? 'null' : `'${value}'`)) : [plainType(schema)];
    return [...new Set([...types, ...(schema.nullable ? ['null'] : [])])].join(' | ');
  };
  const plainType = ({ type, items, properties, required = [] }) => {
    if (type === 'array') return `Array<${typeOf(items)}>`;
    if (type === 'object') return fields(Object.entries(properties).map(([name, of]) => [name, typeOf(of), !required.includes(name)]));
    return type === 'integer' ? 'number' : type;
  };
  const parameterType = (all, place) =>
    fields(
      all
        .filter(({ in: where, name }) => where === place && name !== 'asOf')
        .map(({ name, schema, required }) => [name, typeOf(schema), !required && resolved(schema).default === undefined]),
    );

  const operations = Object.values(definition.paths)
    .filter(({ servers, 'x-facade': isOurs }) => !servers || isOurs)
    .flatMap((item) => METHODS.flatMap((method) => (item[method] ? [{ shared: item.parameters ?? [], ...item[method] }] : [])))
    .map(({ operationId, shared, parameters = [], requestBody }) => {
      const all = [...shared, ...parameters].map(resolved);
      const body = requestBody ? typeOf(requestBody.content['application/json'].schema) : 'undefined';
      const parts = [`params: ${parameterType(all, 'path')}`, `query: ${parameterType(all, 'query')}`, `body: ${body}`];
      return `  ${operationId}: {\n${parts.map((part) => `    ${part};\n`).join('')}  };\n`;
    });
  return `export interface Requests {\n${operations.join('')}}\n`;
}

const at = (definition, reference) =>
  reference
    .split('/')
    .slice(1)
    .reduce((node, key) => node[key], definition);

const fields = (entries) =>
  entries.length === 0
    ? 'object'
    : `{ ${entries.map(([name, type, isOptional]) => `${name}${isOptional ? '?' : ''}: ${type}`).join('; ')} }`;
