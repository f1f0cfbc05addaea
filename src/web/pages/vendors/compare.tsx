import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { usePermission } from '../../app/session';
import { WebChart } from '../../charts/charts';
import { ScoreBadge, TierBadge, ToneBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { count, NONE, percent } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { VendorSelect } from '../../components/pickers';
import { IconX } from '../../theme/icons';
import { SEVERITIES } from '../../theme/tones';
import { expiryTone } from './certifications';
import classes from './compare.module.css';
import { CompareVendorsDocument, type CompareVendorsQuery } from './compare.generated';
import { ScrollFrame } from '../../components/scroll-frame';
import { CORNERS, frameworksOf } from './domains';
import { CONTRACT_VALUES, PLACES, SENSITIVITIES } from './vendor-labels';

type Vendor = CompareVendorsQuery['vendors']['nodes'][number];

const route = getRouteApi('/app/vendors/compare');
const MOST = 4;
/** One per vendor, distinguishable in light and dark mode and named in the legend. */
const COLOURS = ['#2f5bd0', '#c4472b', '#1f7a4d', '#8250b8'];

export function CompareVendorsPage() {
  const { ids: given = [] } = route.useSearch();
  const navigate = route.useNavigate();
  const ids = [...new Set(given)].slice(0, MOST);
  const variables = { ids, withFindings: usePermission('assessments:view') };
  const query = useApiQuery(CompareVendorsDocument, variables, { enabled: ids.length > 0, keepPrevious: true });
  const choose = (next: string[]) =>
    void navigate({ search: (old) => ({ ...old, ids: next.length > 0 ? next : undefined }), replace: true });
  return (
    <Page
      title="Compare vendors"
      above={
        <AnchorLink to="/vendors" size="sm">
          Vendors
        </AnchorLink>
      }
      actions={<OpenQuery operation={CompareVendorsDocument} variables={variables} />}
    >
      {ids.length < MOST && (
        <VendorSelect
          key={ids.length}
          aria-label="Add a vendor"
          placeholder="Add a vendor"
          w={{ base: '100%', sm: 280 }}
          onChange={(id) => id && choose([...ids, id])}
        />
      )}
      {ids.length === 0 ? (
        <EmptyState
          title="Nothing to compare yet"
          action={
            <ButtonLink to="/vendors" variant="default">
              All vendors
            </ButtonLink>
          }
        >
          Add 2 to {MOST} vendors here, or select them in the list.
        </EmptyState>
      ) : (
        <Loaded query={query}>
          {({ vendors }) => {
            // In the order of the URL, without deleted vendors.
            const shown = ids.flatMap((id) => vendors.nodes.find((vendor) => vendor.id === id) ?? []);
            return (
              <Stack gap="md">
                <Facts vendors={shown} onRemove={(id) => choose(ids.filter((one) => one !== id))} />
                <Domains vendors={shown} />
              </Stack>
            );
          }}
        </Loaded>
      )}
    </Page>
  );
}

interface Fact {
  name: string;
  of: (vendor: Vendor) => ReactNode;
}

const FACTS: Record<string, Fact[]> = {
  Scores: [
    { name: 'Overall score', of: ({ overallScore, ragBand }) => <ScoreBadge score={overallScore} band={ragBand} /> },
    { name: 'Latest score', of: ({ latestScore }) => percent(latestScore) },
    { name: 'Inherent risk', of: ({ inherentRisk }) => percent(inherentRisk) },
    { name: 'Residual risk', of: ({ residualRisk }) => percent(residualRisk) },
    { name: 'Last assessed', of: ({ lastAssessedAt }) => <DateText value={lastAssessedAt} /> },
    { name: 'Assessments', of: ({ assessmentCount }) => count(assessmentCount) },
    { name: 'Shared-responsibility tasks done', of: ({ responsibilityCompliance: done }) => (done ? percent(done.percent / 100) : NONE) },
  ],
  Profile: [
    { name: 'Tier', of: ({ tier }) => <TierBadge tier={tier} /> },
    { name: 'Data sensitivity', of: ({ dataSensitivity }) => (dataSensitivity ? SENSITIVITIES[dataSensitivity] : NONE) },
    { name: 'Geographic exposure', of: ({ geographicRisk }) => (geographicRisk ? PLACES[geographicRisk] : NONE) },
    { name: 'Contract value', of: ({ contractValue }) => (contractValue ? CONTRACT_VALUES[contractValue] : NONE) },
    { name: 'Renewal', of: ({ contractRenewalDate }) => <DateText value={contractRenewalDate} /> },
    { name: 'Owner', of: ({ owner }) => owner?.name ?? NONE },
    { name: 'Tags', of: ({ tags }) => tags.join(', ') || NONE },
  ],
  'Open findings': Object.entries(SEVERITIES).map(([severity, { label }]) => ({
    name: label,
    of: ({ openFindingsBySeverity }) => count(openFindingsBySeverity?.find((one) => one.severity === severity)?.count ?? 0),
  })),
  Certifications: [{ name: 'Held', of: ({ certifications }) => <Held certifications={certifications} /> }],
};

function Held({ certifications }: Pick<Vendor, 'certifications'>) {
  if (certifications.length === 0) return NONE;
  return (
    <Stack gap={4}>
      {certifications.map((one) => (
        <Group key={one.id} gap="xs">
          {one.name}
          <ToneBadge tone={expiryTone(one)} />
        </Group>
      ))}
    </Stack>
  );
}

function Facts({ vendors, onRemove }: { vendors: Vendor[]; onRemove: (id: string) => void }) {
  const seesFindings = usePermission('assessments:view');
  const groups = Object.entries(FACTS).filter(([name]) => seesFindings || name !== 'Open findings');
  return (
    <ScrollFrame label="Vendors side by side">
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            {vendors.map(({ id, name }) => (
              <th key={id} scope="col">
                <Group gap={4} wrap="nowrap" justify="space-between">
                  <AnchorLink to="/vendors/$vendorId" params={{ vendorId: id }} inherit>
                    {name}
                  </AnchorLink>
                  <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={() => onRemove(id)}>
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                </Group>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(([group, facts]) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={vendors.length + 1} className={classes.group}>
                {group}
              </th>
            </tr>
            {facts.map(({ name, of }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {vendors.map((vendor) => (
                  <td key={vendor.id}>{of(vendor)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollFrame>
  );
}

function Domains({ vendors }: { vendors: Vendor[] }) {
  const { framework } = route.useSearch();
  const navigate = route.useNavigate();
  const all = vendors.flatMap(({ domainBreakdown }) => domainBreakdown);
  const options = frameworksOf(all);
  const chosen = options.find(({ value }) => value === framework) ?? options[0];
  const domains = [...new Set(all.filter((one) => one.framework.id === chosen?.value).map(({ domain }) => domain))];
  const ratio = ({ domainBreakdown }: Vendor, domain: string) =>
    domainBreakdown.find((one) => one.framework.id === chosen?.value && one.domain === domain)?.complianceRatio ?? null;
  return (
    <Card title="Compliance by domain">
      {!chosen && (
        <Text size="sm" c="dimmed">
          Domains appear once these vendors complete assessments that cover a framework.
        </Text>
      )}
      {chosen && (
        <>
          <Select
            aria-label="Framework"
            data={options}
            value={chosen.value}
            allowDeselect={false}
            onChange={(value) => void navigate({ search: (old) => ({ ...old, framework: value ?? undefined }), replace: true })}
            maw={420}
          />
          {domains.length >= CORNERS && (
            <WebChart
              label={`Compliance by domain of ${chosen.label}`}
              labels={domains}
              series={vendors.map((vendor, i) => ({
                name: vendor.name,
                colour: COLOURS[i]!,
                values: domains.map((domain) => ratio(vendor, domain)),
              }))}
              format={percent}
              domain={[0, 1]}
            />
          )}
          {domains.length < CORNERS && (
            <table className={classes.table} aria-label={`Compliance by domain of ${chosen.label}`}>
              <thead>
                <tr>
                  <td />
                  {vendors.map(({ id, name }) => (
                    <th key={id} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {domains.map((domain) => (
                  <tr key={domain}>
                    <th scope="row">{domain}</th>
                    {vendors.map((vendor) => (
                      <td key={vendor.id}>{percent(ratio(vendor, domain))}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </Card>
  );
}
