import { ActionIcon, Group, Loader, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { IconMinus, IconPlus, IconX } from '../theme/icons';
import { Dialog } from './dialog';
import { FileDownload, fetchFile } from './download-button';
import { ErrorBox } from './error-box';
import classes from './file-view.module.css';
import { useFocusReturn } from './focus';

const PdfPages = lazy(async () => ({ default: (await import('./pdf-pages')).PdfPages }));

/** A file that can be shown on the page. */
export interface ViewedFile {
  name: string;
  url: string;
}

/** What is worth a try; the type that the server found in the file decides. */
const VIEWABLE = /\.(pdf|png|jpe?g|gif|webp|txt|log|csv|md|markdown|json)$/i;
export const isViewable = (fileName: string) => VIEWABLE.test(fileName);

/** A file in a dialog. */
export function FileDialog({ file, onClose }: { file: ViewedFile; onClose: () => void }) {
  return (
    <Dialog title={file.name} onClose={onClose} size="min(64rem, 96vw)">
      <FileView file={file} />
    </Dialog>
  );
}

/** A file beside what it belongs to. */
export function FilePanel({ file, onClose }: { file: ViewedFile; onClose: () => void }) {
  useFocusReturn();
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => heading.current?.focus(), [file.url]);
  return (
    <section
      className={classes.panel}
      aria-labelledby={titleId}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <Text component="h2" id={titleId} ref={heading} tabIndex={-1} fw={600} size="sm" className={classes.name}>
          {file.name}
        </Text>
        <ActionIcon variant="subtle" color="gray" aria-label="Close the file" onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <FileView key={file.url} file={file} />
    </section>
  );
}

const ZOOMS = [1, 1.5, 2, 3] as const;

/** The content of a file, as pictures and text only: nothing in it can run. */
export function FileView({ file: { name, url } }: { file: ViewedFile }) {
  const { content, error, retry } = useContent(url);
  const [zoom, setZoom] = useState(0);
  if (error) return <ErrorBox error={error} onRetry={retry} />;
  if (!content) return <Loader size="sm" aria-label={`Loading ${name}`} />;
  const canZoom = content.type === 'application/pdf' || content.type.startsWith('image/');
  return (
    <>
      <Group gap="xs" mb="xs">
        {canZoom && (
          <>
            <ActionIcon variant="default" aria-label="Zoom out" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
              <IconMinus size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon variant="default" aria-label="Zoom in" disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)}>
              <IconPlus size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
        <FileDownload href={url}>Download</FileDownload>
      </Group>
      <div className={classes.frame} tabIndex={0} role="region" aria-label={`Content of ${name}`}>
        <div style={{ width: `${100 * ZOOMS[zoom]!}%` }}>
          <Content name={name} content={content} zoom={ZOOMS[zoom]!} />
        </div>
      </div>
    </>
  );
}

function Content({ name, content, zoom }: { name: string; content: Blob; zoom: number }): ReactNode {
  if (content.type === 'application/pdf') {
    return (
      <Suspense fallback={<Loader size="sm" />}>
        <PdfPages content={content} zoom={zoom} />
      </Suspense>
    );
  }
  if (content.type.startsWith('image/')) return <Picture name={name} content={content} />;
  if (/^(text\/|application\/json)/.test(content.type)) return <PlainText content={content} />;
  return (
    <Text size="sm" c="dimmed">
      This kind of file can’t be shown here. Download it to open it.
    </Text>
  );
}

function Picture({ name, content }: { name: string; content: Blob }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address && <img src={address} alt={name} className={classes.picture} />;
}

/** Beginnings of long files are enough to look at. */
const MOST_CHARACTERS = 200_000;

function PlainText({ content }: { content: Blob }) {
  const [text, setText] = useState('');
  useEffect(() => void content.text().then(setText), [content]);
  return (
    <>
      <pre className={classes.text}>{text.slice(0, MOST_CHARACTERS)}</pre>
      {text.length > MOST_CHARACTERS && (
        <Text size="sm" c="dimmed">
          Only the beginning is shown. Download the file to read all of it.
        </Text>
      )}
    </>
  );
}

/** Fetched once each time it is opened: the audit log has every download. */
function useContent(url: string) {
  const [state, setState] = useState<{ content?: Blob; error?: unknown }>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    fetchFile(url, { signal: stop.signal })
      .then((response) => response.blob())
      .then((content) => setState({ content }))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setState({ error });
      });
    return () => stop.abort();
  }, [url, attempt]);
  const retry = () => {
    setState({});
    setAttempt(attempt + 1);
  };
  return { ...state, retry };
}
