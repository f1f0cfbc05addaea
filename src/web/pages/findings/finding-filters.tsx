import { Button, Checkbox, Collapse, Group, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import type { FindingStatus, Severity } from '../../api/enums.generated';
import { as, listFilter, type Part, person } from '../../app/list-filter';
import { usePermission } from '../../app/session';
import { ControlSelect } from '../../components/control-select';
import { DayRangeFilter, FilterBar, MultiSelectFilter, SelectFilter, TextFilter } from '../../components/filter-bar';
import { OwnerFilter } from '../../components/owner-filter';
import { useFrameworkOptions, VendorSelect } from '../../components/pickers';
import { IconChevronDown, IconChevronUp } from '../../theme/icons';
import { ASSESSMENT_STATUSES, FINDING_STATUSES, optionsOf, SEVERITIES, TIERS } from '../../theme/tones';
import type { FindingsQueryVariables } from './findings.generated';
import type { FindingsSearch } from './routes';

/** Open findings unless a status is chosen. */
const status: Part<FindingStatus | 'ALL'> = {
  fields: ['status'],
  usual: { status: 'OPEN' },
  write: (chosen) => (chosen === 'ALL' ? {} : { status: chosen }),
  read: ({ status: saved }) => (saved === 'OPEN' ? undefined : ((saved ?? 'ALL') as FindingStatus | 'ALL')),
};

/** A view may have been saved with one severity. */
const severities: Part<Severity[]> = {
  fields: ['severities', 'severity'],
  write: (chosen) => ({ severities: chosen }),
  read: ({ severities: several, severity }) => (several ?? (severity ? [severity] : undefined)) as Severity[] | undefined,
};

const source: Part<'manual' | 'automatic'> = {
  fields: ['isManual'],
  write: (chosen) => ({ isManual: chosen === 'manual' }),
  read: ({ isManual }) => (typeof isManual === 'boolean' ? (isManual ? 'manual' : 'automatic') : undefined),
};

export const FINDING_FILTER = listFilter<FindingsSearch, NonNullable<FindingsQueryVariables['filter']>>({
  query: as('query'),
  status,
  severity: severities,
  owner: person('ownerId'),
  overdue: as('overdue'),
  dueFrom: as('dueFrom'),
  dueTo: as('dueTo'),
  vendor: as('vendorId'),
  assessment: as('assessmentId'),
  framework: as('frameworkId'),
  control: as('controlCode'),
  tier: as('tiers'),
  source,
  assessed: as('assessmentStatus'),
});

const STATUSES = [...optionsOf(FINDING_STATUSES), { value: 'ALL', label: 'All statuses' }];
const SOURCES = [
  { value: 'manual', label: 'Added manually' },
  { value: 'automatic', label: 'Automatic' },
];

interface FindingFiltersProps {
  search: FindingsSearch;
  onChange: (change: Partial<FindingsSearch>) => void;
  /** Set while there is something to clear. */
  onClear?: () => void;
}

/** The filters of the register: the usual ones at once, the others on demand. */
export function FindingFilters({ search, onChange, onClear }: FindingFiltersProps) {
  const {
    query,
    status: shown = 'OPEN',
    severity,
    owner,
    overdue,
    dueFrom,
    dueTo,
    vendor,
    framework,
    control,
    tier,
    source: from,
    assessed,
  } = search;
  const id = useId();
  const seesVendors = usePermission('vendors:view');
  const seesControls = usePermission('frameworks:view', 'templates:view');
  const frameworks = useFrameworkOptions();
  const [isMore, setMore] = useState(Boolean(dueFrom ?? dueTo ?? framework ?? control ?? tier ?? from ?? assessed));
  const Icon = isMore ? IconChevronUp : IconChevronDown;
  return (
    <Stack gap="xs">
      <FilterBar onClear={onClear}>
        <TextFilter label="Title or description" value={query} onChange={(value) => onChange({ query: value })} />
        <SelectFilter
          label="Status"
          options={STATUSES}
          value={shown}
          onChange={(value = 'ALL') => onChange({ status: value === 'OPEN' ? undefined : value })}
        />
        <MultiSelectFilter
          label="Severity"
          options={optionsOf(SEVERITIES)}
          value={severity}
          onChange={(value) => onChange({ severity: value })}
        />
        <OwnerFilter value={owner} onChange={(value) => onChange({ owner: value })} />
        {seesVendors && (
          <VendorSelect
            aria-label="Vendor"
            clearable
            value={vendor ?? null}
            onChange={(value) => onChange({ vendor: value ?? undefined })}
            w={{ base: '48%', sm: 190 }}
          />
        )}
        <Checkbox label="Overdue" checked={overdue ?? false} onChange={() => onChange({ overdue: overdue ? undefined : true })} my="xs" />
        <Button
          variant="subtle"
          aria-expanded={isMore}
          aria-controls={id}
          rightSection={<Icon size={14} aria-hidden />}
          onClick={() => setMore(!isMore)}
        >
          More filters
        </Button>
      </FilterBar>
      <Collapse expanded={isMore} id={id}>
        <Group gap="xs" align="flex-end" role="group" aria-label="More filters">
          <DayRangeFilter
            labels={['Due from', 'Due to']}
            from={dueFrom}
            to={dueTo}
            onChange={(change) => onChange('from' in change ? { dueFrom: change.from } : { dueTo: change.to })}
          />
          {frameworks.length > 0 && (
            <SelectFilter label="Framework" options={frameworks} value={framework} onChange={(value) => onChange({ framework: value })} />
          )}
          {seesControls ? (
            <ControlSelect value={control} onChange={(value) => onChange({ control: value })} />
          ) : (
            <TextFilter label="Control code" value={control} onChange={(value) => onChange({ control: value })} width={150} />
          )}
          <MultiSelectFilter label="Vendor tier" options={optionsOf(TIERS)} value={tier} onChange={(value) => onChange({ tier: value })} />
          <SelectFilter label="Source" options={SOURCES} value={from} onChange={(value) => onChange({ source: value })} />
          <MultiSelectFilter
            label="Assessment status"
            options={optionsOf(ASSESSMENT_STATUSES)}
            value={assessed}
            onChange={(value) => onChange({ assessed: value })}
          />
        </Group>
      </Collapse>
    </Stack>
  );
}
