import { getRouteApi } from '@tanstack/react-router';
import type { RiskAcceptanceState } from '../../api/enums.generated';
import { useApiWindow } from '../../api/window';
import { as, fromDay, listFilter, type Part, toDay } from '../../app/list-filter';
import { Page } from '../../app/page';
import { usePermission } from '../../app/session';
import { SeverityBadge, ToneBadge } from '../../components/badges';
import { Clamped } from '../../components/clamped';
import { CsvButton } from '../../components/csv-button';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { DayRangeFilter, FilterBar, SelectFilter } from '../../components/filter-bar';
import { NONE } from '../../components/format';
import { OpenQuery } from '../../components/open-query';
import { VendorSelect } from '../../components/pickers';
import { SavedViews } from '../../components/saved-views';
import { FindingLink, VendorLink } from '../../components/thing-links';
import { optionsOf } from '../../theme/tones';
import { AcceptanceActions } from './acceptance-actions';
import { RiskAcceptancesDocument, type RiskAcceptancesQuery, type RiskAcceptancesQueryVariables } from './acceptances.generated';
import { ACCEPTANCE_STATES } from './finding-labels';

type Row = RiskAcceptancesQuery['riskAcceptances']['nodes'][number];

const route = getRouteApi('/app/acceptances');

/** Unless a state is chosen: what waits for approval, and what holds. */
const CURRENT = 'CURRENT';
const STATES = [{ value: CURRENT, label: 'Current' }, ...optionsOf(ACCEPTANCE_STATES), { value: 'ALL', label: 'All' }];

const state: Part<RiskAcceptanceState | 'ALL'> = {
  fields: ['state'],
  usual: { state: ['REQUESTED', 'APPROVED'] },
  write: (chosen) => (chosen === 'ALL' ? {} : { state: [chosen] }),
  read: ({ state: saved }) => {
    const states = (saved ?? []) as RiskAcceptanceState[];
    return states.length > 1 ? undefined : (states[0] ?? 'ALL');
  },
};

const ACCEPTANCE_FILTER = listFilter<ReturnType<typeof route.useSearch>, NonNullable<RiskAcceptancesQueryVariables['filter']>>({
  state,
  vendor: as('vendorId'),
  from: fromDay('untilFrom'),
  to: toDay('untilTo'),
});

const COLUMNS: Column<Row>[] = [
  { key: 'finding', kind: 'name', header: 'Finding', render: ({ finding }) => <FindingLink finding={finding} /> },
  { key: 'severity', kind: 'short', header: 'Severity', render: ({ finding }) => <SeverityBadge severity={finding.severity} /> },
  { key: 'vendor', header: 'Vendor', render: ({ finding }) => <VendorLink vendor={finding.vendor} /> },
  { key: 'state', kind: 'short', header: 'Status', render: ({ state }) => <ToneBadge tone={ACCEPTANCE_STATES[state]} /> },
  { key: 'until', kind: 'short', header: 'Until', render: ({ until }) => <DateText value={until} /> },
  { key: 'reason', header: 'Reason', render: ({ reason }) => <Clamped text={reason} /> },
  { key: 'requester', header: 'Requested by', render: ({ requestedByName }) => requestedByName },
  { key: 'requested', kind: 'short', header: 'Requested', isExtra: true, render: ({ requestedAt }) => <DateText value={requestedAt} /> },
  { key: 'decider', header: 'Decided by', isExtra: true, render: ({ decidedByName }) => decidedByName ?? NONE },
  { key: 'decided', kind: 'short', header: 'Decided', isExtra: true, render: ({ decidedAt }) => <DateText value={decidedAt} /> },
  { key: 'note', header: 'Note', isExtra: true, render: ({ decisionNote }) => (decisionNote ? <Clamped text={decisionNote} /> : NONE) },
  {
    key: 'actions',
    kind: 'actions',
    header: 'Actions',
    render: (acceptance) => <AcceptanceActions acceptance={acceptance} title={acceptance.finding.title} />,
  },
];

/** The risks that are accepted for a time, and those that somebody is asked to accept. */
export function AcceptancesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const seesVendors = usePermission('vendors:view');
  const mayAct = usePermission('risks:accept', 'assessments:review');
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { state: shown, vendor, from, to, columns } = search;
  const variables: RiskAcceptancesQueryVariables = { filter: ACCEPTANCE_FILTER.filterOf(search) };
  const pages = useApiWindow(RiskAcceptancesDocument, variables, ({ riskAcceptances }) => riskAcceptances);
  const isFiltered = ACCEPTANCE_FILTER.isSet(search);
  return (
    <Page
      title="Risk acceptances"
      about="Accepted risks and requests waiting for approval, soonest end first"
      actions={
        <>
          <OpenQuery operation={RiskAcceptancesDocument} variables={variables} />
          <SavedViews
            list="ACCEPTANCES"
            filter={ACCEPTANCE_FILTER}
            search={search}
            onOpen={(next, replace) => void navigate({ search: next, replace })}
          />
          <CsvButton pages={pages} />
        </>
      }
    >
      <FilterBar onClear={isFiltered ? () => void navigate({ search: { columns } }) : undefined}>
        <SelectFilter
          label="Status"
          options={STATES}
          value={shown ?? CURRENT}
          onChange={(value = 'ALL') => change({ state: value === CURRENT ? undefined : value })}
        />
        {seesVendors && (
          <VendorSelect
            aria-label="Vendor"
            clearable
            value={vendor ?? null}
            onChange={(value) => change({ vendor: value ?? undefined })}
            w={{ base: '48%', sm: 190 }}
          />
        )}
        <DayRangeFilter labels={['Ends from', 'Ends to']} from={from} to={to} onChange={change} />
      </FilterBar>
      <DataTable
        noun="acceptance"
        columns={mayAct ? COLUMNS : COLUMNS.filter(({ key }) => key !== 'actions')}
        pages={pages}
        search={search}
        onSearch={({ columns: chosen }) => change({ columns: chosen })}
        empty={
          isFiltered ? (
            <EmptyState title="No acceptance matches">Change or clear the filters above.</EmptyState>
          ) : (
            <EmptyState title="No accepted risks">
              Open a finding in the risk register to request that its risk is accepted; somebody else approves it.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
