import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { MomentContext, useMoment } from '../../api/moment';
import { usePermission } from '../../app/session';
import type { VendorGroupSearch } from '../../app/vendor-group';
import { Card } from '../../components/card';
import { count, momentText, NONE, percent, points, signed } from '../../components/format';
import { ErrorBox } from '../../components/error-box';
import { Loading } from '../../components/loaded';
import { PlainTable } from '../../components/plain-table';
import { BANDS, SEVERITIES, TIERS, UNTIERED } from '../../theme/tones';
import { Bands, Deficient, Severities, TiersCard } from './dashboard';
import { type Dashboard, GROUP_FILTER, useDashboard } from './dashboard-of';
import { MovementsCard } from './movements';

/** The dashboard of the moment shown, beside that of another; the earlier one first. */
export function Comparison({ other, group }: { other: string; group: VendorGroupSearch }) {
  const shown = useMoment();
  const [opened] = useState(() => new Date().toISOString());
  const seesMovements = usePermission('vendors:view') && !GROUP_FILTER.isSet(group); // they are known of all vendors only
  const here = useDashboard(group, shown);
  const there = useDashboard(group, other);
  if (there.error) return <ErrorBox error={there.error} onRetry={() => void there.refetch()} />;
  if (!here.data || !there.data) return <Loading lines={8} />;
  const isOtherEarlier = shown === undefined || Date.parse(other) <= Date.parse(shown);
  const sides: Side[] = [
    { moment: other, dashboard: there.data.dashboard },
    { moment: shown, dashboard: here.data.dashboard },
  ];
  const [before, after] = (isOtherEarlier ? sides : sides.toReversed()) as [Side, Side];
  return (
    <Stack gap="md">
      <Figures before={before} after={after} />
      {seesMovements && before.moment !== undefined && (
        <MovementsCard from={before.moment} to={after.moment ?? opened} moments={{ before: before.moment, after: after.moment }} />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Column {...before} group={group} />
        <Column {...after} group={group} />
      </SimpleGrid>
    </Stack>
  );
}

interface Side {
  /** Undefined: now. */
  moment: string | undefined;
  dashboard: Dashboard;
}

const titleOf = ({ moment }: Side) => (moment === undefined ? 'Now' : `As of ${momentText(moment)}`);

/** One of the two dates; its links lead there. */
function Column({ group, ...side }: Side & { group: VendorGroupSearch }) {
  const { dashboard, moment } = side;
  return (
    <MomentContext value={moment}>
      <Stack component="section" gap="md" aria-label={titleOf(side)}>
        <Title order={2}>{titleOf(side)}</Title>
        <Bands dashboard={dashboard} group={group} />
        <TiersCard dashboard={dashboard} group={group} />
        <Severities dashboard={dashboard} group={group} />
        <Deficient dashboard={dashboard} group={group} />
      </Stack>
    </MomentContext>
  );
}

interface Figure {
  name: string;
  of: (dashboard: Dashboard) => number | null;
  isRatio?: boolean;
}

const FIGURES: Figure[] = [
  { name: 'Vendors', of: ({ vendorCount }) => vendorCount },
  { name: 'Average score', of: ({ averageScore }) => averageScore, isRatio: true },
  { name: 'Need attention', of: ({ needsAttention }) => needsAttention },
  { name: 'Overdue assessments', of: ({ overdueAssessments }) => overdueAssessments },
  { name: 'Open findings', of: ({ openFindings }) => openFindings },
  { name: `Vendors: ${BANDS.GREEN.label}`, of: ({ scoreDistribution }) => scoreDistribution.green },
  { name: `Vendors: ${BANDS.AMBER.label}`, of: ({ scoreDistribution }) => scoreDistribution.amber },
  { name: `Vendors: ${BANDS.RED.label}`, of: ({ scoreDistribution }) => scoreDistribution.red },
  { name: `Vendors: ${BANDS.UNSCORED.label}`, of: ({ scoreDistribution }) => scoreDistribution.unscored },
  ...[...Object.entries(TIERS), [null, UNTIERED] as const].map(([name, { label }]): Figure => ({
    name: `Tier: ${label}`,
    of: ({ vendorsByTier }) => vendorsByTier.find(({ tier }) => tier === name)?.count ?? 0,
  })),
  ...Object.entries(SEVERITIES).map(([name, { label }]): Figure => ({
    name: `Open findings: ${label}`,
    of: ({ openFindingsBySeverity }) => openFindingsBySeverity.find(({ severity }) => severity === name)?.count ?? 0,
  })),
  { name: 'Completed shared-responsibility tasks', of: ({ responsibility }) => responsibility.completedActions },
];

/** So many of them are shown even if nothing changed. */
const KEY_FIGURES = 5;

function Figures({ before, after }: { before: Side; after: Side }) {
  const told = FIGURES.filter((figure, i) => i < KEY_FIGURES || difference(figure, before, after).change !== 0);
  return (
    <Card title="What changed">
      <PlainTable
        label="Figures of both dates"
        rowKey={({ name }) => name}
        rows={told}
        columns={[
          { key: 'name', kind: 'name', header: 'Figure', render: ({ name }) => name },
          { key: 'before', align: 'end', header: titleOf(before), render: (figure) => text(figure, before) },
          { key: 'after', align: 'end', header: titleOf(after), render: (figure) => text(figure, after) },
          { key: 'change', align: 'end', header: 'Change', render: (figure) => <Difference {...difference(figure, before, after)} /> },
        ]}
      />
    </Card>
  );
}

function text({ of, isRatio }: Figure, { dashboard }: Side): string {
  const value = of(dashboard);
  return isRatio ? percent(value) : count(value ?? 0);
}

function difference({ of, isRatio }: Figure, before: Side, after: Side) {
  const [from, to] = [of(before.dashboard), of(after.dashboard)];
  return { change: from === null || to === null ? null : to - from, isRatio };
}

function Difference({ change, isRatio }: { change: number | null; isRatio?: boolean }) {
  if (change === null) return NONE;
  const words = isRatio ? points(change) : signed(change);
  return change === 0 ? (
    <Text span inherit c="dimmed">
      {words}
    </Text>
  ) : (
    <strong>{words}</strong>
  );
}
