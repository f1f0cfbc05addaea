/** The tabs of a vendor's page, as in the URL. */
export const TABS = ['overview', 'assessments', 'findings', 'certifications', 'responsibility', 'timeline', 'files', 'history'] as const;

export type Tab = (typeof TABS)[number];
