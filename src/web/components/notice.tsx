import { Alert } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

interface NoticeProps {
  title: string;
  children?: ReactNode;
  /** For a problem. */
  isWarning?: boolean;
  onClose?: () => void;
  /** To move the focus there. */
  ref?: Ref<HTMLDivElement>;
}

/** A message in the page that stays until it is closed; announced by screen readers. */
export function Notice({ title, children, isWarning, onClose, ref }: NoticeProps) {
  return (
    <Alert
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      role={isWarning ? 'alert' : 'status'}
      color={isWarning ? 'yellow' : 'green'}
      title={title}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      withCloseButton={onClose !== undefined}
      closeButtonLabel="Close"
      onClose={onClose}
    >
      {children}
    </Alert>
  );
}
