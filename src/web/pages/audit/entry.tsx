import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { queryOf, useApiQuery } from '../../api/hooks';
import { DateText } from '../../components/date-text';
import { DefinitionList } from '../../components/definition-list';
import { Dialog } from '../../components/dialog';
import { NONE } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { RecordedSinceDocument } from '../../components/moment.generated';
import { Changes } from '../../history/changes';
import { EntryChangesDocument } from '../../history/history.generated';
import type { AuditLogQuery } from './audit.generated';

export type Entry = AuditLogQuery['auditLog']['nodes'][number];

/** Loaded when they are looked at: a page of the log may be about thousands. */
function EntryChanges({ entry }: { entry: Entry }) {
  const query = useApiQuery(EntryChangesDocument, { id: entry.id });
  return (
    <Loaded query={query}>
      {({ node }) =>
        node?.changes?.length ? (
          <section aria-label="Changes">
            <Text fw={600} component="h3" size="sm">
              Changes
            </Text>
            <Changes entry={entry} changes={node.changes} />
          </section>
        ) : null
      }
    </Loaded>
  );
}

/** The pages of records, by type. */
const PAGES: Record<string, (id: string) => LinkProps> = {
  Vendor: (vendorId) => linkOptions({ to: '/vendors/$vendorId', params: { vendorId } }),
  Assessment: (assessmentId) => linkOptions({ to: '/assessments/$assessmentId', params: { assessmentId } }),
  Finding: (finding) => linkOptions({ to: '/findings', search: { finding } }),
  Template: (templateId) => linkOptions({ to: '/templates/$templateId', params: { templateId } }),
  Framework: (frameworkId) => linkOptions({ to: '/frameworks/$frameworkId', params: { frameworkId } }),
  Settings: () => linkOptions({ to: '/settings/organisation' }),
};

/** Leads to the record as the entry left it. */
function AsItWas({ entry: { action, entityType, entityId, createdAt } }: { entry: Entry }) {
  const since = useQuery(queryOf(RecordedSinceDocument, {})).data?.recordedSince;
  const page = entityType && entityId && !action.startsWith('DELETE_') ? PAGES[entityType]?.(entityId) : undefined;
  if (!page || since === undefined || createdAt < since) return null;
  const search = { ...(page.search as object | undefined), asOf: createdAt };
  return (
    <AnchorLink {...({ ...page, search } as { to: '/' })} size="sm">
      See it as it was then
    </AnchorLink>
  );
}

/** All details of an entry. */
export function EntryDetail({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { id, action, actionLabel, userName, apiKey, entityType, entityId, entityName, meta, createdAt } = entry;
  return (
    <Dialog onClose={onClose} title={actionLabel} size="lg">
      <Stack gap="md">
        <DefinitionList
          items={[
            ['When', <DateText key="when" value={createdAt} withTime />],
            ['Who', userName],
            ...(apiKey ? [['API key', `${apiKey.name} (vet_${apiKey.prefix}…)`] as [string, string]] : []),
            ['Action', action],
            ['Type', entityType ?? NONE],
            ['Name', entityName ?? NONE],
            ['ID', entityId ?? NONE],
            ['Entry', id],
          ]}
        />
        <EntryChanges entry={entry} />
        <AsItWas entry={entry} />
        {meta !== null && (
          <Code block tabIndex={0} role="region" aria-label="Details">
            {JSON.stringify(meta, null, 2)}
          </Code>
        )}
      </Stack>
    </Dialog>
  );
}
