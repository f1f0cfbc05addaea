import { Button, Group, List, NumberInput, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useFormMutation } from '../../api/form';
import { useApiQuery } from '../../api/hooks';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { many } from '../../components/format';
import { Loaded } from '../../components/loaded';
import { PasswordField } from '../../components/password-field';
import { NoMailServer } from '../assessments/delivery';
import { MailEnabledDocument } from '../assessments/mail.generated';
import { LinkToCopy } from '../assessments/send-dialog';
import { SendRemediationDocument } from './remediation.generated';

interface SendRemediationProps {
  vendor: { id: string; name: string; contactEmail: string };
  findings: { id: string; title: string }[];
  onClose: () => void;
  onSent?: () => void;
}

const DEFAULT_DAYS = 180;

/** Sends findings to their vendor by a link of their own; without a mail server it creates a link to share. */
export function SendRemediation(props: SendRemediationProps) {
  const { vendor, findings, onClose, onSent } = props;
  const query = useApiQuery(MailEnabledDocument, {});
  const [url, setUrl] = useState<string>();
  const onLink = (made: string) => {
    setUrl(made);
    onSent?.();
  };
  return (
    <Dialog onClose={onClose} title={`Send ${many(findings.length, 'finding')} to ${vendor.name}`} size="lg" isHeld={url !== undefined}>
      <Loaded query={query}>
        {({ settings: { mailEnabled } }) =>
          url === undefined ? (
            <Sending {...props} isMailed={mailEnabled} onLink={onLink} />
          ) : (
            <LinkToCopy url={url} vendor={vendor} isMailed={mailEnabled} onClose={onClose} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Sending({
  vendor,
  findings,
  isMailed,
  onLink,
  onClose,
}: SendRemediationProps & { isMailed: boolean; onLink: (url: string) => void }) {
  const form = useForm({ initialValues: { message: '', portalPassword: '', linkValidDays: DEFAULT_DAYS as number | string } });
  const { onSubmit, isPending, problem } = useFormMutation(form, SendRemediationDocument, {
    variables: ({ message, portalPassword, linkValidDays }) => ({
      input: {
        vendorId: vendor.id,
        findingIds: findings.map(({ id }) => id),
        message: message || null,
        portalPassword: portalPassword || undefined,
        linkValidDays: Number(linkValidDays) || null,
      },
    }),
    onSuccess: ({ sendRemediation: { portalUrl } }) => onLink(portalUrl),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        {isMailed ? (
          <Text size="sm">
            {vendor.name} gets a link by e-mail at {vendor.contactEmail}, and answers without an account:
          </Text>
        ) : (
          <NoMailServer>
            Nothing is e-mailed. You get the link next, to share with {vendor.name} ({vendor.contactEmail}) yourself.
          </NoMailServer>
        )}
        <List size="sm" style={{ overflowWrap: 'anywhere' }}>
          {findings.map(({ id, title }) => (
            <List.Item key={id}>{title}</List.Item>
          ))}
        </List>
        <ErrorBox error={problem} />
        <Textarea
          label="Message"
          description={isMailed ? 'Included in the e-mail and shown with the findings' : 'Shown with the findings'}
          autosize
          minRows={2}
          maxRows={10}
          data-autofocus
          {...form.getInputProps('message')}
        />
        <PasswordField
          label="Password"
          description={`Optional, at least 8 characters. ${isMailed ? 'It is not in the e-mail: share it by phone or chat' : 'Share it separately, by phone or chat'}`}
          autoComplete="new-password"
          {...form.getInputProps('portalPassword')}
        />
        <NumberInput
          label="Link valid for (days)"
          min={1}
          max={730}
          allowDecimal={false}
          w={260}
          {...form.getInputProps('linkValidDays')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {isMailed ? 'Send' : 'Create link'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
