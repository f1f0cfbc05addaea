import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { usePermission } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { DateText } from '../../components/date-text';
import { DefinitionList } from '../../components/definition-list';
import { AcceptanceActions } from './acceptance-actions';
import type { FindingDetails } from './finding-drawer';
import { ACCEPTANCE_STATES } from './finding-labels';
import { Prose } from './finding-source';
import { RequestAcceptance } from './request-acceptance';

/** The newest request to accept the risk of a finding, and a way to ask for it. */
export function Acceptance({ finding: { id, title, status, acceptance } }: { finding: FindingDetails }) {
  const [isRequesting, setRequesting] = useState(false);
  const mayRequest = usePermission('assessments:review') && status === 'OPEN' && acceptance?.state !== 'REQUESTED';
  if (!acceptance && !mayRequest) return null;
  return (
    <Card title="Risk acceptance">
      {acceptance && <DefinitionList items={itemsOf(acceptance)} />}
      <Group gap="xs">
        {acceptance && <AcceptanceActions acceptance={acceptance} title={title} />}
        {mayRequest && (
          <Button size="xs" variant="default" onClick={() => setRequesting(true)}>
            Request acceptance
          </Button>
        )}
      </Group>
      {isRequesting && <RequestAcceptance finding={{ id, title }} onClose={() => setRequesting(false)} />}
    </Card>
  );
}

type Asked = NonNullable<FindingDetails['acceptance']>;

function itemsOf({ state, reason, until, requestedByName, requestedAt, decidedByName, decidedAt, decisionNote }: Asked) {
  const items: [string, ReactNode][] = [
    ['Status', <ToneBadge key="state" tone={ACCEPTANCE_STATES[state]} />],
    ['Until', <DateText key="until" value={until} />],
    ['Reason', <Prose key="reason">{reason}</Prose>],
    [
      'Requested',
      <>
        <DateText value={requestedAt} withTime /> by {requestedByName}
      </>,
    ],
  ];
  if (decidedAt) {
    items.push([
      'Decided',
      <>
        <DateText value={decidedAt} withTime /> by {decidedByName}
        {decisionNote && <Prose>{decisionNote}</Prose>}
      </>,
    ]);
  }
  return items;
}
