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

export type ListsWithQueryVariables = Exact<{
  text: string;
  withVendors: boolean;
  withAssessments: boolean;
}>;


export type ListsWithQuery = { vendors?: { nodes: Array<{ id: string }> }, findings?: { nodes: Array<{ id: string }> }, answers?: { nodes: Array<{ id: string }> } };

export const SearchDocument = operation<SearchQuery, SearchQueryVariables>(`query Search($text: String!) {
  search(text: $text, first: 30) {
    type
    id
    title
    subtitle
    path
  }
}`);

export const ListsWithDocument = operation<ListsWithQuery, ListsWithQueryVariables>(`query ListsWith($text: String!, $withVendors: Boolean!, $withAssessments: Boolean!) {
  vendors(first: 1, filter: {query: $text}) @include(if: $withVendors) {
    nodes {
      id
    }
  }
  findings(first: 1, filter: {query: $text, status: OPEN}) @include(if: $withAssessments) {
    nodes {
      id
    }
  }
  answers(first: 1, filter: {question: $text, isCompliant: false}) @include(if: $withAssessments) {
    nodes {
      id
    }
  }
}`);
