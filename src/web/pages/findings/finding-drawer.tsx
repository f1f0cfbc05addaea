import { Drawer, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../api/hooks';
import { SeverityBadge } from '../../components/badges';
import { DateText } from '../../components/date-text';
import { DefinitionList } from '../../components/definition-list';
import { EmptyState } from '../../components/empty-state';
import { useFocusReturn } from '../../components/focus';
import { NONE } from '../../components/format';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { AssessmentLink, QuestionLink, VendorLink } from '../../components/thing-links';
import { HistoryCard } from '../../history/history-card';
import { StatusControl } from './closing';
import { FindingDocument, type FindingQuery } from './findings.generated';

/** The details of a finding, next to the list. */
export function FindingDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  useFocusReturn();
  const query = useApiQuery(FindingDocument, { id });
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title="Finding" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Loaded query={query}>
        {({ finding }) =>
          finding ? (
            <Details finding={finding} openQuery={<OpenQuery operation={FindingDocument} variables={{ id }} />} />
          ) : (
            <EmptyState title="Finding not found">It may have been deleted with its assessment, or the link is incomplete.</EmptyState>
          )
        }
      </Loaded>
    </Drawer>
  );
}

function Details({ finding, openQuery }: { finding: NonNullable<FindingQuery['finding']>; openQuery: ReactNode }) {
  const { title, description, severity, isManual, vendor, assessment, question, controls, controlCodes } = finding;
  const { createdAt, resolvedAt, resolvedByName, resolutionNote } = finding;
  const gone = controlCodes.filter((code) => !controls.some((control) => control.code === code));
  return (
    <Stack gap="md" mb="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {openQuery}
      </Group>
      {description && (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {description}
        </Text>
      )}
      <DefinitionList
        items={[
          ['Severity', <SeverityBadge key="severity" severity={severity} />],
          ['Status', <StatusControl key="status" finding={finding} />],
          ['Vendor', <VendorLink key="vendor" vendor={vendor} />],
          ['Assessment', <AssessmentLink key="assessment" assessment={assessment} />],
          ['Question', question ? <QuestionLink key="question" assessmentId={assessment.id} question={question} /> : NONE],
          [
            'Raised',
            <>
              <DateText value={createdAt} withTime /> {isManual ? 'manually' : 'automatically'}
            </>,
          ],
          ...(resolvedAt
            ? ([
                [
                  'Closed',
                  <>
                    <DateText value={resolvedAt} withTime />
                    {resolvedByName && ` by ${resolvedByName}`}
                  </>,
                ],
                ['Resolution note', resolutionNote ?? NONE],
              ] satisfies [string, ReactNode][])
            : []),
        ]}
      />
      <Text fw={600} component="h3">
        Controls
      </Text>
      {controlCodes.length === 0 && (
        <Text size="sm" c="dimmed">
          No controls.
        </Text>
      )}
      <Stack gap={4}>
        {controls.map(({ id, code, title: name, framework }) => (
          <Text key={id} size="sm">
            <strong>{code}</strong> {name}{' '}
            <Text span size="xs" c="dimmed">
              {framework.name}
            </Text>
          </Text>
        ))}
        {gone.map((code) => (
          <Text key={code} size="sm">
            <strong>{code}</strong>{' '}
            <Text span size="xs" c="dimmed">
              framework not installed
            </Text>
          </Text>
        ))}
      </Stack>
      <HistoryCard of={{ entityType: 'Finding', entityId: finding.id }} />
    </Stack>
  );
}
