import { Text } from '@mantine/core';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Can, usePermission } from '../../app/session';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { count, NONE } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { PlainTable } from '../../components/plain-table';
import { IconArrowsLeftRight, IconBooks, IconFileImport } from '../../theme/icons';
import { FrameworksDocument, type FrameworksQuery } from './frameworks.generated';

export function FrameworksPage() {
  const query = useApiQuery(FrameworksDocument, {});
  return (
    <Page
      title="Frameworks"
      about="Control catalogues used in questionnaires"
      actions={
        <>
          <OpenQuery operation={FrameworksDocument} variables={{}} />
          {(query.data?.frameworks.length ?? 0) > 1 && (
            <ButtonLink to="/frameworks/crosswalk" variant="default" leftSection={<IconArrowsLeftRight size={16} aria-hidden />}>
              Crosswalk
            </ButtonLink>
          )}
          <Can do="frameworks:edit">
            <ButtonLink to="/frameworks/import" leftSection={<IconFileImport size={16} aria-hidden />}>
              Import
            </ButtonLink>
          </Can>
        </>
      }
    >
      <Loaded query={query}>{({ frameworks }) => (frameworks.length > 0 ? <Table rows={frameworks} /> : <NoFrameworks />)}</Loaded>
    </Page>
  );
}

function Table({ rows }: { rows: FrameworksQuery['frameworks'] }) {
  return (
    <PlainTable
      label="List of frameworks"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          kind: 'name',
          header: 'Name',
          render: ({ id, name, description }) => (
            <>
              <AnchorLink to="/frameworks/$frameworkId" params={{ frameworkId: id }} fw={600} size="sm">
                {name}
              </AnchorLink>
              {description && (
                <Text size="xs" c="dimmed" lineClamp={1}>
                  {description}
                </Text>
              )}
            </>
          ),
        },
        { key: 'version', kind: 'short', header: 'Version', render: ({ version }) => version ?? NONE },
        { key: 'controls', header: 'Controls', align: 'end', render: ({ controlCount }) => count(controlCount) },
        { key: 'origin', kind: 'short', header: 'Source', render: ({ libraryKey }) => (libraryKey ? 'Library' : 'Custom') },
        { key: 'updated', kind: 'short', header: 'Changed', render: ({ updatedAt }) => <DateText value={updatedAt} /> },
      ]}
    />
  );
}

/** For an empty installation: the library is the quickest start. */
function NoFrameworks() {
  const mayInstall = usePermission('frameworks:edit');
  return (
    <EmptyState
      title="No frameworks yet"
      action={
        mayInstall && (
          <ButtonLink to="/library" leftSection={<IconBooks size={16} aria-hidden />}>
            Install from the library
          </ButtonLink>
        )
      }
    >
      {mayInstall
        ? 'The library has ISO/IEC 27001, SOC 2, the NIST CSF and others, with crosswalks between them. You can also import a file.'
        : 'Someone who can edit frameworks can install them from the library.'}
    </EmptyState>
  );
}
