import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import type { ListKind } from '../api/enums.generated';
import { useAsOpened, useFormMutation } from '../api/form';
import { queryOf, useApiMutation } from '../api/hooks';
import { useMoment } from '../api/moment';
import type { ListFilter } from '../app/list-filter';
import { orderOf, sortIn } from '../app/search';
import { usePermission } from '../app/session';
import { IconBookmark, IconCheck, IconChevronDown, IconDeviceFloppy, IconPencil, IconPlus, IconTrash } from '../theme/icons';
import { Confirm } from './confirm';
import type { TableSearch } from './data-table';
import { Dialog } from './dialog';
import { DropDown } from './drop-down';
import { ErrorBox } from './error-box';
import { notify, notifyError } from './notify';
import classes from './saved-views.module.css';
import { DeleteViewDocument, SavedViewsDocument, type SavedViewsQuery, SaveViewDocument } from './saved-views.generated';

type View = SavedViewsQuery['savedViews'][number];

/** The state in the URL of a list whose views can be saved. */
export interface ViewSearch extends TableSearch {
  /** Id of the open view. */
  view?: string;
}

interface SavedViewsProps<Search> {
  list: ListKind;
  filter: ListFilter<Search, object>;
  search: Search;
  /** Shows the list like this. */
  onOpen: (search: Search, isReplacing?: boolean) => void;
}

/**
 * The saved views of a list: filters, order and columns under a name. The open one is in the URL, beside what it shows, so that a
 * change to the filters is a change to the view that can be saved or left alone.
 */
export function SavedViews<Search extends ViewSearch>({ list, filter, search, onOpen }: SavedViewsProps<Search>) {
  const cache = useQueryClient();
  const isNow = useMoment() === undefined;
  const managesAll = usePermission('settings:manage');
  const { data, isFetching } = useQuery(queryOf(SavedViewsDocument, { list })); // views have no past
  const [asked, ask] = useState<'new' | 'edit' | 'delete'>();
  const current = data?.savedViews.find(({ id }) => id === search.view);
  const searchOf = ({ id, filter: saved, orderBy, columns }: View) =>
    ({
      ...filter.searchOf(saved as Record<string, unknown>),
      sort: sortIn(orderBy),
      columns: columns.length > 0 ? columns : undefined,
      view: id,
    }) as Search;
  const stateOf = (state: Search) => ({
    filter: filter.filterOf(state),
    orderBy: orderOf(state.sort) ?? null,
    columns: state.columns ?? [],
  });
  const isChanged = current !== undefined && JSON.stringify(stateOf(searchOf(current))) !== JSON.stringify(stateOf(search));
  const unknown = current ? filter.unknownIn(current.filter as Record<string, unknown>) : [];
  useOpened(current, search, (view) => onOpen(searchOf(view), true));

  const update = useApiMutation(SaveViewDocument, {
    invalidates: [SavedViewsDocument],
    onSuccess: ({ saveView: { view } }) => notify(`${view.name} updated`),
  });
  const remove = useApiMutation(DeleteViewDocument, {
    invalidates: [SavedViewsDocument],
    onSuccess: () => {
      notify(`${current?.name} deleted`);
      ask(undefined);
      onOpen({ ...search, view: undefined });
    },
  });
  const close = () => ask(undefined);
  const mayChange = isNow && current !== undefined && (current.isMine || (current.isShared && managesAll));
  const title = current?.name ?? (search.view && data && !isFetching ? 'View not found' : 'Views');
  return (
    <>
      {unknown.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          This view also filters by {unknown.join(', ')}, which this page can’t
        </Text>
      )}
      <DropDown
        button={
          <>
            <IconBookmark size={16} aria-hidden />
            <Text span size="sm" truncate maw={260}>
              {isChanged ? `${title} (changed)` : title}
            </Text>
            <IconChevronDown size={14} aria-hidden />
          </>
        }
        onToggle={(isOpen) => isOpen && void cache.invalidateQueries({ queryKey: [SavedViewsDocument.name] })}
      >
        <ViewLinks title="My views" views={data?.savedViews.filter(({ isMine }) => isMine)} current={current} searchOf={searchOf} />
        <ViewLinks
          title="Shared with everyone"
          views={data?.savedViews.filter(({ isMine }) => !isMine)}
          current={current}
          searchOf={searchOf}
        />
        {data?.savedViews.length === 0 && (
          <Text size="xs" c="dimmed">
            Save filters, order and columns under a name.
          </Text>
        )}
        {mayChange && isChanged && (
          <button
            type="button"
            onClick={() =>
              update.mutate(
                { input: { id: current.id, list, name: current.name, expectedRevision: current.revision, ...stateOf(search) } },
                { onError: notifyError },
              )
            }
          >
            <IconDeviceFloppy size={16} aria-hidden />
            Update this view
          </button>
        )}
        {mayChange && (
          <>
            <button type="button" onClick={() => ask('edit')}>
              <IconPencil size={16} aria-hidden />
              Rename or share
            </button>
            <button type="button" onClick={() => ask('delete')}>
              <IconTrash size={16} aria-hidden />
              Delete this view
            </button>
          </>
        )}
        {isNow && (
          <button type="button" onClick={() => ask('new')}>
            <IconPlus size={16} aria-hidden />
            Save as new view
          </button>
        )}
      </DropDown>
      {asked === 'new' && (
        <ViewForm title="Save view" input={{ list, ...stateOf(search) }} onDone={(id) => onOpen({ ...search, view: id })} onClose={close} />
      )}
      {asked === 'edit' && current && <ViewForm title="Rename or share" input={{ list }} view={current} onDone={close} onClose={close} />}
      <Confirm
        title="Delete view"
        opened={asked === 'delete'}
        onClose={close}
        onConfirm={() => remove.mutate({ input: { id: current!.id } })}
        isPending={remove.isPending}
        error={remove.error}
      >
        This deletes {current?.name}
        {current?.isShared && ' for everyone'}. What is in the list isn’t affected.
      </Confirm>
    </>
  );
}

/** A link may have just the view: what it shows is then added, once. */
function useOpened(current: View | undefined, search: ViewSearch, onOpen: (view: View) => void): void {
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (!current || opened.current === current.id) return;
    opened.current = current.id;
    const others = Object.entries(search).filter(([name, value]) => name !== 'view' && name !== 'asOf' && value !== undefined);
    if (others.length === 0) onOpen(current);
  });
}

interface ViewLinksProps<Search> {
  title: string;
  views: View[] | undefined;
  current: View | undefined;
  searchOf: (view: View) => Search;
}

function ViewLinks<Search>({ title, views = [], current, searchOf }: ViewLinksProps<Search>) {
  const id = useId();
  if (views.length === 0) return null;
  return (
    <div className={classes.views}>
      <Text size="xs" c="dimmed" fw={600} id={id}>
        {title}
      </Text>
      <ul aria-labelledby={id}>
        {views.map((view) => (
          <li key={view.id}>
            <Link to="." search={searchOf(view) as never} aria-current={view.id === current?.id || undefined} activeProps={{}}>
              <span>
                {view.name}{' '}
                <Text span size="xs" c="dimmed">
                  {view.isMine ? view.isShared && 'shared' : view.ownerName}
                </Text>
              </span>
              {view.id === current?.id && <IconCheck size={16} aria-hidden />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ViewFormProps {
  title: string;
  /** What is saved besides name and sharing. */
  input: { list: ListKind; filter?: object; orderBy?: object | null; columns?: string[] };
  /** The one to change. */
  view?: View;
  onDone: (id: string) => void;
  onClose: () => void;
}

function ViewForm({ title, input, view: given, onDone, onClose }: ViewFormProps) {
  const view = useAsOpened(given);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: view?.name ?? '', isShared: view?.isShared ?? false } });
  const { onSubmit, isPending, problem } = useFormMutation(form, SaveViewDocument, {
    variables: (values) => ({ input: { ...input, ...values, id: view?.id, expectedRevision: view?.revision } }),
    invalidates: [SavedViewsDocument],
    onSuccess: ({ saveView: { view: saved } }) => {
      notify(`${saved.name} saved`);
      onClose();
      onDone(saved.id);
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <TextInput label="Name" withAsterisk data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
          <Checkbox
            label="Share with everyone"
            description="Others open it with their own permissions; only you and administrators can change it."
            key={form.key('isShared')}
            {...form.getInputProps('isShared', { type: 'checkbox' })}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
