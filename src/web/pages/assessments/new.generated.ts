/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type CreateAssessmentInput = {
  dueDate?: string | null | undefined;
  recurrence?: Recurrence | null | undefined;
  reviewerId?: string | null | undefined;
  templateId: string;
  title?: string | null | undefined;
  vendorId: string;
};

export type Recurrence =
  | 'ANNUALLY'
  | 'BIANNUALLY'
  | 'NONE'
  | 'QUARTERLY';

export type SendToVendorsInput = {
  dueDate?: string | null | undefined;
  message?: string | null | undefined;
  recurrence?: Recurrence | null | undefined;
  reviewerId?: string | null | undefined;
  templateId: string;
  title?: string | null | undefined;
  vendorIds: Array<string>;
};

export type TemplateStatus =
  | 'ARCHIVED'
  | 'DRAFT'
  | 'PUBLISHED';

export type TemplateOptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type TemplateOptionsQuery = { templates: Array<{ id: string, name: string, version: number, status: TemplateStatus, questionCount: number }> };

export type VendorPlanQueryVariables = Exact<{
  vendorId: string;
}>;


export type VendorPlanQuery = { vendor: { id: string, plan: { recurrence: Recurrence, dueDays: number | null, templates: Array<{ id: string }> } | null } | null };

export type CreateAssessmentMutationVariables = Exact<{
  input: CreateAssessmentInput;
}>;


export type CreateAssessmentMutation = { createAssessment: { assessment: { id: string } } };

export type SendToVendorsMutationVariables = Exact<{
  input: SendToVendorsInput;
}>;


export type SendToVendorsMutation = { sendAssessmentToVendors: { results: Array<{ vendorId: string, error: string | null, portalUrl: string | null, assessment: { id: string, vendor: { name: string, contactEmail: string } } | null }> } };

export const TemplateOptionsDocument = operation<TemplateOptionsQuery, TemplateOptionsQueryVariables>(`query TemplateOptions {
  templates {
    id
    name
    version
    status
    questionCount
  }
}`);

export const VendorPlanDocument = operation<VendorPlanQuery, VendorPlanQueryVariables>(`query VendorPlan($vendorId: ID!) {
  vendor(id: $vendorId) {
    id
    plan {
      recurrence
      dueDays
      templates {
        id
      }
    }
  }
}`);

export const CreateAssessmentDocument = operation<CreateAssessmentMutation, CreateAssessmentMutationVariables>(`mutation CreateAssessment($input: CreateAssessmentInput!) {
  createAssessment(input: $input) {
    assessment {
      id
    }
  }
}`);

export const SendToVendorsDocument = operation<SendToVendorsMutation, SendToVendorsMutationVariables>(`mutation SendToVendors($input: SendToVendorsInput!) {
  sendAssessmentToVendors(input: $input) {
    results {
      vendorId
      error
      portalUrl
      assessment {
        id
        vendor {
          name
          contactEmail
        }
      }
    }
  }
}`);
