/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type PasswordRulesQueryVariables = Exact<{ [key: string]: never; }>;


export type PasswordRulesQuery = { setup: { minPasswordLength: number } };

export const PasswordRulesDocument = operation<PasswordRulesQuery, PasswordRulesQueryVariables>(`query PasswordRules {
  setup {
    minPasswordLength
  }
}`);
