import { Group, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Can } from '../../app/session';
import { CsvButton } from '../../components/csv-button';
import { EmptyState } from '../../components/empty-state';
import { ButtonLink } from '../../components/link';
import { OpenQuery } from '../../components/open-query';
import { SavedViews } from '../../components/saved-views';
import { IconPlus } from '../../theme/icons';
import { FINDING_FILTER, FindingFilters } from './finding-filters';
import { FindingGroups } from './finding-groups';
import { FindingList, findingVariables } from './finding-list';
import { FindingsDocument } from './findings.generated';

const route = getRouteApi('/app/findings');

const GROUPINGS = [
  { value: 'none', label: 'List' },
  { value: 'vendor', label: 'By vendor' },
  { value: 'control', label: 'By control' },
];

export function FindingsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { sort, columns, group, finding, vendor, assessment } = search;
  const filter = FINDING_FILTER.filterOf(search);
  const isFiltered = FINDING_FILTER.isSet(search);
  const variables = findingVariables(filter, search);
  // Groups have no list that says where it can be fetched.
  const { data: first } = useApiQuery(FindingsDocument, { ...variables, offset: 0 });
  return (
    <Page
      title="Risk register"
      actions={
        <>
          <OpenQuery operation={FindingsDocument} variables={variables} />
          <SavedViews
            list="FINDINGS"
            filter={FINDING_FILTER}
            search={search}
            onOpen={(next, replace) => void navigate({ search: next, replace })}
          />
          <CsvButton pages={{ csvUrl: first?.findings.csvUrl }} />
          <Can do="assessments:review">
            <ButtonLink to="/findings/new" search={{ vendor, assessment }} leftSection={<IconPlus size={16} aria-hidden />}>
              New finding
            </ButtonLink>
          </Can>
        </>
      }
    >
      <FindingFilters
        search={search}
        onChange={change}
        onClear={isFiltered ? () => void navigate({ search: { sort, columns, group, finding } }) : undefined}
      />
      <Group>
        <SegmentedControl
          size="xs"
          aria-label="Show findings"
          data={GROUPINGS}
          value={group ?? 'none'}
          onChange={(value) => change({ group: value === 'none' ? undefined : (value as 'vendor' | 'control') })}
        />
      </Group>
      {group ? (
        <FindingGroups by={group} filter={filter} withClosed={filter.status === undefined} />
      ) : (
        <FindingList
          filter={filter}
          search={search}
          onSearch={change}
          empty={
            isFiltered ? (
              <EmptyState title="No finding matches">Change or clear the filters above.</EmptyState>
            ) : (
              <EmptyState title="No open findings">
                Findings are raised when an assessment is finalized. You can also add them yourself. Closed ones are under “All statuses”.
              </EmptyState>
            )
          }
        />
      )}
    </Page>
  );
}
