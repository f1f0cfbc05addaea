import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { DateText } from '../../components/date-text';
import { ErrorBox } from '../../components/error-box';
import { many } from '../../components/format';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '../../theme/icons';
import { AuditVerificationDocument, type AuditVerificationQuery, VerifyAuditLogDocument } from './audit.generated';

/** Whether the log was altered: every entry has a hash over itself and the entry before it. */
export function Verification() {
  const query = useApiQuery(AuditVerificationDocument, {});
  const verify = useApiMutation(VerifyAuditLogDocument, {
    onSuccess: ({ verifyAuditLog }) => verifyAuditLog.isIntact && notify('The log is intact.'),
  });
  return (
    <Stack gap="xs">
      <Loaded query={query} loading={null}>
        {({ auditVerification: last }) => (
          <Alert {...lookOf(last)} role={last && !last.isIntact ? 'alert' : 'status'}>
            <Group justify="space-between" gap="xs">
              <Text size="sm">
                {last ? (
                  <Found last={last} />
                ) : (
                  'Each entry is chained to the one before it. Verify to see whether any was altered or removed.'
                )}
              </Text>
              <Button size="xs" variant="default" loading={verify.isPending} onClick={() => verify.mutate({})}>
                Verify now
              </Button>
            </Group>
          </Alert>
        )}
      </Loaded>
      <ErrorBox error={verify.error} />
    </Stack>
  );
}

type Last = NonNullable<AuditVerificationQuery['auditVerification']>;

function lookOf(last: Last | null) {
  if (!last) return { color: 'gray', icon: <IconShieldQuestion aria-hidden />, title: 'The log has not been verified yet' };
  return last.isIntact
    ? { color: 'green', icon: <IconShieldCheck aria-hidden />, title: 'The log is intact' }
    : { color: 'red', icon: <IconShieldX aria-hidden />, title: 'The log was tampered with' };
}

function Found({ last: { verifiedAt, entryCount, fault } }: { last: Last }) {
  return (
    <>
      {fault && (
        <>
          <strong>{fault}.</strong> Compare the log with a backup and check who can write to the database.{' '}
        </>
      )}
      {many(entryCount, 'entry', 'entries')} verified on <DateText value={verifiedAt} withTime />.
    </>
  );
}
