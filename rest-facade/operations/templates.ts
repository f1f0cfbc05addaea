import { exportTemplateDocument } from '../documents/templates.generated';
import { operation } from '../operation';
import { found, jsonFile } from '../replies';

export const templates = {
  exportTemplate: operation(exportTemplateDocument, {
    variables: ({ params }) => ({ id: params.templateId }),
    respond({ template }) {
      const { id, name, export: document } = found(template);
      return jsonFile(`${name}.json`, ofContract(document), { entity: { type: 'Template', id, name } });
    },
  }),
};

const LATER = new Set(['introduction', 'exclusiveOptions', 'findingTitle', 'kind', 'setsField']);

/** The contract fixes the fields of a template and its questions: later additions are in the GraphQL export only. */
function ofContract(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document, (key, value: unknown) => (LATER.has(key) ? undefined : value)));
}
