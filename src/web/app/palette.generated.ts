/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type SearchType =
  | 'ASSESSMENT'
  | 'CONTROL'
  | 'FINDING'
  | 'PERSON'
  | 'TEMPLATE'
  | 'VENDOR';

export type SearchQueryVariables = Exact<{
  text: string;
}>;


export type SearchQuery = { search: Array<{ type: SearchType, id: string, title: string, subtitle: string | null, path: string }> };

export const SearchDocument = operation<SearchQuery, SearchQueryVariables>(`query Search($text: String!) {
  search(text: $text, first: 30) {
    type
    id
    title
    subtitle
    path
  }
}`);
