/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type DeleteInput = {
  id: string;
};

export type DeleteFileMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteFileMutation = { deleteFile: { deletedId: string } };

export const DeleteFileDocument = operation<DeleteFileMutation, DeleteFileMutationVariables>(`mutation DeleteFile($input: DeleteInput!) {
  deleteFile(input: $input) {
    deletedId
  }
}`);
