import { Alert, Divider, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { PageTitle } from '../../app/page';
import { IconCheck } from '../../theme/icons';
import { answerOf } from './answer-store';
import { AnswerText } from './answer-text';
import { Evidence } from './evidence';
import type { Link } from './portal';
import { type Portal, Questionnaire } from './questionnaire';

interface HandedInProps {
  portal: Portal;
  link: Link;
  /** Submitted just now, from the end of a long page. */
  isFresh: boolean;
}

/** The questionnaire after submission: read-only, with messages. */
export function HandedIn({ portal, link, isFresh }: HandedInProps) {
  const thanks = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isFresh) return;
    thanks.current?.scrollIntoView({ block: 'center' });
    thanks.current?.focus({ preventScroll: true });
  }, [isFresh]);
  const { sections } = useMemo(
    () => new Questionnaire(portal.questions, new Map(portal.questions.map((question) => [question.id, answerOf(question)]))),
    [portal.questions],
  );
  const copied = portal.mailEnabled && !portal.sections ? ' A copy of your answers goes to your contact address.' : '';
  return (
    <Stack gap="md">
      <PageTitle>{portal.title}</PageTitle>
      <Alert
        ref={thanks}
        tabIndex={-1}
        color="green"
        variant="light"
        icon={<IconCheck aria-hidden />}
        title="Thank you. Your answers have been submitted."
        role="status"
      >
        {portal.status === 'COMPLETED'
          ? `${portal.organizationName} has completed the assessment. You can still read your answers here, but no longer change them.`
          : `${portal.organizationName} will review them. You can’t change them unless they are sent back to you; this link will then open them again.${copied}`}
      </Alert>
      <Paper component="section" withBorder p={{ base: 'sm', sm: 'lg' }} aria-label="Your answers">
        <Stack gap="md">
          {sections.map(({ title, questions }, i) => (
            <Stack key={title} gap="sm">
              {i > 0 && <Divider />}
              <Title order={2} size="h3">
                {title}
              </Title>
              {questions.map((question) => (
                <div key={question.id}>
                  <Text size="sm" fw={500}>
                    {question.text}
                  </Text>
                  <AnswerText question={question} answer={answerOf(question)} />
                  <Evidence question={question} link={link} isReadOnly />
                </div>
              ))}
            </Stack>
          ))}
        </Stack>
      </Paper>
    </Stack>
  );
}
