import type { Operation } from '../operation';
import { found, jsonFile } from '../replies';

export const templates: Record<string, Operation> = {
  exportTemplate: {
    variables: ({ params }) => ({ id: params.templateId }),
    respond({ template }: { template: { name: string; export: object } | null }) {
      const { name, export: document } = found(template);
      return jsonFile(`${name}.json`, document);
    },
  },
};
