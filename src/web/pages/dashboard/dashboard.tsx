import { Grid, Group, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { getRouteApi, type LinkProps, linkOptions } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { NEUTRAL } from '../../../reports/theme';
import { useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { Page } from '../../app/page';
import { Can, useNowhere, usePermission } from '../../app/session';
import { BarsChart, DonutChart, TrendChart } from '../../charts/charts';
import { Card } from '../../components/card';
import { DateText } from '../../components/date-text';
import { DownloadButton } from '../../components/download-button';
import { EmptyState } from '../../components/empty-state';
import { count, many, month, percent } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Loaded, Loading } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { BANDS, SEVERITIES, TIERS, UNTIERED } from '../../theme/tones';
import { CompareChoice } from './compare-choice';
import { DashboardDocument, type DashboardQuery } from './dashboard.generated';
import { MyWorkTile } from './my-work-tile';

export type Dashboard = DashboardQuery['dashboard'];

const route = getRouteApi('/app/dashboard');
const Comparison = lazy(async () => ({ default: (await import('./comparison')).Comparison }));

export function DashboardPage() {
  const query = useApiQuery(DashboardDocument, {});
  const { compare } = route.useSearch();
  const isNow = useMoment() === undefined;
  const isComparing = usePermission('audit:view') && compare !== undefined;
  return (
    <Page
      title="Dashboard"
      about="Third-party risk at a glance"
      actions={
        <>
          <OpenQuery operation={DashboardDocument} variables={{}} />
          <Can do="audit:view">
            <CompareChoice compare={compare} />
          </Can>
          {query.data && <DownloadButton href={query.data.dashboard.reportUrl}>Report (PDF)</DownloadButton>}
          {isNow && (
            <Can do="vendors:view">
              <DownloadButton href="/exports/board-report.pdf">Board report</DownloadButton>
            </Can>
          )}
        </>
      }
    >
      <Loaded query={query}>
        {({ dashboard, assessments }) =>
          isComparing ? (
            <Suspense fallback={<Loading lines={8} />}>
              <Comparison other={compare} />
            </Suspense>
          ) : dashboard.vendorCount === 0 ? (
            <NoVendors />
          ) : (
            <Stack gap="md">
              <MyWorkTile />
              <Tiles dashboard={dashboard} />
              <Grid gap="md" align="stretch">
                <Grid.Col span={{ base: 12, md: 6 }}>
                  <Bands dashboard={dashboard} />
                </Grid.Col>
                <Grid.Col span={{ base: 12, md: 6 }}>
                  <TiersCard dashboard={dashboard} />
                </Grid.Col>
                <Grid.Col span={{ base: 12, md: 6 }}>
                  <Trend dashboard={dashboard} />
                </Grid.Col>
                <Grid.Col span={{ base: 12, md: 6 }}>
                  <Severities dashboard={dashboard} />
                </Grid.Col>
                <Grid.Col span={{ base: 12, md: 6 }}>
                  <Deficient dashboard={dashboard} />
                </Grid.Col>
                <Grid.Col span={{ base: 12, md: 6 }}>
                  <Stack gap="md" h="100%">
                    <Overdue total={dashboard.overdueAssessments} assessments={assessments.nodes} />
                    <Responsibility dashboard={dashboard} />
                  </Stack>
                </Grid.Col>
              </Grid>
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

/** For a new installation, instead of a page of zeros. */
function NoVendors() {
  if (useNowhere()) return <EmptyState title="No vendors" />;
  return (
    <EmptyState
      title="No vendors yet"
      action={
        <Can do="vendors:create">
          <Group gap="xs">
            <ButtonLink to="/vendors/new">New vendor</ButtonLink>
            <ButtonLink to="/vendors/import" variant="default">
              Import CSV
            </ButtonLink>
          </Group>
        </Can>
      }
    >
      Add the companies you depend on and send them a questionnaire. Their scores, findings and overdue assessments appear here.
    </EmptyState>
  );
}

function Tiles({ dashboard }: { dashboard: Dashboard }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm">
      <Tile label="Vendors" value={count(dashboard.vendorCount)} to="/vendors" />
      <Tile label="Average score" value={percent(dashboard.averageScore)} to="/vendors" search={{ sort: 'OVERALL_SCORE' }} />
      <Tile label="Need attention" value={count(dashboard.needsAttention)} to="/vendors" search={{ attention: true }} />
      <Tile label="Overdue" value={count(dashboard.overdueAssessments)} to="/assessments" search={{ overdue: true }} />
      <Tile label="Open findings" value={count(dashboard.openFindings)} to="/findings" search={{ status: 'OPEN' }} />
    </SimpleGrid>
  );
}

function Tile({ label, value, ...link }: { label: string; value: string } & Pick<LinkProps, 'to' | 'search'>) {
  return (
    <AnchorLink {...(link as { to: '/' })} underline="never" c="inherit">
      <Paper withBorder p="sm">
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text size="xl" fw={600}>
          {value}
        </Text>
      </Paper>
    </AnchorLink>
  );
}

export function Bands({ dashboard: { scoreDistribution: counts } }: { dashboard: Dashboard }) {
  const asOf = useMoment();
  const points = [
    { ...BANDS.GREEN, value: counts.green, link: linkOptions({ to: '/vendors', search: { band: 'GREEN', asOf } }) },
    { ...BANDS.AMBER, value: counts.amber, link: linkOptions({ to: '/vendors', search: { band: 'AMBER', asOf } }) },
    { ...BANDS.RED, value: counts.red, link: linkOptions({ to: '/vendors', search: { band: 'RED', asOf } }) },
    { ...BANDS.UNSCORED, value: counts.unscored, link: linkOptions({ to: '/vendors', search: { band: 'UNSCORED', asOf } }) },
  ];
  return (
    <Card title="Vendors by band">
      <DonutChart label="Vendors by band" points={points} />
    </Card>
  );
}

export function TiersCard({ dashboard: { vendorsByTier } }: { dashboard: Dashboard }) {
  const asOf = useMoment();
  const worstFirst = [...vendorsByTier.filter(({ tier }) => tier).reverse(), ...vendorsByTier.filter(({ tier }) => !tier)];
  const points = worstFirst.map(({ tier, count: value }) => ({
    ...(tier ? TIERS[tier] : UNTIERED),
    value,
    link: linkOptions({ to: '/vendors', search: { tier: tier ?? 'NONE', asOf } }),
  }));
  return (
    <Card title="Vendors by tier">
      <BarsChart label="Vendors by tier" points={points} />
    </Card>
  );
}

function Trend({ dashboard: { trend } }: { dashboard: Dashboard }) {
  const series = [{ name: 'Average score', colour: NEUTRAL.colour, values: trend.map(({ averageScore }) => averageScore) }];
  return (
    <Card
      title="Average score, last 12 months"
      link={
        <AnchorLink to="/assessments" search={{ status: ['COMPLETED'] }} size="sm">
          Completed assessments
        </AnchorLink>
      }
    >
      <TrendChart
        label="Average score by month"
        labels={trend.map(({ month: name }) => month(name))}
        series={series}
        format={percent}
        domain={[0, 1]}
      />
    </Card>
  );
}

export function Severities({ dashboard: { openFindingsBySeverity } }: { dashboard: Dashboard }) {
  const asOf = useMoment();
  const points = openFindingsBySeverity.map(({ severity, count: value }) => ({
    ...SEVERITIES[severity],
    value,
    link: linkOptions({ to: '/findings', search: { status: 'OPEN', severity, asOf } }),
  }));
  return (
    <Card title="Open findings by severity">
      <BarsChart label="Open findings by severity" points={points} />
    </Card>
  );
}

export function Deficient({ dashboard: { topDeficientControls: controls } }: { dashboard: Dashboard }) {
  const asOf = useMoment();
  return (
    <Card title="Most-failed controls">
      {controls.length === 0 && (
        <EmptyState title="No control has failed yet">Controls appear here when answers in a completed assessment fail them.</EmptyState>
      )}
      <Stack gap={6}>
        {controls.map(({ code, title, frameworkName, failCount }) => (
          <Group key={`${code} ${frameworkName}`} justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm" lineClamp={1}>
              <AnchorLink to="/findings" search={{ control: code, asOf }} fw={600}>
                {code}
              </AnchorLink>{' '}
              {title}{' '}
              <Text span c="dimmed" size="xs">
                {frameworkName}
              </Text>
            </Text>
            <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {many(failCount, 'answer')}
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

function Overdue({ total, assessments }: { total: number; assessments: DashboardQuery['assessments']['nodes'] }) {
  return (
    <Card
      title="Overdue assessments"
      link={
        total > 0 && (
          <AnchorLink to="/assessments" search={{ overdue: true }} size="sm">
            All {count(total)}
          </AnchorLink>
        )
      }
    >
      {total === 0 && (
        <Text size="sm" c="dimmed">
          Nothing is overdue.
        </Text>
      )}
      <Stack gap={6}>
        {assessments.map(({ id, title, vendor, dueDate }) => (
          <Group key={id} justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm" lineClamp={1}>
              {vendor.name} ·{' '}
              <AnchorLink to="/assessments/$assessmentId" params={{ assessmentId: id }} inherit>
                {title}
              </AnchorLink>
            </Text>
            <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              due <DateText value={dueDate} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

function Responsibility({ dashboard: { responsibility } }: { dashboard: Dashboard }) {
  const { completedActions, totalActions, totalVendors, percent: done } = responsibility;
  return (
    <Card
      title="Shared-responsibility tasks"
      link={
        totalVendors > 0 && (
          <AnchorLink to="/vendors" search={{ actions: true }} size="sm">
            Vendors with open tasks
          </AnchorLink>
        )
      }
    >
      {totalActions === 0 ? (
        <Text size="sm" c="dimmed">
          Tasks come with certifications whose framework has controls shared with the customer.
        </Text>
      ) : (
        <>
          <Progress value={done} size="lg" aria-label="Completed tasks" />
          <Text size="sm">
            {done}% done: {count(completedActions)} of {many(totalActions, 'task')} across {many(totalVendors, 'vendor')}
          </Text>
        </>
      )}
    </Card>
  );
}
