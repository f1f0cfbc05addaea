import type { HistoryEntry } from '../../domains/audit/audit.history';
import type { Actor } from './world';

/** The columns to be written, in the order of the tables' dependencies. */
// prettier-ignore
export const COLUMNS = {
  role: ['id', 'created_at', 'updated_at', 'name', 'description', 'permissions'],
  app_user: ['id', 'created_at', 'updated_at', 'name', 'email', 'password_hash', 'role_id', 'last_signed_in_at'],
  portfolio: ['id', 'created_at', 'updated_at', 'name', 'description'],
  vendor: [
    'id', 'created_at', 'updated_at', 'revision', 'name', 'external_id', 'contact_name', 'contact_email', 'tier', 'website',
    'notes', 'service_description', 'data_sensitivity', 'contract_renewal_date', 'contract_value', 'geographic_risk', 'tags',
    'owner_id', 'portfolio_id', 'assessment_count', 'status', 'offboarding_started_at', 'offboarding_reason',
  ],
  own_field_value: ['vendor_id', 'key', 'value', 'person_id'],
  vendor_request: [
    'id', 'created_at', 'updated_at', 'revision', 'vendor_id', 'name', 'website', 'reason', 'state', 'answers',
    'data_sensitivity', 'contract_value', 'geographic_risk', 'tier', 'tier_rule', 'requested_by_id', 'requested_by_name',
  ],
  intake_decision: ['id', 'created_at', 'request_id', 'decided_by_id', 'decided_by_name', 'note'],
  offboarding_step: ['id', 'vendor_id', 'kind', 'is_done', 'note', 'done_at', 'done_by_id', 'done_by_name'],
  certification: ['id', 'created_at', 'updated_at', 'vendor_id', 'name', 'issuer', 'issued_date', 'expires_date'],
  responsibility_action: [
    'id', 'created_at', 'updated_at', 'revision', 'vendor_id', 'certification_id', 'certification_name', 'control_id',
    'control_code', 'control_title', 'framework_name', 'status', 'assignee_id', 'notes', 'completed_at',
  ],
  assessment: [
    'id', 'created_at', 'updated_at', 'revision', 'title', 'vendor_id', 'template_id', 'template_name', 'template_version',
    'status', 'due_date', 'sent_at', 'opened_at', 'submitted_at', 'completed_at', 'reviewer_id', 'created_by_id', 'recurrence',
    'previous_id', 'next_due_on',
  ],
  assessment_question: [
    'id', 'created_at', 'assessment_id', 'section', 'position', 'text', 'help_text', 'finding_title', 'type', 'risk_weight',
    'required', 'options', 'exclusive_options', 'expected_answer', 'conditional_logic', 'control_codes', 'template_question_id',
  ],
  assessment_question_control: [
    'id', 'created_at', 'question_id', 'assessment_id', 'control_id', 'framework_id', 'code', 'title', 'domain',
    'framework_name', 'is_shared_responsibility',
  ],
  portal_link: ['id', 'created_at', 'assessment_id', 'token_hash', 'expires_at', 'revoked_at'],
  /** Answers that haven't been scored yet; the others are `judged`. */
  response: ['id', 'created_at', 'updated_at', 'assessment_id', 'question_id', 'value', 'is_not_applicable', 'not_applicable_reason'],
  review_decision: [
    'id', 'created_at', 'updated_at', 'response_id', 'assessment_id', 'decision', 'note', 'decided_by_id', 'decided_at',
  ],
  comment: [
    'id', 'created_at', 'assessment_id', 'parent_id', 'author_type', 'author_name', 'user_id', 'body', 'visibility',
  ],
  /** Raised manually; the others follow from the answers. */
  finding: [
    'id', 'created_at', 'updated_at', 'vendor_id', 'assessment_id', 'title', 'description', 'severity', 'control_codes',
    'is_manual',
  ],
  finding_control: ['finding_id', 'code', 'control_id'],
  attachment: [
    'id', 'created_at', 'file_name', 'mime_type', 'size_bytes', 'sha256', 'storage_key', 'certification_id', 'response_id',
    'assessment_id', 'uploaded_by_id',
  ],
} as const;

export type TableName = keyof typeof COLUMNS;
export const TABLES = Object.keys(COLUMNS) as TableName[];

export type Value = string | number | boolean | null | readonly string[];
export type RowOf<T extends TableName> = Record<(typeof COLUMNS)[T][number], Value>;

/** The submitted answer to a visible question, with the outcome of its finding, if there is one. */
export interface JudgedAnswer {
  id: string;
  questionId: string;
  assessmentId: string;
  value: unknown;
  isNotApplicable: boolean;
  notApplicableReason: string | null;
  isRejected: boolean;
  /** An unanswered question has a row only if it is scored. */
  isAnswered: boolean;
  answeredAt: string;
  changedAt: string;
  revision: number;
  finding: PlannedFinding;
}

export interface PlannedFinding {
  id: string;
  createdAt: string;
  status: 'OPEN' | 'REMEDIATED' | 'RISK_ACCEPTED';
  resolution: { note: string; at: string; by: Actor } | null;
  /** How its risk came to be accepted. */
  acceptance?: { id: string; decisionId: string; by: Actor; at: string; until: string };
}

/** An audit entry; one with `findingId` is written only if that finding was created. */
export type PlannedEntry = HistoryEntry & { findingId?: string };

/** Written together. */
export class Batch {
  readonly rows: { [T in TableName]: RowOf<T>[] };
  readonly judged: JudgedAnswer[] = [];
  /** Submitted once and sent back: their verdicts are void, their findings stay. */
  readonly sentBack: string[] = [];
  readonly history: PlannedEntry[] = [];
  /** The content for the file store, by key. */
  readonly files = new Map<string, Buffer>();

  constructor() {
    this.rows = Object.fromEntries(TABLES.map((table) => [table, []])) as never;
  }

  add<T extends TableName>(table: T, row: RowOf<T>): void {
    this.rows[table].push(row);
  }
}
