import { Alert, Button, Group, Kbd, Paper, Stack, Text, Textarea, Title, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { type KeyboardEvent, lazy, type ReactNode, type Ref, Suspense, useEffect, useRef, useState } from 'react';
import type { ReviewDecisionKind } from '../../api/enums.generated';
import { shows, useApiMutation, useApiQuery } from '../../api/hooks';
import { Page, PageLoading, PageNotFound } from '../../app/page';
import { useMe, usePermission } from '../../app/session';
import { AssessmentStatusBadge, ScoreBadge, ToneBadge } from '../../components/badges';
import { DateText } from '../../components/date-text';
import { ErrorBox } from '../../components/error-box';
import { FilePanel, type ViewedFile } from '../../components/file-view';
import { Files } from '../../components/files';
import { Help } from '../../components/help';
import { AnchorLink } from '../../components/link';
import { notifyError } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { IconArrowLeft, IconArrowRight, IconKeyboard } from '../../theme/icons';
import { SEVERITIES } from '../../theme/tones';
import { Answer } from './answer';
import { ApproveCompliant } from './approve-compliant';
import { AssessmentDocument } from './assessment.generated';
import { AssessmentsDocument } from './assessments.generated';
import { CommentForm } from './conversation';
import { SendBackDialog, useActions } from './dialogs';
import { useEarlierAssessments } from './earlier-assessments';
import { PreviewFinalizationDocument } from './finalize.generated';
import { EarlierAnswersDocument, ReviewDocument, type ReviewQuery, ReviewResponseDocument } from './review.generated';
import { type Key, KeyHelp, useKeys } from './review-keys';
import { QuestionList } from './review-list';
import classes from './review.module.css';
import { DECISIONS, expectedText, verdictTone } from './assessment-labels';

const FinalizeDialog = lazy(async () => ({ default: (await import('./finalize-dialog')).FinalizeDialog }));

type Assessment = NonNullable<ReviewQuery['assessment']>;
export type Question = Assessment['questions'][number];

const route = getRouteApi('/app/assessments/$assessmentId/review');

export function ReviewPage() {
  const { assessmentId: id } = route.useParams();
  const query = useApiQuery(ReviewDocument, { id });
  if (query.isError && !query.data)
    return (
      <Page title="Review">
        <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    );
  if (!query.data) return <PageLoading />;
  const { assessment } = query.data;
  return assessment ? <Review key={id} assessment={assessment} /> : <PageNotFound />;
}

const isUndecided = ({ response }: Question) => !response?.review;

/** The next undecided question, wrapping around at the end. */
function undecidedAfter(questions: readonly Question[], index: number): Question | undefined {
  return [...questions.slice(index + 1), ...questions.slice(0, index)].find(isUndecided);
}

/** Reviews one answer at a time, with keyboard shortcuts. */
function Review({ assessment }: { assessment: Assessment }) {
  const { id, title, status, score, ragBand, vendor } = assessment;
  const questions = assessment.questions.filter(({ visible }) => visible);
  const [start] = useState((questions.find(isUndecided) ?? questions[0])?.id);
  const { question: wanted = start } = route.useSearch();
  const navigate = route.useNavigate();
  const index = Math.max(
    0,
    questions.findIndex((question) => question.id === wanted),
  );
  const current = questions[index];

  const can = useActions({ status });
  const [dialog, setDialog] = useState<'help' | 'sendBack' | 'finalize'>();
  const closeDialog = () => setDialog(undefined);
  const [notes, setNotes] = useState<Record<string, Draft>>({});
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const commentField = useRef<HTMLTextAreaElement>(null);
  const evidence = useRef<HTMLDivElement>(null);
  const hasRoomBeside = useMediaQuery('(min-width: 62em)', true);
  const [opened, setOpened] = useState<{ questionId: string; file: ViewedFile }>();
  const viewed = hasRoomBeside && opened?.questionId === current?.id ? opened?.file : undefined;
  const decideOn = useDecision(id);

  const goTo = (question: Question | undefined) => {
    if (!question) return;
    void navigate({ search: { question: question.id }, replace: true });
  };
  // Screen readers announce the question, and Tab continues from there.
  const shownId = current?.id;
  const first = useRef(shownId);
  useEffect(() => {
    if (first.current === shownId) return;
    first.current = undefined;
    heading.current?.focus();
  }, [shownId]);

  const draft = current && notes[current.id];
  const savedNote = current?.response?.review?.note ?? null;
  const note = draft?.text ?? savedNote ?? '';
  const othersNote = draft && savedNote !== draft.before && savedNote !== note.trim() ? savedNote : null;
  const decide = (decision: ReviewDecisionKind) => {
    if (!current || !can.review) return;
    const next = undecidedAfter(questions, index);
    setSaid(`Question ${current.order}: ${DECISIONS[decision].label}.${next ? '' : ' All questions are decided.'}`);
    decideOn(current.id, decision, note.trim() || null).catch((error: unknown) => {
      setSaid(`Question ${current.order}: the decision was not saved.`);
      notifyError(error);
    });
    goTo(next);
  };
  const press: Record<Key | '?', () => void> = {
    a: () => decide('APPROVED'),
    r: () => decide('REJECTED'),
    c: () => decide('CLARIFICATION_REQUESTED'),
    j: () => goTo(questions[index + 1]),
    k: () => goTo(questions[index - 1]),
    u: () => goTo(undecidedAfter(questions, index)),
    n: () => noteField.current?.focus(),
    m: () => commentField.current?.focus(),
    e: () => evidence.current?.querySelector<HTMLElement>('a, button')?.focus(),
    s: () => can.review && setDialog('sendBack'),
    f: () => can.finalize && setDialog('finalize'),
    '?': () => setDialog('help'),
  };
  const [hasKeys, setKeys] = useKeys((key) => press[key]());
  const leaveByEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && event.target instanceof HTMLTextAreaElement) heading.current?.focus();
  };
  return (
    <Page
      title={`Review ${title}`}
      about={
        <Group gap="sm" component="span">
          {vendor.name}
          <AssessmentStatusBadge status={status} />
          <ScoreBadge score={score} band={ragBand} />
        </Group>
      }
      above={[
        <AnchorLink key="list" to="/assessments" size="sm">
          Assessments
        </AnchorLink>,
        <AnchorLink key="one" to="/assessments/$assessmentId" params={{ assessmentId: id }} size="sm">
          {title}
        </AnchorLink>,
      ]}
      actions={
        <>
          <OpenQuery operation={ReviewDocument} variables={{ id }} />
          <Button variant="default" leftSection={<IconKeyboard size={16} aria-hidden />} onClick={press['?']} aria-keyshortcuts="?">
            Shortcuts
          </Button>
          {can.review && (
            <Button variant="default" onClick={press.s} aria-keyshortcuts="s">
              Send back
            </Button>
          )}
          {can.finalize && (
            <Button onClick={press.f} aria-keyshortcuts="f">
              Finalize
            </Button>
          )}
        </>
      }
    >
      {!can.review && <Alert p="xs">{closedBecause(status)}</Alert>}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {current && (
        <div className={classes.desk} data-viewing={viewed !== undefined || undefined}>
          <Stack gap="md" component="article" aria-labelledby="question" onKeyDown={leaveByEscape} miw={0}>
            <Asked question={current} place={`Question ${index + 1} of ${questions.length}`} heading={heading} />
            <Answered question={current} />
            <div ref={evidence}>
              <Evidence
                assessmentId={id}
                question={current}
                mayEdit={can.evidence}
                onView={hasRoomBeside ? (file) => setOpened({ questionId: current.id, file }) : undefined}
              />
            </div>
            <Earlier assessment={assessment} questionId={current.id} />
            {can.review && (
              <Decision
                question={current}
                note={note}
                othersNote={othersNote}
                onNote={(text) => setNotes({ ...notes, [current.id]: { before: savedNote, ...draft, text } })}
                onDecide={decide}
                noteField={noteField}
                hasKeys={hasKeys}
              />
            )}
            {!can.review && current.response?.review && (
              <Panel title="Decision">
                <Decided review={current.response.review} />
              </Panel>
            )}
            <Comment key={current.id} assessmentId={id} question={current} field={commentField} />
            <Group justify="space-between" gap={4} wrap="nowrap">
              <Button
                variant="default"
                px="xs"
                leftSection={<IconArrowLeft size={16} aria-hidden />}
                disabled={index === 0}
                onClick={press.k}
                aria-keyshortcuts="k"
              >
                Previous
              </Button>
              {can.review && (
                <Button variant="subtle" px="xs" disabled={!undecidedAfter(questions, index)} onClick={press.u} aria-keyshortcuts="u">
                  Next undecided
                </Button>
              )}
              <Button
                variant="default"
                px="xs"
                rightSection={<IconArrowRight size={16} aria-hidden />}
                disabled={index === questions.length - 1}
                onClick={press.j}
                aria-keyshortcuts="j"
              >
                Next
              </Button>
            </Group>
          </Stack>
          {viewed ? (
            <div className={classes.side}>
              <FilePanel file={viewed} onClose={() => setOpened(undefined)} />
            </div>
          ) : (
            <QuestionList questions={questions} currentId={current.id} onChoose={goTo}>
              {can.review && <ApproveCompliant assessmentId={id} questions={questions} />}
            </QuestionList>
          )}
        </div>
      )}
      {dialog === 'help' && <KeyHelp isOn={hasKeys} onSwitch={setKeys} onClose={closeDialog} />}
      {dialog === 'sendBack' && <SendBackDialog assessment={{ ...assessment, questions }} onClose={closeDialog} onDone={closeDialog} />}
      {dialog === 'finalize' && (
        <Suspense>
          <FinalizeDialog assessment={assessment} onClose={closeDialog} />
        </Suspense>
      )}
    </Page>
  );
}

function closedBecause(status: Assessment['status']): string {
  if (status === 'COMPLETED') return 'This assessment is completed: answers and decisions can no longer change.';
  if (status === 'SUBMITTED' || status === 'UNDER_REVIEW')
    return 'You can read the answers here. To decide on them, you need permission to review.';
  return 'The vendor has not submitted the answers yet, so there is nothing to decide on.';
}

/** Decides on an answer: shown at once, rolled back if the server refuses. */
function useDecision(assessmentId: string) {
  const { name } = useMe();
  const { mutateAsync } = useApiMutation(ReviewResponseDocument, {
    invalidates: [ReviewDocument, PreviewFinalizationDocument, AssessmentDocument, AssessmentsDocument],
    optimistic: shows(ReviewDocument, { id: assessmentId }, ({ assessment }, { input }) => {
      const review = { decision: input.decision, note: input.note ?? null, decidedAt: new Date().toISOString(), decidedBy: { name } };
      const decided = (question: Question): Question => ({ ...question, response: { ...(question.response ?? NO_RESPONSE), review } });
      return {
        assessment: assessment && {
          ...assessment,
          status: 'UNDER_REVIEW' as const,
          questions: assessment.questions.map((question) => (question.id === input.questionId ? decided(question) : question)),
        },
      };
    }),
  });
  return (questionId: string, decision: ReviewDecisionKind, note: string | null) =>
    mutateAsync({ input: { assessmentId, questionId, decision, note } });
}

const NO_RESPONSE = {
  id: '',
  value: null,
  isNotApplicable: false,
  notApplicableReason: null,
  comment: null,
  isCompliant: null,
  evidence: [],
  review: null,
};

function Asked({ question, place, heading }: { question: Question; place: string; heading: Ref<HTMLHeadingElement> }) {
  const { section, text, helpText, riskWeight, required, controlCodes } = question;
  return (
    <div>
      <Text size="sm" c="dimmed">
        {place} · {section}
      </Text>
      <Title order={2} size="h3" id="question" ref={heading} tabIndex={-1} className={classes.question}>
        {text}
      </Title>
      {helpText && (
        <Text size="sm" c="dimmed" mt={4} style={{ whiteSpace: 'pre-line' }}>
          {helpText}
        </Text>
      )}
      <Group gap="md" mt={4}>
        <Text size="xs" c="dimmed">
          Weight: {SEVERITIES[riskWeight].label}
        </Text>
        {required && (
          <Text size="xs" c="dimmed">
            Required
          </Text>
        )}
        {controlCodes.length > 0 && (
          <Text size="xs" c="dimmed">
            Controls: {controlCodes.join(', ')}
          </Text>
        )}
      </Group>
    </div>
  );
}

function Panel({ title, help, children }: { title: string; help?: ReactNode; children: ReactNode }) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Title order={3} size="sm" mb={6}>
        {title}
        {help}
      </Title>
      {children}
    </Paper>
  );
}

function Answered({ question: { type, expectedAnswer, response } }: { question: Question }) {
  return (
    <div className={classes.answer}>
      <Panel title="Answer">
        <Text size="lg">
          <Answer type={type} response={response} />
        </Text>
      </Panel>
      <Panel title="Expected">
        <Text size="sm">{expectedText(type, expectedAnswer)}</Text>
      </Panel>
      <Panel title="Automatic result" help={<Help term="Automatic result" />}>
        <ToneBadge tone={verdictTone(response?.isCompliant)} />
      </Panel>
    </div>
  );
}

function Evidence({
  assessmentId,
  question: { id: questionId, text, response },
  mayEdit,
  onView,
}: {
  assessmentId: string;
  question: Question;
  mayEdit: boolean;
  onView?: (file: ViewedFile) => void;
}) {
  return (
    <Panel title="Evidence">
      <Files
        of={text}
        owner={{ assessmentId, questionId }}
        files={response?.evidence ?? []}
        mayEdit={mayEdit}
        onView={onView}
        empty="No files were attached to this answer."
      />
    </Panel>
  );
}

/** The vendor's previous answer, if the question was asked. */
function Earlier({ assessment, questionId }: { assessment: Assessment; questionId: string }) {
  const { previousId } = useEarlierAssessments(assessment);
  const { data } = useApiQuery(
    EarlierAnswersDocument,
    { beforeId: previousId ?? '', afterId: assessment.id },
    { enabled: previousId !== undefined },
  );
  const found = data?.compareAssessments.questions.find(({ after }) => after?.id === questionId);
  if (!data || !found?.before) return null;
  const { before, answerChanged } = found;
  const { title, submittedAt } = data.compareAssessments.before;
  return (
    <Panel title="Previous answer">
      <Group gap="md" align="baseline">
        <Text size="sm">
          <Answer type={before.type} response={before.response} />
        </Text>
        <ToneBadge tone={verdictTone(before.response?.isCompliant)} />
        {before.response?.review && <ToneBadge tone={DECISIONS[before.response.review.decision]} />}
        <Text size="sm" fw={answerChanged ? 600 : undefined}>
          {answerChanged ? 'Changed since' : 'Unchanged'}
        </Text>
      </Group>
      {before.response?.review?.note && (
        <Text size="sm" c="dimmed" mt={4}>
          {before.response.review.note}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        <AnchorLink to="/assessments/$assessmentId/compare" params={{ assessmentId: assessment.id }} underline="always" inherit>
          {title}
        </AnchorLink>
        , <DateText value={submittedAt} />
      </Text>
    </Panel>
  );
}

function Decided({
  review: { decision, note, decidedAt, decidedBy },
}: {
  review: NonNullable<NonNullable<Question['response']>['review']>;
}) {
  return (
    <>
      <Group gap="sm">
        <ToneBadge tone={DECISIONS[decision]} />
        <Text size="xs" c="dimmed">
          {decidedBy?.name} <DateText value={decidedAt} withTime />
        </Text>
      </Group>
      {note && (
        <Text size="sm" mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {note}
        </Text>
      )}
    </>
  );
}

/** A note that is being written. */
interface Draft {
  text: string;
  /** What was saved when it was begun. */
  before: string | null;
}

interface DecisionProps {
  question: Question;
  note: string;
  /** What somebody else saved meanwhile. */
  othersNote: string | null;
  onNote: (text: string) => void;
  onDecide: (decision: ReviewDecisionKind) => void;
  noteField: Ref<HTMLTextAreaElement>;
  hasKeys: boolean;
}

const CHOICES: { decision: ReviewDecisionKind; label: string; onFailing?: string; key: Key }[] = [
  // Approving a failing answer confirms it but doesn't make it pass.
  { decision: 'APPROVED', label: 'Approve', onFailing: 'Confirm answer', key: 'a' },
  { decision: 'REJECTED', label: 'Reject', key: 'r' },
  { decision: 'CLARIFICATION_REQUESTED', label: 'Request clarification', key: 'c' },
];

function Decision({ question: { response }, note, othersNote, onNote, onDecide, noteField, hasKeys }: DecisionProps) {
  const review = response?.review;
  return (
    <Panel title="Decision">
      <Stack gap="sm">
        {review && <Decided review={{ ...review, note: othersNote }} />}
        <Group gap="xs">
          {CHOICES.map(({ decision, label, onFailing = label, key }) => (
            <Button
              key={decision}
              size="sm"
              variant={review?.decision === decision ? 'filled' : 'default'}
              aria-pressed={review?.decision === decision}
              aria-keyshortcuts={hasKeys ? key : undefined}
              onClick={() => onDecide(decision)}
              rightSection={
                hasKeys && (
                  <Kbd size="xs" aria-hidden>
                    {key.toUpperCase()}
                  </Kbd>
                )
              }
            >
              {response?.isCompliant === false ? onFailing : label}
            </Button>
          ))}
        </Group>
        <Textarea
          ref={noteField}
          label="Note"
          description="For the team; kept with the decision"
          autosize
          minRows={1}
          value={note}
          onChange={({ currentTarget }) => onNote(currentTarget.value)}
        />
        {review && note.trim() !== (review.note ?? '') && (
          <Button size="xs" variant="light" style={{ alignSelf: 'flex-start' }} onClick={() => onDecide(review.decision)}>
            Save note
          </Button>
        )}
      </Stack>
    </Panel>
  );
}

function Comment({
  assessmentId,
  question: { order, text },
  field,
}: {
  assessmentId: string;
  question: Question;
  field: Ref<HTMLTextAreaElement>;
}) {
  const mayComment = usePermission('assessments:review', 'assessments:edit');
  if (!mayComment) return null;
  return (
    <Panel title="Comment on this answer">
      <CommentForm of={{ assessmentId }} about={`Question ${order}, “${text}”:`} ref={field} />
    </Panel>
  );
}
