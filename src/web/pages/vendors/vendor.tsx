import { Button, Group, Stack, Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Can, usePermission } from '../../app/session';
import { ScoreBadge, TierBadge, VendorStatusBadge } from '../../components/badges';
import { ConfirmTyped } from '../../components/confirm-typed';
import { DownloadButton } from '../../components/download-button';
import { EmptyState } from '../../components/empty-state';
import { count } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { IconPencil, IconPlus, IconTrash } from '../../theme/icons';
import { HistoryCard } from '../../history/history-card';
import { FindingList } from '../findings/finding-list';
import { Assessments } from './assessments';
import { Certifications } from './certifications';
import { NextStep } from './first-assessment';
import { Standing, StartOffboarding } from './offboarding';
import { Overview } from './overview';
import { Responsibility } from './responsibility';
import type { Tab } from './tabs';
import { Timeline } from './timeline';
import { DeleteVendorDocument, VendorDocument, type VendorQuery } from './vendor.generated';
import { VendorFiles } from './vendor-files';
import { VendorGone } from './vendor-gone';

export type Vendor = NonNullable<VendorQuery['vendor']>;

const route = getRouteApi('/app/vendors/$vendorId');

export function VendorPage() {
  const { vendorId } = route.useParams();
  const variables = { id: vendorId, withFindings: usePermission('assessments:view') };
  const query = useApiQuery(VendorDocument, variables);
  return (
    <Loaded query={query}>
      {({ vendor }) =>
        vendor ? <Known vendor={vendor} openQuery={<OpenQuery operation={VendorDocument} variables={variables} />} /> : <VendorGone />
      }
    </Loaded>
  );
}

function Known({ vendor, openQuery }: { vendor: Vendor; openQuery: ReactNode }) {
  const { id, name, status, tier, overallScore, ragBand } = vendor;
  return (
    <Page
      title={name}
      above={
        <AnchorLink to="/vendors" size="sm">
          Vendors
        </AnchorLink>
      }
      about={
        <Group gap="md" component="span">
          <VendorStatusBadge status={status} />
          <TierBadge tier={tier} />
          <ScoreBadge score={overallScore} band={ragBand} />
        </Group>
      }
      actions={
        <>
          {openQuery}
          <DownloadButton href={`/api/v1/vendors/${id}/export`}>CSV</DownloadButton>
          <Can do="vendors:edit">
            <ButtonLink
              to="/vendors/$vendorId/edit"
              params={{ vendorId: id }}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              Edit
            </ButtonLink>
            {status === 'ACTIVE' && <StartOffboarding vendor={vendor} />}
          </Can>
          <Can do="vendors:delete">
            <DeleteVendor vendor={vendor} />
          </Can>
        </>
      }
    >
      <Standing vendor={vendor} />
      <NextStep vendor={vendor} />
      <Parts vendor={vendor} />
    </Page>
  );
}

interface Part {
  tab: Tab;
  label: string;
  /** A number next to the label. */
  badge?: string;
  content: () => ReactNode;
}

function Parts({ vendor }: { vendor: Vendor }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const seesFindings = usePermission('assessments:view');
  const seesHistory = usePermission('audit:view');
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const open = (vendor.openFindingsBySeverity ?? []).reduce((sum, one) => sum + one.count, 0);
  const parts: Part[] = [
    {
      tab: 'overview',
      label: 'Overview',
      content: () => <Overview vendor={vendor} framework={search.framework} onFramework={(framework) => change({ framework })} />,
    },
    {
      tab: 'assessments',
      label: 'Assessments',
      badge: count(vendor.assessmentCount),
      content: () => (
        <Assessments vendorId={vendor.id} search={{ columns: search.columns }} onSearch={({ columns }) => change({ columns })} />
      ),
    },
    ...(seesFindings
      ? [
          {
            tab: 'findings',
            label: 'Findings',
            badge: open > 0 ? `${count(open)} open` : undefined,
            content: () => (
              <Stack gap="xs">
                <Can do="assessments:review">
                  <ButtonLink
                    to="/findings/new"
                    search={{ vendor: vendor.id }}
                    variant="default"
                    leftSection={<IconPlus size={16} aria-hidden />}
                    style={{ alignSelf: 'flex-start' }}
                  >
                    New finding
                  </ButtonLink>
                </Can>
                <FindingList
                  filter={{ vendorId: vendor.id }}
                  search={search}
                  onSearch={change}
                  without={['vendor']}
                  empty={
                    <EmptyState title="No findings">
                      Findings are raised when an assessment is finalized. You can also add them yourself.
                    </EmptyState>
                  }
                />
              </Stack>
            ),
          } satisfies Part,
        ]
      : []),
    { tab: 'certifications', label: 'Certifications', content: () => <Certifications vendorId={vendor.id} /> },
    {
      tab: 'responsibility',
      label: 'Responsibility',
      badge: vendor.responsibilityCompliance ? `${vendor.responsibilityCompliance.percent}%` : undefined,
      content: () => <Responsibility vendorId={vendor.id} />,
    },
    ...(seesFindings ? [{ tab: 'timeline', label: 'Timeline', content: () => <Timeline vendorId={vendor.id} /> } satisfies Part] : []),
    { tab: 'files', label: 'Files', content: () => <VendorFiles vendor={vendor} /> },
    ...(seesHistory
      ? [
          {
            tab: 'history',
            label: 'History',
            content: () => <HistoryCard of={{ entityType: 'Vendor', entityId: vendor.id }} />,
          } satisfies Part,
        ]
      : []),
  ];
  const shown = parts.find(({ tab }) => tab === search.tab) ?? parts[0]!;
  return (
    <Tabs
      value={shown.tab}
      onChange={(tab) => void navigate({ search: tab === 'overview' ? {} : { tab: tab as Tab }, replace: true })}
      keepMounted={false}
    >
      <Tabs.List mb="md" style={{ flexWrap: 'wrap' }}>
        {parts.map(({ tab, label, badge }) => (
          <Tabs.Tab key={tab} value={tab}>
            {badge ? `${label} · ${badge}` : label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.tab}>{shown.content()}</Tabs.Panel>
    </Tabs>
  );
}

function DeleteVendor({ vendor: { id, name } }: { vendor: Vendor }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const remove = useApiMutation(DeleteVendorDocument, {
    onSuccess: () => {
      notify(`${name} deleted`);
      void navigate({ to: '/vendors' });
    },
  });
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <ConfirmTyped
        title="Delete vendor"
        phrase={name}
        opened={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => remove.mutate({ input: { id } })}
        isPending={remove.isPending}
        error={remove.error}
      >
        This deletes {name} with its assessments, answers, evidence, findings, certifications and tasks. It can’t be undone. The audit log
        keeps its entries.
      </ConfirmTyped>
    </>
  );
}
