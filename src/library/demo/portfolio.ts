import { ContractValue, DataSensitivity, GeographicRisk, Tier } from '../../domains/vendor/vendor.entity';
import type { CreateVendorInput } from '../../domains/vendor/vendor.inputs';

/** A made-up portfolio, always the same. The addresses are of domains that are reserved for examples. */
export interface DemoUser {
  name: string;
  email: string;
  /** One of the system roles. */
  role: string;
}

export interface DemoVendor extends Omit<CreateVendorInput, 'ownerId'> {
  /** E-mail address of the user who looks after it. */
  owner?: string;
}

const ALVA = 'alva.lind@example.com';
const BEN = 'ben.okafor@example.com';
const CARMEN = 'carmen.diaz@example.com';

export const DEMO_USERS: [DemoUser, ...DemoUser[]] = [
  { name: 'Alva Lind', email: ALVA, role: 'Admin' },
  { name: 'Ben Okafor', email: BEN, role: 'Reviewer' },
  { name: 'Carmen Díaz', email: CARMEN, role: 'Viewer' },
];

export const DEMO_VENDORS: DemoVendor[] = [
  {
    externalId: 'DEMO-001',
    name: 'Northwind Cloud',
    contactName: 'Ingrid Holm',
    contactEmail: 'security@northwind-cloud.example',
    tier: Tier.CRITICAL,
    website: 'https://northwind-cloud.example',
    serviceDescription: 'Hosts the production environment and its backups',
    dataSensitivity: DataSensitivity.RESTRICTED,
    contractRenewalDate: '2027-03-31',
    contractValue: ContractValue.OVER_5M,
    geographicRisk: GeographicRisk.GLOBAL,
    tags: ['cloud', 'infrastructure', 'eu'],
    owner: ALVA,
  },
  {
    externalId: 'DEMO-002',
    name: 'Paylane Processing',
    contactName: 'Tomasz Zieliński',
    contactEmail: 'risk@paylane.example',
    tier: Tier.CRITICAL,
    website: 'https://paylane.example',
    notes: 'Settlement reports arrive on the second working day of the month.',
    serviceDescription: 'Card payments and refunds',
    dataSensitivity: DataSensitivity.RESTRICTED,
    contractRenewalDate: '2027-06-30',
    contractValue: ContractValue.FROM_1M_TO_5M,
    geographicRisk: GeographicRisk.REGIONAL,
    tags: ['payments', 'pci'],
    owner: BEN,
  },
  {
    externalId: 'DEMO-003',
    name: 'Helia HR',
    contactName: 'Priya Raman',
    contactEmail: 'privacy@helia-hr.example',
    tier: Tier.HIGH,
    website: 'https://helia-hr.example',
    serviceDescription: 'Payroll and personnel files',
    dataSensitivity: DataSensitivity.CONFIDENTIAL,
    contractRenewalDate: '2027-01-15',
    contractValue: ContractValue.FROM_250K_TO_1M,
    geographicRisk: GeographicRisk.DOMESTIC,
    tags: ['hr', 'saas', 'personal-data'],
    owner: BEN,
  },
  {
    externalId: 'DEMO-004',
    name: 'Beacon Mail',
    contactEmail: 'trust@beacon-mail.example',
    tier: Tier.MEDIUM,
    website: 'https://beacon-mail.example',
    serviceDescription: 'Sends newsletters and account mails',
    dataSensitivity: DataSensitivity.INTERNAL,
    contractRenewalDate: '2027-09-01',
    contractValue: ContractValue.FROM_50K_TO_250K,
    geographicRisk: GeographicRisk.GLOBAL,
    tags: ['marketing', 'saas'],
    owner: BEN,
  },
  {
    externalId: 'DEMO-005',
    name: 'Quarry Analytics',
    contactName: 'Marcus Bell',
    contactEmail: 'compliance@quarry-analytics.example',
    tier: Tier.HIGH,
    website: 'https://quarry-analytics.example',
    notes: 'Sub-processor in a country without an adequacy decision: see the contract, annex 4.',
    serviceDescription: 'Product analytics on pseudonymous events',
    dataSensitivity: DataSensitivity.CONFIDENTIAL,
    contractValue: ContractValue.FROM_50K_TO_250K,
    geographicRisk: GeographicRisk.HIGH_RISK_JURISDICTION,
    tags: ['analytics', 'saas', 'personal-data'],
    owner: ALVA,
  },
  {
    externalId: 'DEMO-006',
    name: 'Fjord Facilities',
    contactName: 'Solveig Aas',
    contactEmail: 'office@fjord-facilities.example',
    tier: Tier.LOW,
    serviceDescription: 'Cleaning and reception of the head office',
    dataSensitivity: DataSensitivity.PUBLIC,
    contractRenewalDate: '2026-12-31',
    contractValue: ContractValue.UP_TO_50K,
    geographicRisk: GeographicRisk.DOMESTIC,
    tags: ['facilities'],
  },
  {
    externalId: 'DEMO-007',
    name: 'Sable Penetration Testing',
    contactName: 'Noor Haddad',
    contactEmail: 'engagements@sable-testing.example',
    tier: Tier.MEDIUM,
    website: 'https://sable-testing.example',
    serviceDescription: 'Yearly penetration test of the customer portal',
    dataSensitivity: DataSensitivity.CONFIDENTIAL,
    contractRenewalDate: '2027-04-30',
    contractValue: ContractValue.UP_TO_50K,
    geographicRisk: GeographicRisk.REGIONAL,
    tags: ['security', 'consulting'],
    owner: ALVA,
  },
  {
    externalId: 'DEMO-008',
    name: 'Lumen Translations',
    contactEmail: 'hello@lumen-translations.example',
    notes: 'New: not yet classified.',
    serviceDescription: 'Translates the help pages',
    tags: ['new'],
  },
];
