import { Checkbox } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useApiPages } from '../../api/hooks';
import { Page } from '../../app/page';
import { orderOf } from '../../app/search';
import { ScoreBadge, TierBadge } from '../../components/badges';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, SelectFilter, TextFilter } from '../../components/filter-bar';
import { NONE, percent } from '../../components/format';
import { OpenQuery } from '../../components/open-query';
import { BANDS, optionsOf, TIERS, UNTIERED } from '../../theme/tones';
import { VendorsDocument, type VendorsQuery, type VendorsQueryVariables } from './vendors.generated';

type Row = VendorsQuery['vendors']['nodes'][number];

const route = getRouteApi('/app/vendors');

const COLUMNS: Column<Row>[] = [
  { key: 'name', header: 'Name', sort: 'NAME', render: ({ name }) => name },
  { key: 'tier', header: 'Tier', render: ({ tier }) => <TierBadge tier={tier} /> },
  {
    key: 'score', header: 'Score', sort: 'OVERALL_SCORE', render: ({ overallScore, ragBand }) => <ScoreBadge score={overallScore} band={ragBand} />,
  },
  { key: 'inherent', header: 'Inherent risk', align: 'end', render: ({ inherentRisk }) => percent(inherentRisk) },
  { key: 'tags', header: 'Tags', render: ({ tags }) => tags.join(', ') || NONE },
  { key: 'owner', header: 'Owner', render: ({ owner }) => owner?.name ?? NONE },
  { key: 'assessed', header: 'Last assessed', sort: 'LAST_ASSESSED_AT', render: ({ lastAssessedAt }) => <DateText value={lastAssessedAt} /> },
  { key: 'assessments', header: 'Assessments', isExtra: true, align: 'end', render: ({ assessmentCount }) => assessmentCount },
  { key: 'email', header: 'Contact', isExtra: true, render: ({ contactEmail }) => contactEmail },
  { key: 'external', header: 'External id', isExtra: true, render: ({ externalId }) => externalId ?? NONE },
  { key: 'created', header: 'Created', isExtra: true, sort: 'CREATED_AT', render: ({ createdAt }) => <DateText value={createdAt} /> },
];

export function VendorsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { query, tier, band, tag, attention, actions, sort, columns } = search;
  const variables: VendorsQueryVariables = {
    filter: {
      query,
      tag,
      tier: tier === 'NONE' ? undefined : tier,
      isUntiered: tier === 'NONE' || undefined,
      ragBand: band,
      needsAttention: attention,
      hasOpenActions: actions,
    },
    orderBy: orderOf(sort),
  };
  const pages = useApiPages(VendorsDocument, variables, ({ vendors }) => vendors);
  const isFiltered = Boolean(query ?? tier ?? band ?? tag ?? attention ?? actions);
  return (
    <Page title="Vendors" actions={<OpenQuery operation={VendorsDocument} variables={variables} />}>
      <FilterBar onClear={isFiltered ? () => void navigate({ search: { sort, columns } }) : undefined}>
        <TextFilter label="Name or e-mail address" value={query} onChange={(value) => change({ query: value })} />
        <SelectFilter
          label="Tier"
          options={[...optionsOf(TIERS), { value: 'NONE', label: UNTIERED.label }]}
          value={tier}
          onChange={(value) => change({ tier: value })}
        />
        <SelectFilter label="Band" options={optionsOf(BANDS)} value={band} onChange={(value) => change({ band: value })} />
        <Checkbox label="Needs attention" checked={attention ?? false} onChange={() => change({ attention: attention ? undefined : true })} my="xs" />
        <Checkbox label="Open actions" checked={actions ?? false} onChange={() => change({ actions: actions ? undefined : true })} my="xs" />
      </FilterBar>
      <DataTable
        noun="vendor"
        columns={COLUMNS}
        pages={pages}
        search={search}
        defaultSort="NAME"
        onSearch={(next) => change(next as typeof search)}
        empty={
          isFiltered
            ? <EmptyState title="No vendor matches">Change or clear the filters above.</EmptyState>
            : <EmptyState title="No vendors yet">Vendors are the companies whose risk you look after.</EmptyState>
        }
      />
    </Page>
  );
}
