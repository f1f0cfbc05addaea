import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrors } from '../../api/form';
import { useApiMutation } from '../../api/hooks';
import { CopyField } from '../../components/copy-field';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { ADVICE, type Link } from './portal';
import { PortalDelegateDocument } from './portal.generated';

interface HandOnProps {
  /** Of the sections. */
  titles: readonly string[];
  link: Link;
  /** Whether e-mails are sent. */
  isMailed: boolean;
}

/** Hands sections to a colleague by a link of its own. */
export function HandOn(props: HandOnProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Group>
      <Button variant="default" size="compact-md" onClick={() => setOpen(true)}>
        Ask a colleague to answer a part
      </Button>
      {isOpen && (
        <Dialog title="Ask a colleague to answer a part" onClose={() => setOpen(false)}>
          <HandOnForm {...props} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </Group>
  );
}

function HandOnForm({ titles, link, isMailed, onDone }: HandOnProps & { onDone: () => void }) {
  const [sections, setSections] = useState<string[]>([]);
  const [email, setEmail] = useState('');
  const delegate = useApiMutation(PortalDelegateDocument, { invalidates: [] });
  const made = delegate.data?.portalDelegate;
  const fault = fieldErrors(delegate.error).email;
  if (made) {
    return (
      <Stack gap="md">
        <Text size="sm" role="status">
          {email.trim() ? `The link was sent to ${email.trim()}. You can also share it yourself:` : 'Share this link with your colleague:'}
        </Text>
        <CopyField label="Link for your colleague" value={made.portalUrl} autoFocus />
        <Text size="sm" c="dimmed">
          It opens {sections.join(', ')} and nothing else, and works as long as your own link
          {link.password ? ', with the same password' : ''}.
        </Text>
        <Group justify="flex-end">
          <Button onClick={onDone}>Done</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        delegate.mutate({ input: { ...link, sections, email: email.trim() || null } });
      }}
    >
      <Stack gap="md">
        <Checkbox.Group
          label="Sections"
          description="Your colleague sees only these sections and can’t submit."
          value={sections}
          onChange={setSections}
        >
          <Stack gap="xs" mt="xs">
            {titles.map((title) => (
              <Checkbox key={title} value={title} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
        {isMailed && (
          <TextInput
            label="E-mail address"
            description="Optional: the link is sent there. Otherwise you share it yourself."
            type="email"
            value={email}
            error={fault}
            onChange={({ currentTarget: { value } }) => setEmail(value)}
          />
        )}
        <ErrorBox error={fault ? undefined : delegate.error} advice={ADVICE} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={delegate.isPending} disabled={sections.length === 0}>
            Create link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
