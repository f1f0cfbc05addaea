import { Checkbox } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useApiWindow } from '../../api/window';
import { as, listFilter, type Part } from '../../app/list-filter';
import { Page } from '../../app/page';
import { TierBadge, ToneBadge } from '../../components/badges';
import { CsvButton } from '../../components/csv-button';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, SelectFilter } from '../../components/filter-bar';
import { NONE } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { OpenQuery } from '../../components/open-query';
import { SavedViews } from '../../components/saved-views';
import { VendorLink } from '../../components/thing-links';
import { IconCertificate } from '../../theme/icons';
import {
  CertificationListDocument,
  type CertificationListQuery,
  type CertificationListQueryVariables,
} from './certification-list.generated';
import { expiryTone } from './certifications';

type Row = CertificationListQuery['expiringCertifications']['nodes'][number];

const route = getRouteApi('/app/certifications');

/** A number of days, as text in the URL. */
const days: Part<string> = {
  fields: ['withinDays'],
  write: (text) => ({ withinDays: Number(text) }),
  read: ({ withinDays }) => (typeof withinDays === 'number' ? String(withinDays) : undefined),
};

const CERTIFICATION_FILTER = listFilter<
  ReturnType<typeof route.useSearch>,
  Pick<CertificationListQueryVariables, 'withinDays' | 'includeExpired'>
>({ within: days, expired: as('includeExpired') });

const WITHIN = [
  { value: '30', label: 'Within 30 days' },
  { value: '60', label: 'Within 60 days' },
  { value: '90', label: 'Within 90 days' },
  { value: '365', label: 'Within a year' },
  { value: '3650', label: 'Within ten years' },
];

const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    kind: 'name',
    header: 'Certification',
    render: ({ name, vendor }) => (
      <AnchorLink to="/vendors/$vendorId" params={{ vendorId: vendor.id }} search={{ tab: 'certifications' }} fw={550} inherit>
        {name}
      </AnchorLink>
    ),
  },
  { key: 'vendor', header: 'Vendor', render: ({ vendor }) => <VendorLink vendor={vendor} /> },
  { key: 'tier', kind: 'short', header: 'Tier', render: ({ vendor: { tier } }) => <TierBadge tier={tier} /> },
  { key: 'expires', kind: 'short', header: 'Expires', render: ({ expiresDate }) => <DateText value={expiresDate} /> },
  { key: 'state', kind: 'short', header: 'State', render: (certification) => <ToneBadge tone={expiryTone(certification)} /> },
  { key: 'owner', header: 'Vendor owner', render: ({ vendor: { owner } }) => owner?.name ?? NONE },
  { key: 'issuer', header: 'Issuer', isExtra: true, render: ({ issuer }) => issuer ?? NONE },
  { key: 'issued', kind: 'short', header: 'Issued', isExtra: true, render: ({ issuedDate }) => <DateText value={issuedDate} /> },
];

/** The certifications of all vendors that expire soon. */
export function CertificationListPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { within, expired, columns } = search;
  const variables = CERTIFICATION_FILTER.filterOf(search);
  const pages = useApiWindow(CertificationListDocument, variables, ({ expiringCertifications }) => expiringCertifications);
  return (
    <Page
      title="Expiring certifications"
      about="Within 60 days unless you choose another period, soonest first"
      actions={
        <>
          <OpenQuery operation={CertificationListDocument} variables={variables} />
          <SavedViews
            list="CERTIFICATIONS"
            filter={CERTIFICATION_FILTER}
            search={search}
            onOpen={(next, replace) => void navigate({ search: next, replace })}
          />
          <CsvButton pages={pages} />
        </>
      }
    >
      <FilterBar onClear={CERTIFICATION_FILTER.isSet(search) ? () => void navigate({ search: { columns } }) : undefined}>
        <SelectFilter label="Expires" options={WITHIN} value={within} onChange={(value) => change({ within: value })} />
        <Checkbox
          label="Include expired"
          checked={expired ?? false}
          onChange={() => change({ expired: expired ? undefined : true })}
          my="xs"
        />
      </FilterBar>
      <DataTable
        noun="certification"
        columns={COLUMNS}
        pages={pages}
        search={search}
        onSearch={(next) => change(next as typeof search)}
        empty={
          <EmptyState title="Nothing expires" icon={IconCertificate}>
            Choose a longer period, or include those that have expired. You add certifications on a vendor’s page.
          </EmptyState>
        }
      />
    </Page>
  );
}
