/** What has to be done before a vendor is archived. Pure: no database, no framework. */

/** The steps, in order, as people read them. */
export const OFFBOARDING_STEPS = {
  ACCESS: 'Access revoked',
  DATA: 'Data returned or destroyed',
  CONTRACT: 'Contract ended',
} as const;

type StepKind = keyof typeof OFFBOARDING_STEPS;

export const STEP_KINDS = Object.keys(OFFBOARDING_STEPS) as StepKind[];

/** What became of our data must be proven. */
export const needsEvidence = (kind: string): boolean => kind === 'DATA';
