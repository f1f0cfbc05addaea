import { Button, Checkbox, Group, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiWindow } from '../../api/window';
import { Page } from '../../app/page';
import { orderOf } from '../../app/search';
import { Can, useEverywhere, useNowhere, usePermission } from '../../app/session';
import { ScoreBadge, TierBadge } from '../../components/badges';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, SelectFilter, TextFilter } from '../../components/filter-bar';
import { count, many, NONE, percent } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { OpenQuery } from '../../components/open-query';
import { PersonSelect, usePortfolioOptions, useTags } from '../../components/pickers';
import { IconColumns2, IconPlus, IconUpload } from '../../theme/icons';
import { BANDS, optionsOf, TIERS, UNTIERED } from '../../theme/tones';
import { VendorsDocument, type VendorsQuery, type VendorsQueryVariables } from './vendors.generated';

type Row = VendorsQuery['vendors']['nodes'][number];

const route = getRouteApi('/app/vendors');
const MOST_COMPARED = 4;

const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    kind: 'name',
    header: 'Name',
    sort: 'NAME',
    render: ({ id, name }) => (
      <AnchorLink to="/vendors/$vendorId" params={{ vendorId: id }} fw={550} inherit>
        {name}
      </AnchorLink>
    ),
  },
  { key: 'tier', kind: 'short', header: 'Tier', sort: 'TIER', render: ({ tier }) => <TierBadge tier={tier} /> },
  {
    key: 'score',
    kind: 'short',
    header: 'Score',
    sort: 'OVERALL_SCORE',
    render: ({ overallScore, ragBand }) => <ScoreBadge score={overallScore} band={ragBand} />,
  },
  { key: 'inherent', header: 'Inherent risk', align: 'end', render: ({ inherentRisk }) => percent(inherentRisk) },
  { key: 'residual', header: 'Residual risk', align: 'end', isExtra: true, render: ({ residualRisk }) => percent(residualRisk) },
  { key: 'tags', header: 'Tags', render: ({ tags }) => tags.join(', ') || NONE },
  { key: 'owner', header: 'Owner', render: ({ owner }) => owner?.name ?? NONE },
  { key: 'portfolio', header: 'Portfolio', isExtra: true, render: ({ portfolio }) => portfolio?.name ?? NONE },
  {
    key: 'assessed',
    kind: 'short',
    header: 'Last assessed',
    sort: 'LAST_ASSESSED_AT',
    render: ({ lastAssessedAt }) => <DateText value={lastAssessedAt} />,
  },
  { key: 'assessments', header: 'Assessments', isExtra: true, align: 'end', render: ({ assessmentCount }) => count(assessmentCount) },
  { key: 'email', header: 'Contact', isExtra: true, render: ({ contactEmail }) => contactEmail },
  { key: 'external', header: 'External ID', isExtra: true, render: ({ externalId }) => externalId ?? NONE },
  {
    key: 'renewal',
    kind: 'short',
    header: 'Renewal',
    isExtra: true,
    render: ({ contractRenewalDate }) => <DateText value={contractRenewalDate} />,
  },
  {
    key: 'created',
    kind: 'short',
    header: 'Created',
    isExtra: true,
    sort: 'CREATED_AT',
    render: ({ createdAt }) => <DateText value={createdAt} />,
  },
];

const FINDINGS: Column<Row> = {
  key: 'findings',
  header: 'Open findings',
  align: 'end',
  isExtra: true,
  render: ({ openFindingsBySeverity = [] }) => count(openFindingsBySeverity.reduce((sum, one) => sum + one.count, 0)),
};

export function VendorsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tags = useTags();
  const portfolios = usePortfolioOptions();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const seesFindings = usePermission('assessments:view');
  const isNowhere = useNowhere();
  const fewestPortfolios = useEverywhere() ? 1 : 2; // that there is something to filter by
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { query, tier, band, tag, owner, portfolio, attention, actions, sort, columns } = search;
  const variables: VendorsQueryVariables = {
    filter: {
      query,
      tag,
      ownerId: owner,
      portfolioId: portfolio,
      tier: tier === 'NONE' ? undefined : tier,
      isUntiered: tier === 'NONE' || undefined,
      ragBand: band,
      needsAttention: attention,
      hasOpenActions: actions,
    },
    orderBy: orderOf(sort),
    withFindings: seesFindings && (columns?.includes('findings') ?? false),
  };
  const pages = useApiWindow(VendorsDocument, variables, ({ vendors }) => vendors);
  const isFiltered = Boolean(query ?? tier ?? band ?? tag ?? owner ?? portfolio ?? attention ?? actions);
  return (
    <Page
      title="Vendors"
      actions={
        <>
          <OpenQuery operation={VendorsDocument} variables={variables} />
          {!isNowhere && <Add />}
        </>
      }
    >
      <FilterBar onClear={isFiltered ? () => void navigate({ search: { sort, columns } }) : undefined}>
        <TextFilter label="Name or e-mail address" value={query} onChange={(value) => change({ query: value })} />
        <SelectFilter
          label="Tier"
          options={[...optionsOf(TIERS), { value: 'NONE', label: UNTIERED.label }]}
          value={tier}
          onChange={(value) => change({ tier: value })}
        />
        <SelectFilter label="Band" options={optionsOf(BANDS)} value={band} onChange={(value) => change({ band: value })} />
        <SelectFilter
          label="Tag"
          options={[...new Set([...tags, ...(tag ? [tag] : [])])].map((value) => ({ value, label: value }))}
          value={tag}
          onChange={(value) => change({ tag: value })}
        />
        <PersonSelect
          aria-label="Owner"
          placeholder="Owner"
          value={owner ?? null}
          onChange={(value) => change({ owner: value ?? undefined })}
          w={{ base: '48%', sm: 170 }}
        />
        {(portfolios.length >= fewestPortfolios || portfolio) && (
          <SelectFilter label="Portfolio" options={portfolios} value={portfolio} onChange={(value) => change({ portfolio: value })} />
        )}
        <Checkbox
          label="Needs attention"
          checked={attention ?? false}
          onChange={() => change({ attention: attention ? undefined : true })}
          my="xs"
        />
        <Checkbox label="Open tasks" checked={actions ?? false} onChange={() => change({ actions: actions ? undefined : true })} my="xs" />
      </FilterBar>
      {chosen.size > 0 && <Chosen ids={[...chosen]} onClear={() => setChosen(new Set())} />}
      <DataTable
        noun="vendor"
        columns={seesFindings ? [...COLUMNS, FINDINGS] : COLUMNS}
        pages={pages}
        search={search}
        defaultSort="NAME"
        onSearch={(next) => change(next as typeof search)}
        selection={{ ids: chosen, nameOf: ({ name }) => name, onChange: setChosen }}
        empty={
          isFiltered ? (
            <EmptyState title="No vendor matches">Change or clear the filters above.</EmptyState>
          ) : isNowhere ? (
            <EmptyState title="No vendors" />
          ) : (
            <EmptyState
              title="No vendors yet"
              action={
                <Can do="vendors:create">
                  <ButtonLink to="/vendors/new">New vendor</ButtonLink>
                </Can>
              }
            >
              Vendors are the companies whose risk you manage. Create one, or import a CSV file.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function Add() {
  return (
    <>
      <Can do={['vendors:create', 'vendors:edit']}>
        <ButtonLink to="/vendors/import" variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
          Import CSV
        </ButtonLink>
      </Can>
      <Can do="vendors:create">
        <ButtonLink to="/vendors/new" leftSection={<IconPlus size={16} aria-hidden />}>
          New vendor
        </ButtonLink>
      </Can>
    </>
  );
}

/** The actions on the selected rows. */
function Chosen({ ids, onClear }: { ids: string[]; onClear: () => void }) {
  const fits = ids.length >= 2 && ids.length <= MOST_COMPARED;
  return (
    <Group gap="xs" role="region" aria-label="Selected vendors">
      <Text size="sm" role="status">
        {many(ids.length, 'vendor')} selected
      </Text>
      {fits ? (
        <ButtonLink to="/vendors/compare" search={{ ids }} size="xs" leftSection={<IconColumns2 size={14} aria-hidden />}>
          Compare
        </ButtonLink>
      ) : (
        <Text size="sm" c="dimmed">
          Select 2 to {MOST_COMPARED} to compare them
        </Text>
      )}
      <Button variant="subtle" size="xs" onClick={onClear}>
        Clear selection
      </Button>
    </Group>
  );
}
