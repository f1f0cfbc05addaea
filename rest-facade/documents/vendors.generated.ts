/* Written by "npm run codegen"; change the .graphql files instead. */

import { document } from '../document';

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

export type GeographicRisk =
  | 'DOMESTIC'
  | 'GLOBAL'
  | 'HIGH_RISK_JURISDICTION'
  | 'REGIONAL';

export type RagBand =
  | 'AMBER'
  | 'GREEN'
  | 'RED'
  | 'UNSCORED';

export type ResponsibilityStatus =
  | 'COMPLETED'
  | 'IN_PROGRESS'
  | 'NOT_APPLICABLE'
  | 'PENDING';

export type Tier =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

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

export type VendorFieldFilter = {
  contains?: string | null | undefined;
  equals?: unknown;
  from?: unknown;
  isSet?: boolean | null | undefined;
  key: string;
  to?: unknown;
};

export type VendorFilter = {
  certification?: string | null | undefined;
  dataSensitivity?: Array<DataSensitivity> | null | undefined;
  externalId?: string | null | undefined;
  fields?: Array<VendorFieldFilter> | null | undefined;
  hasOpenActions?: boolean | null | undefined;
  ids?: Array<string> | null | undefined;
  isAssessed?: boolean | null | undefined;
  isUntiered?: boolean | null | undefined;
  lastAssessedFrom?: string | null | undefined;
  lastAssessedTo?: string | null | undefined;
  needsAttention?: boolean | null | undefined;
  ownerId?: string | null | undefined;
  portfolioId?: string | null | undefined;
  query?: string | null | undefined;
  ragBand?: RagBand | null | undefined;
  renewalFrom?: string | null | undefined;
  renewalTo?: string | null | undefined;
  scoreFrom?: number | null | undefined;
  scoreTo?: number | null | undefined;
  status?: Array<VendorStatus> | null | undefined;
  tag?: string | null | undefined;
  tier?: Tier | null | undefined;
  tiers?: Array<Tier> | null | undefined;
};

export type VendorStatus =
  | 'ACTIVE'
  | 'ARCHIVED'
  | 'OFFBOARDING'
  | 'REQUESTED';

export type ListVendorsQueryVariables = Exact<{
  filter: VendorFilter;
  first: number;
  after?: string | null | undefined;
}>;


export type ListVendorsQuery = { vendors: { nodes: Array<{ id: string, name: string, externalId: string | null, contactName: string | null, contactEmail: string, tier: Tier | null, website: string | null, overallScore: number | null, lastAssessedAt: string | null, assessmentCount: number, tags: Array<string> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type GetVendorQueryVariables = Exact<{
  id: string;
  first: number;
  after?: string | null | undefined;
}>;


export type GetVendorQuery = { vendor: { revision: number, id: string, name: string, contactEmail: string, externalId: string | null, contactName: string | null, website: string | null, notes: string | null, tier: Tier | null, overallScore: number | null, lastAssessedAt: string | null, contractValue: ContractValue | null, geographicRisk: GeographicRisk | null, tags: Array<string>, assessments: { nodes: Array<{ id: string, title: string, status: AssessmentStatus, score: number | null, templateName: string | null, templateVersion: number | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, domainBreakdown: Array<{ domain: string, complianceRatio: number, controlCount: number, framework: { id: string, name: string } }>, history: Array<{ id: string, title: string, submittedAt: string | null, score: number | null }>, customerResponsibilityCompliance: { total: number, completed: number, inProgress: number, pending: number, notApplicable: number, percent: number } | null } | null };

export type GetVendorByExternalIdQueryVariables = Exact<{
  externalId: string;
  first: number;
  after?: string | null | undefined;
}>;


export type GetVendorByExternalIdQuery = { vendor: { revision: number, id: string, name: string, contactEmail: string, externalId: string | null, contactName: string | null, website: string | null, notes: string | null, tier: Tier | null, overallScore: number | null, lastAssessedAt: string | null, contractValue: ContractValue | null, geographicRisk: GeographicRisk | null, tags: Array<string>, assessments: { nodes: Array<{ id: string, title: string, status: AssessmentStatus, score: number | null, templateName: string | null, templateVersion: number | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, domainBreakdown: Array<{ domain: string, complianceRatio: number, controlCount: number, framework: { id: string, name: string } }>, history: Array<{ id: string, title: string, submittedAt: string | null, score: number | null }>, customerResponsibilityCompliance: { total: number, completed: number, inProgress: number, pending: number, notApplicable: number, percent: number } | null } | null };

export type GetVendorScoreQueryVariables = Exact<{
  id: string;
}>;


export type GetVendorScoreQuery = { vendor: { id: string, name: string, tier: Tier | null, overallScore: number | null, lastAssessedAt: string | null, assessmentCount: number, latestScore: number | null, domainBreakdown: Array<{ domain: string, complianceRatio: number, controlCount: number, framework: { id: string, name: string } }> } | null };

export type ListVendorCertificationsQueryVariables = Exact<{
  id: string;
}>;


export type ListVendorCertificationsQuery = { vendor: { vendorId: string, vendorName: string, entries: Array<{ id: string, name: string, issuer: string | null, issuedDate: string | null, expiresDate: string | null, notes: string | null, attachments: Array<{ id: string, fileName: string, displayName: string | null, mimeType: string, sizeBytes: number }> }> } | null };

export type ExportVendorQueryVariables = Exact<{
  id: string;
  first: number;
  after?: string | null | undefined;
}>;


export type ExportVendorQuery = { vendor: { id: string, name: string, externalId: string | null, contactName: string | null, contactEmail: string, tier: Tier | null, serviceDescription: string | null, dataSensitivity: DataSensitivity | null, contractRenewalDate: string | null, contractValue: ContractValue | null, geographicRisk: GeographicRisk | null, tags: Array<string>, overallScore: number | null, owner: { name: string } | null, assessments: { nodes: Array<{ title: string, status: AssessmentStatus, score: number | null, dueDate: string | null, sentAt: string | null, submittedAt: string | null, templateName: string | null, templateVersion: number | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, certifications: Array<{ name: string, issuer: string | null, issuedDate: string | null, expiresDate: string | null, notes: string | null }>, responsibilityActions: Array<{ frameworkName: string, controlCode: string, controlTitle: string, certificationName: string, status: ResponsibilityStatus, completedAt: string | null, notes: string | null, assignee: { name: string } | null }> } | null };

export type ImportVendorMutationVariables = Exact<{
  input: CreateVendorInput;
}>;


export type ImportVendorMutation = { createVendor: { vendor: { id: string, name: string, contactName: string | null, contactEmail: string, tier: Tier | null, dataSensitivity: DataSensitivity | null, contractRenewalDate: string | null, contractValue: ContractValue | null, geographicRisk: GeographicRisk | null, tags: Array<string>, overallScore: number | null, lastAssessedAt: string | null, createdAt: string, updatedAt: string, website: string | null, notes: string | null, serviceDescription: string | null }, shown: { revision: number, id: string, name: string, contactEmail: string, externalId: string | null, contactName: string | null, website: string | null, notes: string | null, tier: Tier | null, overallScore: number | null, lastAssessedAt: string | null, contractValue: ContractValue | null, geographicRisk: GeographicRisk | null, tags: Array<string> } } };

export type UpdateVendorMutationVariables = Exact<{
  input: UpdateVendorInput;
  first: number;
  after?: string | null | undefined;
}>;


export type UpdateVendorMutation = { updateVendor: { vendor: { externalId: string | null, id: string, name: string, contactName: string | null, contactEmail: string, tier: Tier | null, dataSensitivity: DataSensitivity | null, contractRenewalDate: string | null, contractValue: ContractValue | null, geographicRisk: GeographicRisk | null, tags: Array<string>, overallScore: number | null, lastAssessedAt: string | null, createdAt: string, updatedAt: string, website: string | null, notes: string | null, serviceDescription: string | null, owner: { id: string } | null }, shown: { revision: number, id: string, name: string, contactEmail: string, externalId: string | null, contactName: string | null, website: string | null, notes: string | null, tier: Tier | null, overallScore: number | null, lastAssessedAt: string | null, contractValue: ContractValue | null, geographicRisk: GeographicRisk | null, tags: Array<string>, assessments: { nodes: Array<{ id: string, title: string, status: AssessmentStatus, score: number | null, templateName: string | null, templateVersion: number | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, domainBreakdown: Array<{ domain: string, complianceRatio: number, controlCount: number, framework: { id: string, name: string } }>, history: Array<{ id: string, title: string, submittedAt: string | null, score: number | null }>, customerResponsibilityCompliance: { total: number, completed: number, inProgress: number, pending: number, notApplicable: number, percent: number } | null } } };

export type DeleteVendorMutationVariables = Exact<{
  id: string;
}>;


export type DeleteVendorMutation = { deleteVendor: { deletedId: string } };

export type VendorDetailFragment = { id: string, name: string, contactEmail: string, externalId: string | null, contactName: string | null, website: string | null, notes: string | null, tier: Tier | null, overallScore: number | null, lastAssessedAt: string | null, contractValue: ContractValue | null, geographicRisk: GeographicRisk | null, tags: Array<string>, assessments: { nodes: Array<{ id: string, title: string, status: AssessmentStatus, score: number | null, templateName: string | null, templateVersion: number | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, domainBreakdown: Array<{ domain: string, complianceRatio: number, controlCount: number, framework: { id: string, name: string } }>, history: Array<{ id: string, title: string, submittedAt: string | null, score: number | null }>, customerResponsibilityCompliance: { total: number, completed: number, inProgress: number, pending: number, notApplicable: number, percent: number } | null };

export type VendorProfileFragment = { id: string, name: string, contactEmail: string, externalId: string | null, contactName: string | null, website: string | null, notes: string | null, tier: Tier | null, overallScore: number | null, lastAssessedAt: string | null, contractValue: ContractValue | null, geographicRisk: GeographicRisk | null, tags: Array<string> };

export type DomainResultFragment = { domain: string, complianceRatio: number, controlCount: number, framework: { id: string, name: string } };

export type VendorRecordFragment = { id: string, name: string, contactName: string | null, contactEmail: string, tier: Tier | null, dataSensitivity: DataSensitivity | null, contractRenewalDate: string | null, contractValue: ContractValue | null, geographicRisk: GeographicRisk | null, tags: Array<string>, overallScore: number | null, lastAssessedAt: string | null, createdAt: string, updatedAt: string, website: string | null, notes: string | null, serviceDescription: string | null };

export type VendorTextsFragment = { website: string | null, notes: string | null, serviceDescription: string | null };

export const listVendorsDocument = document<'listVendors', ListVendorsQuery, ListVendorsQueryVariables>('listVendors', `query listVendors($filter: VendorFilter!, $first: Int!, $after: String) {
  vendors(filter: $filter, first: $first, after: $after) {
    nodes {
      id
      name
      externalId
      contactName
      contactEmail
      tier
      website
      overallScore
      lastAssessedAt
      assessmentCount
      tags
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`);

export const getVendorDocument = document<'getVendor', GetVendorQuery, GetVendorQueryVariables>('getVendor', `query getVendor($id: ID!, $first: Int!, $after: String) {
  vendor(id: $id) {
    revision
    ...VendorDetail
  }
}

fragment VendorDetail on Vendor {
  ...VendorProfile
  assessments(first: $first, after: $after) {
    nodes {
      id
      title
      status
      score
      templateName
      templateVersion
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  domainBreakdown {
    ...DomainResult
  }
  history: scoreHistory {
    id
    title
    submittedAt
    score
  }
  customerResponsibilityCompliance: responsibilityCompliance {
    total
    completed
    inProgress
    pending
    notApplicable
    percent
  }
}

fragment VendorProfile on Vendor {
  id
  name
  contactEmail
  externalId
  contactName
  website
  notes
  tier
  overallScore
  lastAssessedAt
  contractValue
  geographicRisk
  tags
}

fragment DomainResult on DomainCompliance {
  domain
  framework {
    id
    name
  }
  complianceRatio
  controlCount
}`);

export const getVendorByExternalIdDocument = document<'getVendorByExternalId', GetVendorByExternalIdQuery, GetVendorByExternalIdQueryVariables>('getVendorByExternalId', `query getVendorByExternalId($externalId: String!, $first: Int!, $after: String) {
  vendor: vendorByExternalId(externalId: $externalId) {
    revision
    ...VendorDetail
  }
}

fragment VendorDetail on Vendor {
  ...VendorProfile
  assessments(first: $first, after: $after) {
    nodes {
      id
      title
      status
      score
      templateName
      templateVersion
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  domainBreakdown {
    ...DomainResult
  }
  history: scoreHistory {
    id
    title
    submittedAt
    score
  }
  customerResponsibilityCompliance: responsibilityCompliance {
    total
    completed
    inProgress
    pending
    notApplicable
    percent
  }
}

fragment VendorProfile on Vendor {
  id
  name
  contactEmail
  externalId
  contactName
  website
  notes
  tier
  overallScore
  lastAssessedAt
  contractValue
  geographicRisk
  tags
}

fragment DomainResult on DomainCompliance {
  domain
  framework {
    id
    name
  }
  complianceRatio
  controlCount
}`);

export const getVendorScoreDocument = document<'getVendorScore', GetVendorScoreQuery, GetVendorScoreQueryVariables>('getVendorScore', `query getVendorScore($id: ID!) {
  vendor(id: $id) {
    id
    name
    tier
    overallScore
    lastAssessedAt
    assessmentCount
    latestScore
    domainBreakdown {
      ...DomainResult
    }
  }
}

fragment DomainResult on DomainCompliance {
  domain
  framework {
    id
    name
  }
  complianceRatio
  controlCount
}`);

export const listVendorCertificationsDocument = document<'listVendorCertifications', ListVendorCertificationsQuery, ListVendorCertificationsQueryVariables>('listVendorCertifications', `query listVendorCertifications($id: ID!) {
  vendor(id: $id) {
    vendorId: id
    vendorName: name
    entries: certifications {
      id
      name
      issuer
      issuedDate
      expiresDate
      notes
      attachments {
        id
        fileName
        displayName
        mimeType
        sizeBytes
      }
    }
  }
}`);

export const exportVendorDocument = document<'exportVendor', ExportVendorQuery, ExportVendorQueryVariables>('exportVendor', `query exportVendor($id: ID!, $first: Int!, $after: String) {
  vendor(id: $id) {
    id
    name
    externalId
    contactName
    contactEmail
    tier
    owner {
      name
    }
    serviceDescription
    dataSensitivity
    contractRenewalDate
    contractValue
    geographicRisk
    tags
    overallScore
    assessments(first: $first, after: $after) {
      nodes {
        title
        status
        score
        dueDate
        sentAt
        submittedAt
        templateName
        templateVersion
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    certifications {
      name
      issuer
      issuedDate
      expiresDate
      notes
    }
    responsibilityActions {
      frameworkName
      controlCode
      controlTitle
      certificationName
      status
      assignee {
        name
      }
      completedAt
      notes
    }
  }
}`);

export const importVendorDocument = document<'importVendor', ImportVendorMutation, ImportVendorMutationVariables>('importVendor', `mutation importVendor($input: CreateVendorInput!) {
  createVendor(input: $input) {
    vendor {
      ...VendorRecord
    }
    shown: vendor {
      revision
      ...VendorProfile
    }
  }
}

fragment VendorProfile on Vendor {
  id
  name
  contactEmail
  externalId
  contactName
  website
  notes
  tier
  overallScore
  lastAssessedAt
  contractValue
  geographicRisk
  tags
}

fragment VendorRecord on Vendor {
  id
  name
  contactName
  contactEmail
  tier
  ...VendorTexts
  dataSensitivity
  contractRenewalDate
  contractValue
  geographicRisk
  tags
  overallScore
  lastAssessedAt
  createdAt
  updatedAt
}

fragment VendorTexts on Vendor {
  website
  notes
  serviceDescription
}`);

export const updateVendorDocument = document<'updateVendor', UpdateVendorMutation, UpdateVendorMutationVariables>('updateVendor', `mutation updateVendor($input: UpdateVendorInput!, $first: Int!, $after: String) {
  updateVendor(input: $input) {
    vendor {
      ...VendorRecord
      externalId
      owner {
        id
      }
    }
    shown: vendor {
      revision
      ...VendorDetail
    }
  }
}

fragment VendorDetail on Vendor {
  ...VendorProfile
  assessments(first: $first, after: $after) {
    nodes {
      id
      title
      status
      score
      templateName
      templateVersion
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  domainBreakdown {
    ...DomainResult
  }
  history: scoreHistory {
    id
    title
    submittedAt
    score
  }
  customerResponsibilityCompliance: responsibilityCompliance {
    total
    completed
    inProgress
    pending
    notApplicable
    percent
  }
}

fragment VendorProfile on Vendor {
  id
  name
  contactEmail
  externalId
  contactName
  website
  notes
  tier
  overallScore
  lastAssessedAt
  contractValue
  geographicRisk
  tags
}

fragment DomainResult on DomainCompliance {
  domain
  framework {
    id
    name
  }
  complianceRatio
  controlCount
}

fragment VendorRecord on Vendor {
  id
  name
  contactName
  contactEmail
  tier
  ...VendorTexts
  dataSensitivity
  contractRenewalDate
  contractValue
  geographicRisk
  tags
  overallScore
  lastAssessedAt
  createdAt
  updatedAt
}

fragment VendorTexts on Vendor {
  website
  notes
  serviceDescription
}`);

export const deleteVendorDocument = document<'deleteVendor', DeleteVendorMutation, DeleteVendorMutationVariables>('deleteVendor', `mutation deleteVendor($id: ID!) {
  deleteVendor(input: {id: $id}) {
    deletedId
  }
}`);
