import { deleteFrameworkDocument, getFrameworkDocument, listFrameworksDocument } from '../documents/frameworks.generated';
import { operation } from '../operation';
import { found, json, noContent } from '../replies';

export const frameworks = {
  listFrameworks: operation(listFrameworksDocument, {
    variables: () => ({}),
    respond: ({ frameworks }) => json(frameworks),
  }),

  getFramework: operation(getFrameworkDocument, {
    variables: ({ params, query }) => ({ id: params.frameworkId, search: query.search }),
    respond: ({ framework }) => json(found(framework)),
  }),

  deleteFramework: operation(deleteFrameworkDocument, {
    variables: ({ params }) => ({ id: params.frameworkId }),
    respond: () => noContent(),
  }),
};
