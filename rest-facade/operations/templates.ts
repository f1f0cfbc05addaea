import type { RestOperation } from '../operation';
import { found, jsonFile } from '../replies';

export const templates: Record<string, RestOperation> = {
  exportTemplate: {
    variables: ({ params }) => ({ id: params.templateId }),
    respond({ template }: { template: { id: string; name: string; export: TemplateFile } | null }) {
      const { id, name, export: document } = found(template);
      return jsonFile(`${name}.json`, ofContract(document), { entity: { type: 'Template', id, name } });
    },
  },
};

interface TemplateFile {
  sections: { title: string; questions: { exclusiveOptions?: string[] }[] }[];
}

/** The contract fixes what a question has: what came later is in the GraphQL export only. */
function ofContract({ sections, ...file }: TemplateFile): object {
  const questionsOf = (section: TemplateFile['sections'][number]) =>
    section.questions.map(({ exclusiveOptions: _, ...question }) => question);
  return { ...file, sections: sections.map((section) => ({ ...section, questions: questionsOf(section) })) };
}
