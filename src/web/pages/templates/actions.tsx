import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, useState } from 'react';
import { request } from '../../api/client';
import { useMoment } from '../../api/moment';
import { useApiMutation } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { Confirm } from '../../components/confirm';
import { ConfirmTyped } from '../../components/confirm-typed';
import { saveFile } from '../../components/download-button';
import { DropDown } from '../../components/drop-down';
import { notify, notifyError } from '../../components/notify';
import { IconArchive, IconChevronDown, IconCopyPlus, IconDownload, IconTrash } from '../../theme/icons';
import {
  ArchiveTemplateDocument,
  DeleteTemplateDocument,
  NewTemplateVersionDocument,
  TemplateFileDocument,
  type TemplatePartsFragment,
} from './template.generated';

/** The actions on a whole template. */
export function TemplateActions({ template }: { template: TemplatePartsFragment }) {
  const { id, name, version, status, versions } = template;
  const navigate = useNavigate();
  const [isArchiving, archiving] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  const [mayCreate, mayEdit, mayDelete] = [
    usePermission('templates:create'),
    usePermission('templates:edit'),
    usePermission('templates:delete'),
  ];
  const open = (templateId: string) => void navigate({ to: '/templates/$templateId', params: { templateId } });

  const archive = useApiMutation(ArchiveTemplateDocument, {
    onSuccess: () => {
      archiving.close();
      notify(`Version ${version} archived`);
    },
  });
  const renew = useApiMutation(NewTemplateVersionDocument, {
    onSuccess: ({ newTemplateVersion: { template: draft } }) => {
      notify(`Version ${draft.version} created as a draft`);
      open(draft.id);
    },
  });
  const remove = useApiMutation(DeleteTemplateDocument, {
    onSuccess: () => {
      notify(`Version ${version} of “${name}” deleted`);
      void navigate({ to: '/templates' });
    },
  });

  const draft = versions.find((one) => one.status === 'DRAFT');
  const mayArchive = mayEdit && status !== 'ARCHIVED';
  const latest = versions[0]!.version;
  return (
    <>
      <ExportButton id={id} />
      {mayCreate && !draft && (
        <Button
          leftSection={<IconCopyPlus size={16} aria-hidden />}
          loading={renew.isPending}
          onClick={() => renew.mutate({ input: { id } }, { onError: notifyError })}
        >
          New version
        </Button>
      )}
      {draft && draft.id !== id && mayEdit && (
        <Button variant="default" onClick={() => open(draft.id)}>
          Open the draft
        </Button>
      )}
      {(mayArchive || mayDelete) && (
        <DropDown
          button={
            <>
              More <IconChevronDown size={14} aria-hidden />
            </>
          }
        >
          {mayArchive && (
            <button type="button" onClick={archiving.open}>
              <IconArchive size={16} aria-hidden /> Archive
            </button>
          )}
          {mayDelete && (
            <button type="button" onClick={deleting.open}>
              <IconTrash size={16} aria-hidden /> Delete
            </button>
          )}
        </DropDown>
      )}
      <Confirm
        opened={isArchiving}
        onClose={archiving.close}
        title="Archive template"
        onConfirm={() => archive.mutate({ input: { id } })}
        isPending={archive.isPending}
        error={archive.error}
      >
        Version {version} can no longer be edited or used for new assessments. Existing assessments continue. You can create a new version
        from {latest === version ? 'it' : `version ${latest}`} at any time.
      </Confirm>
      <ConfirmTyped
        opened={isDeleting}
        onClose={deleting.close}
        title="Delete template"
        phrase={name}
        onConfirm={() => remove.mutate({ input: { id } })}
        isPending={remove.isPending}
        error={remove.error}
      >
        This permanently deletes version {version}
        {versions.length > 1 ? '; other versions are kept' : ''}. Existing assessments keep their questions.
      </ConfirmTyped>
    </>
  );
}

/** The template as a file that can be imported again unchanged: the REST export lacks fields outside its contract. */
function ExportButton({ id }: { id: string }) {
  const moment = useMoment();
  const [isPending, setPending] = useState(false);
  const save = async () => {
    const { template } = await request(TemplateFileDocument, { id }, { moment });
    if (template) saveFile(`${template.name}.json`, new Blob([JSON.stringify(template.export, null, 2)], { type: 'application/json' }));
  };
  const run = (event: MouseEvent) => {
    event.preventDefault();
    setPending(true);
    save()
      .catch(notifyError)
      .finally(() => setPending(false));
  };
  return (
    <Button
      component="a"
      href={`/api/templates/${id}/export`}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isPending}
      onClick={run}
    >
      Export
    </Button>
  );
}
