import { Button, FileButton, Group, Loader, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { request } from '../../api/client';
import { ApiError, type ErrorCode, explain, offline } from '../../api/error';
import { FileDownload } from '../../components/download-button';
import { ErrorBox } from '../../components/error-box';
import { bytes } from '../../components/format';
import { IconPaperclip, IconTrash } from '../../theme/icons';
import { ADVICE, type Link } from './portal';
import { PortalRemoveFileDocument } from './portal.generated';
import classes from './portal.module.css';
import { filesOf, type Question } from './questionnaire';

interface EvidenceProps {
  question: Question;
  link: Link;
  isReadOnly?: boolean;
  /** Answers are saved first: they may be what makes this question visible. */
  beforeUpload?: () => Promise<unknown>;
  onChange?: () => Promise<unknown>;
  /** Other actions on the answer, in the same row. */
  children?: ReactNode;
}

/** The files of an answer, with a file input that accepts dropped files. */
export function Evidence({ question, link, isReadOnly, beforeUpload, onChange, children }: EvidenceProps) {
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [isOver, setOver] = useState(false);
  const reset = useRef<() => void>(null);
  const attach = useRef<HTMLButtonElement>(null);
  const files = filesOf(question);

  const work = async (words: string, what: () => Promise<unknown>) => {
    setBusy(words);
    setError(undefined);
    try {
      await what();
      await onChange?.();
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(undefined);
    }
  };
  const add = (chosen: readonly File[]) => {
    reset.current?.(); // so that the same file can be chosen again, corrected
    void work(`Uploading ${chosen.map(({ name }) => name).join(', ')}…`, async () => {
      await beforeUpload?.();
      for (const file of chosen) await upload(link, { questionId: question.id }, file);
    });
  };
  const remove = async (fileId: string) => {
    await work('Removing…', () => request(PortalRemoveFileDocument, { input: { ...link, fileId } }));
    window.setTimeout(() => attach.current?.focus()); // the file's button is gone, and this one is enabled again
  };

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length > 0) add([...event.dataTransfer.files]);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };

  if (isReadOnly && files.length === 0) return null;
  return (
    <Stack
      gap="xs"
      className={isReadOnly ? undefined : classes.drop}
      data-over={isOver || undefined}
      {...(!isReadOnly && { onDrop, onDragOver, onDragLeave: () => setOver(false) })}
    >
      {files.map(({ id, fileName, sizeBytes }) => (
        <Group key={id} gap="xs" justify="space-between">
          <FileDownload href={`/files/${id}`} headers={headersOf(link)}>
            {fileName}
          </FileDownload>
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {bytes(sizeBytes)}
            </Text>
            {!isReadOnly && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={() => void remove(id)}
                aria-label={`Remove ${fileName}`}
              >
                Remove
              </Button>
            )}
          </Group>
        </Group>
      ))}
      {!isReadOnly && (
        <Group gap="sm">
          <FileButton onChange={add} multiple resetRef={reset}>
            {(button) => (
              <Button
                {...button}
                ref={attach}
                size="compact-sm"
                variant="default"
                leftSection={<IconPaperclip size={14} aria-hidden />}
                disabled={busy !== undefined}
                aria-label={`Attach evidence to: ${question.text}`}
              >
                Attach evidence
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" visibleFrom="sm">
            or drop files here
          </Text>
          {children}
        </Group>
      )}
      <VisuallyHidden role="status">{busy}</VisuallyHidden>
      {busy && (
        <Group gap="xs" aria-hidden>
          <Loader size="xs" />
          <Text size="sm">{busy}</Text>
        </Group>
      )}
      <ErrorBox error={error} advice={{ ...ADVICE, BAD_USER_INPUT: 'Choose another file.', CONFLICT: '' }} />
    </Stack>
  );
}

export function headersOf({ token, password }: Link): Record<string, string> {
  return { 'x-portal-token': token, ...(password && { 'x-portal-password': encodeURIComponent(password) }) };
}

const CODES: Record<number, ErrorCode> = { 401: 'UNAUTHENTICATED', 404: 'NOT_FOUND', 409: 'CONFLICT', 429: 'RATE_LIMITED' };

/** Sends a file for what the fields name. */
export async function upload(link: Link, fields: Record<string, string>, file: File): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const response = await fetch('/files', { method: 'POST', headers: headersOf(link), body: form }).catch(() => {
    throw offline();
  });
  if (response.ok) return;
  const { error } = (await response.json().catch(() => ({}))) as { error?: string };
  const code = CODES[response.status] ?? (response.status < 500 ? 'BAD_USER_INPUT' : 'SERVICE_UNAVAILABLE');
  const wait = Number(response.headers.get('retry-after'));
  throw new ApiError(code, `${file.name}: ${error ?? explain(offline()).title}`, {}, wait);
}
