import { useEverywhere } from '../app/session';
import type { TierChoice, VendorGroupSearch } from '../app/vendor-group';
import { optionsOf, TIERS, UNTIERED } from '../theme/tones';
import { MultiSelectFilter, SelectFilter } from './filter-bar';
import { PersonFilter, usePortfolioOptions, useTags } from './pickers';

const OPTIONS = [...optionsOf(TIERS), { value: 'NONE', label: UNTIERED.label }];

interface VendorGroupFilterProps {
  search: VendorGroupSearch;
  onChange: (change: VendorGroupSearch) => void;
}

/** Chooses a group of vendors. */
export function VendorGroupFilter({ search: { tier, tag, owner, portfolio }, onChange }: VendorGroupFilterProps) {
  const tags = useTags();
  const portfolios = usePortfolioOptions();
  const fewestPortfolios = useEverywhere() ? 1 : 2; // that there is something to filter by
  const chooseTiers = (chosen: TierChoice[] | undefined) =>
    onChange({ tier: chosen?.at(-1) === 'NONE' ? ['NONE'] : chosen?.filter((one) => one !== 'NONE') });
  return (
    <>
      <MultiSelectFilter label="Tier" options={OPTIONS} value={tier} onChange={chooseTiers} />
      <SelectFilter
        label="Tag"
        options={[...new Set([...tags, ...(tag ? [tag] : [])])].map((value) => ({ value, label: value }))}
        value={tag}
        onChange={(value) => onChange({ tag: value })}
      />
      <PersonFilter label="Owner" nobody="No owner" value={owner} onChange={(value) => onChange({ owner: value })} />
      {(portfolios.length >= fewestPortfolios || portfolio) && (
        <SelectFilter label="Portfolio" options={portfolios} value={portfolio} onChange={(value) => onChange({ portfolio: value })} />
      )}
    </>
  );
}
