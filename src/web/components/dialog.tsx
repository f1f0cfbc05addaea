import { Modal, type ModalProps } from '@mantine/core';
import { useFocusReturn } from './focus';

interface DialogProps extends Pick<ModalProps, 'title' | 'onClose' | 'size' | 'children'> {
  /** Its content is shown only once: only its own button closes it, not a stray click or key. */
  isHeld?: boolean;
}

/** A dialog that is mounted only while it is open. */
export function Dialog({ isHeld = false, ...props }: DialogProps) {
  useFocusReturn();
  return (
    <Modal
      opened
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnEscape={!isHeld}
      closeOnClickOutside={!isHeld}
      withCloseButton={!isHeld}
      {...props}
    />
  );
}
