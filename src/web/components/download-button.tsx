import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { ApiError, offline } from '../api/error';
import { useMoment } from '../api/moment';
import { codeOf } from '../api/upload';
import { IconDownload } from '../theme/icons';
import { notifyError } from './notify';

interface DownloadButtonProps extends ButtonProps {
  /** A URL on this server: a PDF, a CSV, a file. */
  href: string;
  /** Authorizes the download without a session. */
  headers?: Record<string, string>;
  /** A file that was uploaded: the same at every moment. */
  isFile?: boolean;
  children: string;
}

/**
 * Fetches a file and saves it through the browser. A report takes seconds and can be refused, which a plain link would show as
 * a page of JSON. While the page shows the past, the file does, too.
 */
export function DownloadButton({ href: address, headers, isFile, children, ...rest }: DownloadButtonProps) {
  const moment = useMoment();
  const href = ownPath(address, isFile ? undefined : moment);
  const [isPending, setPending] = useState(false);
  const save = (event: MouseEvent) => {
    event.preventDefault();
    setPending(true);
    download(href, headers)
      .catch(notifyError)
      .finally(() => setPending(false));
  };
  return (
    <Button
      component="a"
      href={href}
      onClick={save}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isPending}
      {...rest}
    >
      {children}
    </Button>
  );
}

/** A file by its full name, wrapped over as many lines as it needs. */
export function FileDownload(props: Pick<DownloadButtonProps, 'href' | 'headers' | 'children'>) {
  return (
    <DownloadButton
      isFile
      variant="subtle"
      size="compact-sm"
      styles={{
        root: { height: 'auto', minWidth: 0, maxWidth: '100%', minHeight: 'var(--button-height)' },
        inner: { justifyContent: 'flex-start' },
        label: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start', lineHeight: 1.4 },
      }}
      {...props}
    />
  );
}

/** The server returns its public URL, which may differ from the one in the browser. */
function ownPath(address: string, moment: string | undefined): string {
  const { pathname, search, searchParams } = new URL(address, window.location.origin);
  if (moment === undefined || searchParams.has('asOf')) return pathname + search;
  return `${pathname}?${new URLSearchParams([...searchParams, ['asOf', moment]])}`;
}

async function download(href: string, headers?: Record<string, string>): Promise<void> {
  const response = await fetchFile(href, { headers });
  saveFile(fileName(response.headers.get('content-disposition')) ?? href.split('/').at(-1)!, await response.blob());
}

/** Fetches a file of this server, with the session. */
export async function fetchFile(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(ownPath(address, undefined), init).catch(() => {
    throw offline();
  });
  if (!response.ok) {
    const { error } = (await response.json().catch(() => ({}))) as { error?: string };
    throw new ApiError(codeOf(response), error ?? 'The file could not be fetched');
  }
  return response;
}

/** Saves data from the page as a file. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function fileName(disposition: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  const [, plain] = /filename="?([^";]+)/i.exec(disposition ?? '') ?? [];
  return encoded ? decodeURIComponent(encoded) : plain;
}
