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

export type AssessmentStatus =
  | 'COMPLETED'
  | 'DRAFT'
  | 'IN_PROGRESS'
  | 'SENT'
  | 'SUBMITTED'
  | 'UNDER_REVIEW';

export type PortalCommentInput = {
  body: string;
  parentId?: string | null | undefined;
  password?: string | null | undefined;
  token: string;
};

export type PortalDelegateInput = {
  email?: string | null | undefined;
  password?: string | null | undefined;
  sections: Array<string>;
  token: string;
};

export type PortalRemoveFileInput = {
  fileId: string;
  password?: string | null | undefined;
  token: string;
};

export type PortalSaveAnswersInput = {
  answers: Array<AnswerInput>;
  password?: string | null | undefined;
  token: string;
};

export type PortalSubmitInput = {
  password?: string | null | undefined;
  token: string;
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

export type PortalQueryVariables = Exact<{
  token: string;
  password?: string | null | undefined;
}>;


export type PortalQuery = { portal: { title: string, organizationName: string, logo: string | null, mailEnabled: boolean, vendorName: string, status: AssessmentStatus, dueDate: string | null, introduction: string | null, sections: Array<string> | null, questions: Array<{ id: string, visible: boolean, section: string, text: string, helpText: string | null, type: QuestionType, required: boolean, options: Array<string>, exclusiveOptions: Array<string>, conditionalLogic: unknown, response: { value: unknown, keptValue: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, revision: number, evidence: Array<{ id: string, fileName: string, sizeBytes: number }> } | null, hiddenResponse: { value: unknown, keptValue: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, revision: number, evidence: Array<{ id: string, fileName: string, sizeBytes: number }> } | null }>, comments: Array<{ id: string, authorType: string, authorName: string, body: string, createdAt: string, replies: Array<{ id: string, authorType: string, authorName: string, body: string, createdAt: string }> }> } };

export type PortalLiveSubscriptionVariables = Exact<{
  token: string;
  password?: string | null | undefined;
}>;


export type PortalLiveSubscription = { portal: { title: string, organizationName: string, logo: string | null, mailEnabled: boolean, vendorName: string, status: AssessmentStatus, dueDate: string | null, introduction: string | null, sections: Array<string> | null, questions: Array<{ id: string, visible: boolean, section: string, text: string, helpText: string | null, type: QuestionType, required: boolean, options: Array<string>, exclusiveOptions: Array<string>, conditionalLogic: unknown, response: { value: unknown, keptValue: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, revision: number, evidence: Array<{ id: string, fileName: string, sizeBytes: number }> } | null, hiddenResponse: { value: unknown, keptValue: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, revision: number, evidence: Array<{ id: string, fileName: string, sizeBytes: number }> } | null }>, comments: Array<{ id: string, authorType: string, authorName: string, body: string, createdAt: string, replies: Array<{ id: string, authorType: string, authorName: string, body: string, createdAt: string }> }> } };

export type QuestionnaireFragment = { title: string, organizationName: string, logo: string | null, mailEnabled: boolean, vendorName: string, status: AssessmentStatus, dueDate: string | null, introduction: string | null, sections: Array<string> | null, questions: Array<{ id: string, visible: boolean, section: string, text: string, helpText: string | null, type: QuestionType, required: boolean, options: Array<string>, exclusiveOptions: Array<string>, conditionalLogic: unknown, response: { value: unknown, keptValue: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, revision: number, evidence: Array<{ id: string, fileName: string, sizeBytes: number }> } | null, hiddenResponse: { value: unknown, keptValue: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, revision: number, evidence: Array<{ id: string, fileName: string, sizeBytes: number }> } | null }>, comments: Array<{ id: string, authorType: string, authorName: string, body: string, createdAt: string, replies: Array<{ id: string, authorType: string, authorName: string, body: string, createdAt: string }> }> };

export type StoredFragment = { value: unknown, keptValue: unknown, isNotApplicable: boolean, notApplicableReason: string | null, comment: string | null, revision: number, evidence: Array<{ id: string, fileName: string, sizeBytes: number }> };

export type PortalSaveMutationVariables = Exact<{
  input: PortalSaveAnswersInput;
}>;


export type PortalSaveMutation = { portalSaveAnswers: { assessment: { questions: Array<{ id: string, response: { revision: number } | null, hiddenResponse: { revision: number } | null }> } } };

export type PortalSubmitMutationVariables = Exact<{
  input: PortalSubmitInput;
}>;


export type PortalSubmitMutation = { portalSubmit: { assessment: { status: AssessmentStatus } } };

export type PortalCommentMutationVariables = Exact<{
  input: PortalCommentInput;
}>;


export type PortalCommentMutation = { portalAddComment: { assessment: { status: AssessmentStatus } } };

export type PortalRemoveFileMutationVariables = Exact<{
  input: PortalRemoveFileInput;
}>;


export type PortalRemoveFileMutation = { portalRemoveFile: { assessment: { status: AssessmentStatus } } };

export type PortalDelegateMutationVariables = Exact<{
  input: PortalDelegateInput;
}>;


export type PortalDelegateMutation = { portalDelegate: { portalUrl: string } };

export const PortalDocument = operation<PortalQuery, PortalQueryVariables>(`query Portal($token: String!, $password: String) {
  portal(token: $token, password: $password) {
    ...Questionnaire
  }
}

fragment Questionnaire on PortalAssessment {
  title
  organizationName
  logo
  mailEnabled
  vendorName
  status
  dueDate
  introduction
  sections
  questions {
    id
    visible
    section
    text
    helpText
    type
    required
    options
    exclusiveOptions
    conditionalLogic
    response {
      ...Stored
    }
    hiddenResponse {
      ...Stored
    }
  }
  comments {
    id
    authorType
    authorName
    body
    createdAt
    replies {
      id
      authorType
      authorName
      body
      createdAt
    }
  }
}

fragment Stored on Response {
  value
  keptValue
  isNotApplicable
  notApplicableReason
  comment
  revision
  evidence {
    id
    fileName
    sizeBytes
  }
}`);

export const PortalLiveDocument = operation<PortalLiveSubscription, PortalLiveSubscriptionVariables>(`subscription PortalLive($token: String!, $password: String) {
  portal(token: $token, password: $password) {
    ...Questionnaire
  }
}

fragment Questionnaire on PortalAssessment {
  title
  organizationName
  logo
  mailEnabled
  vendorName
  status
  dueDate
  introduction
  sections
  questions {
    id
    visible
    section
    text
    helpText
    type
    required
    options
    exclusiveOptions
    conditionalLogic
    response {
      ...Stored
    }
    hiddenResponse {
      ...Stored
    }
  }
  comments {
    id
    authorType
    authorName
    body
    createdAt
    replies {
      id
      authorType
      authorName
      body
      createdAt
    }
  }
}

fragment Stored on Response {
  value
  keptValue
  isNotApplicable
  notApplicableReason
  comment
  revision
  evidence {
    id
    fileName
    sizeBytes
  }
}`);

export const PortalSaveDocument = operation<PortalSaveMutation, PortalSaveMutationVariables>(`mutation PortalSave($input: PortalSaveAnswersInput!) {
  portalSaveAnswers(input: $input) {
    assessment {
      questions {
        id
        response {
          revision
        }
        hiddenResponse {
          revision
        }
      }
    }
  }
}`);

export const PortalSubmitDocument = operation<PortalSubmitMutation, PortalSubmitMutationVariables>(`mutation PortalSubmit($input: PortalSubmitInput!) {
  portalSubmit(input: $input) {
    assessment {
      status
    }
  }
}`);

export const PortalCommentDocument = operation<PortalCommentMutation, PortalCommentMutationVariables>(`mutation PortalComment($input: PortalCommentInput!) {
  portalAddComment(input: $input) {
    assessment {
      status
    }
  }
}`);

export const PortalRemoveFileDocument = operation<PortalRemoveFileMutation, PortalRemoveFileMutationVariables>(`mutation PortalRemoveFile($input: PortalRemoveFileInput!) {
  portalRemoveFile(input: $input) {
    assessment {
      status
    }
  }
}`);

export const PortalDelegateDocument = operation<PortalDelegateMutation, PortalDelegateMutationVariables>(`mutation PortalDelegate($input: PortalDelegateInput!) {
  portalDelegate(input: $input) {
    portalUrl
  }
}`);
