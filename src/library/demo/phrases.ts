/** Words for names and remarks. The companies are made up; any resemblance is coincidental. */

// prettier-ignore
const STARTS = [
  'Alder', 'Amber', 'Ash', 'Birch', 'Black', 'Brack', 'Bram', 'Cald', 'Carr', 'Cinder', 'Clover', 'Copper', 'Dapple',
  'Dun', 'Ebble', 'Elder', 'Ember', 'Fallow', 'Fenn', 'Flint', 'Frost', 'Garn', 'Glass', 'Hale', 'Hazel', 'Heron',
  'Iron', 'Jasper', 'Kestrel', 'Kettle', 'Lark', 'Linden', 'Marl', 'Moss', 'Nettle', 'Oster', 'Otter', 'Pell', 'Quill',
  'Raven', 'Rook', 'Rowan', 'Sable', 'Salt', 'Sorrel', 'Tarn', 'Thistle', 'Umber', 'Wether', 'Yarrow',
];
// prettier-ignore
const ENDS = [
  'barrow', 'beck', 'borne', 'bridge', 'brook', 'bury', 'by', 'combe', 'cote', 'croft', 'dale', 'dean', 'den', 'fell',
  'field', 'fold', 'ford', 'gate', 'grave', 'ham', 'haven', 'hithe', 'holm', 'holt', 'hurst', 'ing', 'lea', 'low', 'march',
  'mere', 'moor', 'more', 'ness', 'ridge', 'shaw', 'stead', 'stow', 'thorpe', 'vane', 'wald', 'wick', 'worth',
];
/** A made-up place name to start a company name with. */
export const COINED = STARTS.flatMap((start) => ENDS.map((end) => start + end));

// prettier-ignore
export const FIRST_NAMES = [
  'Aisha', 'Amélie', 'Anders', 'Bilal', 'Chiara', 'Dilnoza', 'Emeka', 'Farah', 'Goran', 'Hana', 'Ingrid', 'Javier', 'Kwame',
  'Lena', 'Marcus', 'Mei', 'Niamh', 'Noor', 'Oskar', 'Priya', 'Quentin', 'Rania', 'Solveig', 'Tomasz', 'Uma', 'Viktor',
  'Wanjiru', 'Xavier', 'Yusuf', 'Zofia',
];
// prettier-ignore
export const LAST_NAMES = [
  'Aas', 'Adeyemi', 'Bell', 'Brandt', 'Castillo', 'Dubois', 'Eriksen', 'Fischer', 'Greco', 'Haddad', 'Holm', 'Ito', 'Jansen',
  'Kaya', 'Kowalski', 'Lindqvist', 'Mbeki', 'Moreau', 'Nakamura', 'Novák', 'O’Brien', 'Petrov', 'Quiroga', 'Raman', 'Silva',
  'Thorne', 'Ueda', 'Varga', 'Weiss', 'Zieliński',
];

export const MAILBOXES = ['security', 'trust', 'compliance', 'risk', 'privacy'];

export const VENDOR_NOTES = [
  'Sub-processor outside the region: see the contract, annex 4.',
  'The contact changes often; copy the account manager.',
  'Reports arrive on the second working day of the month.',
  'Exit plan agreed; notice period of six months.',
  'Acquired by a larger group last year; new terms are being negotiated.',
];

/** A vendor's answers in free text fields. */
export const STRONG_TEXTS = [
  'Covered by our written policy, which management approves every year; the last review found no deviations.',
  'Automated, with an alert on failure. Records of the last twelve months are available on request.',
  'The responsible team is named in our handbook and trained twice a year.',
  'Tested in an exercise every six months; the report is available under NDA.',
];
export const WEAK_TEXTS = [
  'Handled case by case; there is no written procedure yet.',
  'Planned for next quarter, once the new team is in place.',
  'Handled by our hosting partner. We have not asked them for evidence so far.',
  'We are aware of the gap and accept it for now.',
];

/** Why a question doesn't apply. */
export const INAPPLICABLE_REASONS = [
  'We don’t store any of your data.',
  'Our entire service runs on a cloud provider, whose report we have sent you.',
  'This part of the product isn’t in your contract.',
];

export const APPROVAL_NOTES = ['Evidence seen.', 'Plausible, and matches last time.', 'Confirmed in the call.'];
export const REJECTION_NOTES = [
  'The evidence is older than twelve months.',
  'The document does not cover the service we use.',
  'The answer contradicts the audit report.',
];
export const CLARIFICATION_NOTES = [
  'Which of your sites does this cover?',
  'Please give the date of the last test.',
  'Does this include your sub-processors?',
];

/** A shared question, and the vendor's answer. */
export const EXCHANGES: readonly [string, string][] = [
  ['Which systems does your answer on backups cover?', 'All production databases and the file store, but not the test environment.'],
  ['Who is notified first in an incident, and how soon?', 'Your security contact, by phone within four hours and in writing within a day.'],
  [
    'The certificate you sent expires soon. When is the next audit?',
    'The auditors come next month. We will send the new certificate as soon as we have it.',
  ],
  ['Is the list of sub-processors complete?', 'Yes. We notify you 30 days before adding one.'],
];
export const INTERNAL_REMARKS = [
  'Better than last time. Let’s look at access reviews again next time.',
  'Procurement asks whether we can renew: not until the two critical findings are closed.',
  'I know their new head of security; the improvements look real.',
  'The answers read as if copied from a brochure. I asked for evidence.',
];
export const INTERNAL_REPLIES = ['Agreed.', 'I will raise it in the next call.', 'Noted for the risk committee.'];

export const SEND_BACK_MESSAGES = [
  'Please complete the highlighted answers and add evidence where requested.',
  'Some answers are about another product. Please answer for the service we use.',
];

export const REMEDIATION_NOTES = [
  'Implemented and demonstrated in a call.',
  'New policy received and reviewed.',
  'Fixed; retest passed.',
  'Now enforced for all accounts.',
];
export const ACCEPTANCE_NOTES = [
  'Accepted for a year: the service holds no personal data.',
  'Accepted: our own compensating controls apply.',
  'Accepted until the contract ends.',
];

/** Raised by a reviewer, in addition to what the answers show. */
export const MANUAL_FINDINGS: readonly { title: string; description: string; severity: string }[] = [
  { title: 'Status page reports outages hours late', description: 'Seen twice this quarter.', severity: 'MEDIUM' },
  { title: 'Contract lacks audit rights', description: 'To be added with the next renewal.', severity: 'HIGH' },
  { title: 'Security contact does not respond', description: 'Two messages went unanswered for a week.', severity: 'LOW' },
  { title: 'Former employee still listed as administrator', description: 'Found in the account export.', severity: 'CRITICAL' },
];

export const ACTION_NOTES = ['Done in the last access review.', 'Set up with the operations team.', 'Part of the onboarding checklist.'];
export const NOT_APPLICABLE_NOTE = 'We do not use this part of the service.';

/** Vendors' certificates. Some refer to library frameworks, and so create shared-responsibility tasks. */
export const CERTIFICATES: readonly { name: string; issuer: string; years: number }[] = [
  { name: 'ISO/IEC 27001:2022', issuer: 'Northgate Certification Body', years: 3 },
  { name: 'SOC 2 Type II', issuer: 'Harrow & Lisle Auditors', years: 1 },
  { name: 'PCI DSS 4.0.1', issuer: 'Castellan Card Assessors', years: 1 },
  { name: 'ISO 22301:2019', issuer: 'Northgate Certification Body', years: 3 },
  { name: 'Cyber Essentials Plus', issuer: 'Brightwater Assurance', years: 1 },
];

/** Where vendors keep data. */
export const HOSTING = ['EU', 'UK', 'US', 'Asia Pacific', 'On premises'];
