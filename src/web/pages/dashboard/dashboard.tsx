import { Button, Grid, Group, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { getRouteApi, type LinkProps, linkOptions } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { NEUTRAL } from '../../../reports/theme';
import type { RagBand, Severity } from '../../api/enums.generated';
import { useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { Page } from '../../app/page';
import { Can, useNowhere, usePermission } from '../../app/session';
import type { TierChoice, VendorGroupSearch } from '../../app/vendor-group';
import { BarsChart, DonutChart, TrendChart } from '../../charts/charts';
import { Card } from '../../components/card';
import { DateText } from '../../components/date-text';
import { DownloadButton } from '../../components/download-button';
import { EmptyState } from '../../components/empty-state';
import { count, many, month, percent } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Loaded, Loading } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { IconFilter } from '../../theme/icons';
import { BANDS, SEVERITIES, TIERS, UNTIERED } from '../../theme/tones';
import { CompareChoice } from './compare-choice';
import { type Dashboard, GROUP_FILTER, type ReportPeriod, useDashboard } from './dashboard-of';
import { BoardReportDocument, DashboardDocument, DashboardOfDocument, type DashboardQuery } from './dashboard.generated';
import { MyWorkTile } from './my-work-tile';
import { Onboarding } from './onboarding';

const route = getRouteApi('/app/dashboard');
const Comparison = lazy(async () => ({ default: (await import('./comparison')).Comparison }));
const GroupFilter = lazy(async () => ({ default: (await import('./group-filter')).GroupFilter }));

export function DashboardPage() {
  const { compare, tier, tag, owner, portfolio, reportFrom, reportTo } = route.useSearch();
  const navigate = route.useNavigate();
  const group: VendorGroupSearch = { tier, tag, owner, portfolio };
  const period: ReportPeriod = { reportFrom, reportTo };
  const isGroup = GROUP_FILTER.isSet(group);
  const isFiltered = isGroup || isChosen(period);
  const [isFiltering, setFiltering] = useState(isFiltered);
  const query = useDashboard(group, useMoment());
  const isComparing = usePermission('audit:view') && compare !== undefined;
  return (
    <Page
      title="Dashboard"
      about="Third-party risk at a glance"
      actions={
        <>
          {isGroup ? (
            <OpenQuery operation={DashboardOfDocument} variables={{ filter: GROUP_FILTER.filterOf(group) }} />
          ) : (
            <OpenQuery operation={DashboardDocument} variables={{}} />
          )}
          <Can do="vendors:view">
            <Button
              variant="default"
              leftSection={<IconFilter size={16} aria-hidden />}
              aria-expanded={isFiltering}
              onClick={() => setFiltering(!isFiltering)}
            >
              Filter
            </Button>
          </Can>
          <Can do="audit:view">
            <CompareChoice compare={compare} />
          </Can>
          {!isGroup && query.data?.dashboard.reportUrl && (
            <DownloadButton href={query.data.dashboard.reportUrl}>Report (PDF)</DownloadButton>
          )}
          <BoardReportButton group={group} period={period} />
        </>
      }
    >
      {(isFiltering || isFiltered) && (
        <Suspense fallback={<Loading lines={1} />}>
          <GroupFilter
            group={group}
            period={period}
            onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
          />
        </Suspense>
      )}
      <Loaded query={query}>
        {({ dashboard, assessments }) =>
          isComparing ? (
            <Suspense fallback={<Loading lines={8} />}>
              <Comparison other={compare} group={group} />
            </Suspense>
          ) : dashboard.vendorCount === 0 ? (
            <Stack gap="md">
              {!isGroup && <Onboarding dashboard={dashboard} />}
              <NoVendors isGroup={isGroup} />
            </Stack>
          ) : (
            <Stack gap="md">
              {!isGroup && <Onboarding dashboard={dashboard} />}
              {!isGroup && <MyWorkTile />}
              <Tiles dashboard={dashboard} group={group} />
              <Grid gap="md" align="stretch">
                <Grid.Col span={{ base: 12, md: 6 }}>
                  <Bands dashboard={dashboard} group={group} />
                </Grid.Col>
                <Grid.Col span={{ base: 12, md: 6 }}>
                  <TiersCard dashboard={dashboard} group={group} />
                </Grid.Col>
                <Grid.Col span={{ base: 12, md: 6 }}>
                  <Trend dashboard={dashboard} isGroup={isGroup} />
                </Grid.Col>
                <Grid.Col span={{ base: 12, md: 6 }}>
                  <Severities dashboard={dashboard} group={group} />
                </Grid.Col>
                <Grid.Col span={{ base: 12, md: 6 }}>
                  <Deficient dashboard={dashboard} group={group} />
                </Grid.Col>
                <Grid.Col span={{ base: 12, md: 6 }}>
                  <Stack gap="md" h="100%">
                    {assessments && <Overdue total={dashboard.overdueAssessments} assessments={assessments.nodes} />}
                    <Responsibility dashboard={dashboard} group={group} />
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

const isChosen = ({ reportFrom, reportTo }: ReportPeriod) => reportFrom !== undefined || reportTo !== undefined;

/** Of the same vendors as the dashboard. It has no past, but a period. */
function BoardReportButton({ group, period }: { group: VendorGroupSearch; period: ReportPeriod }) {
  const isNow = useMoment() === undefined;
  const mayRead = usePermission('vendors:view');
  const isUsual = !GROUP_FILTER.isSet(group) && !isChosen(period);
  const variables = { filter: GROUP_FILTER.filterOf(group), from: period.reportFrom, to: period.reportTo };
  const { data } = useApiQuery(BoardReportDocument, variables, { enabled: isNow && mayRead && !isUsual });
  const href = isUsual ? '/exports/board-report.pdf' : data?.boardReportUrl;
  return isNow && mayRead && href && <DownloadButton href={href}>Board report</DownloadButton>;
}

/** The charts of a group of vendors; the lists of findings and assessments can't be filtered by all that it is made of. */
interface GroupProps {
  dashboard: Dashboard;
  group: VendorGroupSearch;
}

/** For a new installation, instead of a page of zeros. */
function NoVendors({ isGroup }: { isGroup: boolean }) {
  const isNowhere = useNowhere();
  if (isGroup) return <EmptyState title="No vendor matches">Change or clear the filters above.</EmptyState>;
  if (isNowhere) return <EmptyState title="No vendors" />;
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

function Tiles({ dashboard, group }: GroupProps) {
  const isGroup = GROUP_FILTER.isSet(group);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm">
      <Tile label="Vendors" value={count(dashboard.vendorCount)} to="/vendors" search={group} />
      <Tile label="Average score" value={percent(dashboard.averageScore)} to="/vendors" search={{ ...group, sort: 'OVERALL_SCORE' }} />
      <Tile label="Need attention" value={count(dashboard.needsAttention)} to="/vendors" search={{ ...group, attention: true }} />
      <Tile
        label="Overdue"
        value={count(dashboard.overdueAssessments)}
        {...(!isGroup && { to: '/assessments', search: { overdue: true } })}
      />
      <Tile
        label="Open findings"
        value={count(dashboard.openFindings)}
        {...(!isGroup && { to: '/findings', search: { status: 'OPEN' } })}
      />
    </SimpleGrid>
  );
}

function Tile({ label, value, ...link }: { label: string; value: string } & Pick<LinkProps, 'to' | 'search'>) {
  const paper = (
    <Paper withBorder p="sm">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={600}>
        {value}
      </Text>
    </Paper>
  );
  return link.to ? (
    <AnchorLink {...(link as { to: '/' })} underline="never" c="inherit">
      {paper}
    </AnchorLink>
  ) : (
    paper
  );
}

export function Bands({ dashboard: { scoreDistribution: counts }, group }: GroupProps) {
  const asOf = useMoment();
  const linkTo = (band: RagBand) => linkOptions({ to: '/vendors', search: { ...group, band, asOf } });
  const points = [
    { ...BANDS.GREEN, value: counts.green, link: linkTo('GREEN') },
    { ...BANDS.AMBER, value: counts.amber, link: linkTo('AMBER') },
    { ...BANDS.RED, value: counts.red, link: linkTo('RED') },
    { ...BANDS.UNSCORED, value: counts.unscored, link: linkTo('UNSCORED') },
  ];
  return (
    <Card title="Vendors by band">
      <DonutChart label="Vendors by band" points={points} />
    </Card>
  );
}

export function TiersCard({ dashboard: { vendorsByTier }, group }: GroupProps) {
  const asOf = useMoment();
  const linkTo = (tier: TierChoice[]) => linkOptions({ to: '/vendors', search: { ...group, tier, asOf } });
  const worstFirst = [...vendorsByTier.filter(({ tier }) => tier).reverse(), ...vendorsByTier.filter(({ tier }) => !tier)];
  const points = worstFirst.map(({ tier, count: value }) => ({
    ...(tier ? TIERS[tier] : UNTIERED),
    value,
    link: linkTo([tier ?? 'NONE']),
  }));
  return (
    <Card title="Vendors by tier">
      <BarsChart label="Vendors by tier" points={points} />
    </Card>
  );
}

function Trend({ dashboard: { trend }, isGroup }: { dashboard: Dashboard; isGroup: boolean }) {
  const series = [{ name: 'Average score', colour: NEUTRAL.colour, values: trend.map(({ averageScore }) => averageScore) }];
  return (
    <Card
      title="Average score, last 12 months"
      link={
        !isGroup && (
          <AnchorLink to="/assessments" search={{ status: ['COMPLETED'] }} size="sm">
            Completed assessments
          </AnchorLink>
        )
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

export function Severities({ dashboard: { openFindingsBySeverity }, group }: GroupProps) {
  const asOf = useMoment();
  const isGroup = GROUP_FILTER.isSet(group);
  const points = openFindingsBySeverity.map(({ severity, count: value }) => ({
    ...SEVERITIES[severity],
    value,
    link: isGroup ? undefined : linkOptions({ to: '/findings', search: { status: 'OPEN', severity: [severity] as Severity[], asOf } }),
  }));
  return (
    <Card title="Open findings by severity">
      <BarsChart label="Open findings by severity" points={points} />
    </Card>
  );
}

export function Deficient({ dashboard: { topDeficientControls: controls }, group }: GroupProps) {
  const asOf = useMoment();
  const isGroup = GROUP_FILTER.isSet(group);
  return (
    <Card title="Most-failed controls">
      {controls.length === 0 && (
        <EmptyState title="No control has failed yet">Controls appear here when answers in a completed assessment fail them.</EmptyState>
      )}
      <Stack gap={6}>
        {controls.map(({ code, title, frameworkName, failCount }) => (
          <Group key={`${code} ${frameworkName}`} justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm" lineClamp={1}>
              {isGroup ? (
                <strong>{code}</strong>
              ) : (
                <AnchorLink to="/findings" search={{ control: code, status: 'ALL', asOf }} fw={600}>
                  {code}
                </AnchorLink>
              )}{' '}
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

function Responsibility({ dashboard: { responsibility }, group }: GroupProps) {
  const { completedActions, totalActions, totalVendors, percent: done } = responsibility;
  return (
    <Card
      title="Shared-responsibility tasks"
      link={
        totalVendors > 0 && (
          <AnchorLink to="/vendors" search={{ ...group, actions: true }} size="sm">
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
