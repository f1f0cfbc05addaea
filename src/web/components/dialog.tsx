import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useState } from 'react';
import { useFocusReturn } from './focus';

interface DialogProps extends Pick<ModalProps, 'title' | 'onClose' | 'size' | 'children'> {
  /** Its content is shown only once: only its own button closes it, not a stray click or key. */
  isHeld?: boolean;
  /** What is typed can be lost, as a search can. Otherwise a click beside the dialog doesn't close it any more. */
  isFleeting?: boolean;
}

/** A dialog that is mounted only while it is open. */
export function Dialog({ isHeld = false, isFleeting = false, ...props }: DialogProps) {
  const [isTyped, setTyped] = useState(false);
  useFocusReturn();
  return (
    <div style={{ display: 'contents' }} onInput={() => setTyped(!isFleeting)}>
      <Modal
        opened
        closeButtonProps={{ 'aria-label': 'Close' }}
        closeOnEscape={!isHeld}
        closeOnClickOutside={!isHeld && !isTyped}
        withCloseButton={!isHeld}
        {...props}
      />
    </div>
  );
}

/** Details beside a list, mounted only while they are open. What is typed is kept from a stray click until it is sent. */
export function SideDrawer(props: Pick<DrawerProps, 'title' | 'onClose' | 'size' | 'closeButtonProps' | 'children'>) {
  const [isTyped, setTyped] = useState(false);
  useFocusReturn();
  return (
    <div style={{ display: 'contents' }} onInput={() => setTyped(true)} onSubmit={() => setTyped(false)}>
      <Drawer
        opened
        position="right"
        closeOnClickOutside={!isTyped}
        {...props}
        closeButtonProps={{ 'aria-label': 'Close', ...props.closeButtonProps }}
      />
    </div>
  );
}
