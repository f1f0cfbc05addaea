import type { Tier } from '../api/enums.generated';
import { as, type Part, type Parts, person } from './list-filter';

/** The filters that choose a group of vendors: the list, the dashboard and the counts have them. */

/** NONE: those without a tier. */
export type TierChoice = Tier | 'NONE';

export interface VendorGroupSearch {
  tier?: TierChoice[];
  tag?: string;
  owner?: string;
  portfolio?: string;
}

/** A filter asks for some tiers or for those without one. */
const tiers: Part<TierChoice[]> = {
  fields: ['tiers', 'tier', 'isUntiered'],
  write: (chosen) => (chosen.includes('NONE') ? { isUntiered: true } : { tiers: chosen }),
  read: ({ isUntiered, tiers: several, tier }) =>
    isUntiered === true ? ['NONE'] : ((several ?? (tier ? [tier] : undefined)) as TierChoice[] | undefined),
};

export const VENDOR_GROUP: Parts<VendorGroupSearch> = {
  tier: tiers,
  tag: as('tag'),
  owner: person('ownerId'),
  portfolio: as('portfolioId'),
};
