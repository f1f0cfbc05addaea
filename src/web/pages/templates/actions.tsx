import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArchive, IconChevronDown, IconCopyPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { Confirm } from '../../components/confirm';
import { ConfirmTyped } from '../../components/confirm-typed';
import { DownloadButton } from '../../components/download-button';
import { DropDown } from '../../components/drop-down';
import { notify, notifyError } from '../../components/notify';
import { ArchiveTemplateDocument, DeleteTemplateDocument, NewTemplateVersionDocument, type TemplatePartsFragment } from './template.generated';

/** What can be done with a template as a whole. */
export function TemplateActions({ template }: { template: TemplatePartsFragment }) {
  const { id, name, version, status, versions } = template;
  const navigate = useNavigate();
  const [isArchiving, archiving] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  const [mayCreate, mayEdit, mayDelete] = [usePermission('templates:create'), usePermission('templates:edit'), usePermission('templates:delete')];
  const open = (templateId: string) => void navigate({ to: '/templates/$templateId', params: { templateId } });

  const archive = useApiMutation(ArchiveTemplateDocument, {
    onSuccess: () => {
      archiving.close();
      notify(`Version ${version} is archived.`);
    },
  });
  const renew = useApiMutation(NewTemplateVersionDocument, {
    onSuccess: ({ newTemplateVersion: { template: draft } }) => {
      notify(`Version ${draft.version} is a draft now.`);
      open(draft.id);
    },
  });
  const remove = useApiMutation(DeleteTemplateDocument, {
    onSuccess: () => {
      notify(`Version ${version} of “${name}” is deleted.`);
      void navigate({ to: '/templates' });
    },
  });

  const draft = versions.find((one) => one.status === 'DRAFT');
  const mayArchive = mayEdit && status !== 'ARCHIVED';
  const latest = versions[0]!.version;
  return (
    <>
      <DownloadButton href={`/api/templates/${id}/export`}>Export</DownloadButton>
      {mayCreate && !draft && (
        <Button
          leftSection={<IconCopyPlus size={16} aria-hidden />}
          loading={renew.isPending}
          onClick={() => renew.mutate({ input: { id } }, { onError: notifyError })}
        >
          New version
        </Button>
      )}
      {draft && draft.id !== id && mayEdit && <Button variant="default" onClick={() => open(draft.id)}>Open the draft</Button>}
      {(mayArchive || mayDelete) && (
        <DropDown button={<>More <IconChevronDown size={14} aria-hidden /></>}>
          {mayArchive && <button type="button" onClick={archiving.open}><IconArchive size={16} aria-hidden /> Archive</button>}
          {mayDelete && <button type="button" onClick={deleting.open}><IconTrash size={16} aria-hidden /> Delete</button>}
        </DropDown>
      )}
      <Confirm
        opened={isArchiving}
        onClose={archiving.close}
        title="Archive"
        onConfirm={() => archive.mutate({ input: { id } })}
        isPending={archive.isPending}
        error={archive.error}
      >
        Version {version} can’t be used for new assessments or edited any more; those made from it go on. A new version can be made from{' '}
        {latest === version ? 'it' : `version ${latest}`} at any time.
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
        Version {version} goes for good{versions.length > 1 ? '; other versions stay' : ''}. Assessments made from it keep their questions.
      </ConfirmTyped>
    </>
  );
}
