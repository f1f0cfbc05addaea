import { Button, Group, Switch, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useApiMutation } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { Confirm } from '../../components/confirm';
import { DateText } from '../../components/date-text';
import { DefinitionList } from '../../components/definition-list';
import { notify, notifyError } from '../../components/notify';
import { IconSend } from '../../theme/icons';
import { DecideRemediation } from './decide-remediation';
import type { FindingDetails } from './finding-drawer';
import { REMEDIATION_ANSWERS, REMEDIATION_STATES } from './finding-labels';
import { Prose } from './finding-source';
import { UpdateFindingDocument } from './finding.generated';
import { RevokeRemediationLinksDocument } from './remediation.generated';
import { SendRemediation } from './send-remediation';

type Open = 'send' | 'accept' | 'send-back' | 'revoke';

/** Where the finding stands with the vendor, and what to do next. */
export function WithVendor({ finding }: { finding: FindingDetails }) {
  const { remediation, vendor, status, title, id } = finding;
  const [isOpen, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const mayWork = usePermission('assessments:review');
  const isOpenFinding = mayWork && status === 'OPEN';
  const isAnswered = isOpenFinding && remediation?.state === 'ANSWERED';
  return (
    <Card title="With the vendor">
      {remediation ? (
        <DefinitionList items={itemsOf(remediation)} />
      ) : (
        <Text size="sm" c="dimmed">
          Not sent to {vendor.name}.
        </Text>
      )}
      {mayWork && remediation && <Visible finding={finding} />}
      {(isOpenFinding || (mayWork && remediation)) && (
        <Group gap="xs">
          {isAnswered && remediation.answer === 'DONE' && (
            <Button size="xs" onClick={() => setOpen('accept')}>
              Accept and close
            </Button>
          )}
          {isAnswered && (
            <Button size="xs" variant="default" onClick={() => setOpen('send-back')}>
              Send back
            </Button>
          )}
          {isOpenFinding && (
            <Button
              size="xs"
              variant={remediation ? 'default' : 'filled'}
              leftSection={<IconSend size={14} aria-hidden />}
              onClick={() => setOpen('send')}
            >
              {remediation ? 'Send again' : 'Send to the vendor'}
            </Button>
          )}
          {remediation && (
            <Button size="xs" variant="subtle" onClick={() => setOpen('revoke')}>
              Revoke links
            </Button>
          )}
        </Group>
      )}
      {isOpen === 'send' && <SendRemediation vendor={vendor} findings={[{ id, title }]} onClose={close} />}
      {isOpen === 'accept' && <DecideRemediation decision="ACCEPT" finding={finding} onClose={close} />}
      {isOpen === 'send-back' && <DecideRemediation decision="SEND_BACK" finding={finding} onClose={close} />}
      <Revoke vendor={vendor} opened={isOpen === 'revoke'} onClose={close} />
    </Card>
  );
}

type Turn = NonNullable<FindingDetails['remediation']>;

function itemsOf({ state, sentAt, message, answer, plan, plannedFor, answeredAt, decisionNote, decidedAt }: Turn): [string, ReactNode][] {
  return [
    ['Status', <ToneBadge key="state" tone={REMEDIATION_STATES[state]} />],
    ['Sent', <DateText key="sent" value={sentAt} withTime />],
    ...(message ? ([['Message', <Prose key="message">{message}</Prose>]] satisfies [string, ReactNode][]) : []),
    ...(answer
      ? ([
          [
            'Answer',
            <>
              {REMEDIATION_ANSWERS[answer]}, <DateText value={answeredAt} withTime />
            </>,
          ],
        ] satisfies [string, ReactNode][])
      : []),
    ...(plan ? ([['Vendor’s plan', <Prose key="plan">{plan}</Prose>]] satisfies [string, ReactNode][]) : []),
    ...(plannedFor ? ([['Planned for', <DateText key="for" value={plannedFor} />]] satisfies [string, ReactNode][]) : []),
    ...(decidedAt
      ? ([
          [
            'Our decision',
            <>
              <DateText value={decidedAt} withTime />
              {decisionNote && <Prose>{decisionNote}</Prose>}
            </>,
          ],
        ] satisfies [string, ReactNode][])
      : []),
  ];
}

/** Takes it off the links it was sent with, or shows it there again. */
function Visible({ finding: { id, vendorVisible } }: { finding: FindingDetails }) {
  const update = useApiMutation(UpdateFindingDocument);
  return (
    <Switch
      size="sm"
      label="Visible to the vendor"
      description="When off, the links it was sent with don’t show it"
      checked={vendorVisible}
      disabled={update.isPending}
      onChange={() => update.mutate({ input: { id, vendorVisible: !vendorVisible } }, { onError: notifyError })}
    />
  );
}

interface RevokeProps {
  vendor: FindingDetails['vendor'];
  opened: boolean;
  onClose: () => void;
}

function Revoke({ vendor: { id, name }, opened, onClose }: RevokeProps) {
  const revoke = useApiMutation(RevokeRemediationLinksDocument, {
    onSuccess: () => {
      notify('Links revoked');
      onClose();
    },
  });
  return (
    <Confirm
      title="Revoke links"
      opened={opened}
      onClose={onClose}
      onConfirm={() => revoke.mutate({ input: { id } })}
      isPending={revoke.isPending}
      error={revoke.error}
    >
      All links to findings that were sent to {name} stop working. The answers are kept, and you can send the findings again.
    </Confirm>
  );
}
