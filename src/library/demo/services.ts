import type { DataSensitivity, Tier } from '../../domains/vendor/vendor.entity';

/** What a vendor does for us. It determines its classification and its questionnaires. */
export interface Service {
  /** Each can end a vendor's name: three times as many names as services. */
  nouns: readonly [string, string, string];
  descriptions: readonly string[];
  tags: readonly string[];
  tiers: Partial<Record<`${Tier}`, number>>;
  data: Partial<Record<`${DataSensitivity}`, number>>;
  /** Keys of questionnaires: the first is sent regularly, the others occasionally. */
  questionnaires: readonly string[];
}

export const SERVICES: readonly Service[] = [
  {
    nouns: ['Cloud', 'Hosting', 'Datacentres'],
    descriptions: ['Hosts the production environment and its backups', 'Runs the virtual machines of the customer portal'],
    tags: ['cloud', 'infrastructure'],
    tiers: { CRITICAL: 4, HIGH: 1 },
    data: { RESTRICTED: 3, CONFIDENTIAL: 1 },
    questionnaires: ['saas-cloud', 'iso-27001-2022', 'soc-2'],
  },
  {
    nouns: ['Payments', 'Acquiring', 'Settlement'],
    descriptions: ['Card payments and refunds', 'Direct debits and their settlement reports'],
    tags: ['payments', 'finance'],
    tiers: { CRITICAL: 3, HIGH: 1 },
    data: { RESTRICTED: 1 },
    questionnaires: ['soc-2', 'security-baseline', 'saas-cloud'],
  },
  {
    nouns: ['Payroll', 'Personnel', 'People Systems'],
    descriptions: ['Payroll and HR records', 'Timesheets, absences and payslips'],
    tags: ['hr', 'saas', 'personal-data'],
    tiers: { HIGH: 3, CRITICAL: 1 },
    data: { CONFIDENTIAL: 1, RESTRICTED: 1 },
    questionnaires: ['privacy', 'saas-cloud', 'soc-2'],
  },
  {
    nouns: ['Identity', 'Access', 'Sign-in'],
    descriptions: ['Single sign-on for all employees', 'Multi-factor authentication for every sign-in'],
    tags: ['identity', 'security', 'saas'],
    tiers: { CRITICAL: 3, HIGH: 1 },
    data: { CONFIDENTIAL: 1, RESTRICTED: 1 },
    questionnaires: ['soc-2', 'iso-27001-2022', 'saas-cloud'],
  },
  {
    nouns: ['Backup', 'Recovery', 'Vaults'],
    descriptions: ['Keeps encrypted copies of all databases', 'Restores servers and laptops after a loss'],
    tags: ['backup', 'infrastructure'],
    tiers: { HIGH: 2, CRITICAL: 1 },
    data: { RESTRICTED: 1, CONFIDENTIAL: 1 },
    questionnaires: ['security-baseline', 'iso-27001-2022'],
  },
  {
    nouns: ['Mail', 'Messaging', 'Postmaster'],
    descriptions: ['Sends newsletters and account e-mails', 'Delivers one-time codes by text message'],
    tags: ['marketing', 'saas'],
    tiers: { MEDIUM: 3, HIGH: 1 },
    data: { INTERNAL: 1, CONFIDENTIAL: 1 },
    questionnaires: ['saas-cloud', 'privacy'],
  },
  {
    nouns: ['Analytics', 'Insights', 'Metrics'],
    descriptions: ['Product analytics on pseudonymous events', 'Dashboards on sales and portal usage'],
    tags: ['analytics', 'saas', 'personal-data'],
    tiers: { MEDIUM: 2, HIGH: 2 },
    data: { CONFIDENTIAL: 3, INTERNAL: 1 },
    questionnaires: ['privacy', 'saas-cloud', 'security-baseline'],
  },
  {
    nouns: ['Assistants', 'Language Models', 'Machine Reading'],
    descriptions: ['Drafts answers to customers with a language model', 'Reads and sorts incoming invoices'],
    tags: ['ai', 'saas'],
    tiers: { HIGH: 2, MEDIUM: 1 },
    data: { CONFIDENTIAL: 1, INTERNAL: 1 },
    questionnaires: ['ai-provider', 'privacy', 'saas-cloud'],
  },
  {
    nouns: ['Support Desk', 'Helplines', 'Contact Centres'],
    descriptions: ['Handles customer support at night and on weekends', 'Ticketing system for the support team'],
    tags: ['support', 'personal-data'],
    tiers: { MEDIUM: 2, HIGH: 1 },
    data: { CONFIDENTIAL: 1 },
    questionnaires: ['security-baseline', 'privacy'],
  },
  {
    nouns: ['Ledgers', 'Accounting', 'Invoicing'],
    descriptions: ['Bookkeeping and annual accounts', 'Invoices and reminders to customers'],
    tags: ['finance', 'saas'],
    tiers: { HIGH: 2, MEDIUM: 1 },
    data: { CONFIDENTIAL: 1 },
    questionnaires: ['soc-2', 'security-baseline'],
  },
  {
    nouns: ['Penetration Testing', 'Security Audits', 'Red Team'],
    descriptions: ['Annual penetration test of the customer portal', 'Reviews the configuration of the cloud accounts'],
    tags: ['security', 'consulting'],
    tiers: { MEDIUM: 1, HIGH: 1 },
    data: { CONFIDENTIAL: 1 },
    questionnaires: ['security-baseline'],
  },
  {
    nouns: ['Networks', 'Fibre', 'Telephony'],
    descriptions: ['Network links between offices', 'Telephony and video conferencing'],
    tags: ['network', 'infrastructure'],
    tiers: { HIGH: 1, MEDIUM: 2 },
    data: { INTERNAL: 1 },
    questionnaires: ['security-baseline', 'iso-27001-2022'],
  },
  {
    nouns: ['Logistics', 'Freight', 'Couriers'],
    descriptions: ['Ships devices to customers and handles returns', 'Collects and delivers documents'],
    tags: ['logistics'],
    tiers: { LOW: 2, MEDIUM: 1 },
    data: { INTERNAL: 1 },
    questionnaires: ['security-baseline'],
  },
  {
    nouns: ['Facilities', 'Cleaning', 'Reception'],
    descriptions: ['Cleaning and reception at head office', 'Manages doors, badges and cameras'],
    tags: ['facilities'],
    tiers: { LOW: 3, MEDIUM: 1 },
    data: { PUBLIC: 2, INTERNAL: 1 },
    questionnaires: ['security-baseline'],
  },
  {
    nouns: ['Legal', 'Counsel', 'Notaries'],
    descriptions: ['Advice on contracts and data protection', 'Represents the company abroad'],
    tags: ['legal', 'consulting'],
    tiers: { MEDIUM: 1, LOW: 1 },
    data: { CONFIDENTIAL: 1, RESTRICTED: 1 },
    questionnaires: ['privacy', 'security-baseline'],
  },
  {
    nouns: ['Translations', 'Languages', 'Subtitles'],
    descriptions: ['Translates the help pages', 'Subtitles for training videos'],
    tags: ['content'],
    tiers: { LOW: 1 },
    data: { PUBLIC: 1, INTERNAL: 1 },
    questionnaires: ['security-baseline'],
  },
  {
    nouns: ['Software', 'Engineering', 'Code Works'],
    descriptions: ['Develops the mobile app', 'Maintains partner integrations'],
    tags: ['development', 'consulting'],
    tiers: { HIGH: 2, MEDIUM: 1 },
    data: { CONFIDENTIAL: 1, INTERNAL: 1 },
    questionnaires: ['security-baseline', 'iso-27001-2022'],
  },
  {
    nouns: ['Monitoring', 'Observability', 'Log Works'],
    descriptions: ['Collects logs and raises alerts', 'Monitors the portal externally'],
    tags: ['monitoring', 'saas'],
    tiers: { HIGH: 1, MEDIUM: 1 },
    data: { INTERNAL: 1, CONFIDENTIAL: 1 },
    questionnaires: ['saas-cloud', 'soc-2'],
  },
  {
    nouns: ['Documents', 'Signatures', 'Archives'],
    descriptions: ['Electronic signatures on contracts', 'Scans and archives incoming mail'],
    tags: ['documents', 'saas'],
    tiers: { MEDIUM: 2, HIGH: 1 },
    data: { CONFIDENTIAL: 1 },
    questionnaires: ['saas-cloud', 'privacy'],
  },
  {
    nouns: ['Training', 'Academy', 'Learning'],
    descriptions: ['Security training for all employees', 'Courses and their certificates'],
    tags: ['training', 'saas'],
    tiers: { LOW: 1, MEDIUM: 1 },
    data: { INTERNAL: 1 },
    questionnaires: ['saas-cloud', 'privacy'],
  },
];
