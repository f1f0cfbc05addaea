import { ActionIcon, CopyButton, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '../theme/icons';

interface CopyFieldProps {
  label: string;
  value: string;
  /** Takes the focus when it appears, if the element that had it is gone. */
  autoFocus?: boolean;
}

/** Something to copy, such as a link that is shown once: a read-only field with a copy button. */
export function CopyField({ label, value, autoFocus }: CopyFieldProps) {
  return (
    <Group gap={4} wrap="nowrap" align="flex-end">
      <TextInput
        label={label}
        value={value}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
        styles={{ root: { flex: 1 }, input: { fontFamily: 'monospace' } }}
        autoFocus={autoFocus}
      />
      <CopyIcon label={`Copy ${label}`} value={value} size={36} />
    </Group>
  );
}

interface CopyIconProps {
  label: string;
  value: string;
  size?: number;
  onCopy?: () => void;
}

/** Only the button, for rows of a table. */
export function CopyIcon({ label, value, size = 28, onCopy }: CopyIconProps) {
  return (
    <CopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <>
          <ActionIcon
            variant={copied ? 'light' : 'default'}
            size={size}
            onClick={() => {
              copy();
              onCopy?.();
            }}
            aria-label={label}
            title={label}
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
          <VisuallyHidden role="status">{copied ? 'Copied' : ''}</VisuallyHidden>
        </>
      )}
    </CopyButton>
  );
}
