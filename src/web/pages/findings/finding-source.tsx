import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FindingStatusBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { DateText } from '../../components/date-text';
import { DefinitionList } from '../../components/definition-list';
import { AssessmentLink, FindingLink, QuestionLink } from '../../components/thing-links';
import { Answer } from '../assessments/answer';
import { expectedText } from '../assessments/assessment-labels';
import type { FindingDetails } from './finding-drawer';
import { seenSince } from './finding-labels';

/** Where the finding comes from: the question with its answer, and the assessments that found it. */
export function Source({ finding }: { finding: FindingDetails }) {
  const { currentDescription, question, assessment, createdAt, isManual, resolvedAt, resolvedByName, resolutionNote, previous, seenIn } =
    finding;
  // The question is that of the first assessment.
  const answered: [string, ReactNode][] =
    question && !(currentDescription && seenIn.length > 1)
      ? [
          ['Answered', <Answer key="answered" type={question.type} response={question.response} />],
          ['Expected', expectedText(question.type, question.expectedAnswer)],
        ]
      : [['Latest answer', <Prose key="latest">{currentDescription ?? ''}</Prose>]];
  const asked: [string, ReactNode][] = question
    ? [['Asked', <QuestionLink key="asked" assessmentId={assessment.id} question={question} />], ...answered]
    : [];
  const closed: [string, ReactNode][] = resolvedAt
    ? [
        [
          'Closed',
          <>
            <DateText value={resolvedAt} withTime />
            {resolvedByName && ` by ${resolvedByName}`}
          </>,
        ],
        ...(resolutionNote ? ([['Resolution note', <Prose key="note">{resolutionNote}</Prose>]] satisfies [string, ReactNode][]) : []),
      ]
    : [];
  return (
    <Stack gap="sm">
      {!question && currentDescription && <Prose>{currentDescription}</Prose>}
      <DefinitionList
        items={[
          ...asked,
          ['Seen in', <Sightings key="seen" finding={finding} />],
          [
            'Raised',
            <>
              <DateText value={createdAt} withTime /> {isManual ? 'manually' : 'automatically'}
            </>,
          ],
          ...(previous
            ? ([
                [
                  'Previous',
                  <Stack key="previous" gap={0}>
                    <FindingLink finding={previous} />
                    <Text span size="sm">
                      <FindingStatusBadge status={previous.status} /> <DateText value={previous.resolvedAt} />
                    </Text>
                  </Stack>,
                ],
              ] satisfies [string, ReactNode][])
            : []),
          ...closed,
        ]}
      />
    </Stack>
  );
}

/** "3 assessments since July 2025", each with its link. */
function Sightings({ finding: { seenIn, assessment } }: { finding: FindingDetails }) {
  const [first] = seenIn;
  if (!first || seenIn.length === 1) return <AssessmentLink assessment={first ?? assessment} />;
  return (
    <Stack gap={2}>
      <span>{seenSince(seenIn)}</span>
      {seenIn.map((one) => (
        <Group key={one.id} gap="xs">
          <AssessmentLink assessment={one} />
          <Text size="xs" c="dimmed">
            <DateText value={one.submittedAt} />
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

/** Text as it was typed, with its lines. */
export function Prose({ children }: { children: string }) {
  return (
    <Text span inherit display="block" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

/** The controls that the gap is about. */
export function Controls({ finding: { controls, controlCodes } }: { finding: FindingDetails }) {
  const gone = controlCodes.filter((code) => !controls.some((control) => control.code === code));
  return (
    <Card title="Controls">
      {controlCodes.length === 0 && (
        <Text size="sm" c="dimmed">
          No controls.
        </Text>
      )}
      <Stack gap={4}>
        {controls.map(({ id, code, title, framework }) => (
          <Text key={id} size="sm">
            <strong>{code}</strong> {title}{' '}
            <Text span size="xs" c="dimmed">
              {framework.name}
            </Text>
          </Text>
        ))}
        {gone.map((code) => (
          <Text key={code} size="sm">
            <strong>{code}</strong>{' '}
            <Text span size="xs" c="dimmed">
              framework not installed
            </Text>
          </Text>
        ))}
      </Stack>
    </Card>
  );
}
