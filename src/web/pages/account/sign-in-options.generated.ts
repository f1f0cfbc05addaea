/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type PasswordSignIn =
  | 'ADMINISTRATORS'
  | 'EVERYONE'
  | 'NOBODY';

export type SignInOptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SignInOptionsQuery = { signInOptions: { passwordSignIn: PasswordSignIn, providers: Array<{ id: string, name: string }> } };

export const SignInOptionsDocument = operation<SignInOptionsQuery, SignInOptionsQueryVariables>(`query SignInOptions {
  signInOptions {
    passwordSignIn
    providers {
      id
      name
    }
  }
}`);
