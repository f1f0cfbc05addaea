import { Anchor } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { FindingOrderField } from '../../api/enums.generated';
import { useApiWindow } from '../../api/window';
import { orderOf, type Sort } from '../../app/search';
import { usePermission } from '../../app/session';
import { SeverityBadge } from '../../components/badges';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { DueDay } from '../../components/due-day';
import { count, NONE } from '../../components/format';
import { AssessmentLink, VendorLink } from '../../components/thing-links';
import { BulkBar, type Selected } from './bulk';
import { StatusControl } from './closing';
import { REMEDIATION_ANSWERS, REMEDIATION_STATES, TREATMENTS } from './finding-labels';
import { FindingsDocument, type FindingsQuery, type FindingsQueryVariables } from './findings.generated';

const FindingDrawer = lazy(async () => ({ default: (await import('./finding-drawer')).FindingDrawer }));

type Row = FindingsQuery['findings']['nodes'][number];

/** The state of a list of findings in the URL. */
export interface FindingListSearch {
  sort?: Sort<FindingOrderField>;
  columns?: string[];
  /** The open finding. */
  finding?: string;
}

interface FindingListProps {
  filter: FindingsQueryVariables['filter'];
  search: FindingListSearch;
  onSearch: (change: FindingListSearch) => void;
  /** Columns that are redundant here. */
  without?: string[];
  empty: ReactNode;
}

export const findingVariables = (filter: FindingsQueryVariables['filter'], { sort }: FindingListSearch): FindingsQueryVariables => ({
  filter,
  orderBy: orderOf(sort),
});

/** A list of findings whose status can be changed one by one or in bulk, with details at the side. */
export function FindingList({ filter, search, onSearch, without = [], empty }: FindingListProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const mayClose = usePermission('assessments:review');
  const pages = useApiWindow(FindingsDocument, findingVariables(filter, search), ({ findings }) => findings);
  const columns = columnsOf((id) => onSearch({ finding: id })).filter(({ key }) => !without.includes(key));
  return (
    <>
      <BulkBar findings={chosen.size > 0 ? selectedOf(chosen, pages.loaded()) : []} onDone={(refused) => setChosen(new Set(refused))} />
      <DataTable
        noun="finding"
        columns={columns}
        pages={pages}
        search={search}
        defaultSort="PRIORITY"
        onSearch={(next) => onSearch(next as FindingListSearch)}
        selection={mayClose ? { ids: chosen, nameOf: ({ title }) => title, onChange: setChosen } : undefined}
        empty={empty}
      />
      {search.finding && (
        <Suspense>
          <FindingDrawer id={search.finding} onClose={() => onSearch({ finding: undefined })} />
        </Suspense>
      )}
    </>
  );
}

function selectedOf(chosen: ReadonlySet<string>, loaded: Row[]): Selected[] {
  const rows = new Map(loaded.map((row) => [row.id, row]));
  return [...chosen].map((id) => rows.get(id) ?? { id });
}

const MOST_CODES = 2;

/** The first codes; pointing at them shows all. */
function Codes({ codes }: { codes: readonly string[] }) {
  if (codes.length <= MOST_CODES) return codes.join(', ') || NONE;
  return <span title={codes.join(', ')}>{`${codes.slice(0, MOST_CODES).join(', ')} +${codes.length - MOST_CODES}`}</span>;
}

/** Where it stands with the vendor, and what the vendor says. */
function vendorWords({ remediation }: Row): string {
  if (!remediation) return NONE;
  const { state, answer } = remediation;
  return state === 'ANSWERED' && answer
    ? `${REMEDIATION_STATES[state].label}: ${REMEDIATION_ANSWERS[answer]}`
    : REMEDIATION_STATES[state].label;
}

const columnsOf = (onOpen: (id: string) => void): Column<Row>[] => [
  {
    key: 'title',
    kind: 'name',
    header: 'Finding',
    sort: 'TITLE',
    render: ({ id, title }) => (
      <Anchor component="button" type="button" ta="start" fw={550} inherit onClick={() => onOpen(id)}>
        {title}
      </Anchor>
    ),
  },
  {
    key: 'severity',
    kind: 'short',
    header: 'Severity',
    sort: 'PRIORITY',
    orders: ['most severe first', 'least severe first'],
    render: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  { key: 'status', kind: 'short', header: 'Status', render: (finding) => <StatusControl finding={finding} /> },
  { key: 'owner', header: 'Owner', render: ({ owner }) => owner?.name ?? NONE },
  {
    key: 'due',
    header: 'Due',
    sort: 'DUE_ON',
    render: ({ dueOn, isOverdue }) => <DueDay day={dueOn} isOverdue={isOverdue} />,
  },
  { key: 'vendor', header: 'Vendor', render: ({ vendor }) => <VendorLink vendor={vendor} /> },
  { key: 'assessment', header: 'Assessment', isExtra: true, render: ({ assessment }) => <AssessmentLink assessment={assessment} /> },
  { key: 'controls', header: 'Controls', render: ({ controlCodes }) => <Codes codes={controlCodes} /> },
  {
    key: 'seen',
    header: 'Times seen',
    align: 'end',
    isExtra: true,
    render: ({ seenCount }) => (seenCount === 0 ? NONE : count(seenCount)),
  },
  {
    key: 'treatment',
    kind: 'short',
    header: 'Treatment',
    isExtra: true,
    render: ({ treatment }) => (treatment ? TREATMENTS[treatment] : NONE),
  },
  { key: 'remediation', header: 'With the vendor', isExtra: true, render: vendorWords },
  { key: 'source', kind: 'short', header: 'Source', isExtra: true, render: ({ isManual }) => (isManual ? 'Manual' : 'Automatic') },
  {
    key: 'created',
    kind: 'short',
    header: 'Raised',
    sort: 'CREATED_AT',
    isExtra: true,
    render: ({ createdAt }) => <DateText value={createdAt} />,
  },
  {
    key: 'resolved',
    kind: 'short',
    header: 'Closed',
    sort: 'RESOLVED_AT',
    isExtra: true,
    render: ({ resolvedAt }) => <DateText value={resolvedAt} />,
  },
  { key: 'resolver', header: 'Closed by', isExtra: true, render: ({ resolvedByName }) => resolvedByName ?? NONE },
];
