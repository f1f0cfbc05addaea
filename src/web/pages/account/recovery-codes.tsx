import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyIcon } from '../../components/copy-field';

/** Shows codes that can't be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        Keep these recovery codes somewhere safe, outside this device. Each lets you in once if you lose your second factor. They are shown
        only now.
      </Text>
      <Group align="flex-start" gap="md">
        <pre aria-label="Recovery codes" style={{ margin: 0 }}>
          {codes.join('\n')}
        </pre>
        <CopyIcon label="Copy recovery codes" value={codes.join('\n')} />
      </Group>
      <Button onClick={onDone} style={{ alignSelf: 'flex-start' }}>
        I have kept them
      </Button>
    </Stack>
  );
}
