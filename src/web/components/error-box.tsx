import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { type ErrorCode, explain, isSignedOut } from '../api/error';
import { IconAlertCircle } from '../theme/icons';

interface ErrorBoxProps {
  /** Anything thrown; without it, nothing is shown. */
  error: unknown;
  /** Adds a "Try again" button. */
  onRetry?: () => void;
  /** Advice by code, where this page can be more specific. */
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
