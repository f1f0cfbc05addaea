import { ActionIcon, Group, SegmentedControl, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ControlRelation, CoverageState } from '../../api/enums.generated';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { usePermission } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, SelectFilter, TextFilter } from '../../components/filter-bar';
import { count, many, NONE, percent } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { useFrameworkOptions, VendorSelect } from '../../components/pickers';
import { PlainTable } from '../../components/plain-table';
import { RELATION_NOTES, RELATIONS, relationText } from '../../components/relations';
import { IconArrowsLeftRight } from '../../theme/icons';
import { CONTROL_STATES, optionsOf, paint, type Tone } from '../../theme/tones';
import {
  CrosswalkDocument,
  type CrosswalkQuery,
  FrameworkCoverageDocument,
  type FrameworkCoverageQuery,
  VendorFrameworkCoverageDocument,
} from './crosswalk.generated';
import classes from './frameworks.module.css';

type Relation = NonNullable<CrosswalkQuery['framework']>['crosswalk'][number];
type Coverage = NonNullable<FrameworkCoverageQuery['framework']>['coverage'] & { compliant?: number; complianceRatio?: number | null };

const STATES: Record<CoverageState, Tone> = {
  COVERED: { ...CONTROL_STATES.COMPLIANT, label: 'Covered' },
  PARTLY: { ...CONTROL_STATES.PARTLY, label: 'Partly covered' },
  NOT_COVERED: { ...CONTROL_STATES.NOT_ASSESSED, label: 'Not covered' },
};

const route = getRouteApi('/app/frameworks/crosswalk');

function useAddress() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  return { search, change };
}

export function CrosswalkPage() {
  const { search, change } = useAddress();
  const frameworks = useFrameworkOptions();
  const { from, to, view, vendor } = search;
  const pair = from && to && from !== to ? { from, to } : undefined;
  const nameOf = (id: string) => frameworks.find(({ value }) => value === id)?.label ?? '';
  return (
    <Page
      title="Crosswalk"
      about="How the controls of two frameworks map to each other"
      above={
        <AnchorLink to="/frameworks" size="sm">
          Frameworks
        </AnchorLink>
      }
      actions={
        pair &&
        (view !== 'coverage' ? (
          <OpenQuery operation={CrosswalkDocument} variables={pair} />
        ) : vendor ? (
          <OpenQuery operation={VendorFrameworkCoverageDocument} variables={{ ...pair, vendor }} />
        ) : (
          <OpenQuery operation={FrameworkCoverageDocument} variables={pair} />
        ))
      }
    >
      <Group gap="xs" align="flex-end">
        <Select
          label="From"
          data={frameworks}
          value={from ?? null}
          onChange={(value) => change({ from: value ?? undefined })}
          searchable
          w={280}
        />
        <ActionIcon variant="default" size={36} aria-label="Swap the frameworks" onClick={() => change({ from: to, to: from })}>
          <IconArrowsLeftRight size={16} aria-hidden />
        </ActionIcon>
        <Select
          label="To"
          data={frameworks.filter(({ value }) => value !== from)}
          value={to ?? null}
          onChange={(value) => change({ to: value ?? undefined })}
          searchable
          w={280}
        />
        <SegmentedControl
          aria-label="View"
          data={[
            { value: 'relations', label: 'Mappings' },
            { value: 'coverage', label: 'Coverage' },
          ]}
          value={view ?? 'relations'}
          onChange={(value) => change({ view: value === 'coverage' ? 'coverage' : undefined })}
        />
      </Group>
      {!pair ? (
        <EmptyState title="Choose two frameworks">See how their controls map to each other.</EmptyState>
      ) : view === 'coverage' ? (
        <CoverageView {...pair} fromName={nameOf(pair.from)} toName={nameOf(pair.to)} />
      ) : (
        <Relations {...pair} fromName={nameOf(pair.from)} toName={nameOf(pair.to)} />
      )}
    </Page>
  );
}

function Relations({ from, to, fromName, toName }: { from: string; to: string; fromName: string; toName: string }) {
  const { search, change } = useAddress();
  const query = useApiQuery(CrosswalkDocument, { from, to });
  const wanted = search.query?.toLowerCase();
  const isWanted = ({ relation, control, related }: Relation) =>
    (!search.relation || relation === search.relation) &&
    (!wanted ||
      `${control.code} ${control.title}\n${related.code} ${related.title}\n${control.domain ?? ''}`.toLowerCase().includes(wanted));
  return (
    <Stack gap="sm">
      <FilterBar onClear={search.query || search.relation ? () => change({ query: undefined, relation: undefined }) : undefined}>
        <TextFilter label="Code or title" value={search.query} onChange={(value) => change({ query: value })} />
        <SelectFilter<ControlRelation>
          label="Relation"
          options={Object.entries(RELATIONS).map(([value, label]) => ({ value, label }))}
          value={search.relation}
          onChange={(value) => change({ relation: value })}
        />
      </FilterBar>
      <Loaded query={query}>
        {({ framework }) => {
          const all = framework?.crosswalk ?? [];
          const rows = all.filter(isWanted);
          if (all.length === 0)
            return <EmptyState title="No crosswalk between these frameworks">Import one with the importCrosswalk mutation.</EmptyState>;
          if (rows.length === 0) return <EmptyState title="No mappings match">Change or clear the filters above.</EmptyState>;
          return (
            <>
              <Text size="sm" c="dimmed" role="status">
                {many(rows.length, 'mapping')}
              </Text>
              <PlainTable
                label="Mappings"
                rows={rows}
                rowKey={({ control, related }) => `${control.id} ${related.id}`}
                columns={[
                  { key: 'control', header: fromName, render: ({ control }) => <ControlWords {...control} /> },
                  { key: 'relation', header: 'Relation', render: ({ relation }) => relationText(relation) },
                  { key: 'related', header: toName, render: ({ related }) => <ControlWords {...related} /> },
                ]}
              />
            </>
          );
        }}
      </Loaded>
    </Stack>
  );
}

function ControlWords({ code, title }: { code: string; title: string }) {
  return (
    <Text size="sm">
      <Text span fw={600} size="sm">
        {code}
      </Text>{' '}
      {title}
    </Text>
  );
}

/** How far answers for one framework cover another: in theory, or for one vendor. */
function CoverageView({ from, to, fromName, toName }: { from: string; to: string; fromName: string; toName: string }) {
  const {
    search: { vendor },
    change,
  } = useAddress();
  const mayChoose = usePermission('vendors:view');
  const inPrinciple = useApiQuery(FrameworkCoverageDocument, { from, to }, { enabled: !vendor });
  const ofVendor = useApiQuery(VendorFrameworkCoverageDocument, { from, to, vendor: vendor ?? '' }, { enabled: Boolean(vendor) });
  return (
    <Stack gap="md">
      {mayChoose && (
        <VendorSelect
          label="Vendor"
          placeholder="All vendors (maximum coverage)"
          clearable
          value={vendor}
          onChange={(id) => change({ vendor: id ?? undefined })}
          w={{ base: '100%', sm: 360 }}
        />
      )}
      {vendor ? (
        <Loaded query={ofVendor}>
          {(data) =>
            data.vendor ? (
              <CoverageParts coverage={data.vendor.coverage} who={`${data.vendor.name}’s answers for ${fromName}`} toName={toName} />
            ) : (
              <EmptyState title="Vendor not found" />
            )
          }
        </Loaded>
      ) : (
        <Loaded query={inPrinciple}>
          {({ framework }) => framework && <CoverageParts coverage={framework.coverage} who={fromName} toName={toName} />}
        </Loaded>
      )}
    </Stack>
  );
}

function CoverageParts({ coverage, who, toName }: { coverage: Coverage; who: string; toName: string }) {
  const {
    search: { query, state },
    change,
  } = useAddress();
  const { controlCount, covered, partly, notCovered, compliant, complianceRatio } = coverage;
  const parts = [
    [STATES.COVERED, covered],
    [STATES.PARTLY, partly],
    [STATES.NOT_COVERED, notCovered],
  ] as const;
  const wanted = query?.toLowerCase();
  const rows = coverage.controls.filter(
    ({ state: is, control: { code, title, domain } }) =>
      (!state || is === state) && (!wanted || `${code} ${title} ${domain ?? ''}`.toLowerCase().includes(wanted)),
  );
  const hasAnswers = compliant !== undefined;
  return (
    <Stack gap="md">
      <Card title={`Coverage of ${toName} by ${who}`}>
        <div className={classes.bar} aria-hidden>
          {parts.map(([{ colour, label }, part]) => part > 0 && <span key={label} style={{ flex: part, background: paint(colour) }} />)}
        </div>
        <SimpleGrid cols={{ base: 2, sm: hasAnswers ? 5 : 3 }}>
          {parts.map(([tone, part]) => (
            <div key={tone.label}>
              <ToneBadge tone={tone} />
              <Text fw={600}>
                {count(part)} of {count(controlCount)} · {percent(controlCount === 0 ? null : part / controlCount)}
              </Text>
            </div>
          ))}
          {hasAnswers && (
            <>
              <div>
                <Text size="sm" c="dimmed">
                  Compliant
                </Text>
                <Text fw={600}>{count(compliant)}</Text>
              </div>
              <div>
                <Text size="sm" c="dimmed">
                  Average compliance
                </Text>
                <Text fw={600}>{percent(complianceRatio)}</Text>
              </div>
            </>
          )}
        </SimpleGrid>
      </Card>
      <FilterBar onClear={query || state ? () => change({ query: undefined, state: undefined }) : undefined}>
        <TextFilter label="Code or title" value={query} onChange={(value) => change({ query: value })} />
        <SelectFilter<CoverageState>
          label="Coverage"
          options={optionsOf(STATES)}
          value={state}
          onChange={(value) => change({ state: value })}
        />
        <Text size="sm" c="dimmed" role="status" py="xs">
          {many(rows.length, 'control')}
        </Text>
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyState title="No control matches">Change or clear the filters above.</EmptyState>
      ) : (
        <PlainTable
          label="Coverage"
          rows={rows}
          rowKey={({ control }) => control.id}
          columns={[
            { key: 'control', header: toName, render: ({ control }) => <ControlWords {...control} /> },
            { key: 'state', kind: 'short', header: 'Coverage', render: ({ state: is }) => <ToneBadge tone={STATES[is]} /> },
            {
              key: 'by',
              header: 'By',
              render: ({ by }) =>
                by.length === 0
                  ? NONE
                  : by.map(({ control: { id, code, title }, relation }) => (
                      <Text key={id} size="sm">
                        <Text span fw={600} size="sm" title={title}>
                          {code}
                        </Text>{' '}
                        ({RELATION_NOTES[relation]})
                      </Text>
                    )),
            },
            ...(hasAnswers
              ? [
                  {
                    key: 'ratio',
                    header: 'Compliance',
                    align: 'end' as const,
                    render: (row: (typeof rows)[number]) => percent((row as { complianceRatio?: number | null }).complianceRatio),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Stack>
  );
}
