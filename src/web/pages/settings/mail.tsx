import { Button, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { notThere } from '../../api/error';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { NoPast, Page } from '../../app/page';
import { usePermission } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { DateText } from '../../components/date-text';
import { DefinitionList } from '../../components/definition-list';
import { ErrorBox } from '../../components/error-box';
import { NONE } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { AssessmentLink } from '../../components/thing-links';
import { MAIL_STATUSES } from '../../theme/tones';
import { MAIL_KINDS } from './mail-kinds';
import classes from './mail.module.css';
import { MailDocument, type MailQuery, RetryMailDocument } from './mails.generated';

const route = getRouteApi('/app/settings/mail/$mailId');

export function MailPage() {
  if (useMoment() !== undefined) {
    return (
      <Page title="E-mail" above={ABOVE}>
        <NoPast>E-mails can’t be shown as of a past date. Each one says when it was created and sent.</NoPast>
      </Page>
    );
  }
  return <Mail />;
}

const ABOVE = (
  <AnchorLink to="/settings/mail" size="sm">
    Mail
  </AnchorLink>
);

function Mail() {
  const { mailId } = route.useParams();
  const variables = { id: mailId, withAssessment: usePermission('assessments:view') };
  const query = useApiQuery(MailDocument, variables);
  const mail = query.data?.mail;
  return (
    <Page title={mail?.subject ?? 'E-mail'} above={ABOVE} actions={<OpenQuery operation={MailDocument} variables={variables} />}>
      <Loaded query={query}>
        {({ settings }) => (mail ? <Content mail={mail} isServed={settings.mailEnabled} /> : <ErrorBox error={notThere('E-mail')} />)}
      </Loaded>
    </Page>
  );
}

/** `isServed`: a mail server is set up; without one, nothing is sent. */
function Content({ mail, isServed }: { mail: NonNullable<MailQuery['mail']>; isServed: boolean }) {
  const { id, kind, recipient, text, status, attempts, lastError, createdAt, sentAt, nextAttemptAt, assessment } = mail;
  const nextTry = isServed ? [['Next attempt', <DateText key="next" value={nextAttemptAt} withTime />] as const] : [];
  const retry = useApiMutation(RetryMailDocument, { onSuccess: () => notify('E-mail queued again') });
  return (
    <Stack gap="md" maw={820}>
      <Card
        title="Delivery"
        link={
          status === 'FAILED' && (
            <Button size="xs" loading={retry.isPending} onClick={() => retry.mutate({ input: { id } })}>
              Try again
            </Button>
          )
        }
      >
        <ErrorBox error={retry.error} />
        <DefinitionList
          items={[
            ['State', <ToneBadge key="state" tone={MAIL_STATUSES[status]} />],
            ['To', recipient],
            ['Type', MAIL_KINDS[kind] ?? kind],
            ['Assessment', assessment ? <AssessmentLink key="assessment" assessment={assessment} /> : NONE],
            ['Created', <DateText key="written" value={createdAt} withTime />],
            ['Attempts', attempts],
            ...(status === 'QUEUED' ? nextTry : [['Sent', <DateText key="sent" value={sentAt} withTime />] as const]),
            ['Last error', lastError ?? NONE],
          ]}
        />
      </Card>
      <Card title="Text">
        <pre className={classes.text}>{text}</pre>
      </Card>
    </Stack>
  );
}
