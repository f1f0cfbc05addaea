import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useApiMutation } from '../api/hooks';
import { browserOf } from '../../domains/user/user-agent.rules';
import { DateText } from './date-text';
import { ErrorBox } from './error-box';
import { NONE } from './format';
import { notify } from './notify';
import { PlainTable } from './plain-table';
import { RevokeOtherSessionsDocument, RevokeSessionDocument } from './sessions.generated';

interface Session {
  id: string;
  createdAt: string;
  lastSeenAt: string;
  address: string | null;
  userAgent: string | null;
  isCurrent: boolean;
  method: 'PASSWORD' | 'PASSKEY' | 'PROVIDER';
  provider: { name: string } | null;
}

const METHODS = { PASSWORD: 'Password', PASSKEY: 'Passkey', PROVIDER: 'Identity provider' };

/** Where someone is signed in: one's own sessions, or those of the user with the id. */
export function Sessions({ sessions, userId }: { sessions: readonly Session[]; userId?: string }) {
  const end = useApiMutation(RevokeSessionDocument, { onSuccess: () => notify('Session ended') });
  const endOthers = useApiMutation(RevokeOtherSessionsDocument, {
    onSuccess: ({ revokeOtherSessions: { revokedCount } }) =>
      notify(revokedCount === 1 ? '1 session ended' : `${revokedCount} sessions ended`),
  });
  const ended = sessions.filter(({ isCurrent }) => !isCurrent);
  if (sessions.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Not signed in anywhere.
      </Text>
    );
  }
  return (
    <Stack gap="md" align="flex-start">
      <ErrorBox error={end.error ?? endOthers.error} />
      <PlainTable
        label="Signed-in browsers"
        rows={sessions}
        rowKey={({ id }) => id}
        columns={[
          { key: 'browser', kind: 'name', header: 'Browser', render: (session) => <Browser session={session} /> },
          { key: 'address', header: 'Network address', render: ({ address }) => address ?? NONE },
          { key: 'method', header: 'Signed in with', render: ({ method, provider }) => provider?.name ?? METHODS[method] },
          { key: 'started', header: 'Signed in', render: ({ createdAt }) => <DateText value={createdAt} withTime /> },
          { key: 'seen', header: 'Last active', render: ({ lastSeenAt }) => <DateText value={lastSeenAt} withTime /> },
          {
            key: 'end',
            header: 'Action',
            render: ({ id, isCurrent, userAgent, address }) =>
              !isCurrent && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`End session: ${browserOf(userAgent)}${address ? `, ${address}` : ''}`}
                  loading={end.isPending && end.variables.input.id === id}
                  onClick={() => end.mutate({ input: { id } })}
                >
                  End session
                </Button>
              ),
          },
        ]}
      />
      {ended.length > 0 && (
        <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate({ input: { userId } })}>
          {userId ? 'End all sessions' : 'End all other sessions'}
        </Button>
      )}
    </Stack>
  );
}

function Browser({ session: { userAgent, isCurrent } }: { session: Session }) {
  return (
    <Group gap="xs">
      <span title={userAgent ?? undefined}>{browserOf(userAgent)}</span>
      {isCurrent && (
        <Badge variant="default" size="sm" tt="none">
          This session
        </Badge>
      )}
    </Group>
  );
}
