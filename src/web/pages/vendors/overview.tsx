import { Anchor, Badge, Grid, Group, Select, Stack, Text } from '@mantine/core';
import { NEUTRAL } from '../../../reports/theme';
import { useApiQuery } from '../../api/hooks';
import { BarsChart, TrendChart, WebChart } from '../../charts/charts';
import { Card } from '../../components/card';
import { DateText } from '../../components/date-text';
import { DefinitionList } from '../../components/definition-list';
import { DownloadButton } from '../../components/download-button';
import { EmptyState } from '../../components/empty-state';
import { date, NONE, percent } from '../../components/format';
import { httpAddress } from '../../components/http-address';
import { useFrameworkOptions } from '../../components/pickers';
import { RelativeDate } from '../../components/relative-date';
import { BANDS, CONTROL_STATES, SEVERITIES } from '../../theme/tones';
import { CORNERS, frameworksOf } from './domains';
import { OffboardingCard } from './offboarding';
import { ownText } from './own-fields';
import { Plan } from './plan';
import type { Vendor } from './vendor';
import { VendorReportDocument } from './vendor.generated';
import { CONTRACT_VALUES, OTHER_TEXTS, PLACES, SENSITIVITIES } from './vendor-labels';

interface OverviewProps {
  vendor: Vendor;
  /** The framework whose domains are shown. */
  framework: string | undefined;
  onFramework: (id: string) => void;
}

export function Overview({ vendor, framework, onFramework }: OverviewProps) {
  return (
    <Grid gap="md" align="stretch">
      {vendor.offboarding && (
        <Grid.Col span={12}>
          <OffboardingCard vendor={vendor} offboarding={vendor.offboarding} />
        </Grid.Col>
      )}
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Profile vendor={vendor} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack gap="md" h="100%">
          <Risk vendor={vendor} />
          {vendor.tier && (
            <Card title="Assessment plan">
              <Plan plan={vendor.plan} />
            </Card>
          )}
          {vendor.openFindingsBySeverity && <Findings counts={vendor.openFindingsBySeverity} />}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <History vendor={vendor} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Domains vendor={vendor} framework={framework} onFramework={onFramework} />
      </Grid.Col>
    </Grid>
  );
}

function Profile({ vendor }: { vendor: Vendor }) {
  const { contactName, contactEmail, website, owner, externalId, dataSensitivity, geographicRisk, contractValue } = vendor;
  const { portfolio, contractRenewalDate, tags, serviceDescription, notes, createdAt, updatedAt } = vendor;
  const items: [string, React.ReactNode][] = [
    [
      'Contact',
      <>
        {contactName && `${contactName}, `}
        <Anchor href={`mailto:${contactEmail}`} inherit>
          {contactEmail}
        </Anchor>
      </>,
    ],
    ['Website', website ? <Website key="website" text={website} /> : NONE],
    ['Owner', owner?.name ?? NONE],
    ...(portfolio ? [['Portfolio', portfolio.name] satisfies [string, React.ReactNode]] : []),
    ['Services', serviceDescription ?? NONE],
    ['Data sensitivity', dataSensitivity ? SENSITIVITIES[dataSensitivity] : NONE],
    ['Geographic exposure', geographicRisk ? PLACES[geographicRisk] : NONE],
    ['Contract value', contractValue ? `${CONTRACT_VALUES[contractValue]} a year` : NONE],
    ['Renewal', <RelativeDate key="renewal" value={contractRenewalDate} />],
    ['External ID', externalId ?? NONE],
    [
      'Tags',
      tags.length > 0 ? (
        <Group gap={4}>
          {tags.map((tag) => (
            <Badge key={tag} variant="default" tt="none" fw={500}>
              {tag}
            </Badge>
          ))}
        </Group>
      ) : (
        NONE
      ),
    ],
    ['Notes', notes ?? NONE],
    ...OTHER_TEXTS.map(([name, { label }]): [string, string] => [label, vendor[name] ?? NONE]),
    ...vendor.fields.map((field): [string, string] => [field.label, ownText(field)]),
    [
      'Created',
      <>
        <DateText value={createdAt} />, last changed <DateText value={updatedAt} />
      </>,
    ],
  ];
  return (
    <Card title="Profile">
      <DefinitionList items={items} />
    </Card>
  );
}

/** The field accepts any text. */
function Website({ text }: { text: string }) {
  const address = httpAddress(text);
  return address ? (
    <Anchor href={address} target="_blank" rel="noreferrer" inherit>
      {text}
    </Anchor>
  ) : (
    text
  );
}

function Risk({ vendor: { inherentRisk, residualRisk, overallScore, latestScore, lastAssessedAt } }: { vendor: Vendor }) {
  const points = [
    { label: 'Inherent', value: inherentRisk, colour: BANDS.UNSCORED.colour },
    { label: 'Residual', value: residualRisk, colour: NEUTRAL.colour },
  ];
  const known = points.filter((point): point is (typeof points)[number] & { value: number } => point.value !== null);
  return (
    <Card title="Inherent vs residual risk">
      {known.length > 0 && <BarsChart label="Inherent vs residual risk" points={known} format={percent} />}
      <Text size="sm" c="dimmed">
        {inherentRisk === null
          ? 'Set a tier or data sensitivity to see the inherent risk.'
          : residualRisk === null
            ? 'Residual risk appears once an assessment is completed.'
            : 'Inherent: from the profile alone. Residual = inherent × (1 − score).'}
      </Text>
      <DefinitionList
        items={[
          ['Inherent risk', percent(inherentRisk), 'Inherent risk'],
          ['Residual risk', percent(residualRisk), 'Residual risk'],
          ['Overall score', percent(overallScore), 'Overall score'],
          ['Latest score', percent(latestScore)],
          ['Last assessed', <RelativeDate key="assessed" value={lastAssessedAt} />],
        ]}
      />
    </Card>
  );
}

function Findings({ counts }: { counts: NonNullable<Vendor['openFindingsBySeverity']> }) {
  return (
    <Card title="Open findings">
      <BarsChart
        label="Open findings by severity"
        points={counts.map(({ severity, count: value }) => ({ ...SEVERITIES[severity], value }))}
      />
    </Card>
  );
}

function History({ vendor: { scoreHistory } }: { vendor: Vendor }) {
  const past = scoreHistory.filter(({ submittedAt }) => submittedAt !== null).toReversed();
  return (
    <Card title="Score history">
      {past.length === 0 ? (
        <EmptyState title="No score yet">Each completed assessment adds a point here.</EmptyState>
      ) : (
        <TrendChart
          label="Score of each completed assessment"
          labels={past.map(({ submittedAt }) => date(submittedAt!))}
          series={[{ name: 'Score', colour: NEUTRAL.colour, values: past.map(({ score }) => score) }]}
          format={percent}
          domain={[0, 1]}
        />
      )}
    </Card>
  );
}

function Domains({ vendor: { id, domainBreakdown }, framework, onFramework }: OverviewProps) {
  const evaluated = frameworksOf(domainBreakdown);
  const all = useFrameworkOptions();
  const options = [
    ...evaluated.map((known) => all.find(({ value }) => value === known.value) ?? known),
    ...all.filter(({ value }) => !evaluated.some((known) => known.value === value)),
  ];
  const chosen = options.find(({ value }) => value === framework) ?? options[0];
  const report = useApiQuery(VendorReportDocument, { id, frameworkId: chosen?.value ?? '' }, { enabled: chosen !== undefined });
  const reportUrl = report.data?.vendor?.frameworkReportUrl;
  const domains = domainBreakdown.filter((one) => one.framework.id === chosen?.value);
  const label = `Compliance by domain of ${chosen?.label}`;
  return (
    <Card
      title="Compliance by domain"
      link={
        reportUrl && (
          <DownloadButton size="xs" href={reportUrl}>
            Report (PDF)
          </DownloadButton>
        )
      }
    >
      {options.length > 0 && (
        <Select
          aria-label="Framework"
          data={options}
          value={chosen?.value ?? null}
          onChange={(value) => value && onFramework(value)}
          allowDeselect={false}
        />
      )}
      {domains.length === 0 ? (
        <EmptyState title="No data yet">
          Domains appear once a completed assessment covers {chosen ? 'this framework' : 'a framework'}.
        </EmptyState>
      ) : domains.length < CORNERS ? (
        <BarsChart
          label={label}
          points={domains.map(({ domain, complianceRatio }) => ({
            label: domain,
            value: complianceRatio,
            colour: CONTROL_STATES.COMPLIANT.colour,
          }))}
          format={percent}
        />
      ) : (
        <WebChart
          label={label}
          labels={domains.map(({ domain }) => domain)}
          series={[{ name: 'Compliance', colour: NEUTRAL.colour, values: domains.map(({ complianceRatio }) => complianceRatio) }]}
          format={percent}
          domain={[0, 1]}
        />
      )}
    </Card>
  );
}
