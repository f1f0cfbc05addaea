import { Checkbox, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ToneBadge } from '../../components/badges';
import { EmptyState } from '../../components/empty-state';
import { Files } from '../../components/files';
import { many } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { SEVERITIES } from '../../theme/tones';
import { Answer } from './answer';
import { type Assessment, useActions } from './dialogs';
import { DECISIONS, expectedText, verdictTone } from './assessment-labels';

type Question = Assessment['questions'][number];

const route = getRouteApi('/app/assessments/$assessmentId');

/** All questions by section, with answers, results and decisions. */
export function Answers({ assessment: { id, questions, progress } }: { assessment: Assessment }) {
  const { failed: isOnlyFailed = false } = route.useSearch();
  const navigate = route.useNavigate();
  const setOnlyFailed = (failed: boolean) => void navigate({ search: (old) => ({ ...old, failed: failed || undefined }), replace: true });
  const shown = questions.filter(({ visible, response }) => visible && !(isOnlyFailed && response?.isCompliant !== false));
  const sections = [...new Set(shown.map(({ section }) => section))];
  return (
    <Stack gap="md" maw={900}>
      <Group justify="space-between">
        <Checkbox label="Only non-compliant answers" checked={isOnlyFailed} onChange={() => setOnlyFailed(!isOnlyFailed)} />
        <Hidden count={progress.hidden} />
      </Group>
      {shown.length === 0 && (
        <EmptyState title="Nothing to show">
          {isOnlyFailed ? 'Every scored answer is compliant.' : 'This questionnaire has no questions.'}
        </EmptyState>
      )}
      {sections.map((section) => (
        <Stack key={section} gap="xs">
          <Title order={2}>{section}</Title>
          {shown
            .filter((question) => question.section === section)
            .map((question) => (
              <Row key={question.id} assessmentId={id} question={question} />
            ))}
        </Stack>
      ))}
    </Stack>
  );
}

/** The questions not included in a count. */
export function Hidden({ count: hidden }: { count: number }) {
  return (
    hidden > 0 && (
      <Text size="sm" c="dimmed">
        {many(hidden, 'more question')} hidden by conditions
      </Text>
    )
  );
}

function Row({ assessmentId, question }: { assessmentId: string; question: Question }) {
  const { id, order, text, type, riskWeight, expectedAnswer, controlCodes, response } = question;
  const review = response?.review;
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Text size="sm" fw={600}>
          <AnchorLink to="/assessments/$assessmentId/review" params={{ assessmentId }} search={{ question: id }} c="inherit" inherit>
            {order}. {text}
          </AnchorLink>
        </Text>
        <ToneBadge tone={verdictTone(response?.isCompliant)} />
      </Group>
      <Text size="sm" mt={4}>
        <Answer type={type} response={response} />
      </Text>
      <Group gap="md" mt={4}>
        {response?.isCompliant === false && (
          <Text size="xs" c="dimmed">
            Expected: {expectedText(type, expectedAnswer)}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          Weight: {SEVERITIES[riskWeight].label}
        </Text>
        {controlCodes.length > 0 && (
          <Text size="xs" c="dimmed">
            {controlCodes.join(', ')}
          </Text>
        )}
        {response && response.evidence.length > 0 && (
          <Text size="xs" c="dimmed">
            Evidence: {response.evidence.length}
          </Text>
        )}
      </Group>
      {review && (
        <Group gap="xs" mt={4}>
          <ToneBadge tone={DECISIONS[review.decision]} />
          {review.note && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {review.note}
            </Text>
          )}
        </Group>
      )}
    </Paper>
  );
}

/** The files of all answers and, until they are submitted, a way to add files received outside the portal. */
export function Evidence({ assessment: { id, status, questions } }: { assessment: Assessment }) {
  const { evidence: mayEdit } = useActions({ status });
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = questions.filter((question) => (question.response?.evidence.length ?? 0) > 0 || question.id === chosen);
  const others = questions.filter((question) => question.visible && !shown.includes(question));
  return (
    <Stack gap="xs" maw={900}>
      {shown.length === 0 && <EmptyState title="No evidence">Vendors upload files with their answers in the portal.</EmptyState>}
      {mayEdit && (
        <Select
          label="Add a file you received outside the portal to"
          placeholder="A question"
          searchable
          data={others.map((question) => ({ value: question.id, label: `${question.order}. ${question.text}` }))}
          value={null}
          onChange={setChosen}
          nothingFoundMessage="Nothing found"
        />
      )}
      {shown.map(({ id: questionId, order, text, response }) => (
        <Paper key={questionId} withBorder p="sm">
          <Text size="sm" fw={600} mb={4}>
            {order}. {text}
          </Text>
          <Files of={text} owner={{ assessmentId: id, questionId }} files={response?.evidence ?? []} mayEdit={mayEdit} />
        </Paper>
      ))}
    </Stack>
  );
}
