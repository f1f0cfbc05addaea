import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useApiQuery } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { RequestStateBadge, TierBadge } from '../../components/badges';
import { DateText } from '../../components/date-text';
import { DefinitionList } from '../../components/definition-list';
import { SideDrawer } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { NONE } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { HistoryCard } from '../../history/history-card';
import { CONTRACT_VALUES, PLACES, SENSITIVITIES } from '../vendors/vendor-labels';
import { Plan } from '../vendors/plan';
import { Decide } from './decide';
import { answerText } from './request-labels';
import { VendorRequestDocument, type VendorRequestQuery } from './requests.generated';
import { Similar } from './similar';

export type VendorRequest = Extract<NonNullable<VendorRequestQuery['node']>, { revision: number }>;

const isRequest = (node: VendorRequestQuery['node']): node is VendorRequest => node !== null && 'requestedByName' in node;

/** The details of a request, next to the list. */
export function RequestDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const variables = { id };
  const query = useApiQuery(VendorRequestDocument, variables);
  return (
    <SideDrawer title="Vendor request" onClose={onClose} size="lg">
      <Loaded query={query}>
        {({ node }) =>
          isRequest(node) ? (
            <Details request={node} openQuery={<OpenQuery operation={VendorRequestDocument} variables={variables} />} />
          ) : (
            <EmptyState title="Request not found">It may have been deleted with its vendor, or the link is incomplete.</EmptyState>
          )
        }
      </Loaded>
    </SideDrawer>
  );
}

function Details({ request, openQuery }: { request: VendorRequest; openQuery: ReactNode }) {
  const { id, name, state, reason, website, contactName, contactEmail, tier, tierRule, plan, similar, answers } = request;
  const { requestedByName, requestedAt, decidedByName, decidedAt, decisionNote, vendorId } = request;
  const { dataSensitivity, contractValue, geographicRisk } = request;
  const seesVendors = usePermission('vendors:view');
  const mayDecide = usePermission('vendors:create');
  const isOpen = state === 'REQUESTED';
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Stack gap="md" mb="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={2} size="h3" ref={title} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Title>
        {openQuery}
      </Group>
      <Similar vendors={similar} title="This vendor may already be here" />
      <DefinitionList
        items={[
          ['Status', <RequestStateBadge key="state" state={state} />],
          ['Reason', reason ?? NONE],
          ['Website', website ?? NONE],
          [
            'Contact',
            <>
              {contactName && `${contactName}, `}
              <Anchor href={`mailto:${contactEmail}`} inherit>
                {contactEmail}
              </Anchor>
            </>,
          ],
          [
            'Requested',
            <>
              <DateText value={requestedAt} withTime /> by {requestedByName}
            </>,
          ],
          ...(decidedAt
            ? ([
                [
                  'Decided',
                  <>
                    <DateText value={decidedAt} withTime />
                    {decidedByName && ` by ${decidedByName}`}
                  </>,
                ],
                ['Note', decisionNote ?? NONE],
              ] satisfies [string, ReactNode][])
            : []),
          ...(seesVendors
            ? ([
                [
                  'Vendor',
                  <AnchorLink key="vendor" to="/vendors/$vendorId" params={{ vendorId }} inherit>
                    {name}
                  </AnchorLink>,
                ],
              ] satisfies [string, ReactNode][])
            : []),
        ]}
      />
      <Part title="Answers">
        {answers.length === 0 ? (
          <Text size="sm" c="dimmed">
            No questions were asked.
          </Text>
        ) : (
          <Stack gap="xs" component="dl" m={0}>
            {answers.map(({ question, value }, i) => (
              <div key={i}>
                <Text size="sm" c="dimmed" component="dt">
                  {question}
                </Text>
                <Text size="sm" component="dd" m={0} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                  {answerText(value)}
                </Text>
              </div>
            ))}
          </Stack>
        )}
      </Part>
      <Part title="Risk profile">
        <DefinitionList
          items={[
            ['Tier', <TierBadge key="tier" tier={tier} />],
            ['Tier rule', tierRule ?? (isOpen ? 'No rule applies' : NONE)],
            ['Data sensitivity', dataSensitivity ? SENSITIVITIES[dataSensitivity] : NONE],
            ['Geographic exposure', geographicRisk ? PLACES[geographicRisk] : NONE],
            ['Contract value', contractValue ? `${CONTRACT_VALUES[contractValue]} a year` : NONE],
          ]}
        />
      </Part>
      <Part title="Assessment plan">
        <Plan plan={plan} />
      </Part>
      {isOpen && mayDecide && <Decide request={request} onDecided={() => title.current?.focus()} />}
      <HistoryCard of={{ entityType: 'VendorRequest', entityId: id }} />
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Text fw={600} component="h3">
        {title}
      </Text>
      {children}
    </Stack>
  );
}
