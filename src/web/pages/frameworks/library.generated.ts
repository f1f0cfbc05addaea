/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type LibraryItemInput = {
  key: string;
  kind: LibraryKind;
};

export type LibraryKind =
  | 'FRAMEWORK'
  | 'QUESTIONNAIRE';

export type LibraryQueryVariables = Exact<{
  withFrameworks: boolean;
  withTemplates: boolean;
}>;


export type LibraryQuery = { library: Array<{ key: string, kind: LibraryKind, name: string, version: string | null, description: string | null, size: number, edition: number, installedEdition: number | null, upgradeAvailable: boolean, framework?: { id: string } | null, template?: { id: string } | null }> };

export type InstallLibraryItemMutationVariables = Exact<{
  input: LibraryItemInput;
}>;


export type InstallLibraryItemMutation = { installLibraryItem: { item: { key: string } } };

export type UpgradeLibraryItemMutationVariables = Exact<{
  input: LibraryItemInput;
}>;


export type UpgradeLibraryItemMutation = { upgradeLibraryItem: { item: { key: string } } };

export const LibraryDocument = operation<LibraryQuery, LibraryQueryVariables>(`query Library($withFrameworks: Boolean!, $withTemplates: Boolean!) {
  library {
    key
    kind
    name
    version
    description
    size
    edition
    installedEdition
    upgradeAvailable
    framework @include(if: $withFrameworks) {
      id
    }
    template @include(if: $withTemplates) {
      id
    }
  }
}`);

export const InstallLibraryItemDocument = operation<InstallLibraryItemMutation, InstallLibraryItemMutationVariables>(`mutation InstallLibraryItem($input: LibraryItemInput!) {
  installLibraryItem(input: $input) {
    item {
      key
    }
  }
}`);

export const UpgradeLibraryItemDocument = operation<UpgradeLibraryItemMutation, UpgradeLibraryItemMutationVariables>(`mutation UpgradeLibraryItem($input: LibraryItemInput!) {
  upgradeLibraryItem(input: $input) {
    item {
      key
    }
  }
}`);
