import { Alert, Button, Divider, Group, Progress, SimpleGrid, Stack, Tabs, Text } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { Page, PageLoading, PageNotFound } from '../../app/page';
import { usePermission } from '../../app/session';
import { AssessmentStatusBadge, FindingStatusBadge, ScoreBadge, SeverityBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { DateText } from '../../components/date-text';
import { DefinitionList } from '../../components/definition-list';
import { DownloadButton } from '../../components/download-button';
import { DropDown } from '../../components/drop-down';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { count, many, NONE } from '../../components/format';
import { Help } from '../../components/help';
import { AnchorLink, ButtonLink } from '../../components/link';
import { notifyError } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { VendorLink } from '../../components/thing-links';
import { HistoryCard } from '../../history/history-card';
import { IconChevronDown } from '../../theme/icons';
import { Answers, Evidence, Hidden } from './answers';
import { AssessmentDocument } from './assessment.generated';
import { Conversation } from './conversation';
import { type Assessment, DeleteDialog, EditDialog, RevokeDialog, SendBackDialog, useActions } from './dialogs';
import { Delivery, useMailEnabled } from './delivery';
import { Due } from './due';
import { Outcome } from './outcome';
import { StartReviewDocument } from './review.generated';
import { TABS } from './routes';
import { Sections, Terms } from './score';
import { SendDialog } from './send-dialog';
import { RECURRENCES } from './assessment-labels';

const FinalizeDialog = lazy(async () => ({ default: (await import('./finalize-dialog')).FinalizeDialog }));

const route = getRouteApi('/app/assessments/$assessmentId');

type DialogName = 'send' | 'resend' | 'revoke' | 'edit' | 'delete' | 'sendBack' | 'finalize';

export function AssessmentPage() {
  const { assessmentId: id } = route.useParams();
  const query = useApiQuery(AssessmentDocument, { id });
  if (query.isError && !query.data)
    return (
      <Page title="Assessment">
        <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    );
  if (!query.data) return <PageLoading />;
  const { assessment } = query.data;
  return assessment ? <Found assessment={assessment} /> : <PageNotFound />;
}

function Found({ assessment }: { assessment: Assessment }) {
  const [dialog, setDialog] = useState<DialogName>();
  const close = () => setDialog(undefined);
  return (
    <Page
      title={assessment.title}
      about={
        <Group gap="sm" component="span">
          <AssessmentStatusBadge status={assessment.status} />
          <VendorLink vendor={assessment.vendor} />
        </Group>
      }
      above={
        <AnchorLink to="/assessments" size="sm">
          Assessments
        </AnchorLink>
      }
      actions={<Actions assessment={assessment} onOpen={setDialog} />}
    >
      <Parts assessment={assessment} />
      {(dialog === 'send' || dialog === 'resend') && <SendDialog assessment={assessment} isAgain={dialog === 'resend'} onClose={close} />}
      {dialog === 'revoke' && <RevokeDialog assessment={assessment} onClose={close} />}
      {dialog === 'edit' && <EditDialog assessment={assessment} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog assessment={assessment} onClose={close} />}
      {dialog === 'sendBack' && <SendBackDialog assessment={assessment} onClose={close} onDone={close} />}
      {dialog === 'finalize' && (
        <Suspense>
          <FinalizeDialog assessment={assessment} onClose={close} />
        </Suspense>
      )}
    </Page>
  );
}

function Actions({ assessment: { id, status, reportUrl }, onOpen }: { assessment: Assessment; onOpen: (name: DialogName) => void }) {
  const router = useRouter();
  const can = useActions({ status });
  const isMailed = useMailEnabled();
  const toReview = { to: '/assessments/$assessmentId/review', params: { assessmentId: id } } as const;
  const start = useApiMutation(StartReviewDocument, { onSuccess: () => void router.navigate(toReview) });
  const hasMore = can.link || can.review || can.edit || can.delete;
  return (
    <>
      <OpenQuery operation={AssessmentDocument} variables={{ id }} />
      <DownloadButton href={reportUrl}>PDF</DownloadButton>
      <DownloadButton href={`/api/assessments/${id}/export`}>CSV</DownloadButton>
      {can.compare && (
        <ButtonLink to="/assessments/$assessmentId/compare" params={{ assessmentId: id }} variant="default">
          Compare
        </ButtonLink>
      )}
      {hasMore && (
        <DropDown
          button={
            <>
              More <IconChevronDown size={14} aria-hidden />
            </>
          }
        >
          {can.edit && (
            <button type="button" onClick={() => onOpen('edit')}>
              Edit
            </button>
          )}
          {can.link && (
            <button type="button" onClick={() => onOpen('resend')}>
              {isMailed === false ? 'Create a new link' : 'Send a new link'}
            </button>
          )}
          {can.link && (
            <button type="button" onClick={() => onOpen('revoke')}>
              Revoke the link
            </button>
          )}
          {can.review && (
            <button type="button" onClick={() => onOpen('sendBack')}>
              Send back to the vendor
            </button>
          )}
          {can.delete && (
            <button type="button" onClick={() => onOpen('delete')}>
              Delete
            </button>
          )}
        </DropDown>
      )}
      {can.send && <Button onClick={() => onOpen('send')}>{isMailed === false ? 'Create link' : 'Send'}</Button>}
      {can.review && status === 'SUBMITTED' && (
        <Button loading={start.isPending} onClick={() => start.mutate({ input: { id } }, { onError: notifyError })}>
          Start review
        </Button>
      )}
      {can.finalize && (
        <ButtonLink {...toReview} variant="default">
          Continue review
        </ButtonLink>
      )}
      {can.finalize && <Button onClick={() => onOpen('finalize')}>Finalize</Button>}
    </>
  );
}

function Parts({ assessment }: { assessment: Assessment }) {
  const seesHistory = usePermission('audit:view');
  const mayComment = usePermission('assessments:review', 'assessments:edit');
  const tabs = TABS.filter((name) => name !== 'history' || seesHistory);
  const search = route.useSearch();
  const tab = tabs.find((name) => name === search.tab) ?? 'overview';
  const navigate = route.useNavigate();
  const { id, questions, progress, findings, allComments } = assessment;
  const files = questions.reduce((total, { response }) => total + (response?.evidence.length ?? 0), 0);
  const numbers: Partial<Record<(typeof TABS)[number], number>> = {
    answers: progress.visible,
    findings: findings.length,
    comments: allComments.length,
    evidence: files,
  };
  return (
    <Tabs
      value={tab}
      onChange={(next) => void navigate({ search: { tab: TABS.find((name) => name === next && name !== 'overview') }, replace: true })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name.charAt(0).toUpperCase() + name.slice(1)}
            {numbers[name] !== undefined && (
              <Text span size="xs" c="dimmed" lh={1}>
                {' '}
                {count(numbers[name])}
              </Text>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="overview">
        <Overview assessment={assessment} />
      </Tabs.Panel>
      <Tabs.Panel value="answers">
        <Answers assessment={assessment} />
      </Tabs.Panel>
      <Tabs.Panel value="score">
        <Terms assessmentId={id} />
      </Tabs.Panel>
      <Tabs.Panel value="findings">
        <Findings assessment={assessment} />
      </Tabs.Panel>
      <Tabs.Panel value="comments">
        <Conversation of={{ assessmentId: id }} comments={allComments} mayComment={mayComment} />
      </Tabs.Panel>
      <Tabs.Panel value="evidence">
        <Evidence assessment={assessment} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <HistoryCard of={{ entityType: 'Assessment', entityId: id }} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Overview({ assessment }: { assessment: Assessment }) {
  const { vendor, templateName, templateVersion, reviewer, recurrence, nextDueOn, createdAt, sentAt, submittedAt, completedAt } =
    assessment;
  const isFinal = assessment.status === 'COMPLETED';
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Card title="About">
        <DefinitionList
          items={[
            ['Vendor', <VendorLink key="vendor" vendor={vendor} />],
            ['Contact', [vendor.contactName, vendor.contactEmail].filter(Boolean).join(', ')],
            ['Questionnaire', templateName ? `${templateName}, version ${templateVersion}` : NONE],
            ['Reviewer', reviewer?.name ?? NONE],
            ['Due', <Due key="due" {...assessment} />],
            [
              'Repeat',
              <>
                {RECURRENCES[recurrence]}
                {nextDueOn && (
                  <>
                    , next <DateText value={nextDueOn} />
                  </>
                )}
              </>,
            ],
            ['Created', <DateText key="created" value={createdAt} withTime />],
            ['Issued', <DateText key="issued" value={sentAt} withTime />],
            ['Submitted', <DateText key="submitted" value={submittedAt} withTime />],
            ['Completed', <DateText key="completed" value={completedAt} withTime />],
          ]}
        />
      </Card>
      <Stack gap="md">
        {isFinal && (
          <Card title="Outcome">
            <Outcome assessmentId={assessment.id} heading={3} />
          </Card>
        )}
        <Card title="Answers">
          <AnswersSoFar assessment={assessment} />
        </Card>
        <Card
          title={isFinal ? 'Score' : 'Provisional score'}
          help={!isFinal && <Help term="Provisional score" />}
          link={
            <AnchorLink to="/assessments/$assessmentId" params={{ assessmentId: assessment.id }} search={{ tab: 'score' }} size="sm">
              Score breakdown
            </AnchorLink>
          }
        >
          {assessment.score === null ? (
            <Text size="sm" c="dimmed">
              {submittedAt ? 'No answer is scored.' : 'The score appears once the answers are submitted.'}
            </Text>
          ) : (
            <>
              <Text size="lg" fw={650}>
                <ScoreBadge score={assessment.score} band={assessment.ragBand} />
              </Text>
              <Sections sections={assessment.scoreBreakdown} />
            </>
          )}
        </Card>
      </Stack>
    </SimpleGrid>
  );
}

/** The vendor's progress, and whether a link works. */
function AnswersSoFar({ assessment: { status, progress, portalLink, mails } }: { assessment: Assessment }) {
  const { answered, visible } = progress;
  if (status === 'DRAFT')
    return (
      <>
        <Text size="sm">Not issued yet: {many(visible, 'question')}.</Text>
        <Hidden count={progress.hidden} />
      </>
    );
  const isWithVendor = status === 'SENT' || status === 'IN_PROGRESS';
  return (
    <>
      <Progress value={visible === 0 ? 0 : (100 * answered) / visible} size="lg" aria-label="Questions answered" />
      <Text size="sm">
        {count(answered)} of {many(visible, 'question')} answered
      </Text>
      <Hidden count={progress.hidden} />
      {isWithVendor && portalLink && (
        <Text size="sm" c="dimmed">
          The vendor’s link works until <DateText value={portalLink.expiresAt} />
          {portalLink.hasPassword && ' and requires a password'}.
        </Text>
      )}
      {isWithVendor && !portalLink && (
        <Alert variant="default" p="xs">
          The vendor has no working link and can’t answer until you create a new one.
        </Alert>
      )}
      {isWithVendor && portalLink && mails && <Delivery mails={mails} />}
    </>
  );
}

function Findings({ assessment: { findings, status } }: { assessment: Assessment }) {
  if (findings.length === 0) {
    return (
      <EmptyState title="No findings">
        {status === 'COMPLETED'
          ? 'Every scored answer is compliant.'
          : 'Findings are raised from submitted answers that are not compliant.'}
      </EmptyState>
    );
  }
  return (
    <Stack gap="sm" maw={900}>
      {findings.map((finding) => (
        <Card key={finding.id} title={finding.title} link={<FindingStatusBadge status={finding.status} />}>
          <Group gap="md">
            <SeverityBadge severity={finding.severity} />
            {finding.controlCodes.length > 0 && (
              <Text size="sm" c="dimmed">
                {finding.controlCodes.join(', ')}
              </Text>
            )}
            {finding.isManual && (
              <Text size="sm" c="dimmed">
                Added manually
              </Text>
            )}
            <Text size="sm" c="dimmed">
              <DateText value={finding.createdAt} />
            </Text>
            <AnchorLink to="/findings" search={{ finding: finding.id }} size="sm">
              Open in the register
            </AnchorLink>
          </Group>
          {finding.description && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {finding.description}
            </Text>
          )}
          {finding.resolvedAt && (
            <>
              <Divider />
              <Text size="sm">
                {finding.resolutionNote}{' '}
                <Text span inherit c="dimmed">
                  {finding.resolvedByName}, <DateText value={finding.resolvedAt} />
                </Text>
              </Text>
            </>
          )}
        </Card>
      ))}
    </Stack>
  );
}
