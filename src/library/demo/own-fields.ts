import { type VendorField, VendorFieldKind } from '../../domains/settings/vendor-fields';
import { DAY, date } from './calendar';
import * as phrases from './phrases';
import { Random } from './random';
import type { Scene } from './scene';
import type { Vendor } from './vendor';

/** The fields that the company of the demo has added to its vendors. */
export const OWN_FIELDS: VendorField[] = [
  field('costCentre', 'Cost centre', VendorFieldKind.TEXT, { helpText: 'The cost centre that pays the vendor' }),
  field('annualSpend', 'Annual spend (USD)', VendorFieldKind.NUMBER),
  field('contractStart', 'Contract start', VendorFieldKind.DATE),
  field('hosting', 'Where data is hosted', VendorFieldKind.CHOICE, { options: phrases.HOSTING }),
  field('dpaSigned', 'Data processing agreement signed', VendorFieldKind.YES_NO),
  field('businessContact', 'Business contact', VendorFieldKind.PERSON, { helpText: 'Whom to ask what the vendor is needed for' }),
];

function field(key: string, label: string, kind: VendorFieldKind, others: Partial<VendorField> = {}): VendorField {
  return { key, kind, label, options: [], helpText: null, isRequired: false, ...others };
}

const SPEND: Record<string, [least: number, most: number]> = { CRITICAL: [400, 6_000], HIGH: [80, 900], MEDIUM: [10, 200], LOW: [1, 40] };

/** What a vendor in full detail has in them. Most are known of those that have been classified. */
export function addOwnFields({ batch, people, world }: Scene, { id, index, tier, isDetailed }: Vendor, createdAt: number): void {
  if (!isDetailed || !tier) return;
  // A separate stream, as for the profile.
  const random = new Random(world.seed, 'own fields', index);
  const [least, most] = SPEND[tier]!;
  const person = random.pick(people.owners).userId!;
  const values: Record<string, string | number | boolean> = {
    costCentre: `CC-${random.int(100, 140)}`,
    annualSpend: random.int(least, most) * 1_000,
    contractStart: date(createdAt - random.int(30, 900) * DAY),
    hosting: random.pick(phrases.HOSTING),
    dpaSigned: random.chance(0.8),
    businessContact: person,
  };
  for (const { key, kind } of OWN_FIELDS) {
    if (!random.chance(0.85)) continue;
    batch.add('own_field_value', { vendor_id: id, key, value: JSON.stringify(values[key]), person_id: kind === 'PERSON' ? person : null });
  }
}
