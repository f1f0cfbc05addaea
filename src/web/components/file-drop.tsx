import { Button, FileButton, Group, Paper, Stack, Text } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef } from 'react';
import { IconFileUpload } from '../theme/icons';

interface FileDropProps {
  accept: string;
  /** Beside the button: what else one can do, or which file it is. */
  hint: string;
  onFile: (file: File) => void;
  children?: ReactNode;
}

/** A file to choose, or to drop. */
export function FileDrop({ accept, hint, onFile, children }: FileDropProps) {
  const reset = useRef<() => void>(null);
  const take = (file: File | null | undefined) => {
    if (file) onFile(file);
    reset.current?.(); // the same file may come again, corrected
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
