import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

interface NoticeProps {
  title: string;
  children?: ReactNode;
  /** Something is not as the reader would have it. */
  isWarning?: boolean;
  onClose?: () => void;
}

/** A word in the page that stays until it is closed; read out by screen readers. */
export function Notice({ title, children, isWarning, onClose }: NoticeProps) {
  return (
    <Alert
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
