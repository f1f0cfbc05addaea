import { Alert, Anchor, Button, Divider, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useApiMutation } from '../../api/hooks';
import { Confirm } from '../../components/confirm';
import { many } from '../../components/format';
import { type AnswerStore, FINAL, NO_ANSWER, type Snapshot, stuckOf } from './answer-store';
import { AnswerText } from './answer-text';
import { Evidence } from './evidence';
import type { Link } from './portal';
import { PortalSubmitDocument } from './portal.generated';
import classes from './portal.module.css';
import type { Question, Questionnaire } from './questionnaire';

const route = getRouteApi('/portal/$token');

interface ReviewStepProps {
  heading: RefObject<HTMLHeadingElement | null>;
  questionnaire: Questionnaire;
  snapshot: Snapshot;
  store: AnswerStore;
  link: Link;
  organization: string;
  title: string;
  /** Behind a link to some sections, which doesn't submit. */
  isPart: boolean;
  /** Goes to the field of a question. */
  onShow: (id: string) => void;
  onSubmitted: () => void;
}

/** All answers for review, missing ones first, and the submit button. */
export function ReviewStep(props: ReviewStepProps) {
  const { heading, questionnaire, snapshot, store, link, organization, title, isPart, onShow, onSubmitted } = props;
  const navigate = route.useNavigate();
  const [isAsking, asking] = useDisclosure();
  const submit = useApiMutation(PortalSubmitDocument, { invalidates: [], onSuccess: onSubmitted });
  const { sections } = questionnaire;
  const shown = sections.flatMap(({ questions }) => questions);
  const missing = questionnaire.missingOf(shown);
  const unsaved = shown.filter(({ id }) => snapshot.faults.has(id) || snapshot.conflicts.has(id));
  const stuck = shown.filter(({ id }) => stuckOf(snapshot).has(id));
  const answerTo = ({ id }: Question) => snapshot.answers.get(id) ?? NO_ANSWER;
  const unexplained = shown.filter((question) => answerTo(question).isNotApplicable && !answerTo(question).notApplicableReason?.trim());
  const handIn = async () => {
    if (await store.flush()) submit.mutate({ input: link });
    else asking.close(); // failed saves are shown next to the button
  };
  return (
    <Paper component="section" withBorder p={{ base: 'sm', sm: 'lg' }} aria-labelledby="review-title">
      <Stack gap="md">
        <Title order={2} id="review-title" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {missing.length > 0 ? (
          <Alert
            color="yellow"
            variant="light"
            title={`${many(missing.length, 'required question')} ${missing.length === 1 ? 'is' : 'are'} not answered`}
          >
            <QuestionLinks questions={missing} onShow={onShow} />
          </Alert>
        ) : (
          <Text>
            {isPart
              ? 'That’s all we need from you here. Your colleague submits the questionnaire when all parts are done.'
              : `Once submitted, your answers can’t be changed unless ${organization} sends them back to you.`}
          </Text>
        )}
        {unsaved.length > 0 && (
          <Alert color="red" variant="light" title={notSaved(unsaved.length)}>
            Fix the highlighted answers:
            <QuestionLinks questions={unsaved} onShow={onShow} />
          </Alert>
        )}
        {unexplained.length > 0 && (
          <Alert color="gray" variant="light" title="Not applicable, without a reason">
            You can submit, but reviewers usually ask why:
            <QuestionLinks questions={unexplained} onShow={onShow} />
          </Alert>
        )}
        {sections.map(({ title: section, questions }, i) => (
          <Stack key={section} gap="sm">
            <Divider />
            <Title order={3}>
              <Anchor
                component="button"
                type="button"
                inherit
                ta="start"
                onClick={() => void navigate({ search: { step: String(i + 1) } })}
              >
                {section}
              </Anchor>
            </Title>
            {questions.map((question) => (
              <div key={question.id}>
                <Text size="sm" fw={500}>
                  {question.text}
                </Text>
                <AnswerText question={question} answer={answerTo(question)} />
                <Evidence question={question} link={link} isReadOnly />
              </div>
            ))}
          </Stack>
        ))}
        {stuck.length > 0 && (
          <Alert color="red" variant="light" title={notSaved(stuck.length)}>
            {snapshot.error && FINAL.has(snapshot.error.code)
              ? 'They stay on this page until you close it:'
              : 'You can submit once they are saved, which happens automatically as soon as the server can be reached:'}
            <QuestionLinks questions={stuck} onShow={onShow} />
          </Alert>
        )}
        {!isPart && (
          <Button onClick={asking.open} disabled={missing.length > 0 || unsaved.length > 0}>
            Submit answers
          </Button>
        )}
      </Stack>
      <Confirm
        opened={isAsking}
        onClose={asking.close}
        title="Submit your answers?"
        action="Submit"
        colour="brand"
        onConfirm={() => void handIn()}
        isPending={submit.isPending}
        error={submit.error}
      >
        They go to {organization}. You can’t change them afterwards unless they are sent back to you.
      </Confirm>
    </Paper>
  );
}

const notSaved = (count: number) => `${many(count, 'answer')} not saved`;

function QuestionLinks({ questions, onShow }: { questions: readonly Question[]; onShow: (id: string) => void }) {
  return (
    <ul className={classes.missing}>
      {questions.map(({ id, text }) => (
        <li key={id}>
          <Anchor component="button" type="button" ta="start" c="var(--mantine-color-text)" td="underline" onClick={() => onShow(id)}>
            {text}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
