/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ControlRelation =
  | 'EQUAL'
  | 'RELATED'
  | 'SUBSET'
  | 'SUPERSET';

export type ControlsByCodeQueryVariables = Exact<{
  codes: Array<string> | string;
}>;


export type ControlsByCodeQuery = { controls: Array<{ id: string, code: string, title: string, framework: { id: string, name: string }, related: Array<{ relation: ControlRelation, control: { id: string, code: string, title: string, framework: { name: string } } }> }> };

export type FindControlsQueryVariables = Exact<{
  search: string;
}>;


export type FindControlsQuery = { controls: Array<{ id: string, code: string, title: string, framework: { name: string } }> };

export const ControlsByCodeDocument = operation<ControlsByCodeQuery, ControlsByCodeQueryVariables>(`query ControlsByCode($codes: [String!]!) {
  controls(codes: $codes) {
    id
    code
    title
    framework {
      id
      name
    }
    related {
      relation
      control {
        id
        code
        title
        framework {
          name
        }
      }
    }
  }
}`);

export const FindControlsDocument = operation<FindControlsQuery, FindControlsQueryVariables>(`query FindControls($search: String!) {
  controls(search: $search) {
    id
    code
    title
    framework {
      name
    }
  }
}`);
