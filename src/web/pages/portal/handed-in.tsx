import { Alert, Divider, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { PageTitle } from '../../app/page';
import { answerOf } from './answer-store';
import { AnswerText } from './answer-text';
import { Conversation } from './conversation';
import { Evidence } from './evidence';
import type { Link } from './portal';
import { type Portal, Questionnaire } from './questionnaire';

/** After the answers were handed in: to read, and to talk about. */
export function HandedIn({ portal, link, reread }: { portal: Portal; link: Link; reread: () => void }) {
  const { sections } = useMemo(
    () => new Questionnaire(portal.questions, new Map(portal.questions.map((question) => [question.id, answerOf(question)]))),
    [portal.questions],
  );
  return (
    <Stack gap="md">
      <PageTitle>{portal.title}</PageTitle>
      <Alert color="green" variant="light" icon={<IconCheck aria-hidden />} title="Thank you: your answers were submitted" role="status">
        {portal.status === 'COMPLETED'
          ? `${portal.organizationName} has completed the assessment. Your answers can be read here, and no longer be changed.`
          : `${portal.organizationName} reads them now. They can’t be changed, unless they are sent back to you; then this same link opens them again.`}
      </Alert>
      <Paper component="section" withBorder p={{ base: 'sm', sm: 'lg' }} aria-label="Your answers">
        <Stack gap="md">
          {sections.map(({ title, questions }, i) => (
            <Stack key={title} gap="sm">
              {i > 0 && <Divider />}
              <Title order={2} size="h3">{title}</Title>
              {questions.map((question) => (
                <div key={question.id}>
                  <Text size="sm" fw={500}>{question.text}</Text>
                  <AnswerText question={question} answer={answerOf(question)} />
                  <Evidence question={question} link={link} isReadOnly />
                </div>
              ))}
            </Stack>
          ))}
        </Stack>
      </Paper>
      <Conversation portal={portal} link={link} onSaid={reread} />
    </Stack>
  );
}
