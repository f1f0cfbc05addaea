import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { AnchorLink } from '../../components/link';
import { IconMailOff } from '../../theme/icons';
import type { Assessment } from './dialogs';
import { MailEnabledDocument } from './mail.generated';

/** Whether the server sends e-mails at all; undefined until known. */
export function useMailEnabled(): boolean | undefined {
  return useApiQuery(MailEnabledDocument, {}).data?.settings.mailEnabled;
}

/** Warns before sending that no e-mail will go out. */
export function NoMailServer({ children }: { children: ReactNode }) {
  return (
    <Alert icon={<IconMailOff aria-hidden />} color="yellow" variant="light" title="No mail server is set up">
      {children}
    </Alert>
  );
}

type Mail = NonNullable<Assessment['mails']>[number];

const SUBJECTS: Record<string, string> = {
  INVITATION: 'The e-mail with the link',
  REMINDER: 'The reminder',
  OVERDUE: 'The reminder that the answers are overdue',
  SEND_BACK: 'The e-mail that the answers were sent back',
};

/** The delivery state of the e-mails to the vendor: the latest of each kind. */
export function Delivery({ mails }: { mails: readonly Mail[] }) {
  const isEnabled = useMailEnabled();
  const latest = [...Map.groupBy(mails, ({ kind }) => kind).values()].map(([newest]) => newest!);
  const lost = latest.filter(({ status }) => status === 'FAILED');
  const waiting = isEnabled === false ? latest.filter(({ status }) => status === 'QUEUED') : [];
  const invitation = latest.find(({ kind }) => kind === 'INVITATION');
  return (
    <>
      {lost.length > 0 && (
        <Alert color="red" variant="light" icon={<IconMailOff aria-hidden />} title="Not delivered" role="alert">
          {lost.map((mail) => (
            <Line key={mail.id} mail={mail}>
              could not be delivered to {mail.recipient}.
            </Line>
          ))}
          <Text size="sm">Check the vendor’s e-mail address, then send a new link.</Text>
        </Alert>
      )}
      {waiting.length > 0 && (
        <NoMailServer>
          {waiting.map((mail) => (
            <Line key={mail.id} mail={mail}>
              was not sent to {mail.recipient}.
            </Line>
          ))}
          <Text size="sm">Share the link yourself. If you no longer have it, create a new one.</Text>
        </NoMailServer>
      )}
      {isEnabled && invitation && invitation.status !== 'FAILED' && (
        <Text size="sm" c="dimmed">
          {SUBJECTS.INVITATION} {invitation.status === 'SENT' ? 'was sent' : 'is on its way'} to {invitation.recipient}.
        </Text>
      )}
    </>
  );
}

function Line({ mail: { id, kind }, children }: { mail: Mail; children: ReactNode }) {
  const maySee = usePermission('settings:manage');
  const subject = SUBJECTS[kind] ?? 'An e-mail';
  return (
    <Text size="sm">
      {maySee ? (
        <AnchorLink to="/settings/mail/$mailId" params={{ mailId: id }} inherit underline="always">
          {subject}
        </AnchorLink>
      ) : (
        subject
      )}{' '}
      {children}
    </Text>
  );
}
