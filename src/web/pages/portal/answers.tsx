import { Alert, Anchor, Box, Button, Group, Paper, Progress as ProgressBar, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { request } from '../../api/client';
import { type ApiError, explain } from '../../api/error';
import { PageTitle } from '../../app/page';
import { DateText } from '../../components/date-text';
import { many } from '../../components/format';
import { IconAlertTriangle, IconArrowLeft, IconArrowRight, IconCheck, IconCloudOff, IconLoader2, IconPencil } from '../../theme/icons';
import { AnswerStore, FINAL, type SaveState, type Snapshot, stuckOf } from './answer-store';
import { HandOn } from './hand-on';
import { ADVICE, type Link } from './portal';
import { PortalSaveDocument } from './portal.generated';
import classes from './portal.module.css';
import { QuestionField } from './question-field';
import { isAnswerable, type Portal, Questionnaire, type Section } from './questionnaire';
import { ReviewStep } from './review-step';

const route = getRouteApi('/portal/$token');
const REVIEW = 'review';

interface AnswersPageProps {
  portal: Portal;
  link: Link;
  reread: () => Promise<Portal>;
  onSubmitted: () => void;
  /** Told whether something on the page isn't on the server. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/** The questionnaire while it can be answered: one step per section, then one to review and submit. */
export function AnswersPage({ portal, link, reread, onSubmitted, onUnsaved }: AnswersPageProps) {
  const store = useStore(portal, link, reread);
  const whole = useSyncExternalStore(store.subscribe, store.get);
  // What couldn't be saved because a colleague had submitted everything can be saved once it is sent back.
  const isOpen = isAnswerable(portal.status);
  useEffect(() => void (isOpen && store.flush()), [store, isOpen]);
  const questionnaire = useMemo(() => new Questionnaire(portal.questions, whole.answers), [portal.questions, whole.answers]);
  // Errors in hidden answers don't block anyone.
  const snapshot = {
    ...whole,
    faults: shownOf(whole.faults, questionnaire),
    conflicts: shownOf(whole.conflicts, questionnaire),
    unsaved: new Set([...whole.unsaved].filter((id) => questionnaire.isShown(id))),
  };
  const isUnsaved = snapshot.unsaved.size + snapshot.faults.size + snapshot.conflicts.size > 0;
  useEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved]);
  useEffect(() => () => onUnsaved(false), [onUnsaved]);
  const { sections } = questionnaire;
  const { step = '1' } = route.useSearch();
  const isReview = step === REVIEW;
  const at = Math.min(Math.max(Number.parseInt(step, 10) || 1, 1), sections.length) - 1;
  const heading = useHeadingFocus(step);
  const showQuestion = useQuestionFocus(questionnaire);
  const { answered, visible } = questionnaire.count;
  const last = portal.sections ? 'Review' : 'Review and submit';
  const inNeed = new Set([...snapshot.faults.keys(), ...snapshot.conflicts.keys(), ...stuckOf(snapshot)]);
  const firstInNeed = questionnaire.questions.find(({ id }) => inNeed.has(id));

  return (
    <Stack gap="md">
      <Box>
        <PageTitle>{portal.title}</PageTitle>
        <Text c="dimmed" size="sm">
          For {portal.vendorName}
          {portal.dueDate && (
            <>
              , due <DateText value={portal.dueDate} />
            </>
          )}
        </Text>
      </Box>
      {portal.sections ? (
        <Alert color="gray" variant="light" title={`A part of the questionnaire: ${portal.sections.join(', ')}`}>
          A colleague asked you to answer this part. Your answers are saved as you go, and your colleague submits the questionnaire.
        </Alert>
      ) : (
        <HandOn titles={sections.map(({ title }) => title)} link={link} isMailed={portal.mailEnabled} />
      )}
      {portal.introduction && !isReview && at === 0 && (
        <Paper component="section" withBorder p={{ base: 'sm', sm: 'lg' }} aria-label="Introduction">
          <Text className={classes.answer}>{portal.introduction}</Text>
        </Paper>
      )}
      {!isOpen && (
        <Alert color="yellow" variant="light" title="A colleague submitted the answers in the meantime">
          What isn’t saved stays on this page until you close it, and is saved if the questionnaire comes back to you.
        </Alert>
      )}
      <Box className={classes.progress}>
        <Group justify="space-between" gap="xs">
          <Text size="sm">
            {answered} of {many(visible, 'question')} answered
          </Text>
          <SaveStatus snapshot={snapshot} onRetry={() => void store.flush()} onShow={firstInNeed && (() => showQuestion(firstInNeed.id))} />
        </Group>
        <ProgressBar value={visible === 0 ? 0 : (100 * answered) / visible} mt={4} aria-label="Answered questions" />
      </Box>
      <Steps questionnaire={questionnaire} inNeed={inNeed} at={isReview ? REVIEW : at} last={last} />
      {isReview ? (
        <ReviewStep
          heading={heading}
          questionnaire={questionnaire}
          snapshot={snapshot}
          store={store}
          link={link}
          organization={portal.organizationName}
          title={last}
          isPart={portal.sections !== null}
          onShow={showQuestion}
          onSubmitted={onSubmitted}
        />
      ) : (
        sections[at] && (
          <SectionStep key={sections[at].title} heading={heading} section={sections[at]} at={at} count={sections.length} last={last}>
            {sections[at].questions.map((question) => (
              <QuestionField key={question.id} question={question} snapshot={snapshot} store={store} link={link} onFiles={reread} />
            ))}
          </SectionStep>
        )
      )}
    </Stack>
  );
}

function shownOf<Value>(byQuestion: ReadonlyMap<string, Value>, questionnaire: Questionnaire): ReadonlyMap<string, Value> {
  return new Map([...byQuestion].filter(([id]) => questionnaire.isShown(id)));
}

/** Fields in which others' answers don't appear while they have the focus. */
const WRITTEN_IN = 'textarea, input:not([type=radio], [type=checkbox], [type=file])';

/** One store for as long as the page is open; the browser warns before unsaved answers are lost. */
function useStore(portal: Portal, link: Link, reread: () => Promise<Portal>): AnswerStore {
  const read = useRef(portal.questions);
  const [store] = useState(
    () =>
      new AnswerStore(portal.questions, {
        save: async (answers) => {
          const { portalSaveAnswers } = await request(PortalSaveDocument, { input: { ...link, answers } });
          return new Map(
            portalSaveAnswers.assessment.questions.map(({ id, response, hiddenResponse }) => [
              id,
              (response ?? hiddenResponse)?.revision ?? 0,
            ]),
          );
        },
        read: async () => (await reread()).questions,
        questions: () => read.current,
        isInUse: (id) => document.getElementById(`question-${id}`)?.querySelector(`:is(${WRITTEN_IN}):focus`) != null,
      }),
  );
  useEffect(() => {
    read.current = portal.questions;
    store.adopt(portal.questions);
  }, [store, portal.questions]);
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent) => store.isUnsafe && event.preventDefault();
    const flush = () => void store.flush();
    const onHidden = () => document.visibilityState === 'hidden' && flush();
    const adopt = () => window.setTimeout(() => store.adopt(read.current));
    window.addEventListener('beforeunload', guard);
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', onHidden);
    document.addEventListener('focusout', adopt);
    return () => {
      window.removeEventListener('beforeunload', guard);
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', onHidden);
      document.removeEventListener('focusout', adopt);
      flush();
    };
  }, [store]);
  return store;
}

/** Focuses the heading of a new step, except the first one. */
function useHeadingFocus(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'start' });
  }, [step]);
  return heading;
}

/** Goes to the field of a question, on this step or another. */
function useQuestionFocus(questionnaire: Questionnaire): (id: string) => void {
  const navigate = route.useNavigate();
  const wanted = useRef<string>(undefined);
  const reach = () => {
    const question = wanted.current && document.getElementById(`question-${wanted.current}`);
    if (!question) return false;
    wanted.current = undefined;
    (question.querySelector<HTMLElement>('input:not([type=file]), textarea') ?? question).focus({ preventScroll: true });
    question.scrollIntoView({ block: 'start' });
    return true;
  };
  // Once the step is rendered and its heading has had the focus.
  useEffect(() => void reach());
  return (id) => {
    wanted.current = id;
    if (!reach()) void navigate({ search: { step: questionnaire.stepOf(id) }, resetScroll: false });
  };
}

const SAVING: Record<SaveState | 'partly', { words: string; icon: typeof IconCheck }> = {
  saved: { words: 'All answers saved', icon: IconCheck },
  waiting: { words: 'Not saved yet', icon: IconPencil },
  saving: { words: 'Saving…', icon: IconLoader2 },
  failed: { words: 'Not saved', icon: IconCloudOff },
  partly: { words: 'Some answers need attention', icon: IconAlertTriangle },
};

interface SaveStatusProps {
  snapshot: Snapshot;
  onRetry: () => void;
  /** Goes to the first answer that can't be saved as it is. */
  onShow?: () => void;
}

function SaveStatus({ snapshot: { state: sending, error, faults, conflicts, unsaved }, onRetry, onShow }: SaveStatusProps) {
  const state = sending === 'saved' && faults.size + conflicts.size > 0 ? 'partly' : sending;
  const { words, icon: Icon } = SAVING[state];
  const problem = state === 'failed' && error ? problemOf(error, unsaved.size) : undefined;
  return (
    <>
      <Group gap={4} data-save-state={state}>
        <Icon size={16} aria-hidden />
        <Text size="sm" c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
          {problem?.words ?? words}
        </Text>
        {problem && !problem.isFinal && (
          <Button size="compact-sm" variant="subtle" onClick={onRetry}>
            Save now
          </Button>
        )}
        {(state === 'partly' || state === 'failed') && onShow && (
          <Button size="compact-sm" variant="subtle" onClick={onShow}>
            Show
          </Button>
        )}
      </Group>
      {/* Announcing every keystroke would be too much: only important changes are. */}
      <VisuallyHidden role="status">{problem ? `${problem.words}. ${problem.title}. ${problem.advice}` : ''}</VisuallyHidden>
      {problem && (
        <Alert color="red" variant="light" w="100%" p="xs" title={problem.title}>
          {problem.advice}
        </Alert>
      )}
    </>
  );
}

/** How many answers are not saved, why, and what happens to them. */
function problemOf(error: ApiError, unsaved: number) {
  const { title, advice } = explain(error, ADVICE);
  const [stay, are] = unsaved === 1 ? ['stays', 'is'] : ['stay', 'are'];
  const answers = many(unsaved, 'answer');
  const isFinal = FINAL.has(error.code);
  return {
    isFinal,
    title,
    words: `${answers} not saved`,
    advice: isFinal
      ? `${answers} ${stay} on this page until you close it. ${advice}`
      : `${answers} ${stay} on this page and ${are} saved automatically as soon as that is possible. Keep the page open.`,
  };
}

interface StepsProps {
  questionnaire: Questionnaire;
  /** Lists the questions whose answers aren't saved. */
  inNeed: ReadonlySet<string>;
  at: number | typeof REVIEW;
  /** What the last step is called. */
  last: string;
}

function Steps({ questionnaire, inNeed, at, last }: StepsProps) {
  const navigate = route.useNavigate();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // On a phone the steps are in one row, mostly out of view.
    const here = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (here) list.current?.scrollTo({ left: here.offsetLeft - list.current.offsetLeft });
  }, [at]);
  const link = (step: string, isHere: boolean, words: string, mark?: 'done' | 'unsaved') => (
    <li key={step}>
      <Anchor
        component="button"
        type="button"
        className={classes.step}
        aria-current={isHere ? 'step' : undefined}
        onClick={() => void navigate({ search: { step } })}
      >
        {mark === 'done' && <IconCheck size={14} aria-label="Complete:" role="img" />}
        {mark === 'unsaved' && <IconAlertTriangle size={14} aria-label="Not saved:" role="img" color="var(--mantine-color-error)" />}
        {words}
      </Anchor>
    </li>
  );
  return (
    <nav aria-label="Sections">
      <ol className={classes.steps} ref={list}>
        {questionnaire.sections.map(({ title, questions }, i) => {
          const { answered, visible } = questionnaire.countOf(questions);
          const mark = questions.some(({ id }) => inNeed.has(id)) ? 'unsaved' : answered === visible ? 'done' : undefined;
          return link(String(i + 1), at === i, `${title} (${answered}/${visible})`, mark);
        })}
        {link(REVIEW, at === REVIEW, last)}
      </ol>
    </nav>
  );
}

interface SectionStepProps {
  heading: RefObject<HTMLHeadingElement | null>;
  section: Section;
  at: number;
  count: number;
  /** What the step after all sections is called. */
  last: string;
  children: ReactNode;
}

function SectionStep({ heading, section, at, count, last, children }: SectionStepProps) {
  const navigate = route.useNavigate();
  const go = (step: string) => void navigate({ search: { step } });
  return (
    <Paper component="section" withBorder p={{ base: 'sm', sm: 'lg' }} aria-labelledby="section-title">
      <Stack gap="lg">
        <Box>
          <Text size="sm" c="dimmed">
            Section {at + 1} of {count}
          </Text>
          <Title order={2} id="section-title" ref={heading} tabIndex={-1}>
            {section.title}
          </Title>
        </Box>
        {children}
        <Group justify="space-between">
          <Button
            variant="default"
            disabled={at === 0}
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={() => go(String(at))}
          >
            Back
          </Button>
          <Button rightSection={<IconArrowRight size={16} aria-hidden />} onClick={() => go(at + 1 < count ? String(at + 2) : REVIEW)}>
            {at + 1 < count ? 'Next section' : last}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
