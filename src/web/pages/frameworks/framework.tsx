import { Badge, Button, Checkbox, Group, Paper, Stack, Text, Textarea, TextInput, Title, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ApiError } from '../../api/error';
import { useAsOpened, useFormMutation } from '../../api/form';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { usePermission } from '../../app/session';
import { ConfirmTyped } from '../../components/confirm-typed';
import { Dialog } from '../../components/dialog';
import { DownloadButton } from '../../components/download-button';
import { DropDown } from '../../components/drop-down';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { FilterBar, TextFilter } from '../../components/filter-bar';
import { many } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { relationText } from '../../components/relations';
import { IconChevronDown, IconPencil, IconTrash } from '../../theme/icons';
import {
  DeleteFrameworkDocument,
  FrameworkDocument,
  type FrameworkQuery,
  RelatedControlsDocument,
  UpdateFrameworkDocument,
} from './frameworks.generated';
import { HistoryButton } from '../../history/history-button';
import classes from './frameworks.module.css';

type Framework = NonNullable<FrameworkQuery['framework']>;
type Control = Framework['controls'][number];

const route = getRouteApi('/app/frameworks/$frameworkId');

export function FrameworkPage() {
  const { frameworkId: id } = route.useParams();
  const query = useApiQuery(FrameworkDocument, { id });
  const framework = query.data?.framework;
  return (
    <Page
      title={framework ? [framework.name, framework.version].filter(Boolean).join(' · ') : 'Framework'}
      about={framework && `${many(framework.controlCount, 'control')}${framework.libraryKey ? ', from the library' : ''}`}
      above={
        <AnchorLink to="/frameworks" size="sm">
          Frameworks
        </AnchorLink>
      }
      actions={
        framework && (
          <>
            <OpenQuery operation={FrameworkDocument} variables={{ id }} />
            <ButtonLink to="/frameworks/crosswalk" search={{ from: id }} variant="default">
              Crosswalk
            </ButtonLink>
            <DownloadButton href={framework.csvUrl}>CSV</DownloadButton>
            <DownloadButton href={framework.oscalUrl}>OSCAL</DownloadButton>
            <HistoryButton of={{ entityType: 'Framework', entityId: id }} name={framework.name} />
            <More framework={framework} />
          </>
        )
      }
    >
      <Loaded query={query}>
        {() => (framework ? <Contents framework={framework} /> : <ErrorBox error={new ApiError('NOT_FOUND', 'Framework not found')} />)}
      </Loaded>
    </Page>
  );
}

function Contents({ framework: { id, description, controls } }: { framework: Framework }) {
  const { query, shared } = route.useSearch();
  const navigate = route.useNavigate();
  const domains = useMemo(() => {
    const wanted = query?.toLowerCase();
    const found = controls.filter(
      ({ code, title, domain, guidance, isSharedResponsibility }) =>
        (!shared || isSharedResponsibility) &&
        (!wanted || `${code}\n${title}\n${domain ?? ''}\n${guidance ?? ''}`.toLowerCase().includes(wanted)),
    );
    return [...Map.groupBy(found, ({ domain }) => domain ?? '')];
  }, [controls, query, shared]);
  const total = domains.reduce((sum, [, found]) => sum + found.length, 0);
  return (
    <Stack gap="md">
      {description && (
        <Text size="sm" maw={800}>
          {description}
        </Text>
      )}
      <FilterBar onClear={query || shared ? () => void navigate({ search: {} }) : undefined}>
        <TextFilter
          label="Code, title, domain or guidance"
          value={query}
          onChange={(value) => void navigate({ search: (old) => ({ ...old, query: value }), replace: true })}
        />
        <Checkbox
          label="Shared responsibility"
          checked={shared ?? false}
          onChange={() => void navigate({ search: (old) => ({ ...old, shared: shared ? undefined : true }), replace: true })}
          my="xs"
        />
        <Text size="sm" c="dimmed" role="status" py="xs">
          {many(total, 'control')}
        </Text>
      </FilterBar>
      {total === 0 && <EmptyState title="No control matches">Change or clear the filters above.</EmptyState>}
      {domains.map(([domain, found]) => (
        <Paper key={domain} component="section" withBorder aria-label={domain || 'Controls'}>
          <Group justify="space-between" px="md" py="xs">
            <Title order={2} size="h3">
              {domain || 'Controls'}
            </Title>
            <Text size="sm" c="dimmed">
              {many(found.length, 'control')}
            </Text>
          </Group>
          <ul className={classes.controls}>
            {found.map((control) => (
              <ControlLine key={control.id} control={control} frameworkId={id} />
            ))}
          </ul>
        </Paper>
      ))}
    </Stack>
  );
}

function ControlLine({ control, frameworkId }: { control: Control; frameworkId: string }) {
  const { code, title, isSharedResponsibility, isRetired } = control;
  const [isOpen, open] = useState(false);
  return (
    <li className={classes.control}>
      <UnstyledButton className={classes.line} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        <Text span size="sm" fw={600}>
          {code}
        </Text>
        <Text span size="sm">
          {title}
        </Text>
        <Group gap="xs" component="span" wrap="nowrap">
          {isSharedResponsibility && (
            <Badge variant="default" size="sm" tt="none" component="span">
              Shared
            </Badge>
          )}
          {isRetired && (
            <Badge variant="default" size="sm" tt="none" component="span">
              Retired
            </Badge>
          )}
          <IconChevronDown size={14} aria-hidden />
        </Group>
      </UnstyledButton>
      {isOpen && <ControlDetails control={control} frameworkId={frameworkId} />}
    </li>
  );
}

function ControlDetails({
  control: { id, code, guidance, isSharedResponsibility, isRetired },
  frameworkId,
}: {
  control: Control;
  frameworkId: string;
}) {
  const query = useApiQuery(RelatedControlsDocument, { codes: [code] });
  const related = query.data?.controls.find((one) => one.id === id)?.related ?? [];
  return (
    <Stack gap={6} className={classes.details}>
      {guidance && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {guidance}
        </Text>
      )}
      {isSharedResponsibility && (
        <Text size="sm">Shared with the customer: a certification for this framework adds it as a shared-responsibility task.</Text>
      )}
      {isRetired && <Text size="sm">No longer in the library. Kept because questions, answers or tasks refer to it.</Text>}
      {related.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            Related controls
          </Text>
          <ul className={classes.related}>
            {related.map(({ relation, control }) => (
              <li key={control.id}>
                <Text size="sm">
                  {relationText(relation)}{' '}
                  <AnchorLink
                    to="/frameworks/crosswalk"
                    search={{ from: frameworkId, to: control.framework.id, query: code }}
                    size="sm"
                    fw={600}
                  >
                    {control.code}
                  </AnchorLink>{' '}
                  {control.title}{' '}
                  <Text span size="xs" c="dimmed">
                    {control.framework.name}
                  </Text>
                </Text>
              </li>
            ))}
          </ul>
        </>
      )}
      {query.isSuccess && related.length === 0 && (
        <Text size="sm" c="dimmed">
          Not in any crosswalk.
        </Text>
      )}
    </Stack>
  );
}

function More({ framework }: { framework: Framework }) {
  const { id, name, controlCount } = framework;
  const navigate = useNavigate();
  const [isEditing, editing] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  const [mayEdit, mayDelete] = [usePermission('frameworks:edit'), usePermission('frameworks:delete')];
  const remove = useApiMutation(DeleteFrameworkDocument, {
    onSuccess: () => {
      notify(`“${name}” deleted`);
      void navigate({ to: '/frameworks' });
    },
  });
  if (!mayEdit && !mayDelete) return null;
  return (
    <>
      <DropDown
        button={
          <>
            More <IconChevronDown size={14} aria-hidden />
          </>
        }
      >
        {mayEdit && (
          <button type="button" onClick={editing.open}>
            <IconPencil size={16} aria-hidden /> Edit details
          </button>
        )}
        {mayDelete && (
          <button type="button" onClick={deleting.open}>
            <IconTrash size={16} aria-hidden /> Delete
          </button>
        )}
      </DropDown>
      {isEditing && (
        <Dialog title="Edit details" onClose={editing.close}>
          <DetailsForm framework={framework} onDone={editing.close} />
        </Dialog>
      )}
      <ConfirmTyped
        opened={isDeleting}
        onClose={deleting.close}
        title="Delete framework"
        phrase={name}
        onConfirm={() => remove.mutate({ input: { id } })}
        isPending={remove.isPending}
        error={remove.error}
      >
        This permanently deletes {many(controlCount, 'control')} and their crosswalks. Questions lose their mapping to them; assessments and
        findings keep the codes.
      </ConfirmTyped>
    </>
  );
}

function DetailsForm({ framework, onDone }: { framework: Framework; onDone: () => void }) {
  const { id, name, version, description, revision } = useAsOpened(framework);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name, version: version ?? '', description: description ?? '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, UpdateFrameworkDocument, {
    variables: (values) => ({
      input: {
        id,
        expectedRevision: revision,
        name: values.name,
        version: values.version || null,
        description: values.description || null,
      },
    }),
    onSuccess: () => {
      notify('Framework saved');
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <ErrorBox error={problem} />
        <TextInput label="Name" data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
        <TextInput label="Version" key={form.key('version')} {...form.getInputProps('version')} />
        <Textarea label="Description" autosize minRows={3} key={form.key('description')} {...form.getInputProps('description')} />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
