import { Alert, Button, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormMutation } from '../../api/form';
import { CopyField } from '../../components/copy-field';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { PasswordField } from '../../components/password-field';
import { ResendPortalLinkDocument, SendAssessmentDocument } from './assessment.generated';

interface SendDialogProps {
  assessment: { id: string; vendor: { name: string; contactEmail: string }; portalLink: { hasPassword: boolean } | null };
  /** A new link for a vendor who has one, instead of the first. */
  isAgain: boolean;
  onClose: () => void;
}

const DEFAULT_DAYS = 180;

/** Sends the questionnaire, or a new link to it. The link is shown this once, whatever became of the e-mail. */
export function SendDialog({ assessment: { id, vendor, portalLink }, isAgain, onClose }: SendDialogProps) {
  const [url, setUrl] = useState<string>();
  // The link in place goes when the new one is made; what it asked for is what the form began with.
  const [hadPassword] = useState(portalLink?.hasPassword ?? false);
  const form = useForm({ initialValues: { portalPassword: '', linkValidDays: DEFAULT_DAYS as number | string, message: '' } });
  const settings = {
    variables: ({ portalPassword, linkValidDays, message }: typeof form.values) => ({
      input: { id, portalPassword: portalPassword || undefined, linkValidDays: Number(linkValidDays) || null, message: message || null },
    }),
  };
  const first = useFormMutation(form, SendAssessmentDocument, { ...settings, onSuccess: ({ sendAssessment }) => setUrl(sendAssessment.portalUrl) });
  const again = useFormMutation(form, ResendPortalLinkDocument, { ...settings, onSuccess: ({ resendPortalLink }) => setUrl(resendPortalLink.portalUrl) });
  const { onSubmit, isPending, problem } = isAgain ? again : first;
  const title = isAgain ? 'Send a new link' : 'Send assessment';
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      {url ? (
        <Stack gap="md">
          <Text size="sm" role="status">Sent to {vendor.contactEmail}.</Text>
          <CopyField label="Link for the vendor" value={url} />
          <Alert icon={<IconInfoCircle aria-hidden />}>
            The link is shown only now. Whoever has it can answer for {vendor.name}, so pass it on with care.
          </Alert>
          <Button onClick={onClose} style={{ alignSelf: 'flex-end' }}>Done</Button>
        </Stack>
      ) : (
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="sm">
            <Text size="sm">
              {vendor.name} gets the link by e-mail at {vendor.contactEmail}.
              {isAgain && ' The links sent before stop working.'}
            </Text>
            <ErrorBox error={problem} />
            <Textarea label="Message" description="Stands in the e-mail and among the comments" autosize minRows={2} data-autofocus {...form.getInputProps('message')} />
            <PasswordField
              label="Password"
              description={
                hadPassword
                  ? 'At least 8 characters. Leave it empty to keep the password of the link before'
                  : 'Optional, at least 8 characters. It is not in the e-mail: share it by phone or chat'
              }
              autoComplete="new-password"
              {...form.getInputProps('portalPassword')}
            />
            <NumberInput label="Days until the link stops working" min={1} max={730} allowDecimal={false} w={260} {...form.getInputProps('linkValidDays')} />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>Cancel</Button>
              <Button type="submit" loading={isPending}>{isAgain ? 'Send new link' : 'Send'}</Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
