import { Button, FileButton, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { FileDownload } from '../../components/download-button';
import { ErrorBox } from '../../components/error-box';
import { bytes } from '../../components/format';
import { IconPaperclip } from '../../theme/icons';
import { headersOf, upload } from './evidence';
import type { SentFinding } from './finding-card';
import type { Link } from './portal';
import { ADVICE } from './remediation-advice';
import classes from './portal.module.css';

interface FindingFilesProps {
  finding: SentFinding;
  link: Link;
  isReadOnly: boolean;
  onChange: () => Promise<unknown>;
}

/** The evidence that the vendor sends, with a file input that accepts dropped files. */
export function FindingFiles({ finding: { id, title, evidence }, link, isReadOnly, onChange }: FindingFilesProps) {
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [isOver, setOver] = useState(false);
  const reset = useRef<() => void>(null);
  const add = async (chosen: readonly File[]) => {
    reset.current?.(); // so that the same file can be chosen again, corrected
    setBusy(`Uploading ${chosen.map(({ name }) => name).join(', ')}…`);
    setError(undefined);
    try {
      for (const file of chosen) await upload(link, { findingId: id }, file);
    } catch (refusal) {
      setError(refusal);
    }
    await onChange();
    setBusy(undefined);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length > 0) void add([...event.dataTransfer.files]);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  if (isReadOnly && evidence.length === 0) return null;
  return (
    <Stack
      gap="xs"
      className={isReadOnly ? undefined : classes.drop}
      data-over={isOver || undefined}
      {...(!isReadOnly && { onDrop, onDragOver, onDragLeave: () => setOver(false) })}
    >
      {evidence.map(({ id: fileId, fileName, sizeBytes }) => (
        <Group key={fileId} gap="xs" justify="space-between">
          <FileDownload href={`/files/${fileId}`} headers={headersOf(link)}>
            {fileName}
          </FileDownload>
          <Text size="sm" c="dimmed">
            {bytes(sizeBytes)}
          </Text>
        </Group>
      ))}
      {!isReadOnly && (
        <Group gap="sm">
          <FileButton onChange={(chosen) => void add(chosen)} multiple resetRef={reset}>
            {(button) => (
              <Button
                {...button}
                size="compact-md"
                variant="default"
                leftSection={<IconPaperclip size={14} aria-hidden />}
                loading={busy !== undefined}
                aria-label={`Attach evidence to: ${title}`}
              >
                Attach evidence
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" visibleFrom="sm">
            or drop files here
          </Text>
        </Group>
      )}
      <VisuallyHidden role="status">{busy}</VisuallyHidden>
      <ErrorBox error={error} advice={{ ...ADVICE, BAD_USER_INPUT: 'Choose another file.', CONFLICT: '' }} />
    </Stack>
  );
}
