import { Checkbox, Group, Paper, Select, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useApiQuery } from '../../api/hooks';
import { Page, PageLoading, PageNotFound } from '../../app/page';
import { AssessmentStatusBadge, ScoreBadge, ToneBadge } from '../../components/badges';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { date, many, points } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { ScrollFrame } from '../../components/scroll-frame';
import { Answer } from './answer';
import classes from './compare.module.css';
import { CompareAssessmentsDocument, type CompareAssessmentsQuery, CompareSubjectDocument } from './compare.generated';
import { useEarlierAssessments } from './earlier-assessments';
import { verdictTone } from './assessment-labels';

type Comparison = CompareAssessmentsQuery['compareAssessments'];
type Question = Comparison['questions'][number];

const route = getRouteApi('/app/assessments/$assessmentId/compare');

/** An assessment next to an earlier one of the same vendor. */
export function ComparePage() {
  const { assessmentId: afterId } = route.useParams();
  const { with: chosen, all } = route.useSearch();
  const navigate = route.useNavigate();
  const subjectQuery = useApiQuery(CompareSubjectDocument, { id: afterId });
  const subject = subjectQuery.data?.assessment ?? undefined;
  const { query: earlierQuery, earlier, previousId } = useEarlierAssessments(subject);
  const beforeId = chosen ?? previousId;
  const variables = { beforeId: beforeId ?? '', afterId };
  const query = useApiQuery(CompareAssessmentsDocument, variables, { enabled: beforeId !== undefined, keepPrevious: true });
  const failed = [subjectQuery, earlierQuery].find(({ isError, data }) => isError && !data);
  if (failed)
    return (
      <Page title="Compare">
        <ErrorBox error={failed.error} onRetry={() => void failed.refetch()} />
      </Page>
    );
  if (subjectQuery.data && !subject) return <PageNotFound />;
  if (!subject || !earlier) return <PageLoading />;
  return (
    <Page
      title={`Compare ${subject.title}`}
      about={subject.vendor.name}
      above={[
        <AnchorLink key="list" to="/assessments" size="sm">
          Assessments
        </AnchorLink>,
        <AnchorLink key="one" to="/assessments/$assessmentId" params={{ assessmentId: afterId }} size="sm">
          {subject.title}
        </AnchorLink>,
      ]}
      actions={beforeId && <OpenQuery operation={CompareAssessmentsDocument} variables={variables} />}
    >
      {!beforeId ? (
        <EmptyState title="Nothing to compare with">{subject.vendor.name} has not submitted an earlier assessment.</EmptyState>
      ) : (
        <>
          <Group gap="md" align="flex-end">
            <Select
              label="Earlier assessment"
              data={earlier.map(({ id, title, submittedAt, createdAt }) => ({
                value: id,
                label: `${title}, ${date(submittedAt ?? createdAt)}`,
              }))}
              value={beforeId}
              onChange={(id) => void navigate({ search: (old) => ({ ...old, with: id ?? undefined }), replace: true })}
              allowDeselect={false}
              w={{ base: '100%', sm: 380 }}
            />
            <Checkbox
              label="Only changes"
              checked={!all}
              onChange={() => void navigate({ search: (old) => ({ ...old, all: all ? undefined : true }), replace: true })}
              my="xs"
            />
          </Group>
          <Loaded query={query}>{({ compareAssessments }) => <Comparison comparison={compareAssessments} isOnlyChanges={!all} />}</Loaded>
        </>
      )}
    </Page>
  );
}

const isChanged = ({ answerChanged, verdictChanged, before, after }: Question) => answerChanged || verdictChanged || !before || !after;

/** A question hidden by its conditions counts as not asked; one that neither side asked is left out. */
function askedOnly(questions: readonly Question[]): Question[] {
  const asked = (side: Question['before']) => (side?.visible ? side : null);
  return questions
    .map((question) => ({ ...question, before: asked(question.before), after: asked(question.after) }))
    .filter(({ before, after }) => before ?? after);
}

function Comparison({
  comparison: { before, after, scoreChange, questions: all },
  isOnlyChanges,
}: {
  comparison: Comparison;
  isOnlyChanges: boolean;
}) {
  const questions = askedOnly(all);
  const changed = questions.filter(isChanged);
  const shown = isOnlyChanges ? changed : questions;
  return (
    <Stack gap="md">
      <Paper withBorder p="md">
        <Group gap="xl">
          <Side label="Earlier" side={before} />
          <Side label="Current" side={after} />
          <div>
            <Text size="sm" c="dimmed">
              Score change
            </Text>
            <Text fw={650}>{scoreChange === null ? 'Not comparable' : points(scoreChange)}</Text>
          </div>
        </Group>
      </Paper>
      <Text size="sm" c="dimmed" role="status">
        {many(changed.length, 'change')} in {many(questions.length, 'question')}
      </Text>
      {shown.length === 0 ? (
        <EmptyState title="Nothing changed">All answers and results are the same.</EmptyState>
      ) : (
        <ScrollFrame label="Questions" minWidth={720}>
          <Table className={classes.table} verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Question</Table.Th>
                <Table.Th>Earlier</Table.Th>
                <Table.Th>Current</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((question, i) => (
                <Table.Tr key={i}>
                  <Table.Td>
                    {question.text}
                    <Text size="xs" c="dimmed">
                      {(question.after ?? question.before)!.section}
                    </Text>
                    <Changes question={question} />
                  </Table.Td>
                  <Table.Td>
                    <Cell asked={question.before} />
                  </Table.Td>
                  <Table.Td data-changed={isChanged(question) || undefined}>
                    <Cell asked={question.after} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollFrame>
      )}
    </Stack>
  );
}

function Side({
  label,
  side: { id, title, status, score, ragBand, submittedAt, createdAt },
}: {
  label: string;
  side: Comparison['before'];
}) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}, {date(submittedAt ?? createdAt)}
      </Text>
      <Text size="sm">
        <AnchorLink to="/assessments/$assessmentId" params={{ assessmentId: id }} inherit>
          {title}
        </AnchorLink>
      </Text>
      <Group gap="sm">
        <AssessmentStatusBadge status={status} />
        <ScoreBadge score={score} band={ragBand} />
      </Group>
    </div>
  );
}

function Changes({ question: { before, after, answerChanged, verdictChanged } }: { question: Question }) {
  const words = !before
    ? ['New question']
    : !after
      ? ['No longer asked']
      : [answerChanged && 'Answer changed', verdictChanged && 'Result changed'];
  return words.map(
    (word) =>
      word && (
        <span key={word} className={classes.change}>
          {word}
        </span>
      ),
  );
}

function Cell({ asked }: { asked: Question['before'] }) {
  if (!asked)
    return (
      <Text span inherit c="dimmed">
        <span aria-hidden>–</span>
        <VisuallyHidden>Not asked</VisuallyHidden>
      </Text>
    );
  const { type, response } = asked;
  return (
    <>
      <div>
        <Answer type={type} response={response} />
      </div>
      <ToneBadge tone={verdictTone(response?.isCompliant)} />
    </>
  );
}
