import { Alert, Button, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useFormMutation } from '../../api/form';
import { useApiQuery } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { CopyField } from '../../components/copy-field';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { PasswordField } from '../../components/password-field';
import { IconInfoCircle } from '../../theme/icons';
import { ResendPortalLinkDocument, SendAssessmentDocument } from './assessment.generated';
import { NoMailServer } from './delivery';
import { MailEnabledDocument } from './mail.generated';

interface SendDialogProps {
  assessment: { id: string; vendor: { name: string; contactEmail: string }; portalLink: { hasPassword: boolean } | null };
  /** Replaces an existing link. */
  isAgain: boolean;
  onClose: () => void;
}

const DEFAULT_DAYS = 180;

const TITLES = {
  mailed: { first: 'Send assessment', again: 'Send a new link' },
  unmailed: { first: 'Create link', again: 'Create a new link' },
};

/** Sends the questionnaire, or a new link to it; without a mail server it creates a link to share. */
export function SendDialog(props: SendDialogProps) {
  const query = useApiQuery(MailEnabledDocument, {});
  const [url, setUrl] = useState<string>();
  const { first, again } = TITLES[query.data?.settings.mailEnabled === false ? 'unmailed' : 'mailed'];
  return (
    <Dialog onClose={props.onClose} title={props.isAgain ? again : first} size="lg" isHeld={url !== undefined}>
      <Loaded query={query}>
        {({ settings: { mailEnabled } }) =>
          url === undefined ? (
            <Sending {...props} isMailed={mailEnabled} onLink={setUrl} />
          ) : (
            <LinkToCopy url={url} vendor={props.assessment.vendor} isMailed={mailEnabled} onClose={props.onClose} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface SendingProps extends SendDialogProps {
  isMailed: boolean;
  onLink: (url: string) => void;
}

function Sending({ assessment: { id, vendor, portalLink }, isAgain, isMailed, onLink, onClose }: SendingProps) {
  // As it was when the form opened: the new link replaces the current one.
  const [hadPassword] = useState(portalLink?.hasPassword ?? false);
  const form = useForm({ initialValues: { portalPassword: '', linkValidDays: DEFAULT_DAYS as number | string, message: '' } });
  const settings = {
    variables: ({ portalPassword, linkValidDays, message }: typeof form.values) => ({
      input: { id, portalPassword: portalPassword || undefined, linkValidDays: Number(linkValidDays) || null, message: message || null },
    }),
  };
  const first = useFormMutation(form, SendAssessmentDocument, {
    ...settings,
    onSuccess: ({ sendAssessment }) => onLink(sendAssessment.portalUrl),
  });
  const again = useFormMutation(form, ResendPortalLinkDocument, {
    ...settings,
    onSuccess: ({ resendPortalLink }) => onLink(resendPortalLink.portalUrl),
  });
  const { onSubmit, isPending, problem } = isAgain ? again : first;
  const ends = isAgain && ' Earlier links stop working.';
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        {isMailed ? (
          <Text size="sm">
            {vendor.name} gets the link by e-mail at {vendor.contactEmail}.{ends}
          </Text>
        ) : (
          <NoMailServer>
            Nothing is e-mailed. You get the link next, to share with {vendor.name} ({vendor.contactEmail}) yourself.{ends}
          </NoMailServer>
        )}
        <ErrorBox error={problem} />
        <Textarea
          label="Message"
          description={isMailed ? 'Included in the e-mail and the comment thread' : 'Included in the comment thread'}
          autosize
          minRows={2}
          data-autofocus
          {...form.getInputProps('message')}
        />
        <PasswordField
          label="Password"
          description={
            hadPassword
              ? 'At least 8 characters. Leave empty to keep the current password'
              : `Optional, at least 8 characters. ${isMailed ? 'It is not in the e-mail: share it by phone or chat' : 'Share it separately, by phone or chat'}`
          }
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
            {isMailed ? (isAgain ? 'Send new link' : 'Send') : isAgain ? 'Create new link' : 'Create link'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface LinkToCopyProps {
  url: string;
  vendor: { name: string; contactEmail: string };
  isMailed: boolean;
  onClose: () => void;
}

/** The link isn't shown here again; until its e-mail is sent, the queued e-mail has it too. */
export function LinkToCopy({ url, vendor, isMailed, onClose }: LinkToCopyProps) {
  const seesMails = usePermission('settings:manage');
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {isMailed
          ? `The e-mail with the link is on its way to ${vendor.contactEmail}.`
          : `The link is ready. Nothing was e-mailed: copy the link and share it with ${vendor.name} yourself.`}
      </Text>
      <CopyField label="Link for the vendor" value={url} autoFocus />
      <Alert icon={<IconInfoCircle aria-hidden />}>
        This page doesn’t show the link again. Anyone who has it can answer for {vendor.name}, so share it with care.
        {!isMailed && seesMails && (
          <>
            {' '}
            There is a copy in the unsent e-mail under{' '}
            <AnchorLink to="/settings/mail" inherit underline="always">
              Settings, Mail
            </AnchorLink>
            .
          </>
        )}
      </Alert>
      <Button onClick={onClose} style={{ alignSelf: 'flex-end' }}>
        Done
      </Button>
    </Stack>
  );
}
