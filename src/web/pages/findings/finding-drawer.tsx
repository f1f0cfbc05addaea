import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { SeverityBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { SideDrawer } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { Files } from '../../components/files';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { VendorLink } from '../../components/thing-links';
import { HistoryCard } from '../../history/history-card';
import { Acceptance } from './acceptance';
import { StatusControl } from './closing';
import { Controls, Source } from './finding-source';
import { FindingTalk } from './finding-talk';
import { FindingWork } from './finding-work';
import { FindingDocument, type FindingQuery } from './finding.generated';
import { WithVendor } from './with-vendor';

export type FindingDetails = NonNullable<FindingQuery['finding']>;

/** The details of a finding and the work on it, next to the list. */
export function FindingDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useApiQuery(FindingDocument, { id });
  // Escape closes what is on top: a dialog of the finding rather than the finding.
  const close = () => {
    if (document.querySelectorAll('[role="dialog"]').length < 2) onClose();
  };
  return (
    <SideDrawer title="Finding" onClose={close} size="min(48rem, 100%)" closeButtonProps={{ onClick: onClose }}>
      <Loaded query={query}>
        {({ finding }) =>
          finding ? (
            <Details key={finding.id} finding={finding} openQuery={<OpenQuery operation={FindingDocument} variables={{ id }} />} />
          ) : (
            <EmptyState title="Finding not found">It may have been deleted with its assessment, or the link is incomplete.</EmptyState>
          )
        }
      </Loaded>
    </SideDrawer>
  );
}

function Details({ finding, openQuery }: { finding: FindingDetails; openQuery: ReactNode }) {
  const { id, title, severity, vendor, evidence } = finding;
  const mayChange = usePermission('assessments:review');
  return (
    <Stack gap="md" mb="md">
      <Stack gap={4}>
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {openQuery}
        </Group>
        <Group gap="md">
          <SeverityBadge severity={severity} />
          <StatusControl finding={finding} />
          <VendorLink vendor={vendor} />
        </Group>
      </Stack>
      <Source finding={finding} />
      <FindingWork finding={finding} />
      <WithVendor finding={finding} />
      <Acceptance finding={finding} />
      <Card title="Evidence">
        <Files of={title} owner={{ findingId: id }} files={evidence} mayEdit={mayChange} empty="No files yet" />
      </Card>
      <FindingTalk finding={finding} mayComment={mayChange} />
      <Controls finding={finding} />
      <HistoryCard of={{ entityType: 'Finding', entityId: id }} />
    </Stack>
  );
}
