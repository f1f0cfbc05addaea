import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { ScoreBadge, SeverityBadge } from '../../components/badges';
import { DownloadButton } from '../../components/download-button';
import { DueDay } from '../../components/due-day';
import { many } from '../../components/format';
import { Help } from '../../components/help';
import { ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { RelativeDate } from '../../components/relative-date';
import { FindingLink } from '../../components/thing-links';
import { seenSince } from '../findings/finding-labels';
import { FINDING_STATUSES } from '../../theme/tones';
import { AssessmentOutcomeDocument, type AssessmentOutcomeQuery } from './outcome.generated';

type Outcome = NonNullable<AssessmentOutcomeQuery['assessment']>;
type Finding = Outcome['findings'][number];

/** What came of a completed assessment, and what to do next. */
export function Outcome({ assessmentId, heading }: { assessmentId: string; heading: 2 | 3 }) {
  const query = useApiQuery(AssessmentOutcomeDocument, { id: assessmentId });
  return <Loaded query={query}>{({ assessment }) => assessment && <Parts assessment={assessment} heading={heading} />}</Loaded>;
}

function Parts({ assessment, heading }: { assessment: Outcome; heading: 2 | 3 }) {
  const { id, score, ragBand, reportUrl, nextDueOn, vendor, findings } = assessment;
  const open = findings.filter(({ status }) => status === 'OPEN');
  const isSeenAgain = (finding: Finding) => finding.assessment.id !== id;
  const mayWork = usePermission('assessments:review');
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Figure name="Final score">
          <ScoreBadge score={score} band={ragBand} />
        </Figure>
        <Figure name={`Overall score of ${vendor.name}`}>
          <ScoreBadge score={vendor.overallScore} band={vendor.ragBand} />
        </Figure>
      </SimpleGrid>
      {findings.length === 0 && <Text size="sm">No findings: every scored answer complies.</Text>}
      <FindingList
        heading={heading}
        findings={findings.filter((finding) => !isSeenAgain(finding))}
        title={(number) => `${many(number, 'finding')} opened`}
      />
      <FindingList
        heading={heading}
        findings={findings.filter(isSeenAgain)}
        title={(number) => `${many(number, 'finding')} seen again`}
        help={<Help term="Finding seen again" />}
        note={({ seenIn }) => `seen in ${seenSince(seenIn)}`}
      />
      {nextDueOn && (
        <Text size="sm">
          The next assessment of {vendor.name} is due <RelativeDate value={nextDueOn} />.
        </Text>
      )}
      <Group gap="xs">
        {mayWork && open.length > 0 && (
          <ButtonLink to="/findings" search={{ assessment: id }}>
            Send findings to the vendor
          </ButtonLink>
        )}
        <DownloadButton href={reportUrl}>Report (PDF)</DownloadButton>
      </Group>
      {mayWork && open.some(({ owner }) => !owner) && (
        <Text size="sm" c="dimmed">
          Some findings have no owner yet. Assign one in the risk register.
        </Text>
      )}
    </Stack>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      {children}
    </div>
  );
}

interface FindingListProps {
  findings: readonly Finding[];
  title: (number: number) => string;
  heading: 2 | 3;
  help?: ReactNode;
  note?: (finding: Finding) => string;
}

function FindingList({ findings, title, heading, help, note }: FindingListProps) {
  if (findings.length === 0) return null;
  return (
    <div>
      <Title order={heading} size="sm" mb={4}>
        {title(findings.length)}
        {help}
      </Title>
      <Stack component="ul" gap={8} m={0} p={0} style={{ listStyle: 'none' }}>
        {findings.map((finding) => (
          <li key={finding.id}>
            <Group gap="sm" wrap="nowrap" align="baseline">
              <SeverityBadge severity={finding.severity} />
              <div>
                <Text size="sm">
                  <FindingLink finding={finding} />
                </Text>
                <Text size="xs" c="dimmed">
                  {finding.status === 'OPEN' ? (finding.owner?.name ?? 'No owner') : FINDING_STATUSES[finding.status].label}
                  {finding.status === 'OPEN' && finding.dueOn && (
                    <>
                      {' · due '}
                      <DueDay day={finding.dueOn} isOverdue={finding.isOverdue} />
                    </>
                  )}
                  {note && ` · ${note(finding)}`}
                </Text>
              </div>
            </Group>
          </li>
        ))}
      </Stack>
    </div>
  );
}
