/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ControlOptionsQueryVariables = Exact<{
  search: string;
}>;


export type ControlOptionsQuery = { controls: Array<{ code: string, title: string, framework: { name: string } }> };

export const ControlOptionsDocument = operation<ControlOptionsQuery, ControlOptionsQueryVariables>(`query ControlOptions($search: String!) {
  controls(search: $search) {
    code
    title
    framework {
      name
    }
  }
}`);
