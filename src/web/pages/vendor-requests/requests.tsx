import { getRouteApi } from '@tanstack/react-router';
import { useApiQuery } from '../../api/hooks';
import { useApiWindow } from '../../api/window';
import { Page } from '../../app/page';
import { Can, mayDo, useMe, useNowhere } from '../../app/session';
import { RequestStateBadge, TierBadge } from '../../components/badges';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { DownloadButton } from '../../components/download-button';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, SelectFilter, TextFilter } from '../../components/filter-bar';
import { NONE } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { OpenQuery } from '../../components/open-query';
import { IconPlus } from '../../theme/icons';
import { optionsOf, REQUEST_STATES } from '../../theme/tones';
import { RequestDrawer } from './request-drawer';
import { VendorRequestsDocument, type VendorRequestsQuery } from './requests.generated';

type Row = VendorRequestsQuery['vendorRequests']['nodes'][number];

const route = getRouteApi('/app/vendor-requests');

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
  const variables = { filter: { query, state: state && [state] } };
  const pages = useApiWindow(VendorRequestsDocument, variables, ({ vendorRequests }) => vendorRequests);
  const csvUrl = useApiQuery(VendorRequestsDocument, { ...variables, offset: 0 }).data?.vendorRequests.csvUrl; // as the first page has it
  const isFiltered = Boolean(query ?? state);
  const seesAll = mayDo(useMe(), 'vendors:create');
  return (
    <Page
      title="Vendor requests"
      about={seesAll ? 'Who asked for a new vendor, and what was decided' : 'The vendors that you asked for'}
      actions={
        <>
          <OpenQuery operation={VendorRequestsDocument} variables={variables} />
          {csvUrl && <DownloadButton href={csvUrl}>CSV</DownloadButton>}
          <RequestButton />
        </>
      }
    >
      <FilterBar onClear={isFiltered ? () => void navigate({ search: { columns } }) : undefined}>
        <TextFilter label="Name or e-mail address" value={query} onChange={(value) => change({ query: value })} />
        <SelectFilter label="Status" options={optionsOf(REQUEST_STATES)} value={state} onChange={(value) => change({ state: value })} />
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
              Ask for a vendor that you would like to work with. Whoever decides on it is told.
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
