import type { MyWorkQuery } from './my-work.generated';

type Item = Pick<MyWorkQuery['myWork']['items']['nodes'][number], 'id' | 'kind' | 'vendor' | 'finding'>;

/** Where the next step is done. */
export function linkTo({ id, kind, vendor, finding }: Item): { to: '/' } {
  const vendorTab = (tab?: string) => ({ to: '/vendors/$vendorId', params: { vendorId: vendor?.id ?? id }, search: { tab } });
  const findings = (finding: string) => ({ to: '/findings', search: { finding } });
  const places = {
    ASSESSMENT_TO_REVIEW: () => ({ to: '/assessments/$assessmentId/review', params: { assessmentId: id } }),
    ANSWERS_AWAITED: () => ({ to: '/assessments/$assessmentId', params: { assessmentId: id } }),
    FINDING: () => findings(id),
    REMEDIATION_TO_DECIDE: () => findings(id),
    ACCEPTANCE_TO_APPROVE: () => findings(finding?.id ?? ''),
    ACTION: () => vendorTab('responsibility'),
    CERTIFICATION_ENDING: () => vendorTab('certifications'),
    CONTRACT_ENDING: () => vendorTab(),
    VENDOR_REQUEST_TO_DECIDE: () => ({ to: '/vendor-requests', search: { request: id } }),
  } satisfies Record<Item['kind'], () => { to: string }>;
  return places[kind]() as unknown as { to: '/' };
}
