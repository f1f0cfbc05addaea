/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AssessmentStatus =
  | 'COMPLETED'
  | 'DRAFT'
  | 'IN_PROGRESS'
  | 'SENT'
  | 'SUBMITTED'
  | 'UNDER_REVIEW';

export type ContractValue =
  | 'FROM_1M_TO_5M'
  | 'FROM_50K_TO_250K'
  | 'FROM_250K_TO_1M'
  | 'OVER_5M'
  | 'UP_TO_50K';

export type CreateVendorInput = {
  contactEmail: string;
  contactName?: string | null | undefined;
  contractRenewalDate?: string | null | undefined;
  contractValue?: ContractValue | null | undefined;
  dataSensitivity?: DataSensitivity | null | undefined;
  externalId?: string | null | undefined;
  fields?: unknown;
  geographicRisk?: GeographicRisk | null | undefined;
  name: string;
  notes?: string | null | undefined;
  ownerId?: string | null | undefined;
  portfolioId?: string | null | undefined;
  serviceDescription?: string | null | undefined;
  tags?: Array<string> | null | undefined;
  tier?: Tier | null | undefined;
  website?: string | null | undefined;
};

export type DataSensitivity =
  | 'CONFIDENTIAL'
  | 'INTERNAL'
  | 'PUBLIC'
  | 'RESTRICTED';

export type DeleteInput = {
  id: string;
};

export type GeographicRisk =
  | 'DOMESTIC'
  | 'GLOBAL'
  | 'HIGH_RISK_JURISDICTION'
  | 'REGIONAL';

export type OffboardingStepKind =
  | 'ACCESS'
  | 'CONTRACT'
  | 'DATA';

export type RagBand =
  | 'AMBER'
  | 'GREEN'
  | 'RED'
  | 'UNSCORED';

export type Recurrence =
  | 'ANNUALLY'
  | 'BIANNUALLY'
  | 'NONE'
  | 'QUARTERLY';

export type Severity =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type Tier =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type TimelineEventKind =
  | 'ASSESSMENT_COMPLETED'
  | 'ASSESSMENT_CREATED'
  | 'ASSESSMENT_SENT'
  | 'ASSESSMENT_SUBMITTED'
  | 'CERTIFICATION_EXPIRED'
  | 'CERTIFICATION_RECORDED'
  | 'FINDING_CLOSED'
  | 'FINDING_RAISED'
  | 'REMEDIATION_ANSWERED'
  | 'REMEDIATION_SENT'
  | 'RESPONSIBILITY_COMPLETED'
  | 'VENDOR_CREATED';

export type UpdateVendorInput = {
  contactEmail?: string | null | undefined;
  contactName?: string | null | undefined;
  contractRenewalDate?: string | null | undefined;
  contractValue?: ContractValue | null | undefined;
  dataSensitivity?: DataSensitivity | null | undefined;
  expectedRevision?: number | null | undefined;
  externalId?: string | null | undefined;
  fields?: unknown;
  geographicRisk?: GeographicRisk | null | undefined;
  id: string;
  name?: string | null | undefined;
  notes?: string | null | undefined;
  ownerId?: string | null | undefined;
  portfolioId?: string | null | undefined;
  serviceDescription?: string | null | undefined;
  tags?: Array<string> | null | undefined;
  tier?: Tier | null | undefined;
  website?: string | null | undefined;
};

export type VendorFieldKind =
  | 'CHOICE'
  | 'DATE'
  | 'NUMBER'
  | 'PERSON'
  | 'TEXT'
  | 'YES_NO';

export type VendorStatus =
  | 'ACTIVE'
  | 'ARCHIVED'
  | 'OFFBOARDING'
  | 'REQUESTED';

export type VendorQueryVariables = Exact<{
  id: string;
  withFindings: boolean;
}>;


export type VendorQuery = { vendor: { id: string, overallScore: number | null, latestScore: number | null, ragBand: RagBand, lastAssessedAt: string | null, assessmentCount: number, inherentRisk: number | null, residualRisk: number | null, createdAt: string, updatedAt: string, status: VendorStatus, name: string, contactName: string | null, contactEmail: string, externalId: string | null, tier: Tier | null, dataSensitivity: DataSensitivity | null, geographicRisk: GeographicRisk | null, contractValue: ContractValue | null, contractRenewalDate: string | null, tags: Array<string>, website: string | null, notes: string | null, serviceDescription: string | null, plan: { recurrence: Recurrence, dueDays: number | null, approverRoleName: string | null, templates: Array<{ id: string, name: string }> } | null, drafts?: { totalCount: number, nodes: Array<{ id: string, title: string }> }, offboarding: { startedAt: string, reason: string | null, isComplete: boolean, steps: Array<{ id: string, kind: OffboardingStepKind, label: string, isDone: boolean, note: string | null, doneAt: string | null, doneByName: string | null, evidence: Array<{ id: string, fileName: string, displayName: string | null, sizeBytes: number, createdAt: string, url: string, isFromVendor: boolean, uploadedBy: { id: string, name: string } | null }> }> } | null, scoreHistory: Array<{ id: string, title: string, score: number | null, submittedAt: string | null }>, domainBreakdown: Array<{ domain: string, complianceRatio: number, controlCount: number, framework: { id: string, name: string } }>, responsibilityCompliance: { total: number, percent: number } | null, openFindingsBySeverity?: Array<{ severity: Severity, count: number }>, portfolio: { id: string, name: string } | null, owner: { id: string, name: string } | null, fields: Array<{ key: string, label: string, kind: VendorFieldKind, value: unknown, person: { id: string, name: string } | null }> } | null };

export type VendorReportQueryVariables = Exact<{
  id: string;
  frameworkId: string;
}>;


export type VendorReportQuery = { vendor: { frameworkReportUrl: string | null } | null };

export type VendorAssessmentsQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type VendorAssessmentsQuery = { vendor: { assessments: { totalCount: number, nodes: Array<{ id: string, title: string, status: AssessmentStatus, dueDate: string | null, isOverdue: boolean, score: number | null, ragBand: RagBand, submittedAt: string | null, completedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type VendorTimelineQueryVariables = Exact<{
  id: string;
  first: number;
}>;


export type VendorTimelineQuery = { vendor: { timeline: Array<{ at: string, kind: TimelineEventKind, title: string, assessmentId: string | null, findingId: string | null }> } | null };

export type VendorFilesQueryVariables = Exact<{
  id: string;
}>;


export type VendorFilesQuery = { vendor: { attachments: Array<{ id: string, fileName: string, displayName: string | null, sizeBytes: number, createdAt: string, url: string, isFromVendor: boolean, uploadedBy: { id: string, name: string } | null }> } | null };

export type DeleteVendorMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteVendorMutation = { deleteVendor: { deletedId: string } };

export type VendorToEditQueryVariables = Exact<{
  id: string;
}>;


export type VendorToEditQuery = { vendor: { id: string, revision: number, name: string, contactName: string | null, contactEmail: string, externalId: string | null, tier: Tier | null, dataSensitivity: DataSensitivity | null, geographicRisk: GeographicRisk | null, contractValue: ContractValue | null, contractRenewalDate: string | null, tags: Array<string>, website: string | null, notes: string | null, serviceDescription: string | null, portfolio: { id: string, name: string } | null, owner: { id: string, name: string } | null, fields: Array<{ key: string, label: string, kind: VendorFieldKind, value: unknown, person: { id: string, name: string } | null }> } | null, settings: { vendorFields: Array<{ key: string, label: string, kind: VendorFieldKind, isRequired: boolean, options: Array<string>, helpText: string | null }> } };

export type CreateVendorMutationVariables = Exact<{
  input: CreateVendorInput;
}>;


export type CreateVendorMutation = { createVendor: { vendor: { id: string, name: string } } };

export type UpdateVendorMutationVariables = Exact<{
  input: UpdateVendorInput;
}>;


export type UpdateVendorMutation = { updateVendor: { vendor: { id: string, name: string } } };

export type ProfileFragment = { name: string, contactName: string | null, contactEmail: string, externalId: string | null, tier: Tier | null, dataSensitivity: DataSensitivity | null, geographicRisk: GeographicRisk | null, contractValue: ContractValue | null, contractRenewalDate: string | null, tags: Array<string>, website: string | null, notes: string | null, serviceDescription: string | null, portfolio: { id: string, name: string } | null, owner: { id: string, name: string } | null, fields: Array<{ key: string, label: string, kind: VendorFieldKind, value: unknown, person: { id: string, name: string } | null }> };

export const VendorDocument = operation<VendorQuery, VendorQueryVariables>(`query Vendor($id: ID!, $withFindings: Boolean!) {
  vendor(id: $id) {
    id
    overallScore
    latestScore
    ragBand
    lastAssessedAt
    assessmentCount
    inherentRisk
    residualRisk
    createdAt
    updatedAt
    status
    ...Profile
    plan {
      recurrence
      dueDays
      approverRoleName
      templates {
        id
        name
      }
    }
    drafts: assessments(first: 5, filter: {status: [DRAFT]}) @include(if: $withFindings) {
      totalCount
      nodes {
        id
        title
      }
    }
    offboarding {
      startedAt
      reason
      isComplete
      steps {
        id
        kind
        label
        isDone
        note
        doneAt
        doneByName
        evidence {
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
    scoreHistory {
      id
      title
      score
      submittedAt
    }
    domainBreakdown {
      domain
      complianceRatio
      controlCount
      framework {
        id
        name
      }
    }
    responsibilityCompliance {
      total
      percent
    }
    openFindingsBySeverity @include(if: $withFindings) {
      severity
      count
    }
  }
}

fragment Profile on Vendor {
  name
  contactName
  contactEmail
  externalId
  tier
  dataSensitivity
  geographicRisk
  contractValue
  contractRenewalDate
  tags
  portfolio {
    id
    name
  }
  owner {
    id
    name
  }
  website
  notes
  serviceDescription
  fields {
    key
    label
    kind
    value
    person {
      id
      name
    }
  }
}`);

export const VendorReportDocument = operation<VendorReportQuery, VendorReportQueryVariables>(`query VendorReport($id: ID!, $frameworkId: ID!) {
  vendor(id: $id) {
    frameworkReportUrl(frameworkId: $frameworkId)
  }
}`);

export const VendorAssessmentsDocument = operation<VendorAssessmentsQuery, VendorAssessmentsQueryVariables>(`query VendorAssessments($id: ID!, $after: String) {
  vendor(id: $id) {
    assessments(first: 100, after: $after) {
      totalCount
      nodes {
        id
        title
        status
        dueDate
        isOverdue
        score
        ragBand
        submittedAt
        completedAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}`);

export const VendorTimelineDocument = operation<VendorTimelineQuery, VendorTimelineQueryVariables>(`query VendorTimeline($id: ID!, $first: Int!) {
  vendor(id: $id) {
    timeline(first: $first) {
      at
      kind
      title
      assessmentId
      findingId
    }
  }
}`);

export const VendorFilesDocument = operation<VendorFilesQuery, VendorFilesQueryVariables>(`query VendorFiles($id: ID!) {
  vendor(id: $id) {
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
}`);

export const DeleteVendorDocument = operation<DeleteVendorMutation, DeleteVendorMutationVariables>(`mutation DeleteVendor($input: DeleteInput!) {
  deleteVendor(input: $input) {
    deletedId
  }
}`);

export const VendorToEditDocument = operation<VendorToEditQuery, VendorToEditQueryVariables>(`query VendorToEdit($id: ID!) {
  vendor(id: $id) {
    id
    revision
    ...Profile
  }
  settings {
    vendorFields {
      key
      label
      kind
      isRequired
      options
      helpText
    }
  }
}

fragment Profile on Vendor {
  name
  contactName
  contactEmail
  externalId
  tier
  dataSensitivity
  geographicRisk
  contractValue
  contractRenewalDate
  tags
  portfolio {
    id
    name
  }
  owner {
    id
    name
  }
  website
  notes
  serviceDescription
  fields {
    key
    label
    kind
    value
    person {
      id
      name
    }
  }
}`);

export const CreateVendorDocument = operation<CreateVendorMutation, CreateVendorMutationVariables>(`mutation CreateVendor($input: CreateVendorInput!) {
  createVendor(input: $input) {
    vendor {
      id
      name
    }
  }
}`);

export const UpdateVendorDocument = operation<UpdateVendorMutation, UpdateVendorMutationVariables>(`mutation UpdateVendor($input: UpdateVendorInput!) {
  updateVendor(input: $input) {
    vendor {
      id
      name
    }
  }
}`);
