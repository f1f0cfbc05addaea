/** Written by "npm run schema" from schema/openapi.yaml. */

export interface Schemas {
  Error: {
    error: string;
  };
  Tier: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | null;
  DataSensitivity: 'PUBLIC' | 'INTERNAL' | 'CONFIDENTIAL' | 'RESTRICTED' | null;
  ContractValue: '$0–$50K' | '$50K–$250K' | '$250K–$1M' | '$1M–$5M' | '$5M+' | null;
  GeographicRisk: 'DOMESTIC' | 'REGIONAL' | 'GLOBAL' | 'HIGH_RISK_JURISDICTION' | null;
  Score: number | null;
  Moment: string | null;
  AssessmentStatus: 'DRAFT' | 'SENT' | 'IN_PROGRESS' | 'SUBMITTED' | 'UNDER_REVIEW' | 'COMPLETED';
  Level: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW';
  FindingStatus: 'OPEN' | 'REMEDIATED' | 'RISK_ACCEPTED';
  QuestionType:
  | 'YES_NO'
  | 'MULTIPLE_CHOICE'
  | 'FREE_TEXT'
  | 'FILE_UPLOAD'
  | 'DATE'
  | 'NUMERIC'
  | 'COMBOBOX'
  | 'MULTI_SELECT'
  | 'RATING';
  ExpectedAnswer: string | null | number | Array<string> | Schemas['ExpectedRange'];
  Answer: string | null | number | Array<string>;
  ExpectedRange: {
    min?: number | string;
    max?: number | string;
  };
  VendorSummary: {
    id: string;
    name: string;
    externalId: string | null;
    contactName: string | null;
    contactEmail: string;
    tier: Schemas['Tier'];
    website: string | null;
    overallScore: Schemas['Score'];
    lastAssessedAt: Schemas['Moment'];
    assessmentCount: number;
    tags: Array<string>;
  };
  VendorDetail: {
    id: string;
    name: string;
    contactEmail: string;
    externalId: string | null;
    contactName: string | null;
    website: string | null;
    notes: string | null;
    tier: Schemas['Tier'];
    overallScore: Schemas['Score'];
    lastAssessedAt: Schemas['Moment'];
    contractValue: Schemas['ContractValue'];
    geographicRisk: Schemas['GeographicRisk'];
    tags: Array<string>;
    assessments: Array<{
      id: string;
      title: string;
      status: Schemas['AssessmentStatus'];
      score: Schemas['Score'];
      templateName: string | null;
      templateVersion: number | null;
    }>;
    domainBreakdown: Array<Schemas['DomainCompliance']>;
    history: Array<{
      id: string;
      title: string;
      submittedAt: Schemas['Moment'];
      score: Schemas['Score'];
    }>;
    customerResponsibilityCompliance: {
      total: number;
      completed: number;
      inProgress: number;
      pending: number;
      notApplicable: number;
      percent: number;
    } | null;
  };
  DomainCompliance: {
    domain: string;
    frameworkId: string;
    frameworkName: string;
    complianceRatio: number;
    controlCount: number;
  };
  VendorScore: {
    id: string;
    name: string;
    tier: Schemas['Tier'];
    overallScore: Schemas['Score'];
    lastAssessedAt: Schemas['Moment'];
    assessmentCount: number;
    latestScore: Schemas['Score'];
    domainBreakdown: Array<Schemas['DomainCompliance']>;
  };
  VendorImport: {
    name: string;
    contactEmail: string;
    externalId?: string | null;
    contactName?: string | null;
    tier?: Schemas['Tier'];
    website?: string | null;
    notes?: string | null;
    serviceDescription?: string | null;
    dataSensitivity?: Schemas['DataSensitivity'];
    contractRenewalDate?: string | null;
    contractValue?: Schemas['ContractValue'];
    geographicRisk?: Schemas['GeographicRisk'];
    tags?: Array<string> | null;
  };
  VendorCreated: {
    id: string;
    name: string;
    contactName: string | null;
    contactEmail: string;
    tier: Schemas['Tier'];
    website: string | null;
    notes: string | null;
    serviceDescription: string | null;
    dataSensitivity: Schemas['DataSensitivity'];
    contractRenewalDate: Schemas['Moment'];
    contractValue: Schemas['ContractValue'];
    geographicRisk: Schemas['GeographicRisk'];
    tags: Array<string>;
    ownerId: string | null;
    overallScore: Schemas['Score'];
    lastAssessedAt: Schemas['Moment'];
    createdAt: string;
    updatedAt: string;
  };
  VendorUpdate: {
    name?: string;
    contactEmail?: string;
    externalId?: string | null;
    contactName?: string | null;
    tier?: Schemas['Tier'];
    website?: string | null;
    notes?: string | null;
    serviceDescription?: string | null;
    dataSensitivity?: Schemas['DataSensitivity'];
    contractRenewalDate?: string | null;
    contractValue?: Schemas['ContractValue'];
    geographicRisk?: Schemas['GeographicRisk'];
    tags?: Array<string> | null;
    ownerId?: string | null;
  };
  VendorUpdated: {
    id: string;
    name: string;
    contactName: string | null;
    contactEmail: string;
    tier: Schemas['Tier'];
    website: string | null;
    notes: string | null;
    serviceDescription: string | null;
    dataSensitivity: Schemas['DataSensitivity'];
    contractRenewalDate: Schemas['Moment'];
    contractValue: Schemas['ContractValue'];
    geographicRisk: Schemas['GeographicRisk'];
    tags: Array<string>;
    ownerId: string | null;
    overallScore: Schemas['Score'];
    lastAssessedAt: Schemas['Moment'];
    createdAt: string;
    updatedAt: string;
    externalId: string | null;
  };
  VendorDeleted: {
    deleted: true;
  };
  AssessmentSummary: {
    id: string;
    title: string;
    vendorId: string;
    vendorName: string;
    status: Schemas['AssessmentStatus'];
    score: Schemas['Score'];
    dueDate: Schemas['Moment'];
    sentAt: Schemas['Moment'];
    submittedAt: Schemas['Moment'];
    createdAt: string;
    templateName: string | null;
    templateVersion: number | null;
    reviewerName: string | null;
  };
  AssessmentPage: {
    entries: Array<Schemas['AssessmentSummary']>;
    page: number;
    pageSize: number;
    totalCount: number;
  };
  VendorAssessmentPage: {
    vendorId: string;
    vendorName: string;
    entries: Array<Schemas['AssessmentSummary']>;
    page: number;
    pageSize: number;
    totalCount: number;
  };
  Evidence: {
    id: string;
    fileName: string;
    displayName: string | null;
    mimeType: string;
    sizeBytes: number;
    createdAt: string;
  };
  Comment: {
    id: string;
    authorType: 'USER' | 'VENDOR';
    authorName: string;
    body: string;
    visibility: 'INTERNAL' | 'SHARED';
    createdAt: string;
    replies: Array<Schemas['Comment']>;
  };
  AssessmentDetail: {
    id: string;
    title: string;
    status: Schemas['AssessmentStatus'];
    score: Schemas['Score'];
    dueDate: Schemas['Moment'];
    sentAt: Schemas['Moment'];
    submittedAt: Schemas['Moment'];
    completedAt: Schemas['Moment'];
    createdAt: string;
    recurrence: 'NONE' | 'QUARTERLY' | 'BIANNUALLY' | 'ANNUALLY';
    vendor: {
      id: string;
      name: string;
      contactName: string | null;
      contactEmail: string;
      tier: Schemas['Tier'];
    };
    template: {
      id: string;
      name: string;
      version: number;
    } | null;
    reviewer: {
      id: string;
      name: string;
      email: string;
    } | null;
    questions: Array<Schemas['AssessmentQuestion']>;
    findings: Array<{
      id: string;
      title: string;
      description: string | null;
      severity: Schemas['Level'];
      status: Schemas['FindingStatus'];
      controlCodes: Array<string>;
      resolutionNote: string | null;
      resolvedAt: Schemas['Moment'];
      resolvedByName: string | null;
      createdAt: string;
    }>;
    comments: Array<Schemas['Comment']>;
    evidence: Array<Schemas['Evidence']>;
    scoreBreakdown: Array<{
      section: string;
      score: Schemas['Score'];
      weighted: number;
      max: number;
    }>;
  };
  AssessmentQuestion: {
    id: string;
    sectionTitle: string;
    text: string;
    helpText: string | null;
    type: Schemas['QuestionType'];
    riskWeight: Schemas['Level'];
    required: boolean;
    expectedAnswer: Schemas['ExpectedAnswer'];
    options: Array<string>;
    order: number;
    controlIds: Array<string>;
    sharedControlIds: Array<string>;
    response: {
      value: Schemas['Answer'];
      isNotApplicable: boolean;
      isCompliant: boolean | null;
      weightedScore: number | null;
      maxScore: number | null;
      review: {
        decision: 'APPROVED' | 'REJECTED' | 'CLARIFICATION_REQUESTED';
        note: string | null;
      } | null;
      evidence: Array<Schemas['Evidence']>;
    } | null;
  };
  Finding: {
    id: string;
    title: string;
    description: string | null;
    severity: Schemas['Level'];
    status: Schemas['FindingStatus'];
    controlCodes: Array<string>;
    resolutionNote: string | null;
    createdAt: string;
    assessmentId: string;
    assessmentTitle: string;
    vendorId: string;
    vendorName: string;
  };
  FindingPage: {
    entries: Array<Schemas['Finding']>;
    page: number;
    pageSize: number;
    totalCount: number;
  };
  FindingUpdate: {
    status: 'REMEDIATED' | 'RISK_ACCEPTED';
    resolutionNote?: string | null;
  };
  FindingUpdated: {
    id: string;
    title: string;
    status: Schemas['FindingStatus'];
    severity: Schemas['Level'];
    resolutionNote: string | null;
    resolvedAt: Schemas['Moment'];
  };
  Certification: {
    id: string;
    name: string;
    issuer: string | null;
    issuedDate: string | null;
    expiresDate: string | null;
    notes: string | null;
    attachments: Array<{
      id: string;
      fileName: string;
      displayName: string | null;
      mimeType: string;
      sizeBytes: number;
    }>;
  };
  CertificationList: {
    vendorId: string;
    vendorName: string;
    entries: Array<Schemas['Certification']>;
  };
  FrameworkSummary: {
    id: string;
    name: string;
    version: string | null;
    description: string | null;
    controlCount: number;
  };
  FrameworkDetail: {
    id: string;
    name: string;
    version: string | null;
    description: string | null;
    controls: Array<{
      id: string;
      domain: string | null;
      code: string;
      title: string;
      guidance: string | null;
      order: number;
    }>;
  };
  TemplateExport: {
    name: string;
    description: string | null;
    sections: Array<{
      title: string;
      questions: Array<{
        text: string;
        helpText: string | null;
        type: Schemas['QuestionType'];
        riskWeight: Schemas['Level'];
        required: boolean;
        options: Array<string>;
        expectedAnswer: Schemas['ExpectedAnswer'];
        conditionalLogic: Schemas['ConditionalLogic'];
        controlCodes: Array<string>;
      }>;
    }>;
  };
  ConditionalLogic: {
    match: 'all' | 'any';
    rules: Array<{
      questionId: string;
      operator:
      | 'equals'
      | 'notEquals'
      | 'contains'
      | 'notContains'
      | 'gt'
      | 'lt'
      | 'gte'
      | 'lte'
      | 'answered'
      | 'notAnswered';
      value: string | null | number;
    }>;
  } | null;
  AuditEntry: {
    id: string;
    action: string;
    actionLabel: string;
    userName: string;
    entityType: string | null;
    entityId: string | null;
    entityName: string | null;
    meta: Record<string, unknown> | null;
    createdAt: string;
  };
  AuditPage: {
    entries: Array<Schemas['AuditEntry']>;
    page: number;
    pageSize: number;
    totalCount: number;
  };
  Dashboard: {
    vendors: number;
    vendorCount: number;
    averageScore: Schemas['Score'];
    openFindings: number;
    needsAttention: number;
    scoreDistribution: {
      green: number;
      amber: number;
      red: number;
      unscored: number;
    };
    topDeficientControls: Array<{
      controlCode: string;
      controlTitle: string;
      failCount: number;
    }>;
    riskByTier: Array<{
      tier: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
      count: number;
    }>;
    vendorsByTier: {
      LOW: number;
      MEDIUM: number;
      HIGH: number;
      CRITICAL: number;
    };
    assessmentStatusCounts: {
      DRAFT: number;
      SENT: number;
      IN_PROGRESS: number;
      SUBMITTED: number;
      UNDER_REVIEW: number;
      COMPLETED: number;
      OVERDUE: number;
    };
    customerResponsibilitySummary: {
      totalVendors: number;
      totalActions: number;
      completedActions: number;
      percent: number;
    } | null;
  };
  Csv: string;
  Bytes: string;
  FileUpload: {
    file: Schemas['Bytes'];
    displayName?: string;
    vendorId?: string;
    certificationId?: string;
    actionId?: string;
    offboardingStepId?: string;
    responseId?: string;
    assessmentId?: string;
    questionId?: string;
    portalToken?: string;
    portalPassword?: string;
  };
  UploadedFile: {
    id: string;
    fileName: string;
    displayName: string | null;
    mimeType: string;
    sizeBytes: number;
    createdAt: string;
    url: string;
  };
  FrameworkImport: {
    file: Schemas['Bytes'];
    name?: string;
    version?: string;
    description?: string;
  };
  ImportedFramework: {
    id: string;
    name: string;
    version: string | null;
    controlCount: number;
  };
  OscalDocument: Record<string, unknown>;
}

export interface Operations {
  listVendors: {
    request: {
      query?: {
        query?: string;
        tier?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
        tag?: string;
        externalId?: string;
        status?: string;
        asOf?: string;
      };
    };
    answer: Array<Schemas['VendorSummary']>;
  };
  importVendor: {
    request: {
      header?: {
        'Idempotency-Key'?: string;
      };
      body: Schemas['VendorImport'];
    };
    answer: Schemas['VendorCreated'];
  };
  getVendorByExternalId: {
    request: {
      path: {
        externalId: string;
      };
      query?: {
        asOf?: string;
      };
    };
    answer: Schemas['VendorDetail'];
  };
  getVendor: {
    request: {
      path: {
        vendorId: string;
      };
      query?: {
        asOf?: string;
      };
    };
    answer: Schemas['VendorDetail'];
  };
  updateVendor: {
    request: {
      path: {
        vendorId: string;
      };
      header?: {
        'If-Match'?: string;
      };
      body: Schemas['VendorUpdate'];
    };
    answer: Schemas['VendorUpdated'];
  };
  deleteVendor: {
    request: {
      path: {
        vendorId: string;
      };
      header?: {
        'If-Match'?: string;
      };
    };
    answer: Schemas['VendorDeleted'];
  };
  getVendorScore: {
    request: {
      path: {
        vendorId: string;
      };
      query?: {
        asOf?: string;
      };
    };
    answer: Schemas['VendorScore'];
  };
  exportVendor: {
    request: {
      path: {
        vendorId: string;
      };
      query?: {
        asOf?: string;
      };
    };
    answer: string;
  };
  listVendorAssessments: {
    request: {
      path: {
        vendorId: string;
      };
      query?: {
        page?: number;
        status?: string;
        asOf?: string;
      };
    };
    answer: Schemas['VendorAssessmentPage'];
  };
  listVendorCertifications: {
    request: {
      path: {
        vendorId: string;
      };
      query?: {
        asOf?: string;
      };
    };
    answer: Schemas['CertificationList'];
  };
  listAssessments: {
    request: {
      query?: {
        vendorId?: string;
        status?: 'DRAFT' | 'SENT' | 'IN_PROGRESS' | 'SUBMITTED' | 'UNDER_REVIEW' | 'COMPLETED';
        fromDate?: string;
        toDate?: string;
        page?: number;
        query?: string;
        overdue?: string;
        format?: 'json' | 'csv';
        asOf?: string;
      };
    };
    answer: Schemas['AssessmentPage'] | string;
  };
  getAssessment: {
    request: {
      path: {
        assessmentId: string;
      };
      query?: {
        asOf?: string;
      };
    };
    answer: Schemas['AssessmentDetail'];
  };
  exportAssessment: {
    request: {
      path: {
        assessmentId: string;
      };
      query?: {
        asOf?: string;
      };
    };
    answer: string;
  };
  getAssessmentPdf: {
    request: {
      path: {
        assessmentId: string;
      };
      query?: {
        asOf?: string;
      };
    };
    answer: string;
  };
  listFindings: {
    request: {
      query?: {
        status?: 'OPEN' | 'REMEDIATED' | 'RISK_ACCEPTED';
        severity?: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW';
        vendorId?: string;
        page?: number;
        asOf?: string;
      };
    };
    answer: Schemas['FindingPage'];
  };
  updateFinding: {
    request: {
      path: {
        findingId: string;
      };
      header?: {
        'If-Match'?: string;
      };
      body: Schemas['FindingUpdate'];
    };
    answer: Schemas['FindingUpdated'];
  };
  listFrameworks: {
    request: {
      query?: {
        asOf?: string;
      };
    };
    answer: Array<Schemas['FrameworkSummary']>;
  };
  getFramework: {
    request: {
      path: {
        frameworkId: string;
      };
      query?: {
        search?: string;
        asOf?: string;
      };
    };
    answer: Schemas['FrameworkDetail'];
  };
  deleteFramework: {
    request: {
      path: {
        frameworkId: string;
      };
    };
    answer: undefined;
  };
  exportTemplate: {
    request: {
      path: {
        templateId: string;
      };
      query?: {
        asOf?: string;
      };
    };
    answer: Schemas['TemplateExport'];
  };
  listAudit: {
    request: {
      query?: {
        action?: string;
        userId?: string;
        entityType?: string;
        entityId?: string;
        fromDate?: string;
        toDate?: string;
        page?: number;
        pageSize?: number;
        format?: 'json' | 'csv';
        asOf?: string;
      };
    };
    answer: Schemas['AuditPage'] | string;
  };
  getDashboard: {
    request: {
      query?: {
        asOf?: string;
      };
    };
    answer: Schemas['Dashboard'];
  };
  getPortfolioReport: {
    request: {
      query?: {
        asOf?: string;
      };
    };
    answer: string;
  };
  getVendorFrameworkReport: {
    request: {
      path: {
        vendorId: string;
        frameworkId: string;
      };
      query?: {
        asOf?: string;
      };
    };
    answer: string;
  };
}

export const ROUTES = {
  listVendors: 'GET /v1/vendors',
  importVendor: 'POST /v1/vendors/import',
  getVendorByExternalId: 'GET /v1/vendors/external/{externalId}',
  getVendor: 'GET /v1/vendors/{vendorId}',
  updateVendor: 'PUT /v1/vendors/{vendorId}',
  deleteVendor: 'DELETE /v1/vendors/{vendorId}',
  getVendorScore: 'GET /v1/vendors/{vendorId}/score',
  exportVendor: 'GET /v1/vendors/{vendorId}/export',
  listVendorAssessments: 'GET /v1/vendors/{vendorId}/assessments',
  listVendorCertifications: 'GET /v1/vendors/{vendorId}/certifications',
  listAssessments: 'GET /v1/assessments',
  getAssessment: 'GET /v1/assessments/{assessmentId}',
  exportAssessment: 'GET /assessments/{assessmentId}/export',
  getAssessmentPdf: 'GET /assessments/{assessmentId}/pdf',
  listFindings: 'GET /v1/findings',
  updateFinding: 'PATCH /v1/findings/{findingId}',
  listFrameworks: 'GET /v1/frameworks',
  getFramework: 'GET /v1/frameworks/{frameworkId}',
  deleteFramework: 'DELETE /v1/frameworks/{frameworkId}',
  exportTemplate: 'GET /templates/{templateId}/export',
  listAudit: 'GET /v1/audit',
  getDashboard: 'GET /v1/dashboard',
  getPortfolioReport: 'GET /dashboard/report',
  getVendorFrameworkReport: 'GET /vendors/{vendorId}/frameworks/{frameworkId}/report',
} as const satisfies Record<keyof Operations, string>;
