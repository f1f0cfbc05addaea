import { Group, Stack, Table, Text } from '@mantine/core';
import { BarsChart } from '../../charts/charts';
import { useApiQuery } from '../../api/hooks';
import { ToneBadge } from '../../components/badges';
import { NONE, percent } from '../../components/format';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { ScrollFrame } from '../../components/scroll-frame';
import { BANDS, SEVERITIES } from '../../theme/tones';
import { ExplainScoreDocument } from './assessment.generated';
import type { Assessment } from './dialogs';
import { verdictTone } from './assessment-labels';

/** The score section by section. */
export function Sections({ sections }: { sections: Assessment['scoreBreakdown'] }) {
  const scored = sections.flatMap(({ section, score, ragBand }) =>
    score === null ? [] : [{ label: section, value: score, colour: BANDS[ragBand].colour }],
  );
  return <BarsChart label="Score by section" points={scored} format={percent} />;
}

/** Each question's part of the score. */
export function Terms({ assessmentId: id }: { assessmentId: string }) {
  const query = useApiQuery(ExplainScoreDocument, { id });
  return (
    <Loaded query={query}>
      {({ explainScore: { score, weighted, max, terms } }) => (
        <Stack gap="sm">
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">
              {score === null ? (
                'Nothing is scored yet.'
              ) : (
                <>
                  <strong>{weighted}</strong> of <strong>{max}</strong> points earned: {percent(score)}. Questions are weighted by risk;
                  those that are hidden, not applicable or without an expected answer don’t count.
                </>
              )}
            </Text>
            <OpenQuery operation={ExplainScoreDocument} variables={{ id }} />
          </Group>
          <ScrollFrame label="Score breakdown" minWidth={640}>
            <Table highlightOnHover>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Question</Table.Th>
                  <Table.Th>Weight</Table.Th>
                  <Table.Th>Result</Table.Th>
                  <Table.Th ta="end">Earned</Table.Th>
                  <Table.Th ta="end">Possible</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {terms.map(({ question, isVisible, isCompliant, weighted: earned, max: possible }) => (
                  <Table.Tr key={question.id}>
                    <Table.Td>
                      {question.order}. {question.text}
                    </Table.Td>
                    <Table.Td>{SEVERITIES[question.riskWeight].label}</Table.Td>
                    <Table.Td>
                      {isVisible ? (
                        <ToneBadge tone={verdictTone(isCompliant)} />
                      ) : (
                        <Text span inherit c="dimmed">
                          Hidden
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td ta="end">{earned ?? NONE}</Table.Td>
                    <Table.Td ta="end">{possible ?? NONE}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
              <Table.Tfoot>
                <Table.Tr>
                  <Table.Th colSpan={3}>Total</Table.Th>
                  <Table.Th ta="end">{weighted}</Table.Th>
                  <Table.Th ta="end">{max}</Table.Th>
                </Table.Tr>
              </Table.Tfoot>
            </Table>
          </ScrollFrame>
        </Stack>
      )}
    </Loaded>
  );
}
