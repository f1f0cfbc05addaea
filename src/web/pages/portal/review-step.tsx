import { Alert, Anchor, Button, Divider, Paper, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useApiMutation } from '../../api/hooks';
import { ErrorBox } from '../../components/error-box';
import { many } from '../../components/format';
import { type AnswerStore, NO_ANSWER, type Snapshot } from './answer-store';
import { AnswerText } from './answer-text';
import { ADVICE, type Link } from './portal';
import { PortalSubmitDocument } from './portal.generated';
import classes from './portal.module.css';
import type { Questionnaire } from './questionnaire';

const route = getRouteApi('/portal/$token');

interface ReviewStepProps {
  heading: RefObject<HTMLHeadingElement | null>;
  questionnaire: Questionnaire;
  snapshot: Snapshot;
  store: AnswerStore;
  link: Link;
  onSubmitted: () => void;
}

/** Everything once more, what is missing first, and the button that hands it in. */
export function ReviewStep({ heading, questionnaire, snapshot, store, link, onSubmitted }: ReviewStepProps) {
  const navigate = route.useNavigate();
  const submit = useApiMutation(PortalSubmitDocument, { invalidates: [], onSuccess: onSubmitted });
  const { sections } = questionnaire;
  const missing = sections.flatMap(({ questions }, i) => questionnaire.missingOf(questions).map((question) => ({ question, step: String(i + 1) })));
  const go = (step: string, id: string) => void navigate({ search: { step }, hash: `question-${id}` });
  const handIn = async () => {
    if (await store.flush()) submit.mutate({ input: link });
  };
  const isBlocked = missing.length > 0 || snapshot.faults.size > 0 || snapshot.conflicts.size > 0;
  return (
    <Paper component="section" withBorder p={{ base: 'sm', sm: 'lg' }} aria-labelledby="review-title">
      <Stack gap="md">
        <Title order={2} id="review-title" ref={heading} tabIndex={-1}>Read over and submit</Title>
        {missing.length > 0 ? (
          <Alert color="yellow" variant="light" title={`${many(missing.length, 'required question')} ${missing.length === 1 ? 'is' : 'are'} not answered`}>
            <ul className={classes.missing}>
              {missing.map(({ question: { id, text }, step }) => (
                <li key={id}><Anchor component="button" type="button" ta="start" c="var(--mantine-color-text)" td="underline" onClick={() => go(step, id)}>{text}</Anchor></li>
              ))}
            </ul>
          </Alert>
        ) : (
          <Text>Once submitted, the answers can only be read, unless they are sent back to you.</Text>
        )}
        {(snapshot.faults.size > 0 || snapshot.conflicts.size > 0) && (
          <Alert color="red" variant="light" title="Some answers are not saved">Open the sections marked below and settle what is shown there.</Alert>
        )}
        {sections.map(({ title, questions }, i) => (
          <Stack key={title} gap="sm">
            <Divider />
            <Title order={3}>
              <Anchor component="button" type="button" inherit ta="start" onClick={() => void navigate({ search: { step: String(i + 1) } })}>{title}</Anchor>
            </Title>
            {questions.map((question) => (
              <div key={question.id}>
                <Text size="sm" fw={500}>{question.text}</Text>
                <AnswerText question={question} answer={snapshot.answers.get(question.id) ?? NO_ANSWER} />
              </div>
            ))}
          </Stack>
        ))}
        <ErrorBox error={submit.error} advice={ADVICE} />
        <Button onClick={() => void handIn()} disabled={isBlocked} loading={submit.isPending}>Submit the answers</Button>
      </Stack>
    </Paper>
  );
}
