import { Modal, type ModalProps } from '@mantine/core';
import { useFocusReturn } from './focus';

/** A dialog that is in the page only while it is open. */
export function Dialog(props: Pick<ModalProps, 'title' | 'onClose' | 'size' | 'children'>) {
  useFocusReturn();
  return <Modal opened closeButtonProps={{ 'aria-label': 'Close' }} {...props} />;
}
