import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { type ErrorCode, explain, isSignedOut } from '../api/error';
import { useMoment } from '../api/moment';
import { IconAlertCircle } from '../theme/icons';

export interface ErrorBoxProps {
  /** Anything thrown; without it, nothing is shown. */
  error: unknown;
  /** Adds a "Try again" button. */
  onRetry?: () => void;
  /** Advice by code, where this page can be more specific. */
  advice?: Partial<Record<ErrorCode, string>>;
}

/** In the past, something may be missing for one more reason. */
const NOT_THEN = { NOT_FOUND: 'It wasn’t there at that time. Choose another date above, or go back to now.' };

/** Says what went wrong and what to do. */
export function ErrorBox({ error, onRetry, advice: own }: ErrorBoxProps) {
  const isPast = useMoment() !== undefined;
  if (!error) return null;
  const { title, advice } = explain(error, { ...(isPast && NOT_THEN), ...own });
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />} title={title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{advice}</Text>
        {isSignedOut(error) && !own?.UNAUTHENTICATED && (
          <Anchor href="/sign-in" target="_blank" size="sm" c="var(--mantine-color-text)" underline="always">
            Sign in (new tab)
          </Anchor>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
