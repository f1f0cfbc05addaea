/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type VendorOptionsQueryVariables = Exact<{
  query?: string | null | undefined;
  id: string;
  hasChosen: boolean;
}>;


export type VendorOptionsQuery = { vendors: { nodes: Array<{ id: string, name: string }> }, vendor?: { id: string, name: string } | null };

export type AssigneesQueryVariables = Exact<{ [key: string]: never; }>;


export type AssigneesQuery = { assignees: Array<{ id: string, name: string }> };

export type FrameworkOptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type FrameworkOptionsQuery = { frameworks: Array<{ id: string, name: string, version: string | null }> };

export type TagOptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type TagOptionsQuery = { vendorTags: Array<string> };

export type PortfolioOptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type PortfolioOptionsQuery = { portfolios: Array<{ id: string, name: string }> };

export type TemplateNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type TemplateNamesQuery = { templates: Array<{ id: string, family: string, name: string, version: number }> };

export const VendorOptionsDocument = operation<VendorOptionsQuery, VendorOptionsQueryVariables>(`query VendorOptions($query: String, $id: ID!, $hasChosen: Boolean!) {
  vendors(first: 20, filter: {query: $query}) {
    nodes {
      id
      name
    }
  }
  vendor(id: $id) @include(if: $hasChosen) {
    id
    name
  }
}`);

export const AssigneesDocument = operation<AssigneesQuery, AssigneesQueryVariables>(`query Assignees {
  assignees {
    id
    name
  }
}`);

export const FrameworkOptionsDocument = operation<FrameworkOptionsQuery, FrameworkOptionsQueryVariables>(`query FrameworkOptions {
  frameworks {
    id
    name
    version
  }
}`);

export const TagOptionsDocument = operation<TagOptionsQuery, TagOptionsQueryVariables>(`query TagOptions {
  vendorTags
}`);

export const PortfolioOptionsDocument = operation<PortfolioOptionsQuery, PortfolioOptionsQueryVariables>(`query PortfolioOptions {
  portfolios {
    id
    name
  }
}`);

export const TemplateNamesDocument = operation<TemplateNamesQuery, TemplateNamesQueryVariables>(`query TemplateNames {
  templates {
    id
    family
    name
    version
  }
}`);
