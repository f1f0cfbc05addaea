import { Button, Group, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiWindow } from '../../api/window';
import { Page } from '../../app/page';
import { orderOf } from '../../app/search';
import { Can, useNowhere, usePermission } from '../../app/session';
import { ScoreBadge, TierBadge, VendorStatusBadge } from '../../components/badges';
import { BulkOutcome, type Chosen, chosenOf, MOST_AT_ONCE, type Outcome } from '../../components/bulk-outcome';
import { CsvButton } from '../../components/csv-button';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { count, many, NONE, percent } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { OpenQuery } from '../../components/open-query';
import { SavedViews } from '../../components/saved-views';
import { IconColumns2, IconPencil, IconPlus, IconUpload } from '../../theme/icons';
import { BulkEdit } from './bulk-edit';
import { VENDOR_FILTER, VendorFilters } from './vendor-filter';
import { SENSITIVITIES } from './vendor-labels';
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
  { key: 'status', kind: 'short', header: 'Status', isExtra: true, render: ({ status }) => <VendorStatusBadge status={status} /> },
  { key: 'tier', kind: 'short', header: 'Tier', sort: 'TIER', render: ({ tier }) => <TierBadge tier={tier} /> },
  {
    key: 'score',
    kind: 'short',
    header: 'Score',
    sort: 'OVERALL_SCORE',
    render: ({ overallScore, ragBand }) => <ScoreBadge score={overallScore} band={ragBand} />,
  },
  {
    key: 'inherent',
    header: 'Inherent risk',
    sort: 'INHERENT_RISK',
    align: 'end',
    render: ({ inherentRisk }) => percent(inherentRisk),
  },
  {
    key: 'residual',
    header: 'Residual risk',
    sort: 'RESIDUAL_RISK',
    align: 'end',
    isExtra: true,
    render: ({ residualRisk }) => percent(residualRisk),
  },
  { key: 'tags', header: 'Tags', render: ({ tags }) => tags.join(', ') || NONE },
  { key: 'owner', header: 'Owner', render: ({ owner }) => owner?.name ?? NONE },
  {
    key: 'sensitivity',
    kind: 'short',
    header: 'Data sensitivity',
    isExtra: true,
    render: ({ dataSensitivity }) => (dataSensitivity ? SENSITIVITIES[dataSensitivity] : NONE),
  },
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
    sort: 'CONTRACT_RENEWAL_DATE',
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const seesFindings = usePermission('assessments:view');
  const isNowhere = useNowhere();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { sort, columns } = search;
  const variables: VendorsQueryVariables = {
    filter: VENDOR_FILTER.filterOf(search),
    orderBy: orderOf(sort),
    withFindings: seesFindings && (columns?.includes('findings') ?? false),
  };
  const pages = useApiWindow(VendorsDocument, variables, ({ vendors }) => vendors);
  const isFiltered = VENDOR_FILTER.isSet(search);
  return (
    <Page
      title="Vendors"
      actions={
        <>
          <OpenQuery operation={VendorsDocument} variables={variables} />
          <SavedViews
            list="VENDORS"
            filter={VENDOR_FILTER}
            search={search}
            onOpen={(next, replace) => void navigate({ search: next, replace })}
          />
          <CsvButton pages={pages} />
          {!isNowhere && <Add />}
        </>
      }
    >
      <VendorFilters search={search} onChange={change} onClear={() => void navigate({ search: { sort, columns } })} />
      <Selected vendors={chosenOf(chosen, pages.loaded, ({ name }) => name)} onChoose={(ids) => setChosen(new Set(ids))} />
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

/** The actions on the selected rows, and their outcome. Those that were refused stay selected. */
function Selected({ vendors, onChoose }: { vendors: Chosen[]; onChoose: (ids: string[]) => void }) {
  const [isEditing, setEditing] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const fits = vendors.length >= 2 && vendors.length <= MOST_COMPARED;
  const finish = (done: Outcome) => {
    setOutcome(done);
    onChoose(done.refused.map(({ id }) => id));
  };
  return (
    <>
      {vendors.length > 0 && (
        <Group gap="xs" role="region" aria-label="Selected vendors">
          <Text size="sm" role="status">
            {many(vendors.length, 'vendor')} selected
          </Text>
          <Can do="vendors:edit">
            <Button
              size="xs"
              leftSection={<IconPencil size={14} aria-hidden />}
              disabled={vendors.length > MOST_AT_ONCE}
              onClick={() => setEditing(true)}
            >
              {vendors.length > MOST_AT_ONCE ? `Select at most ${MOST_AT_ONCE} to edit them` : 'Edit'}
            </Button>
          </Can>
          {fits ? (
            <ButtonLink
              to="/vendors/compare"
              search={{ ids: vendors.map(({ id }) => id) }}
              size="xs"
              variant="default"
              leftSection={<IconColumns2 size={14} aria-hidden />}
            >
              Compare
            </ButtonLink>
          ) : (
            <Text size="sm" c="dimmed">
              Select 2 to {MOST_COMPARED} to compare them
            </Text>
          )}
          <Button variant="subtle" size="xs" onClick={() => onChoose([])}>
            Clear selection
          </Button>
        </Group>
      )}
      {outcome && <BulkOutcome noun="vendor" outcome={outcome} onClose={() => setOutcome(undefined)} />}
      {isEditing && <BulkEdit vendors={vendors} onDone={finish} onClose={() => setEditing(false)} />}
    </>
  );
}
