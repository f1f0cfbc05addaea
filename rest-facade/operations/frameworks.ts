import type { RestOperation } from '../operation';
import { found, json, noContent } from '../replies';

export const frameworks: Record<string, RestOperation> = {
  listFrameworks: {
    respond: ({ frameworks }: { frameworks: object[] }) => json(frameworks),
  },

  getFramework: {
    variables: ({ params, query }) => ({ id: params.frameworkId, search: query.search }),
    respond: ({ framework }: { framework: object | null }) => json(found(framework)),
  },

  deleteFramework: {
    variables: ({ params }) => ({ id: params.frameworkId }),
    respond: () => noContent(),
  },
};
