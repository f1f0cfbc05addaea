/* Written by "npm run codegen"; change the .graphql files instead. */

import { document } from '../document';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ListFrameworksQueryVariables = Exact<{ [key: string]: never; }>;


export type ListFrameworksQuery = { frameworks: Array<{ id: string, name: string, version: string | null, description: string | null, controlCount: number }> };

export type GetFrameworkQueryVariables = Exact<{
  id: string;
  search?: string | null | undefined;
}>;


export type GetFrameworkQuery = { framework: { id: string, name: string, version: string | null, description: string | null, controls: Array<{ id: string, domain: string | null, code: string, title: string, guidance: string | null, order: number | null }> } | null };

export type DeleteFrameworkMutationVariables = Exact<{
  id: string;
}>;


export type DeleteFrameworkMutation = { deleteFramework: { deletedId: string } };

export const listFrameworksDocument = document<'listFrameworks', ListFrameworksQuery, ListFrameworksQueryVariables>('listFrameworks', `query listFrameworks {
  frameworks {
    id
    name
    version
    description
    controlCount
  }
}`);

export const getFrameworkDocument = document<'getFramework', GetFrameworkQuery, GetFrameworkQueryVariables>('getFramework', `query getFramework($id: ID!, $search: String) {
  framework(id: $id) {
    id
    name
    version
    description
    controls(search: $search) {
      id
      domain
      code
      title
      guidance
      order
    }
  }
}`);

export const deleteFrameworkDocument = document<'deleteFramework', DeleteFrameworkMutation, DeleteFrameworkMutationVariables>('deleteFramework', `mutation deleteFramework($id: ID!) {
  deleteFramework(input: {id: $id}) {
    deletedId
  }
}`);
