/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AnswerInput = {
  comment?: string | null | undefined;
  expectedRevision?: number | null | undefined;
  isNotApplicable?: boolean | null | undefined;
  notApplicableReason?: string | null | undefined;
  questionId: string;
  value?: unknown;
};

export type CreateVendorRequestInput = {
  answers?: Array<AnswerInput> | null | undefined;
  contactEmail: string;
  contactName?: string | null | undefined;
  name: string;
  reason?: string | null | undefined;
  templateId?: string | null | undefined;
  website?: string | null | undefined;
};

export type QuestionType =
  | 'COMBOBOX'
  | 'DATE'
  | 'FILE_UPLOAD'
  | 'FREE_TEXT'
  | 'MULTIPLE_CHOICE'
  | 'MULTI_SELECT'
  | 'NUMERIC'
  | 'RATING'
  | 'YES_NO';

export type SimilarReason =
  | 'DOMAIN'
  | 'NAME';

export type VendorRequestFormQueryVariables = Exact<{ [key: string]: never; }>;


export type VendorRequestFormQuery = { vendorRequestForm: { templateId: string, name: string, introduction: string | null, questions: Array<{ id: string, section: string, text: string, helpText: string | null, type: QuestionType, required: boolean, options: Array<string>, exclusiveOptions: Array<string>, conditionalLogic: unknown }> } | null };

export type SimilarVendorsQueryVariables = Exact<{
  name: string;
  website?: string | null | undefined;
  contactEmail?: string | null | undefined;
}>;


export type SimilarVendorsQuery = { similarVendors: Array<{ vendorId: string, name: string, reason: SimilarReason }> };

export type CreateVendorRequestMutationVariables = Exact<{
  input: CreateVendorRequestInput;
}>;


export type CreateVendorRequestMutation = { createVendorRequest: { request: { id: string, name: string } } };

export const VendorRequestFormDocument = operation<VendorRequestFormQuery, VendorRequestFormQueryVariables>(`query VendorRequestForm {
  vendorRequestForm {
    templateId
    name
    introduction
    questions {
      id
      section
      text
      helpText
      type
      required
      options
      exclusiveOptions
      conditionalLogic
    }
  }
}`);

export const SimilarVendorsDocument = operation<SimilarVendorsQuery, SimilarVendorsQueryVariables>(`query SimilarVendors($name: String!, $website: String, $contactEmail: EmailAddress) {
  similarVendors(name: $name, website: $website, contactEmail: $contactEmail) {
    vendorId
    name
    reason
  }
}`);

export const CreateVendorRequestDocument = operation<CreateVendorRequestMutation, CreateVendorRequestMutationVariables>(`mutation CreateVendorRequest($input: CreateVendorRequestInput!) {
  createVendorRequest(input: $input) {
    request {
      id
      name
    }
  }
}`);
