import type { Operation } from '../operation';
import { found, jsonFile } from '../replies';

export const templates: Record<string, Operation> = {
  exportTemplate: {
    variables: ({ params }) => ({ id: params.templateId }),
    respond({ template }: { template: { id: string; name: string; export: object } | null }) {
      const { id, name, export: document } = found(template);
      return jsonFile(`${name}.json`, document, { entity: { type: 'Template', id, name } });
    },
  },
};
