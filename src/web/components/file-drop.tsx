import { Button, FileButton, Group, Paper, Stack, Text } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef } from 'react';
import { IconFileUpload } from '../theme/icons';

interface FileDropProps {
  accept: string;
  /** Next to the button: other options, or the chosen file. */
  hint: string;
  onFile: (file: File) => void;
  children?: ReactNode;
}

/** A file input that also accepts dropped files. */
export function FileDrop({ accept, hint, onFile, children }: FileDropProps) {
  const reset = useRef<() => void>(null);
  const take = (file: File | null | undefined) => {
    if (file) onFile(file);
    reset.current?.(); // so that the same file can be chosen again, corrected
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  };
  return (
    <Paper withBorder p="md" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Stack gap="sm">
        <Group gap="sm">
          <FileButton accept={accept} resetRef={reset} onChange={take}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconFileUpload size={16} aria-hidden />}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
