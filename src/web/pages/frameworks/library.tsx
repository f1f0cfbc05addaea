import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { LibraryKind } from '../../api/enums.generated';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { usePermission } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { count, many } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { notify, notifyError } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { PlainTable } from '../../components/plain-table';
import { BANDS, type Tone } from '../../theme/tones';
import { InstallLibraryItemDocument, LibraryDocument, type LibraryQuery, UpgradeLibraryItemDocument } from './library.generated';

type Item = LibraryQuery['library'][number];

const STANDINGS = {
  missing: { colour: BANDS.UNSCORED.colour, label: 'Not installed' },
  installed: { colour: BANDS.GREEN.colour, label: 'Installed' },
  older: { colour: BANDS.AMBER.colour, label: 'Update available' },
} satisfies Record<string, Tone>;

const standingOf = ({ installedEdition, upgradeAvailable }: Item) =>
  installedEdition === null ? 'missing' : upgradeAvailable ? 'older' : 'installed';

export function LibraryPage() {
  const variables = { withFrameworks: usePermission('frameworks:view'), withTemplates: usePermission('templates:view') };
  const query = useApiQuery(LibraryDocument, variables);
  return (
    <Page
      title="Library"
      about="Built-in frameworks, crosswalks and questionnaires"
      actions={<OpenQuery operation={LibraryDocument} variables={variables} />}
    >
      <Loaded query={query}>{({ library }) => <Shelves items={library} />}</Loaded>
    </Page>
  );
}

function Shelves({ items }: { items: Item[] }) {
  const may: Record<LibraryKind, boolean> = {
    FRAMEWORK: usePermission('frameworks:edit'),
    QUESTIONNAIRE: [usePermission('templates:create'), usePermission('templates:edit')].every(Boolean),
  };
  const { run, busy } = useInstaller();
  const open = items.filter((item) => may[item.kind] && standingOf(item) !== 'installed');
  const shelf = (kind: LibraryKind, title: string, about: string) => (
    <Card title={title}>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      <PlainTable
        label={`List of ${title.toLowerCase()}`}
        rows={items.filter((item) => item.kind === kind)}
        rowKey={({ key }) => key}
        columns={[
          { key: 'name', kind: 'name', header: 'Name', render: (item) => <Name item={item} /> },
          {
            key: 'state',
            kind: 'short',
            header: 'State',
            render: (item) => (
              <Stack gap={4} align="flex-start">
                <ToneBadge tone={STANDINGS[standingOf(item)]} />
                {open.includes(item) && <Action item={item} busy={busy} onRun={() => void run([item])} />}
              </Stack>
            ),
          },
          { key: 'size', header: kind === 'FRAMEWORK' ? 'Controls' : 'Questions', align: 'end', render: ({ size }) => count(size) },
        ]}
      />
    </Card>
  );
  return (
    <Stack gap="md">
      {open.length > 1 && (
        <Group gap="sm">
          <Button onClick={() => void run(open)} loading={busy !== undefined}>
            Install and update all
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {busy ? `Installing ${busy.name} …` : many(open.length, 'item')}
          </Text>
        </Group>
      )}
      {shelf('FRAMEWORK', 'Frameworks', 'With crosswalks to the other installed frameworks.')}
      {shelf(
        'QUESTIONNAIRE',
        'Questionnaires',
        'Published as templates, ready to send. An update becomes the next version of its template.',
      )}
    </Stack>
  );
}

/** Installs or updates items one at a time, frameworks first, so that questions find their controls. */
function useInstaller() {
  const [busy, setBusy] = useState<Item>();
  const install = useApiMutation(InstallLibraryItemDocument);
  const upgrade = useApiMutation(UpgradeLibraryItemDocument);
  const run = async (items: Item[]) => {
    try {
      for (const item of items) {
        setBusy(item);
        const mutation = standingOf(item) === 'older' ? upgrade : install;
        await mutation.mutateAsync({ input: { kind: item.kind, key: item.key } });
      }
      notify(items.length === 1 ? `“${items[0]!.name}” installed` : `${many(items.length, 'item')} installed`);
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(undefined);
    }
  };
  return { run, busy };
}

function Name({ item: { name, version, description, framework, template } }: { item: Item }) {
  const words = [name, version].filter(Boolean).join(' · ');
  return (
    <>
      {framework ? (
        <AnchorLink to="/frameworks/$frameworkId" params={{ frameworkId: framework.id }} fw={600} size="sm">
          {words}
        </AnchorLink>
      ) : template ? (
        <AnchorLink to="/templates/$templateId" params={{ templateId: template.id }} fw={600} size="sm">
          {words}
        </AnchorLink>
      ) : (
        <Text fw={600} size="sm">
          {words}
        </Text>
      )}
      {description && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {description}
        </Text>
      )}
    </>
  );
}

function Action({ item, busy, onRun }: { item: Item; busy: Item | undefined; onRun: () => void }) {
  const verb = standingOf(item) === 'older' ? 'Update' : 'Install';
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`${verb} ${item.name}`}
      loading={busy === item}
      disabled={busy !== undefined && busy !== item}
      onClick={onRun}
    >
      {verb}
    </Button>
  );
}
