/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type CreateTemplateInput = {
  description?: string | null | undefined;
  introduction?: string | null | undefined;
  kind?: TemplateKind | null | undefined;
  name: string;
  sections?: Array<TemplateSectionInput> | null | undefined;
};

export type ImportTemplateInput = {
  template: unknown;
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

export type RiskWeight =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type TemplateKind =
  | 'INTAKE'
  | 'QUESTIONNAIRE';

export type TemplateQuestionInput = {
  conditionalLogic?: unknown;
  controlCodes?: Array<string> | null | undefined;
  exclusiveOptions?: Array<string> | null | undefined;
  expectedAnswer?: unknown;
  findingTitle?: string | null | undefined;
  helpText?: string | null | undefined;
  id?: string | null | undefined;
  options?: Array<string> | null | undefined;
  required?: boolean | null | undefined;
  riskWeight?: RiskWeight | null | undefined;
  setsField?: string | null | undefined;
  text: string;
  type: QuestionType;
};

export type TemplateSectionInput = {
  id?: string | null | undefined;
  questions: Array<TemplateQuestionInput>;
  title: string;
};

export type TemplateStatus =
  | 'ARCHIVED'
  | 'DRAFT'
  | 'PUBLISHED';

export type TemplatesQueryVariables = Exact<{
  isIntake: boolean;
}>;


export type TemplatesQuery = { templates?: Array<{ id: string, family: string, name: string, description: string | null, version: number, status: TemplateStatus, questionCount: number, libraryKey: string | null, updatedAt: string }>, intakeTemplates?: Array<{ id: string, family: string, name: string, description: string | null, version: number, status: TemplateStatus, questionCount: number, libraryKey: string | null, updatedAt: string }> };

export type TemplateRowFragment = { id: string, family: string, name: string, description: string | null, version: number, status: TemplateStatus, questionCount: number, libraryKey: string | null, updatedAt: string };

export type CreateTemplateMutationVariables = Exact<{
  input: CreateTemplateInput;
}>;


export type CreateTemplateMutation = { createTemplate: { template: { id: string } } };

export type ImportTemplateMutationVariables = Exact<{
  input: ImportTemplateInput;
}>;


export type ImportTemplateMutation = { importTemplate: { unmappedControlCodes: Array<string>, template: { id: string, name: string } } };

export const TemplatesDocument = operation<TemplatesQuery, TemplatesQueryVariables>(`query Templates($isIntake: Boolean!) {
  templates @skip(if: $isIntake) {
    ...TemplateRow
  }
  intakeTemplates @include(if: $isIntake) {
    ...TemplateRow
  }
}

fragment TemplateRow on Template {
  id
  family
  name
  description
  version
  status
  questionCount
  libraryKey
  updatedAt
}`);

export const CreateTemplateDocument = operation<CreateTemplateMutation, CreateTemplateMutationVariables>(`mutation CreateTemplate($input: CreateTemplateInput!) {
  createTemplate(input: $input) {
    template {
      id
    }
  }
}`);

export const ImportTemplateDocument = operation<ImportTemplateMutation, ImportTemplateMutationVariables>(`mutation ImportTemplate($input: ImportTemplateInput!) {
  importTemplate(input: $input) {
    template {
      id
      name
    }
    unmappedControlCodes
  }
}`);
