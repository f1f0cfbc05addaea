import { Checkbox } from '@mantine/core';
import type { getRouteApi } from '@tanstack/react-router';
import { as, fromDay, listFilter, person, toDay } from '../../app/list-filter';
import { usePermission } from '../../app/session';
import { DayRangeFilter, FilterBar, MoreFilters, MultiSelectFilter, SelectFilter, TextFilter } from '../../components/filter-bar';
import { PersonFilter, useTemplateOptions, VendorSelect } from '../../components/pickers';
import { ASSESSMENT_STATUSES, BANDS, optionsOf } from '../../theme/tones';
import type { AssessmentsQueryVariables } from './assessments.generated';

type AssessmentSearch = ReturnType<ReturnType<typeof getRouteApi<'/app/assessments'>>['useSearch']>;

export const ASSESSMENT_FILTER = listFilter<AssessmentSearch, NonNullable<AssessmentsQueryVariables['filter']>>({
  query: as('query'),
  status: as('status'),
  vendor: as('vendorId'),
  template: as('templateId'),
  band: as('ragBand'),
  reviewer: person('reviewerId'),
  overdue: as('overdue'),
  from: fromDay('createdFrom'),
  to: toDay('createdTo'),
  submittedFrom: fromDay('submittedFrom'),
  submittedTo: toDay('submittedTo'),
  dueFrom: fromDay('dueFrom'),
  dueTo: toDay('dueTo'),
});

interface AssessmentFiltersProps {
  search: AssessmentSearch;
  onChange: (change: Partial<AssessmentSearch>) => void;
  onClear: () => void;
}

export function AssessmentFilters({ search, onChange, onClear }: AssessmentFiltersProps) {
  const { query, status, vendor, template, band, reviewer, overdue, from, to, submittedFrom, submittedTo, dueFrom, dueTo } = search;
  const seesVendors = usePermission('vendors:view');
  const templates = useTemplateOptions(template);
  const more = [band, from, to, submittedFrom, submittedTo, dueFrom, dueTo];
  return (
    <FilterBar onClear={ASSESSMENT_FILTER.isSet(search) ? onClear : undefined}>
      <TextFilter label="Title" value={query} onChange={(value) => onChange({ query: value })} />
      <MultiSelectFilter
        label="Status"
        options={optionsOf(ASSESSMENT_STATUSES)}
        value={status}
        onChange={(value) => onChange({ status: value })}
      />
      {seesVendors && (
        <VendorSelect
          aria-label="Vendor"
          clearable
          value={vendor ?? null}
          onChange={(id) => onChange({ vendor: id ?? undefined })}
          w={{ base: '48%', sm: 170 }}
        />
      )}
      {(templates.length > 0 || template) && (
        <SelectFilter label="Questionnaire" options={templates} value={template} onChange={(value) => onChange({ template: value })} />
      )}
      <PersonFilter label="Reviewer" nobody="No reviewer" value={reviewer} onChange={(value) => onChange({ reviewer: value })} />
      <Checkbox label="Overdue" checked={overdue ?? false} onChange={() => onChange({ overdue: overdue ? undefined : true })} my="xs" />
      <MoreFilters used={more.filter((value) => value !== undefined).length}>
        <SelectFilter label="Band" options={optionsOf(BANDS)} value={band} onChange={(value) => onChange({ band: value })} />
        <DayRangeFilter labels={['Created from', 'Created to']} from={from} to={to} onChange={onChange} />
        <DayRangeFilter
          labels={['Submitted from', 'Submitted to']}
          from={submittedFrom}
          to={submittedTo}
          onChange={(change) => onChange('from' in change ? { submittedFrom: change.from } : { submittedTo: change.to })}
        />
        <DayRangeFilter
          labels={['Due from', 'Due to']}
          from={dueFrom}
          to={dueTo}
          onChange={(change) => onChange('from' in change ? { dueFrom: change.from } : { dueTo: change.to })}
        />
      </MoreFilters>
    </FilterBar>
  );
}
