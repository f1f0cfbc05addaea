/* Written by "npm run codegen"; change the .graphql files instead. */

import { document } from '../document';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ExportTemplateQueryVariables = Exact<{
  id: string;
}>;


export type ExportTemplateQuery = { template: { id: string, name: string, export: unknown } | null };

export const exportTemplateDocument = document<'exportTemplate', ExportTemplateQuery, ExportTemplateQueryVariables>('exportTemplate', `query exportTemplate($id: ID!) {
  template(id: $id) {
    id
    name
    export
  }
}`);
