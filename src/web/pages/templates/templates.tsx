import { Button, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useFormMutation } from '../../api/form';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Can, usePermission } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import { DateText } from '../../components/date-text';
import { Dialog } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { FilterBar, SelectFilter, TextFilter } from '../../components/filter-bar';
import { count } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { PlainTable } from '../../components/plain-table';
import { IconBooks, IconFileImport, IconPlus } from '../../theme/icons';
import { optionsOf, TEMPLATE_STATUSES } from '../../theme/tones';
import type { TemplateKind } from '../../api/enums.generated';
import { CreateTemplateDocument, type TemplateRowFragment as Version, TemplatesDocument } from './templates.generated';

/** A template: the version to show, and all versions, newest first. */
interface Row {
  shown: Version;
  versions: Version[];
}

const route = getRouteApi('/app/templates');

const KINDS: { value: TemplateKind; label: string }[] = [
  { value: 'QUESTIONNAIRE', label: 'Questionnaires' },
  { value: 'INTAKE', label: 'Intake forms' },
];

export function TemplatesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const kind = search.kind ?? 'QUESTIONNAIRE';
  const variables = { isIntake: kind === 'INTAKE' };
  const query = useApiQuery(TemplatesDocument, variables);
  const isNaming = usePermission('templates:create') && search.new === true;
  const isFiltered = Boolean(search.query ?? search.status);
  return (
    <Page
      title="Templates"
      about={
        kind === 'INTAKE'
          ? 'Forms that people fill in to request a vendor. The one published last is used.'
          : 'Questionnaires that you send as assessments'
      }
      actions={
        <>
          <OpenQuery operation={TemplatesDocument} variables={variables} />
          <Can do="templates:create">
            <ButtonLink to="/templates/import" variant="default" leftSection={<IconFileImport size={16} aria-hidden />}>
              Import
            </ButtonLink>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: true })}>
              {kind === 'INTAKE' ? 'New intake form' : 'New template'}
            </Button>
          </Can>
        </>
      }
    >
      <SegmentedControl
        aria-label="Kind of template"
        data={KINDS}
        value={kind}
        onChange={(value) => void navigate({ search: { kind: value === 'INTAKE' ? value : undefined }, replace: true })}
        style={{ alignSelf: 'flex-start' }}
      />
      <Loaded query={query}>
        {({ templates, intakeTemplates }) => {
          const all = templates ?? intakeTemplates ?? [];
          const rows = rowsOf(all, search);
          if (all.length === 0) return kind === 'INTAKE' ? <NoForms /> : <NoTemplates />;
          return (
            <Stack gap="sm">
              <FilterBar onClear={isFiltered ? () => void navigate({ search: { kind: search.kind } }) : undefined}>
                <TextFilter label="Name or description" value={search.query} onChange={(value) => change({ query: value })} />
                <SelectFilter
                  label="Status"
                  options={optionsOf(TEMPLATE_STATUSES)}
                  value={search.status}
                  onChange={(value) => change({ status: value })}
                />
              </FilterBar>
              <Table rows={rows} />
            </Stack>
          );
        }}
      </Loaded>
      {isNaming && <NewTemplate kind={kind} onClose={() => change({ new: undefined })} />}
    </Page>
  );
}

/** One row per template: its newest version with the chosen status. */
function rowsOf(templates: Version[], { query, status }: { query?: string; status?: Version['status'] }): Row[] {
  const families = Map.groupBy(templates, ({ family }) => family);
  const wanted = query?.toLowerCase();
  return [...families.values()].flatMap((versions) => {
    const shown = versions.find((version) => !status || version.status === status);
    const isWanted = shown && (!wanted || `${shown.name}\n${shown.description ?? ''}`.toLowerCase().includes(wanted));
    return isWanted ? [{ shown, versions }] : [];
  });
}

function Table({ rows }: { rows: Row[] }) {
  if (rows.length === 0) return <EmptyState title="No template matches">Change or clear the filters above.</EmptyState>;
  return (
    <PlainTable
      label="List of templates"
      rows={rows}
      rowKey={({ shown }) => shown.id}
      columns={[
        {
          key: 'name',
          kind: 'name',
          header: 'Name',
          render: ({ shown: { id, name, description } }) => (
            <>
              <AnchorLink to="/templates/$templateId" params={{ templateId: id }} fw={600} size="sm">
                {name}
              </AnchorLink>
              {description && (
                <Text size="xs" c="dimmed" lineClamp={1}>
                  {description}
                </Text>
              )}
            </>
          ),
        },
        { key: 'status', kind: 'short', header: 'Status', render: ({ shown }) => <ToneBadge tone={TEMPLATE_STATUSES[shown.status]} /> },
        { key: 'versions', kind: 'short', header: 'Versions', render: (row) => <Versions {...row} /> },
        { key: 'questions', header: 'Questions', align: 'end', render: ({ shown }) => count(shown.questionCount) },
        { key: 'origin', kind: 'short', header: 'Source', render: ({ shown }) => (shown.libraryKey ? 'Library' : 'Custom') },
        { key: 'updated', kind: 'short', header: 'Changed', render: ({ shown }) => <DateText value={shown.updatedAt} /> },
      ]}
    />
  );
}

const MOST_VERSIONS = 4;

function Versions({ shown, versions }: Row) {
  return (
    <Group gap={6}>
      {versions.slice(0, MOST_VERSIONS).map(({ id, version, status }) => (
        <AnchorLink
          key={id}
          to="/templates/$templateId"
          params={{ templateId: id }}
          size="sm"
          fw={id === shown.id ? 600 : 400}
          aria-label={`Version ${version} of ${shown.name}, ${TEMPLATE_STATUSES[status].label.toLowerCase()}`}
          title={TEMPLATE_STATUSES[status].label}
        >
          {version}
        </AnchorLink>
      ))}
      {versions.length > MOST_VERSIONS && '…'}
    </Group>
  );
}

const useMayInstall = () => [usePermission('templates:create'), usePermission('templates:edit')].every(Boolean);

function LibraryButton() {
  return (
    <ButtonLink to="/library" leftSection={<IconBooks size={16} aria-hidden />}>
      Install from the library
    </ButtonLink>
  );
}

/** For an empty installation: the library is the quickest start. */
function NoTemplates() {
  const mayInstall = useMayInstall();
  return (
    <EmptyState title="No templates yet" action={mayInstall && <LibraryButton />}>
      {mayInstall
        ? 'The library has ready-made questionnaires for common frameworks. You can also import a file or write your own.'
        : 'A template is a questionnaire that you send as an assessment. Someone who can create templates can install some from the library.'}
    </EmptyState>
  );
}

function NoForms() {
  return (
    <EmptyState title="No intake forms yet" action={useMayInstall() && <LibraryButton />}>
      Without a published form, people who request a vendor give its name, its contact and a reason. The library has a form to start from.
    </EmptyState>
  );
}

function NewTemplate({ kind, onClose }: { kind: TemplateKind; onClose: () => void }) {
  return (
    <Dialog title={kind === 'INTAKE' ? 'New intake form' : 'New template'} onClose={onClose}>
      <NewTemplateForm kind={kind} />
    </Dialog>
  );
}

function NewTemplateForm({ kind }: { kind: TemplateKind }) {
  const navigate = useNavigate();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', description: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, CreateTemplateDocument, {
    variables: (input) => ({ input: { ...input, kind } }),
    onSuccess: ({ createTemplate: { template } }) => void navigate({ to: '/templates/$templateId', params: { templateId: template.id } }),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <ErrorBox error={problem} />
        <TextInput label="Name" data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
        <Textarea label="Description" autosize minRows={2} key={form.key('description')} {...form.getInputProps('description')} />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            Create draft
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
