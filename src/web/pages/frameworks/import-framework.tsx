import '../../api/no-eval';
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/error';
import { Page } from '../../app/page';
import { Card } from '../../components/card';
import { ErrorBox } from '../../components/error-box';
import { type Fault, FaultList } from '../../components/fault-list';
import { FileDrop } from '../../components/file-drop';
import { count, many, NONE } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { notify } from '../../components/notify';
import { PlainTable } from '../../components/plain-table';
import { faultsOf, type ReadFile, readFramework, uploadFramework } from './framework-file';

const SAMPLE = 8;

export function ImportFrameworkPage() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [read, setRead] = useState<ReadFile>();
  const [details, setDetails] = useState({ name: '', version: '', description: '' });
  const send = useMutation({
    mutationFn: (file: File) => uploadFramework(file, read!.format === 'CSV' ? details : {}),
    onSuccess: async ({ id, name, controlCount }) => {
      notify(`“${name}” imported with ${many(controlCount, 'control')}`);
      await cache.invalidateQueries();
      void navigate({ to: '/frameworks/$frameworkId', params: { frameworkId: id } });
    },
  });
  const take = async (file: File) => {
    send.reset();
    setRead(await readFramework(file));
    setDetails({ name: file.name.replace(/\.csv$/i, ''), version: '', description: '' });
  };
  const refusal = send.error instanceof ApiError ? send.error : undefined;
  const refused: Fault[] = refusal && read ? faultsOf(read, refusal.fields) : [];
  const fieldOf = (name: keyof typeof details) => ({
    value: details[name],
    error: refusal?.fields[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => setDetails((old) => ({ ...old, [name]: value })),
  });
  return (
    <Page
      title="Import framework"
      above={
        <AnchorLink to="/frameworks" size="sm">
          Frameworks
        </AnchorLink>
      }
    >
      <Stack gap="md">
        <FileDrop
          accept="application/json,text/csv,.json,.csv"
          hint={read ? read.file.name : 'or drop it here'}
          onFile={(file) => void take(file)}
        >
          <Text size="sm" c="dimmed" component="div">
            <ul style={{ margin: 0, paddingInlineStart: '1.2rem' }}>
              <li>JSON: name, version, description and controls, each with code, title, domain, guidance and isSharedResponsibility</li>
              <li>OSCAL: a catalog in NIST’s JSON format, such as SP 800-53, up to 32 MB</li>
              <li>CSV: a header line with code and title; optionally domain, guidance and shared (yes or no)</li>
            </ul>
          </Text>
        </FileDrop>
        {read && <FaultList faults={read.faults.length > 0 ? read.faults : refused} />}
        {refused.length === 0 && <ErrorBox error={send.error} />}
        {read?.document && (
          <Card
            title={read.format === 'CSV' ? 'Controls' : read.document.name}
            link={
              <Button loading={send.isPending} onClick={() => send.mutate(read.file)}>
                Import
              </Button>
            }
          >
            <Text size="sm" c="dimmed" role="status">
              {read.format}: {many(read.document.controls.length, 'control')} in {many(read.domainCount, 'domain')},{' '}
              {count(read.document.controls.filter(({ isSharedResponsibility }) => isSharedResponsibility).length)} shared with the customer
              {read.ignored.length > 0 && `; columns not used: ${read.ignored.join(', ')}`}
            </Text>
            {read.format === 'CSV' ? (
              <Group align="flex-start" gap="sm">
                <TextInput label="Name" {...fieldOf('name')} flex={2} />
                <TextInput label="Version" {...fieldOf('version')} flex={1} />
                <Textarea label="Description" autosize minRows={1} {...fieldOf('description')} flex={3} />
              </Group>
            ) : (
              <Text size="sm">{[read.document.version, read.document.description].filter(Boolean).join(' · ')}</Text>
            )}
            <PlainTable
              label="First controls in the file"
              rows={read.document.controls.slice(0, SAMPLE)}
              rowKey={({ code }) => code}
              columns={[
                { key: 'code', header: 'Code', render: ({ code }) => code },
                { key: 'domain', header: 'Domain', render: ({ domain }) => domain ?? NONE },
                { key: 'title', header: 'Title', render: ({ title }) => title },
                { key: 'shared', header: 'Shared', render: ({ isSharedResponsibility }) => (isSharedResponsibility ? 'Yes' : 'No') },
              ]}
            />
            {read.document.controls.length > SAMPLE && (
              <Text size="sm" c="dimmed">
                and {many(read.document.controls.length - SAMPLE, 'more control')}
              </Text>
            )}
          </Card>
        )}
      </Stack>
    </Page>
  );
}
