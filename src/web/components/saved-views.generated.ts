/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type DeleteInput = {
  id: string;
};

export type ListKind =
  | 'ACCEPTANCES'
  | 'ACTIONS'
  | 'ANSWERS'
  | 'ASSESSMENTS'
  | 'AUDIT_LOG'
  | 'CERTIFICATIONS'
  | 'FINDINGS'
  | 'VENDORS'
  | 'VENDOR_REQUESTS';

export type SaveViewInput = {
  columns?: Array<string> | null | undefined;
  expectedRevision?: number | null | undefined;
  filter?: unknown;
  id?: string | null | undefined;
  isShared?: boolean | null | undefined;
  list: ListKind;
  name: string;
  orderBy?: unknown;
};

export type SavedViewsQueryVariables = Exact<{
  list: ListKind;
}>;


export type SavedViewsQuery = { savedViews: Array<{ id: string, name: string, filter: unknown, orderBy: unknown, columns: Array<string>, isShared: boolean, isMine: boolean, ownerName: string, revision: number }> };

export type SaveViewMutationVariables = Exact<{
  input: SaveViewInput;
}>;


export type SaveViewMutation = { saveView: { view: { id: string, name: string } } };

export type DeleteViewMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteViewMutation = { deleteView: { deletedId: string } };

export const SavedViewsDocument = operation<SavedViewsQuery, SavedViewsQueryVariables>(`query SavedViews($list: ListKind!) {
  savedViews(list: $list) {
    id
    name
    filter
    orderBy
    columns
    isShared
    isMine
    ownerName
    revision
  }
}`);

export const SaveViewDocument = operation<SaveViewMutation, SaveViewMutationVariables>(`mutation SaveView($input: SaveViewInput!) {
  saveView(input: $input) {
    view {
      id
      name
    }
  }
}`);

export const DeleteViewDocument = operation<DeleteViewMutation, DeleteViewMutationVariables>(`mutation DeleteView($input: DeleteInput!) {
  deleteView(input: $input) {
    deletedId
  }
}`);
