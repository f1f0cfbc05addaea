/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type DeleteInput = {
  id: string;
};

export type IdInput = {
  id: string;
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

export type UpdateTemplateInput = {
  description?: string | null | undefined;
  expectedRevision?: number | null | undefined;
  id: string;
  introduction?: string | null | undefined;
  name?: string | null | undefined;
  sections?: Array<TemplateSectionInput> | null | undefined;
};

export type TemplateQueryVariables = Exact<{
  id: string;
}>;


export type TemplateQuery = { template: { id: string, name: string, description: string | null, kind: TemplateKind, introduction: string | null, version: number, status: TemplateStatus, revision: number, questionCount: number, libraryKey: string | null, publishedAt: string | null, updatedAt: string, versions: Array<{ id: string, version: number, status: TemplateStatus, updatedAt: string }>, sections: Array<{ id: string, title: string, questions: Array<{ id: string, text: string, helpText: string | null, findingTitle: string | null, type: QuestionType, riskWeight: RiskWeight, required: boolean, options: Array<string>, exclusiveOptions: Array<string>, expectedAnswer: unknown, conditionalLogic: unknown, setsField: string | null, unmappedControlCodes: Array<string>, controls: Array<{ code: string }> }> }> } | null };

export type SaveTemplateMutationVariables = Exact<{
  input: UpdateTemplateInput;
}>;


export type SaveTemplateMutation = { updateTemplate: { unmappedControlCodes: Array<string>, template: { id: string, name: string, description: string | null, kind: TemplateKind, introduction: string | null, version: number, status: TemplateStatus, revision: number, questionCount: number, libraryKey: string | null, publishedAt: string | null, updatedAt: string, versions: Array<{ id: string, version: number, status: TemplateStatus, updatedAt: string }>, sections: Array<{ id: string, title: string, questions: Array<{ id: string, text: string, helpText: string | null, findingTitle: string | null, type: QuestionType, riskWeight: RiskWeight, required: boolean, options: Array<string>, exclusiveOptions: Array<string>, expectedAnswer: unknown, conditionalLogic: unknown, setsField: string | null, unmappedControlCodes: Array<string>, controls: Array<{ code: string }> }> }> } } };

export type PublishTemplateMutationVariables = Exact<{
  input: IdInput;
}>;


export type PublishTemplateMutation = { publishTemplate: { template: { id: string } } };

export type ArchiveTemplateMutationVariables = Exact<{
  input: IdInput;
}>;


export type ArchiveTemplateMutation = { archiveTemplate: { template: { id: string } } };

export type NewTemplateVersionMutationVariables = Exact<{
  input: IdInput;
}>;


export type NewTemplateVersionMutation = { newTemplateVersion: { template: { id: string, version: number } } };

export type DeleteTemplateMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteTemplateMutation = { deleteTemplate: { deletedId: string } };

export type TemplatePartsFragment = { id: string, name: string, description: string | null, kind: TemplateKind, introduction: string | null, version: number, status: TemplateStatus, revision: number, questionCount: number, libraryKey: string | null, publishedAt: string | null, updatedAt: string, versions: Array<{ id: string, version: number, status: TemplateStatus, updatedAt: string }>, sections: Array<{ id: string, title: string, questions: Array<{ id: string, text: string, helpText: string | null, findingTitle: string | null, type: QuestionType, riskWeight: RiskWeight, required: boolean, options: Array<string>, exclusiveOptions: Array<string>, expectedAnswer: unknown, conditionalLogic: unknown, setsField: string | null, unmappedControlCodes: Array<string>, controls: Array<{ code: string }> }> }> };

export type TemplateFileQueryVariables = Exact<{
  id: string;
}>;


export type TemplateFileQuery = { template: { name: string, export: unknown } | null };

export const TemplateDocument = operation<TemplateQuery, TemplateQueryVariables>(`query Template($id: ID!) {
  template(id: $id) {
    ...TemplateParts
  }
}

fragment TemplateParts on Template {
  id
  name
  description
  kind
  introduction
  version
  status
  revision
  questionCount
  libraryKey
  publishedAt
  updatedAt
  versions {
    id
    version
    status
    updatedAt
  }
  sections {
    id
    title
    questions {
      id
      text
      helpText
      findingTitle
      type
      riskWeight
      required
      options
      exclusiveOptions
      expectedAnswer
      conditionalLogic
      setsField
      unmappedControlCodes
      controls {
        code
      }
    }
  }
}`);

export const SaveTemplateDocument = operation<SaveTemplateMutation, SaveTemplateMutationVariables>(`mutation SaveTemplate($input: UpdateTemplateInput!) {
  updateTemplate(input: $input) {
    template {
      ...TemplateParts
    }
    unmappedControlCodes
  }
}

fragment TemplateParts on Template {
  id
  name
  description
  kind
  introduction
  version
  status
  revision
  questionCount
  libraryKey
  publishedAt
  updatedAt
  versions {
    id
    version
    status
    updatedAt
  }
  sections {
    id
    title
    questions {
      id
      text
      helpText
      findingTitle
      type
      riskWeight
      required
      options
      exclusiveOptions
      expectedAnswer
      conditionalLogic
      setsField
      unmappedControlCodes
      controls {
        code
      }
    }
  }
}`);

export const PublishTemplateDocument = operation<PublishTemplateMutation, PublishTemplateMutationVariables>(`mutation PublishTemplate($input: IdInput!) {
  publishTemplate(input: $input) {
    template {
      id
    }
  }
}`);

export const ArchiveTemplateDocument = operation<ArchiveTemplateMutation, ArchiveTemplateMutationVariables>(`mutation ArchiveTemplate($input: IdInput!) {
  archiveTemplate(input: $input) {
    template {
      id
    }
  }
}`);

export const NewTemplateVersionDocument = operation<NewTemplateVersionMutation, NewTemplateVersionMutationVariables>(`mutation NewTemplateVersion($input: IdInput!) {
  newTemplateVersion(input: $input) {
    template {
      id
      version
    }
  }
}`);

export const DeleteTemplateDocument = operation<DeleteTemplateMutation, DeleteTemplateMutationVariables>(`mutation DeleteTemplate($input: DeleteInput!) {
  deleteTemplate(input: $input) {
    deletedId
  }
}`);

export const TemplateFileDocument = operation<TemplateFileQuery, TemplateFileQueryVariables>(`query TemplateFile($id: ID!) {
  template(id: $id) {
    name
    export
  }
}`);
