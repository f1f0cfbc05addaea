/** What to do next, as one would say it to a colleague. Pure: no database, no framework. */

type Step = string | Readonly<Record<string, string>>;

/** By the state of the thing, where that decides. */
const NEXT: Readonly<Record<string, Step>> = {
  ASSESSMENT_TO_REVIEW: { SUBMITTED: 'Start the review', UNDER_REVIEW: 'Finish the review' },
  ANSWERS_AWAITED: { SENT: 'Remind the vendor to start', IN_PROGRESS: 'Remind the vendor to submit the answers' },
  FINDING: {
    SENT: 'Wait for the vendor’s answer, or remind them',
    SENT_BACK: 'Wait for the vendor’s new answer, or remind them',
    PLANNED: 'Follow up on the plan, and close the finding when it is done',
    NEW: 'Agree on a plan, or send it to the vendor',
  },
  REMEDIATION_TO_DECIDE: {
    DONE: 'Check what the vendor did, then accept it or send it back',
    PLANNED: 'Review the vendor’s plan, and send it back if it isn’t enough',
    DISAGREE: 'Read why the vendor disagrees, and answer',
  },
  ACCEPTANCE_TO_APPROVE: {
    REQUESTED: 'Approve or reject accepting the risk',
    LATE: 'Reject the request: the time for which it was made is over',
  },
  ACTION: { PENDING: 'Start the task', IN_PROGRESS: 'Finish the task' },
  CERTIFICATION_ENDING: {
    EXPIRED: 'Ask the vendor for a valid certificate: this one has expired',
    EXPIRING: 'Ask the vendor for the new certificate',
  },
  CONTRACT_ENDING: 'Decide whether to renew the contract',
  VENDOR_REQUEST_TO_DECIDE: 'Approve or reject the request',
};

/** The same for who only follows what reviewers do. */
const TO_FOLLOW: Readonly<Record<string, Step>> = {
  ASSESSMENT_TO_REVIEW: { SUBMITTED: 'Waiting for review', UNDER_REVIEW: 'Waiting for the reviewer to finish' },
  FINDING: {
    SENT: 'Waiting for the vendor’s answer',
    SENT_BACK: 'Waiting for the vendor’s new answer',
    PLANNED: 'Follow up on the plan, and tell a reviewer when it is done',
    NEW: 'Agree on a plan with a reviewer',
  },
  REMEDIATION_TO_DECIDE: 'Waiting for a reviewer to decide on the vendor’s answer',
};

export function nextStep({ kind, detail }: { kind: string; detail: string | null }, mayReview: boolean): string {
  const step = (mayReview ? undefined : TO_FOLLOW[kind]) ?? NEXT[kind]!;
  return typeof step === 'string' ? step : step[detail ?? '']!;
}
