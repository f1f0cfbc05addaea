import { Modal, type ModalProps } from '@mantine/core';
import { useFocusReturn } from './focus';

interface DialogProps extends Pick<ModalProps, 'title' | 'onClose' | 'size' | 'children'> {
  /** What it shows is shown once: only a button of its own closes it, no slip of the mouse or a key. */
  isHeld?: boolean;
}

/** A dialog that is in the page only while it is open. */
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
