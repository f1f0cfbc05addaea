/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ResponsibilityStatus =
  | 'COMPLETED'
  | 'IN_PROGRESS'
  | 'NOT_APPLICABLE'
  | 'PENDING';

export type UpdateResponsibilityActionInput = {
  assigneeId?: string | null | undefined;
  expectedRevision?: number | null | undefined;
  id: string;
  notes?: string | null | undefined;
  status?: ResponsibilityStatus | null | undefined;
};

export type VendorResponsibilityQueryVariables = Exact<{
  id: string;
}>;


export type VendorResponsibilityQuery = { vendor: { responsibilityCompliance: { total: number, completed: number, inProgress: number, pending: number, notApplicable: number, percent: number } | null, responsibilityActions: Array<{ id: string, revision: number, status: ResponsibilityStatus, controlCode: string, controlTitle: string, controlGuidance: string | null, frameworkName: string, certificationName: string, notes: string | null, completedAt: string | null, assignee: { id: string, name: string } | null, attachments: Array<{ id: string, fileName: string, displayName: string | null, sizeBytes: number, createdAt: string, url: string, isFromVendor: boolean, uploadedBy: { id: string, name: string } | null }> }> } | null };

export type UpdateResponsibilityActionMutationVariables = Exact<{
  input: UpdateResponsibilityActionInput;
}>;


export type UpdateResponsibilityActionMutation = { updateResponsibilityAction: { action: { id: string, revision: number } } };

export const VendorResponsibilityDocument = operation<VendorResponsibilityQuery, VendorResponsibilityQueryVariables>(`query VendorResponsibility($id: ID!) {
  vendor(id: $id) {
    responsibilityCompliance {
      total
      completed
      inProgress
      pending
      notApplicable
      percent
    }
    responsibilityActions {
      id
      revision
      status
      controlCode
      controlTitle
      controlGuidance
      frameworkName
      certificationName
      notes
      completedAt
      assignee {
        id
        name
      }
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

export const UpdateResponsibilityActionDocument = operation<UpdateResponsibilityActionMutation, UpdateResponsibilityActionMutationVariables>(`mutation UpdateResponsibilityAction($input: UpdateResponsibilityActionInput!) {
  updateResponsibilityAction(input: $input) {
    action {
      id
      revision
    }
  }
}`);
