import { Alert } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

interface NoticeProps {
  title: string;
  children?: ReactNode;
  /** Something is not as the reader would have it. */
  isWarning?: boolean;
  onClose?: () => void;
  /** To give it the focus. */
  ref?: Ref<HTMLDivElement>;
}

/** A word in the page that stays until it is closed; read out by screen readers. */
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
