import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDeferredValue, useId, useState } from 'react';
import { shownQuestions } from '../../../domains/assessment/answers.rules';
import { count } from '../../components/format';
import { RequiredMark } from '../../components/required-mark';
import { Field } from '../portal/question-field';
import { choicesOf, type EditedQuestion, type EditedTemplate } from './document';

/** The questionnaire as vendors see it: questions appear and disappear with the answers. Nothing is saved. */
export function Preview({ doc }: { doc: EditedTemplate }) {
  const { name, sections } = useDeferredValue(doc);
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
              What vendors see: {count(visible.size)} of {count(questions.length)} questions shown
            </Text>
          </div>
          {answers.size > 0 && (
            <Button size="xs" variant="default" onClick={() => setAnswers(new Map())}>
              Start over
            </Button>
          )}
        </Group>
        {sections
          .map((section) => ({ ...section, questions: section.questions.filter(({ key }) => visible.has(key)) }))
          .filter((section) => section.questions.length > 0)
          .map((section) => (
            <Stack key={section.key} gap="lg">
              <Title order={3}>{section.title}</Title>
              {section.questions.map((question) => (
                <PreviewQuestion
                  key={`${question.key} ${question.type}`}
                  question={question}
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

function PreviewQuestion({ question, value, onChange }: { question: EditedQuestion; value: unknown; onChange: (value: unknown) => void }) {
  const name = useId();
  const { text, helpText, required, type } = question;
  return (
    <Stack gap={6} role="group" aria-labelledby={name}>
      <Text fw={500} id={name}>
        {text || 'Untitled question'}
        <RequiredMark required={required} />
      </Text>
      {helpText && (
        <Text size="sm" c="dimmed">
          {helpText}
        </Text>
      )}
      {type === 'FILE_UPLOAD' ? (
        <Text size="sm" c="dimmed">
          Vendors attach files here.
        </Text>
      ) : (
        <Field
          question={{ type, required, options: choicesOf(question), exclusiveOptions: question.exclusiveOptions }}
          value={value}
          labelledBy={name}
          onChange={onChange}
        />
      )}
    </Stack>
  );
}
