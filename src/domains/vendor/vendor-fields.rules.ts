/**
 * The plain text fields of a vendor, each defined once: its column, its GraphQL fields, its validation, its CSV column and its
 * place in the form and on the page follow from here. docs/CONTRIBUTING.md shows how to add one. Pure: no database, no framework.
 */

export interface VendorText {
  /** The label in forms and on pages. */
  label: string;
  description: string;
  /** The description in input types, if it differs. */
  asInput?: string;
  /** Maximum length in characters. */
  most: number;
  /** Other names of its CSV column. */
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

/** All of them, for uniform treatment. */
export const TEXTS = Object.entries(VENDOR_TEXTS) as [VendorTextName, VendorText][];

/** Creates something for each text field. */
export function forTexts<T>(make: (text: VendorText, name: VendorTextName) => T): Record<VendorTextName, T> {
  return Object.fromEntries(TEXTS.map(([name, text]) => [name, make(text, name)])) as Record<VendorTextName, T>;
}

/** The columns of a vendor table, and their aliases. */
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
