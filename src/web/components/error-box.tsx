import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { type ErrorCode, explain, isSignedOut } from '../api/error';
import { IconAlertCircle } from '../theme/icons';

interface ErrorBoxProps {
  /** Whatever was thrown; nothing is shown without it. */
  error: unknown;
  /** For a button to try again. */
  onRetry?: () => void;
  /** What to do, by code, where this page knows better than the usual words. */
  advice?: Partial<Record<ErrorCode, string>>;
}

/** Says what went wrong and what to do. */
export function ErrorBox({ error, onRetry, advice: own }: ErrorBoxProps) {
  if (!error) return null;
  const { title, advice } = explain(error, own);
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
