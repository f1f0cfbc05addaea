import type { NotificationData } from '@mantine/notifications';
import { explain } from '../api/error';

/** A toast, announced by screen readers, for what needs no decision. */
export function notify(message: string): void {
  void show({ message, color: 'green' });
}

/** For failures outside a form; a form shows its own errors. */
export function notifyError(error: unknown): void {
  const { title, advice } = explain(error);
  void show({ title, message: advice, color: 'red', autoClose: 10_000 });
}

/** Loaded with the first toast. */
async function show(word: NotificationData): Promise<void> {
  const { notifications } = await import('./notifications');
  const closeButtonProps = { 'aria-label': 'Close', style: { pointerEvents: 'auto' as const } };
  notifications.show({ ...word, withBorder: true, closeButtonProps });
}
