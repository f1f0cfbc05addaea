/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type CreatePortfolioInput = {
  description?: string | null | undefined;
  name: string;
};

export type DeleteInput = {
  id: string;
};

export type UpdatePortfolioInput = {
  description?: string | null | undefined;
  expectedRevision?: number | null | undefined;
  id: string;
  name?: string | null | undefined;
};

export type PortfoliosQueryVariables = Exact<{ [key: string]: never; }>;


export type PortfoliosQuery = { portfolios: Array<{ id: string, name: string, description: string | null, vendorCount: number, createdAt: string, revision: number }> };

export type CreatePortfolioMutationVariables = Exact<{
  input: CreatePortfolioInput;
}>;


export type CreatePortfolioMutation = { createPortfolio: { portfolio: { id: string } } };

export type UpdatePortfolioMutationVariables = Exact<{
  input: UpdatePortfolioInput;
}>;


export type UpdatePortfolioMutation = { updatePortfolio: { portfolio: { id: string } } };

export type DeletePortfolioMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeletePortfolioMutation = { deletePortfolio: { deletedId: string } };

export const PortfoliosDocument = operation<PortfoliosQuery, PortfoliosQueryVariables>(`query Portfolios {
  portfolios {
    id
    name
    description
    vendorCount
    createdAt
    revision
  }
}`);

export const CreatePortfolioDocument = operation<CreatePortfolioMutation, CreatePortfolioMutationVariables>(`mutation CreatePortfolio($input: CreatePortfolioInput!) {
  createPortfolio(input: $input) {
    portfolio {
      id
    }
  }
}`);

export const UpdatePortfolioDocument = operation<UpdatePortfolioMutation, UpdatePortfolioMutationVariables>(`mutation UpdatePortfolio($input: UpdatePortfolioInput!) {
  updatePortfolio(input: $input) {
    portfolio {
      id
    }
  }
}`);

export const DeletePortfolioDocument = operation<DeletePortfolioMutation, DeletePortfolioMutationVariables>(`mutation DeletePortfolio($input: DeleteInput!) {
  deletePortfolio(input: $input) {
    deletedId
  }
}`);
