import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { shownQuestions } from '../../../domains/assessment/answers.rules';
import { count } from '../../components/format';
import { AskedQuestion } from '../portal/asked-question';
import { choicesOf, type EditedTemplate } from './document';

/** The questionnaire as vendors see it: questions appear and disappear with the answers. Nothing is saved. */
export function Preview({ doc }: { doc: EditedTemplate }) {
  const { name, kind, introduction, sections } = useDeferredValue(doc);
  const [answers, setAnswers] = useState<ReadonlyMap<string, unknown>>(new Map());
  const questions = sections.flatMap((section) => section.questions);
  const visible = shownQuestions(
    questions.map(({ key, type, logic }) => ({ id: key, type, conditionalLogic: logic })),
    (key) => ({ value: answers.get(key), isNotApplicable: false, evidenceCount: 0 }),
  );
  const answer = (key: string, value: unknown) => setAnswers((old) => new Map(old).set(key, value));
  return (
    <Paper component="section" withBorder p="md" aria-label="Preview">
      <Stack gap="lg">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Title order={2} size="h3">
              {name}
            </Title>
            <Text size="sm" c="dimmed" role="status">
              What {kind === 'INTAKE' ? 'requesters' : 'vendors'} see: {count(visible.size)} of {count(questions.length)} questions shown
            </Text>
          </div>
          {answers.size > 0 && (
            <Button size="xs" variant="default" onClick={() => setAnswers(new Map())}>
              Start over
            </Button>
          )}
        </Group>
        {introduction && (
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {introduction}
          </Text>
        )}
        {sections
          .map((section) => ({ ...section, questions: section.questions.filter(({ key }) => visible.has(key)) }))
          .filter((section) => section.questions.length > 0)
          .map((section) => (
            <Stack key={section.key} gap="lg">
              <Title order={3}>{section.title}</Title>
              {section.questions.map((question) => (
                <AskedQuestion
                  key={`${question.key} ${question.type}`}
                  question={{ ...question, options: choicesOf(question) }}
                  value={answers.get(question.key) ?? null}
                  onChange={(value) => answer(question.key, value)}
                />
              ))}
            </Stack>
          ))}
      </Stack>
    </Paper>
  );
}
