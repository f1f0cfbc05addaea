import { getRouteApi } from '@tanstack/react-router';
import { useApiWindow } from '../../api/window';
import { as, listFilter } from '../../app/list-filter';
import { Page } from '../../app/page';
import { Can, mayDo, useMe, useNowhere } from '../../app/session';
import { RequestStateBadge, TierBadge } from '../../components/badges';
import { CsvButton } from '../../components/csv-button';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, MultiSelectFilter, TextFilter } from '../../components/filter-bar';
import { NONE } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { OpenQuery } from '../../components/open-query';
import { SavedViews } from '../../components/saved-views';
import { IconPlus } from '../../theme/icons';
import { optionsOf, REQUEST_STATES } from '../../theme/tones';
import { RequestDrawer } from './request-drawer';
import { VendorRequestsDocument, type VendorRequestsQuery, type VendorRequestsQueryVariables } from './requests.generated';

type Row = VendorRequestsQuery['vendorRequests']['nodes'][number];

const route = getRouteApi('/app/vendor-requests');

const REQUEST_FILTER = listFilter<ReturnType<typeof route.useSearch>, NonNullable<VendorRequestsQueryVariables['filter']>>({
  query: as('query'),
  state: as('state'),
});

const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    kind: 'name',
    header: 'Vendor',
    render: ({ id, name }) => (
      <AnchorLink from="/vendor-requests" to="." search={(old) => ({ ...old, request: id })} resetScroll={false} fw={550} inherit>
        {name}
      </AnchorLink>
    ),
  },
  { key: 'state', kind: 'short', header: 'Status', render: ({ state }) => <RequestStateBadge state={state} /> },
  { key: 'tier', kind: 'short', header: 'Tier', render: ({ tier }) => <TierBadge tier={tier} /> },
  { key: 'requester', header: 'Requested by', render: ({ requestedByName }) => requestedByName },
  { key: 'requested', kind: 'short', header: 'Requested', render: ({ requestedAt }) => <DateText value={requestedAt} /> },
  { key: 'decider', header: 'Decided by', render: ({ decidedByName }) => decidedByName ?? NONE },
  { key: 'decided', kind: 'short', header: 'Decided', isExtra: true, render: ({ decidedAt }) => <DateText value={decidedAt} /> },
  { key: 'email', header: 'Contact', isExtra: true, render: ({ contactEmail }) => contactEmail },
];

export function VendorRequestsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { query, state, request, columns } = search;
  const variables = { filter: REQUEST_FILTER.filterOf(search) };
  const pages = useApiWindow(VendorRequestsDocument, variables, ({ vendorRequests }) => vendorRequests);
  const isFiltered = REQUEST_FILTER.isSet(search);
  const seesAll = mayDo(useMe(), 'vendors:create');
  return (
    <Page
      title="Vendor requests"
      about={seesAll ? 'Requests for new vendors, and what was decided' : 'Vendors that you have requested'}
      actions={
        <>
          <OpenQuery operation={VendorRequestsDocument} variables={variables} />
          <SavedViews
            list="VENDOR_REQUESTS"
            filter={REQUEST_FILTER}
            search={search}
            onOpen={(next, replace) => void navigate({ search: next, replace })}
          />
          <CsvButton pages={pages} />
          <RequestButton />
        </>
      }
    >
      <FilterBar onClear={isFiltered ? () => void navigate({ search: { columns } }) : undefined}>
        <TextFilter label="Name or e-mail address" value={query} onChange={(value) => change({ query: value })} />
        <MultiSelectFilter
          label="Status"
          options={optionsOf(REQUEST_STATES)}
          value={state}
          onChange={(value) => change({ state: value })}
        />
      </FilterBar>
      <DataTable
        noun="request"
        columns={COLUMNS}
        pages={pages}
        search={search}
        onSearch={(next) => change(next as typeof search)}
        empty={
          isFiltered ? (
            <EmptyState title="No request matches">Change or clear the filters above.</EmptyState>
          ) : (
            <EmptyState title="No requests yet" action={<RequestButton />}>
              Ask for a vendor that you would like to work with. The people who decide are notified.
            </EmptyState>
          )
        }
      />
      {request && <RequestDrawer key={request} id={request} onClose={() => change({ request: undefined })} />}
    </Page>
  );
}

function RequestButton() {
  const isNowhere = useNowhere();
  if (isNowhere) return null;
  return (
    <Can do="vendors:request">
      <ButtonLink to="/vendor-requests/new" leftSection={<IconPlus size={16} aria-hidden />}>
        Request a vendor
      </ButtonLink>
    </Can>
  );
}
