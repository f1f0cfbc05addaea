import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RagBand, Severity, Tier } from '../../api/enums.generated';
import { queryOf } from '../../api/hooks';
import { Card } from '../../components/card';
import { count, many, percent, points } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { PlainTable } from '../../components/plain-table';
import { BANDS, namesOf, SEVERITIES, TIERS, UNTIERED } from '../../theme/tones';
import { MovementsDocument, type MovementsQuery } from './movements.generated';

type Movements = MovementsQuery['changesBetween'];
type VendorChange = Movements['vendorsMoved']['nodes'][number];

interface MovementsProps {
  from: string;
  to: string;
  /** Where links to what is gone by then, and to the rest, lead; undefined: now. */
  moments: { before: string | undefined; after: string | undefined };
}

/** What moved between two dates: vendors, findings, assessments, and the score with the vendors that moved it. */
export function MovementsCard({ from, to, moments }: MovementsProps) {
  const query = useQuery(queryOf(MovementsDocument, { from, to })); // of both moments, whichever the page shows
  return (
    <Card title="What moved">
      <Loaded query={query}>{({ changesBetween: moved }) => <Moved moved={moved} moments={moments} />}</Loaded>
    </Card>
  );
}

function Moved({ moved, moments: { before, after } }: { moved: Movements } & Pick<MovementsProps, 'moments'>) {
  const { vendorsAdded, vendorsRemoved, vendorsRetiered, vendorsMoved } = moved;
  const vendor = (asOf: string | undefined, words?: (change: VendorChange) => string) => (change: VendorChange) => ({
    key: change.vendorId,
    text: (
      <>
        <AnchorLink to="/vendors/$vendorId" params={{ vendorId: change.vendorId }} search={{ asOf }} inherit underline="always">
          {change.name}
        </AnchorLink>
        {words && `: ${words(change)}`}
      </>
    ),
  });
  const assessment = ({ assessmentId, title, vendorName }: Movements['assessmentsSent']['nodes'][number]) => ({
    key: assessmentId,
    text: (
      <>
        {vendorName} ·{' '}
        <AnchorLink to="/assessments/$assessmentId" params={{ assessmentId }} search={{ asOf: after }} inherit underline="always">
          {title}
        </AnchorLink>
      </>
    ),
  });
  const certification = ({ certificationId, name, vendorName }: Movements['certificationsGained']['nodes'][number]) => ({
    key: certificationId,
    text: `${vendorName} · ${name}`,
  });
  const tier = ({ tierBefore, tierAfter }: VendorChange) => `${tierText(tierBefore)} → ${tierText(tierAfter)}`;
  const band = ({ bandBefore, bandAfter, scoreChange }: VendorChange) =>
    `${bandText(bandBefore)} → ${bandText(bandAfter)}${scoreChange === null ? '' : ` (${points(scoreChange)})`}`;
  return (
    <Stack gap="md">
      <Score score={moved.score} asOf={after} />
      <FindingsMoved findings={moved.findings} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        <Group title="Vendors added" {...vendorsAdded} rows={vendorsAdded.nodes.map(vendor(after))} />
        <Group title="Vendors removed" {...vendorsRemoved} rows={vendorsRemoved.nodes.map(vendor(before))} />
        <Group title="Vendors in another tier" {...vendorsRetiered} rows={vendorsRetiered.nodes.map(vendor(after, tier))} />
        <Group title="Vendors in another band" {...vendorsMoved} rows={vendorsMoved.nodes.map(vendor(after, band))} />
        <Group title="Assessments issued" {...moved.assessmentsSent} rows={moved.assessmentsSent.nodes.map(assessment)} />
        <Group title="Assessments completed" {...moved.assessmentsCompleted} rows={moved.assessmentsCompleted.nodes.map(assessment)} />
        <Group title="Assessments now overdue" {...moved.assessmentsOverdue} rows={moved.assessmentsOverdue.nodes.map(assessment)} />
        <Group title="Certifications gained" {...moved.certificationsGained} rows={moved.certificationsGained.nodes.map(certification)} />
        <Group title="Certifications lapsed" {...moved.certificationsLapsed} rows={moved.certificationsLapsed.nodes.map(certification)} />
      </SimpleGrid>
    </Stack>
  );
}

const tierText = (tier: Tier | null) => (tier ? TIERS[tier] : UNTIERED).label;
const bandText = (band: RagBand | null) => (band ? BANDS[band] : BANDS.UNSCORED).label;

interface GroupProps {
  title: string;
  totalCount: number;
  rows: { key: string; text: ReactNode }[];
}

/** What changed in one way; not shown if nothing did. */
function Group({ title, totalCount, rows }: GroupProps) {
  if (totalCount === 0) return null;
  const left = totalCount - rows.length;
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600} component="h3">
        {title} · {count(totalCount)}
      </Text>
      {rows.map(({ key, text }) => (
        <Text key={key} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      ))}
      {left > 0 && (
        <Text size="sm" c="dimmed">
          and {count(left)} more
        </Text>
      )}
    </section>
  );
}

/** The average score at both dates: the contributions add up to the difference. */
function Score({ score: { before, after, change, terms, rest }, asOf }: { score: Movements['score']; asOf: string | undefined }) {
  return (
    <section aria-label="Average score">
      <Text size="sm">
        <strong>Average score:</strong> {percent(before)} → {percent(after)}
        {change !== null && ` (${points(change)})`}
      </Text>
      {terms.length > 0 && (
        <PlainTable
          label="Vendors that moved the average score"
          rowKey={({ vendorId }) => vendorId}
          rows={[...terms, ...(Math.abs(rest) > NOTHING ? [{ ...OTHERS, contribution: rest }] : [])]}
          columns={[
            {
              key: 'vendor',
              kind: 'name',
              header: 'Vendor',
              render: ({ vendorId, name }) =>
                vendorId === OTHERS.vendorId ? (
                  name
                ) : (
                  <AnchorLink to="/vendors/$vendorId" params={{ vendorId }} search={{ asOf }} inherit underline="always">
                    {name}
                  </AnchorLink>
                ),
            },
            { key: 'before', align: 'end', header: 'Before', render: ({ scoreBefore }) => percent(scoreBefore) },
            { key: 'after', align: 'end', header: 'After', render: ({ scoreAfter }) => percent(scoreAfter) },
            { key: 'contribution', align: 'end', header: 'Moved the average by', render: ({ contribution }) => points(contribution) },
          ]}
        />
      )}
    </section>
  );
}

/** Less is the error of adding up. */
const NOTHING = 1e-9;
const OTHERS = { vendorId: 'others', name: 'All others', scoreBefore: null, scoreAfter: null };

const KINDS = { opened: 'Opened', remediated: 'Remediated', accepted: 'Risk accepted', removed: 'Removed' } as const;

function FindingsMoved({ findings }: { findings: Movements['findings'] }) {
  const kinds = Object.entries(KINDS) as [keyof typeof KINDS, string][];
  const countOf = (kind: keyof typeof KINDS, severity: Severity) => findings[kind].find((one) => one.severity === severity)?.count ?? 0;
  const total = kinds.reduce((sum, [kind]) => sum + findings[kind].reduce((all, one) => all + one.count, 0), 0);
  if (total === 0) return null;
  return (
    <section aria-label="Findings">
      <Text size="sm" fw={600} component="h3" mb={4}>
        {many(total, 'change')} to findings
      </Text>
      <PlainTable
        label="Findings by severity"
        rowKey={(severity) => severity}
        rows={namesOf(SEVERITIES)}
        columns={[
          { key: 'severity', kind: 'name', header: 'Severity', render: (severity) => SEVERITIES[severity].label },
          ...kinds.map(([kind, header]) => ({
            key: kind,
            header,
            align: 'end' as const,
            render: (severity: Severity) => count(countOf(kind, severity)),
          })),
        ]}
      />
    </section>
  );
}
