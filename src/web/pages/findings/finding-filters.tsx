import { Button, Checkbox, Collapse, Group, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { usePermission } from '../../app/session';
import { ControlSelect } from '../../components/control-select';
import { DayRangeFilter, FilterBar, SelectFilter, TextFilter } from '../../components/filter-bar';
import { MultiFilter } from '../../components/multi-filter';
import { OwnerFilter, ownerIdOf } from '../../components/owner-filter';
import { useFrameworkOptions, VendorSelect } from '../../components/pickers';
import { IconChevronDown, IconChevronUp } from '../../theme/icons';
import { ASSESSMENT_STATUSES, FINDING_STATUSES, optionsOf, SEVERITIES, TIERS } from '../../theme/tones';
import type { FindingsQueryVariables } from './findings.generated';
import type { FindingsSearch } from './routes';

/** What the filters in the URL ask for: open findings unless a status is chosen. */
export function filterOf(search: FindingsSearch): NonNullable<FindingsQueryVariables['filter']> {
  const { query, status = 'OPEN', severity, owner, overdue, dueFrom, dueTo, vendor, assessment } = search;
  const { framework, control, tier, source, assessed } = search;
  return {
    query,
    status: status === 'ALL' ? undefined : status,
    severities: severity,
    ownerId: ownerIdOf(owner),
    overdue,
    dueFrom,
    dueTo,
    vendorId: vendor,
    assessmentId: assessment,
    frameworkId: framework,
    controlCode: control,
    tiers: tier,
    isManual: source && source === 'manual',
    assessmentStatus: assessed,
  };
}

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
  const { query, status = 'OPEN', severity, owner, overdue, dueFrom, dueTo, vendor, framework, control, tier, source, assessed } = search;
  const id = useId();
  const seesVendors = usePermission('vendors:view');
  const seesControls = usePermission('frameworks:view', 'templates:view');
  const frameworks = useFrameworkOptions();
  const [isMore, setMore] = useState(Boolean(dueFrom ?? dueTo ?? framework ?? control ?? tier ?? source ?? assessed));
  const Icon = isMore ? IconChevronUp : IconChevronDown;
  return (
    <Stack gap="xs">
      <FilterBar onClear={onClear}>
        <TextFilter label="Title or description" value={query} onChange={(value) => onChange({ query: value })} />
        <SelectFilter
          label="Status"
          options={STATUSES}
          value={status}
          onChange={(value = 'ALL') => onChange({ status: value === 'OPEN' ? undefined : value })}
        />
        <MultiFilter
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
            onChange={(change) => onChange('from' in change ? { dueFrom: change.from } : { dueTo: (change as { to?: string }).to })}
          />
          {frameworks.length > 0 && (
            <SelectFilter label="Framework" options={frameworks} value={framework} onChange={(value) => onChange({ framework: value })} />
          )}
          {seesControls ? (
            <ControlSelect value={control} onChange={(value) => onChange({ control: value })} />
          ) : (
            <TextFilter label="Control code" value={control} onChange={(value) => onChange({ control: value })} width={150} />
          )}
          <MultiFilter label="Vendor tier" options={optionsOf(TIERS)} value={tier} onChange={(value) => onChange({ tier: value })} />
          <SelectFilter label="Source" options={SOURCES} value={source} onChange={(value) => onChange({ source: value })} />
          <MultiFilter
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
