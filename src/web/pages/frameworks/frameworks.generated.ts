/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ControlRelation =
  | 'EQUAL'
  | 'RELATED'
  | 'SUBSET'
  | 'SUPERSET';

export type DeleteInput = {
  id: string;
};

export type UpdateFrameworkInput = {
  description?: string | null | undefined;
  expectedRevision?: number | null | undefined;
  id: string;
  name?: string | null | undefined;
  version?: string | null | undefined;
};

export type FrameworksQueryVariables = Exact<{ [key: string]: never; }>;


export type FrameworksQuery = { frameworks: Array<{ id: string, name: string, version: string | null, description: string | null, controlCount: number, libraryKey: string | null, updatedAt: string }> };

export type FrameworkQueryVariables = Exact<{
  id: string;
}>;


export type FrameworkQuery = { framework: { id: string, name: string, version: string | null, description: string | null, controlCount: number, libraryKey: string | null, revision: number, oscalUrl: string, csvUrl: string, controls: Array<{ id: string, code: string, domain: string | null, title: string, guidance: string | null, isSharedResponsibility: boolean, isRetired: boolean }> } | null };

export type RelatedControlsQueryVariables = Exact<{
  codes: Array<string> | string;
}>;


export type RelatedControlsQuery = { controls: Array<{ id: string, related: Array<{ relation: ControlRelation, control: { id: string, code: string, title: string, framework: { id: string, name: string } } }> }> };

export type UpdateFrameworkMutationVariables = Exact<{
  input: UpdateFrameworkInput;
}>;


export type UpdateFrameworkMutation = { updateFramework: { framework: { id: string } } };

export type DeleteFrameworkMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteFrameworkMutation = { deleteFramework: { deletedId: string } };

export const FrameworksDocument = operation<FrameworksQuery, FrameworksQueryVariables>(`query Frameworks {
  frameworks {
    id
    name
    version
    description
    controlCount
    libraryKey
    updatedAt
  }
}`);

export const FrameworkDocument = operation<FrameworkQuery, FrameworkQueryVariables>(`query Framework($id: ID!) {
  framework(id: $id) {
    id
    name
    version
    description
    controlCount
    libraryKey
    revision
    oscalUrl
    csvUrl
    controls {
      id
      code
      domain
      title
      guidance
      isSharedResponsibility
      isRetired
    }
  }
}`);

export const RelatedControlsDocument = operation<RelatedControlsQuery, RelatedControlsQueryVariables>(`query RelatedControls($codes: [String!]!) {
  controls(codes: $codes) {
    id
    related {
      relation
      control {
        id
        code
        title
        framework {
          id
          name
        }
      }
    }
  }
}`);

export const UpdateFrameworkDocument = operation<UpdateFrameworkMutation, UpdateFrameworkMutationVariables>(`mutation UpdateFramework($input: UpdateFrameworkInput!) {
  updateFramework(input: $input) {
    framework {
      id
    }
  }
}`);

export const DeleteFrameworkDocument = operation<DeleteFrameworkMutation, DeleteFrameworkMutationVariables>(`mutation DeleteFramework($input: DeleteInput!) {
  deleteFramework(input: $input) {
    deletedId
  }
}`);
