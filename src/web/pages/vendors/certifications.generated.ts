/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type CreateCertificationInput = {
  expiresDate?: string | null | undefined;
  issuedDate?: string | null | undefined;
  issuer?: string | null | undefined;
  name: string;
  notes?: string | null | undefined;
  vendorId: string;
};

export type DeleteInput = {
  id: string;
};

export type UpdateCertificationInput = {
  expectedRevision?: number | null | undefined;
  expiresDate?: string | null | undefined;
  id: string;
  issuedDate?: string | null | undefined;
  issuer?: string | null | undefined;
  name?: string | null | undefined;
  notes?: string | null | undefined;
};

export type VendorCertificationsQueryVariables = Exact<{
  id: string;
}>;


export type VendorCertificationsQuery = { vendor: { certifications: Array<{ id: string, revision: number, name: string, issuer: string | null, issuedDate: string | null, expiresDate: string | null, expiresInDays: number | null, isExpired: boolean, notes: string | null, attachments: Array<{ id: string, fileName: string, displayName: string | null, sizeBytes: number, createdAt: string, url: string, isFromVendor: boolean, uploadedBy: { id: string, name: string } | null }> }> } | null };

export type CreateCertificationMutationVariables = Exact<{
  input: CreateCertificationInput;
}>;


export type CreateCertificationMutation = { createCertification: { certification: { id: string } } };

export type UpdateCertificationMutationVariables = Exact<{
  input: UpdateCertificationInput;
}>;


export type UpdateCertificationMutation = { updateCertification: { certification: { id: string } } };

export type DeleteCertificationMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteCertificationMutation = { deleteCertification: { deletedId: string } };

export const VendorCertificationsDocument = operation<VendorCertificationsQuery, VendorCertificationsQueryVariables>(`query VendorCertifications($id: ID!) {
  vendor(id: $id) {
    certifications {
      id
      revision
      name
      issuer
      issuedDate
      expiresDate
      expiresInDays
      isExpired
      notes
      attachments {
        id
        fileName
        displayName
        sizeBytes
        createdAt
        url
        isFromVendor
        uploadedBy {
          id
          name
        }
      }
    }
  }
}`);

export const CreateCertificationDocument = operation<CreateCertificationMutation, CreateCertificationMutationVariables>(`mutation CreateCertification($input: CreateCertificationInput!) {
  createCertification(input: $input) {
    certification {
      id
    }
  }
}`);

export const UpdateCertificationDocument = operation<UpdateCertificationMutation, UpdateCertificationMutationVariables>(`mutation UpdateCertification($input: UpdateCertificationInput!) {
  updateCertification(input: $input) {
    certification {
      id
    }
  }
}`);

export const DeleteCertificationDocument = operation<DeleteCertificationMutation, DeleteCertificationMutationVariables>(`mutation DeleteCertification($input: DeleteInput!) {
  deleteCertification(input: $input) {
    deletedId
  }
}`);
