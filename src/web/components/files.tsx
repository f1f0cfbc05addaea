import { ActionIcon, Button, FileButton, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApiMutation } from '../api/hooks';
import { uploadFile } from '../api/upload';
import { IconEye, IconTrash, IconUpload } from '../theme/icons';
import { Confirm } from './confirm';
import { DateText } from './date-text';
import { FileDownload } from './download-button';
import { FileDialog, isViewable, type ViewedFile } from './file-view';
import { DeleteFileDocument } from './files.generated';
import { bytes } from './format';
import { notify, notifyError } from './notify';

export interface StoredFile {
  id: string;
  fileName: string;
  displayName: string | null;
  sizeBytes: number;
  createdAt: string;
  url: string;
  isFromVendor: boolean;
  uploadedBy: { name: string } | null;
}

/** What the files belong to, as a field of the upload form. */
type FileOwner =
  | { vendorId: string }
  | { certificationId: string }
  | { actionId: string }
  | { findingId: string }
  | { assessmentId: string; questionId: string }
  | { offboardingStepId: string };

interface FilesProps {
  /** What they are about, for screen readers: "ISO 27001". */
  of: string;
  owner: FileOwner;
  files: StoredFile[];
  mayEdit: boolean;
  /** Shown when there are none. */
  empty?: string;
  /** Shows a file beside; without it, in a dialog. */
  onView?: (file: ViewedFile) => void;
}

/** A list of files that can be looked at, downloaded, added and deleted. */
export function Files({ of, owner, files, mayEdit, empty = 'No files', onView }: FilesProps) {
  const cache = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [leaving, setLeaving] = useState<StoredFile>();
  const [viewed, setViewed] = useState<ViewedFile>();
  const view = onView ?? setViewed;
  const reset = useRef<() => void>(null);
  const remove = useApiMutation(DeleteFileDocument, {
    onSuccess: () => {
      setLeaving(undefined);
      notify('File deleted');
    },
  });
  const upload = (file: File | null) => {
    if (!file) return;
    reset.current?.(); // so that the same file can be chosen again, corrected
    setPending(true);
    uploadFile(file, owner)
      .then(() => {
        notify(`${file.name} uploaded`);
        return cache.invalidateQueries();
      })
      .catch(notifyError)
      .finally(() => setPending(false));
  };
  return (
    <Stack gap={6} align="flex-start">
      {files.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {files.map((file) => (
        <Group key={file.id} gap="xs" maw="100%">
          <FileDownload href={file.url}>{nameOf(file)}</FileDownload>
          <Text size="xs" c="dimmed">
            {bytes(file.sizeBytes)} · <DateText value={file.createdAt} />
            {uploaderOf(file)}
          </Text>
          {isViewable(file.fileName) && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconEye size={14} aria-hidden />}
              aria-label={`View ${nameOf(file)}`}
              onClick={() => view({ name: nameOf(file), url: file.url })}
            >
              View
            </Button>
          )}
          {mayEdit && (
            <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${nameOf(file)}`} onClick={() => setLeaving(file)}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      {mayEdit && (
        <FileButton onChange={upload} resetRef={reset}>
          {(props) => (
            <Button {...props} size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />} loading={isPending}>
              Upload file<VisuallyHidden>&nbsp;for {of}</VisuallyHidden>
            </Button>
          )}
        </FileButton>
      )}
      {viewed && <FileDialog file={viewed} onClose={() => setViewed(undefined)} />}
      <Confirm
        title="Delete file"
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => remove.mutate({ input: { id: leaving!.id } })}
        isPending={remove.isPending}
        error={remove.error}
      >
        This permanently deletes {leaving && nameOf(leaving)}.
      </Confirm>
    </Stack>
  );
}

const uploaderOf = ({ isFromVendor, uploadedBy }: StoredFile) =>
  isFromVendor ? ' · from the vendor' : uploadedBy && ` · ${uploadedBy.name}`;

const nameOf = ({ displayName, fileName }: StoredFile) => displayName ?? fileName;
