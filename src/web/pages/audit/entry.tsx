import { Code, Stack } from '@mantine/core';
import { DateText } from '../../components/date-text';
import { DefinitionList } from '../../components/definition-list';
import { Dialog } from '../../components/dialog';
import { NONE } from '../../components/format';
import type { AuditLogQuery } from './audit.generated';

export type Entry = AuditLogQuery['auditLog']['nodes'][number];

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
        {meta !== null && (
          <Code block tabIndex={0} role="region" aria-label="Details">
            {JSON.stringify(meta, null, 2)}
          </Code>
        )}
      </Stack>
    </Dialog>
  );
}
