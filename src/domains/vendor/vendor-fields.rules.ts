/**
 * The plain texts that people may write about a vendor, each named once: its column, its fields in GraphQL, what is checked,
 * its column in a CSV file, its place in the form and on the page follow from here. docs/CONTRIBUTING.md adds one. Pure: no
 * database, no framework.
 */

export interface VendorText {
  /** What forms and pages call it. */
  label: string;
  description: string;
  /** What the input types say of it, if that is more. */
  asInput?: string;
  /** The most characters it may have. */
  most: number;
  /** Other names of its column in a CSV file. */
  aliases?: readonly string[];
}

export const VENDOR_TEXTS = {
  website: { label: 'Website', description: 'Web address', asInput: 'Web address, or any other text', most: 2_000, aliases: ['url'] },
  notes: { label: 'Notes', description: 'Internal notes', asInput: 'Notes, up to 20,000 characters', most: 20_000 },
  serviceDescription: {
    label: 'Service provided',
    description: 'What the vendor provides',
    most: 20_000,
    aliases: ['service', 'service provided'],
  },
} satisfies Record<string, VendorText>;

export type VendorTextName = keyof typeof VENDOR_TEXTS;

export type VendorTexts = { [K in VendorTextName]?: string | null };

/** All of them, where each is treated alike. */
export const TEXTS = Object.entries(VENDOR_TEXTS) as [VendorTextName, VendorText][];

/** Makes something for each text. */
export function forTexts<T>(make: (text: VendorText, name: VendorTextName) => T): Record<VendorTextName, T> {
  return Object.fromEntries(TEXTS.map(([name, text]) => [name, make(text, name)])) as Record<VendorTextName, T>;
}

/** The columns of a table of vendors, and the other names that they are known by. */
export const VENDOR_COLUMNS = {
  name: ['vendor', 'vendor name'],
  externalId: ['reference'],
  contactName: ['contact'],
  contactEmail: ['email', 'contact e-mail'],
  tier: ['risk tier'],
  ...forTexts(({ aliases = [] }) => aliases),
  dataSensitivity: [],
  contractRenewalDate: ['contract renewal', 'renewal date'],
  contractValue: [],
  geographicRisk: [],
  tags: [],
  ownerEmail: ['owner'],
} satisfies Record<string, readonly string[]>;

export type VendorColumn = keyof typeof VENDOR_COLUMNS;
