import { Select } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ResponsibilityStatus } from '../../api/enums.generated';
import { useApiMutation } from '../../api/hooks';
import { useApiWindow } from '../../api/window';
import { as, listFilter, person } from '../../app/list-filter';
import { Page } from '../../app/page';
import { usePermission } from '../../app/session';
import { Mark, ToneBadge } from '../../components/badges';
import { CsvButton } from '../../components/csv-button';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, MultiSelectFilter, TextFilter } from '../../components/filter-bar';
import { NONE } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { notify, notifyError } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { PersonFilter, PersonSelect, VendorSelect } from '../../components/pickers';
import { SavedViews } from '../../components/saved-views';
import { VendorLink } from '../../components/thing-links';
import { IconShieldCheck } from '../../theme/icons';
import { optionsOf, RESPONSIBILITY_STATUSES } from '../../theme/tones';
import { UpdateResponsibilityActionDocument } from './responsibility.generated';
import { TasksDocument, type TasksQuery, type TasksQueryVariables } from './tasks.generated';

type Task = TasksQuery['responsibilityActions']['nodes'][number];

const route = getRouteApi('/app/tasks');

const TASK_FILTER = listFilter<ReturnType<typeof route.useSearch>, NonNullable<TasksQueryVariables['filter']>>({
  query: as('query'),
  status: as('status'),
  vendor: as('vendorId'),
  assignee: person('assigneeId'),
});

const COLUMNS: Column<Task>[] = [
  {
    key: 'control',
    kind: 'name',
    header: 'Control',
    render: ({ controlCode, controlTitle, vendor }) => (
      <>
        <AnchorLink to="/vendors/$vendorId" params={{ vendorId: vendor.id }} search={{ tab: 'responsibility' }} fw={550} inherit>
          {controlCode}
        </AnchorLink>{' '}
        {controlTitle}
      </>
    ),
  },
  { key: 'vendor', header: 'Vendor', render: ({ vendor }) => <VendorLink vendor={vendor} /> },
  { key: 'framework', header: 'Framework', render: ({ frameworkName }) => frameworkName },
  { key: 'certification', header: 'Certification', isExtra: true, render: ({ certificationName }) => certificationName },
  { key: 'status', kind: 'short', header: 'Status', render: (task) => <StatusCell task={task} /> },
  { key: 'assignee', kind: 'short', header: 'Assignee', render: (task) => <AssigneeCell task={task} /> },
  { key: 'notes', header: 'Notes', isExtra: true, render: ({ notes }) => notes ?? NONE },
  { key: 'completed', kind: 'short', header: 'Completed', isExtra: true, render: ({ completedAt }) => <DateText value={completedAt} /> },
  { key: 'updated', kind: 'short', header: 'Last change', isExtra: true, render: ({ updatedAt }) => <DateText value={updatedAt} /> },
];

/** The shared-responsibility tasks of all vendors. */
export function TasksPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { query, status, vendor, assignee, columns } = search;
  const variables = { filter: TASK_FILTER.filterOf(search) };
  const pages = useApiWindow(TasksDocument, variables, ({ responsibilityActions }) => responsibilityActions);
  const isFiltered = TASK_FILTER.isSet(search);
  return (
    <Page
      title="Shared-responsibility tasks"
      about="Your part of the controls that your vendors’ certifications share with you"
      actions={
        <>
          <OpenQuery operation={TasksDocument} variables={variables} />
          <SavedViews
            list="ACTIONS"
            filter={TASK_FILTER}
            search={search}
            onOpen={(next, replace) => void navigate({ search: next, replace })}
          />
          <CsvButton pages={pages} />
        </>
      }
    >
      <FilterBar onClear={isFiltered ? () => void navigate({ search: { columns } }) : undefined}>
        <TextFilter label="Control, framework or vendor" value={query} onChange={(value) => change({ query: value })} />
        <MultiSelectFilter
          label="Status"
          options={optionsOf(RESPONSIBILITY_STATUSES)}
          value={status}
          onChange={(value) => change({ status: value })}
        />
        <PersonFilter label="Assignee" nobody="No assignee" value={assignee} onChange={(value) => change({ assignee: value })} />
        <VendorSelect
          aria-label="Vendor"
          clearable
          value={vendor ?? null}
          onChange={(id) => change({ vendor: id ?? undefined })}
          w={{ base: '48%', sm: 190 }}
        />
      </FilterBar>
      <DataTable
        noun="task"
        columns={COLUMNS}
        pages={pages}
        search={search}
        onSearch={(next) => change(next as typeof search)}
        empty={
          isFiltered ? (
            <EmptyState title="No task matches" icon={IconShieldCheck}>
              Change or clear the filters above.
            </EmptyState>
          ) : (
            <EmptyState title="No tasks yet" icon={IconShieldCheck}>
              When a certification’s framework has controls shared with the customer, your part of them is listed here.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function useChange({ id, revision, controlCode }: Task) {
  const update = useApiMutation(UpdateResponsibilityActionDocument, { onSuccess: () => notify(`${controlCode} saved`) });
  return {
    isPending: update.isPending,
    save: (change: { status?: ResponsibilityStatus; assigneeId?: string | null }) =>
      update.mutate({ input: { id, expectedRevision: revision, ...change } }, { onError: notifyError }),
  };
}

const nameOf = ({ controlCode, vendor }: Task) => `${controlCode} of ${vendor.name}`;

function StatusCell({ task }: { task: Task }) {
  const { isPending, save } = useChange(task);
  const { status } = task;
  if (!usePermission('vendors:edit')) return <ToneBadge tone={RESPONSIBILITY_STATUSES[status]} />;
  return (
    <Select
      size="xs"
      w={150}
      aria-label={`Status of ${nameOf(task)}`}
      data={optionsOf(RESPONSIBILITY_STATUSES)}
      value={status}
      allowDeselect={false}
      disabled={isPending}
      onChange={(value) => value && value !== status && save({ status: value as ResponsibilityStatus })}
      leftSection={<Mark tone={RESPONSIBILITY_STATUSES[status]} />}
    />
  );
}

function AssigneeCell({ task }: { task: Task }) {
  const { isPending, save } = useChange(task);
  const { assignee } = task;
  if (!usePermission('vendors:edit')) return assignee?.name ?? NONE;
  return (
    <PersonSelect
      size="xs"
      w={170}
      aria-label={`Assignee of ${nameOf(task)}`}
      value={assignee?.id ?? null}
      keep={assignee}
      disabled={isPending}
      onChange={(value) => save({ assigneeId: value })}
    />
  );
}
