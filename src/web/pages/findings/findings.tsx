import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../app/page';
import { Can, usePermission } from '../../app/session';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, SelectFilter, TextFilter } from '../../components/filter-bar';
import { ButtonLink } from '../../components/link';
import { OpenQuery } from '../../components/open-query';
import { useFrameworkOptions, VendorSelect } from '../../components/pickers';
import { IconPlus } from '../../theme/icons';
import { FINDING_STATUSES, optionsOf, SEVERITIES } from '../../theme/tones';
import { FindingList, findingVariables } from './finding-list';
import { FindingsDocument } from './findings.generated';

const route = getRouteApi('/app/findings');

export function FindingsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const frameworks = useFrameworkOptions();
  const seesVendors = usePermission('vendors:view');
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { query, status, severity, vendor, assessment, framework, control, sort, columns } = search;
  const filter = { query, status, severity, vendorId: vendor, assessmentId: assessment, frameworkId: framework, controlCode: control };
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <Page
      title="Risk register"
      actions={
        <>
          <OpenQuery operation={FindingsDocument} variables={findingVariables(filter, search)} />
          <Can do="assessments:review">
            <ButtonLink to="/findings/new" search={{ vendor, assessment }} leftSection={<IconPlus size={16} aria-hidden />}>
              New finding
            </ButtonLink>
          </Can>
        </>
      }
    >
      <FilterBar onClear={isFiltered ? () => void navigate({ search: { sort, columns } }) : undefined}>
        <TextFilter label="Title or description" value={query} onChange={(value) => change({ query: value })} />
        <SelectFilter label="Status" options={optionsOf(FINDING_STATUSES)} value={status} onChange={(value) => change({ status: value })} />
        <SelectFilter label="Severity" options={optionsOf(SEVERITIES)} value={severity} onChange={(value) => change({ severity: value })} />
        {seesVendors && (
          <VendorSelect
            aria-label="Vendor"
            clearable
            value={vendor ?? null}
            onChange={(value) => change({ vendor: value ?? undefined })}
            w={{ base: '48%', sm: 190 }}
          />
        )}
        {frameworks.length > 0 && (
          <SelectFilter label="Framework" options={frameworks} value={framework} onChange={(value) => change({ framework: value })} />
        )}
        <TextFilter label="Control code" value={control} onChange={(value) => change({ control: value })} width={150} />
      </FilterBar>
      <FindingList
        filter={filter}
        search={search}
        onSearch={change}
        empty={
          isFiltered ? (
            <EmptyState title="No finding matches">Change or clear the filters above.</EmptyState>
          ) : (
            <EmptyState title="No findings yet">
              Findings are raised when an assessment is finalized. You can also add them yourself.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
