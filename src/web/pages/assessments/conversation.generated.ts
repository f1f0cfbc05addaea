/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AddCommentInput = {
  assessmentId: string;
  body: string;
  parentId?: string | null | undefined;
  visibility?: CommentVisibility | null | undefined;
};

export type AddFindingCommentInput = {
  body: string;
  findingId: string;
  parentId?: string | null | undefined;
  visibility?: CommentVisibility | null | undefined;
};

export type CommentVisibility =
  | 'INTERNAL'
  | 'SHARED';

export type AddCommentMutationVariables = Exact<{
  input: AddCommentInput;
}>;


export type AddCommentMutation = { addComment: { comment: { id: string } } };

export type AddFindingCommentMutationVariables = Exact<{
  input: AddFindingCommentInput;
}>;


export type AddFindingCommentMutation = { addFindingComment: { comment: { id: string } } };

export const AddCommentDocument = operation<AddCommentMutation, AddCommentMutationVariables>(`mutation AddComment($input: AddCommentInput!) {
  addComment(input: $input) {
    comment {
      id
    }
  }
}`);

export const AddFindingCommentDocument = operation<AddFindingCommentMutation, AddFindingCommentMutationVariables>(`mutation AddFindingComment($input: AddFindingCommentInput!) {
  addFindingComment(input: $input) {
    comment {
      id
    }
  }
}`);
