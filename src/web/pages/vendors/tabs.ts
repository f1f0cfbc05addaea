/** The parts of a vendor's page, as the address names them. */
export const TABS = ['overview', 'assessments', 'findings', 'certifications', 'responsibility', 'timeline', 'files'] as const;

export type Tab = (typeof TABS)[number];
