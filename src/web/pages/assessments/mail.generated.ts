/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type MailEnabledQueryVariables = Exact<{ [key: string]: never; }>;


export type MailEnabledQuery = { settings: { mailEnabled: boolean } };

export const MailEnabledDocument = operation<MailEnabledQuery, MailEnabledQueryVariables>(`query MailEnabled {
  settings {
    mailEnabled
  }
}`);
