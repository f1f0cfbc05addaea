import { Alert, Button, Group, Loader, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../../api/error';
import { queryOf, useApiMutation } from '../../../api/hooks';
import { Confirm } from '../../../components/confirm';
import { EmptyState } from '../../../components/empty-state';
import { ErrorBox } from '../../../components/error-box';
import { many } from '../../../components/format';
import { Leaving } from '../../../components/leaving';
import { notify } from '../../../components/notify';
import { IconAlertCircle, IconDeviceFloppy, IconPlus, IconRocket } from '../../../theme/icons';
import { TemplateActions } from '../actions';
import { addSection, type EditedTemplate, editedTemplate, sectionsInput, withKnownIds, withServerIds } from '../document';
import { TemplateFrame, WithPreview } from '../frame';
import { PublishTemplateDocument, SaveTemplateDocument, TemplateDocument, type TemplatePartsFragment } from '../template.generated';
import { faultsIn, faultText, isAboutConditions } from './faults';
import { SectionList } from './section-list';
import classes from './builder.module.css';

export type Edit = (change: (doc: EditedTemplate) => EditedTemplate) => void;

/** A draft being edited. It is saved manually and as a whole, so nothing half-written reaches the server. */
export function Builder({ template }: { template: TemplatePartsFragment }) {
  const { doc, isDirty, latest, edit, inTurn, save, adopt, conflict, refusal, isPending } = useDraft(template);
  const [isTried, setTried] = useState(false);
  const [isPublishing, publishing] = useDisclosure();
  const checked = useDeferredValue(doc); // keeps typing responsive
  const faults = useMemo(() => faultsIn(checked, refusal), [checked, refusal]);
  const shown = useMemo(() => new Map([...faults].filter(([path]) => isTried || isAboutConditions(path))), [faults, isTried]);

  /** Shows the errors; nothing is sent until there are none. */
  const isSendable = () => {
    const now = faultsIn(latest().doc, undefined);
    if (now.size === 0) return true;
    flushSync(() => setTried(true)); // the list of problems shifts the content below it
    showFirst(now);
    return false;
  };
  const trySave = () =>
    inTurn(async () => {
      if (!latest().isDirty) return true;
      if (!isSendable()) return false;
      const isSaved = await save();
      setTried(!isSaved);
      return isSaved;
    });
  useHotkeys([['mod+S', () => void trySave()]], []);

  const publish = useApiMutation(PublishTemplateDocument, {
    onSuccess: () => {
      publishing.close();
      const use = template.kind === 'INTAKE' ? 'now the form for vendor requests' : 'ready for assessments';
      notify(`Version ${template.version} is published and ${use}.`);
    },
  });
  const tryPublish = async () => {
    if (await trySave()) publish.mutate({ input: { id: template.id } });
    else publishing.close();
  };

  return (
    <TemplateFrame template={template} doc={doc} title={template.name} actions={<TemplateActions template={template} />}>
      <div className={classes.state}>
        <Button
          variant={isDirty ? 'filled' : 'default'}
          // Stays enabled while saving: another save is queued.
          leftSection={isPending ? <Loader size={16} color="currentColor" aria-hidden /> : <IconDeviceFloppy size={16} aria-hidden />}
          onClick={() => void trySave()}
          aria-disabled={!isDirty}
          title="Ctrl+S"
        >
          Save
        </Button>
        <Button variant="default" leftSection={<IconRocket size={16} aria-hidden />} onClick={publishing.open}>
          Publish
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {isPending ? 'Saving…' : isDirty ? 'Unsaved changes' : 'All changes saved'}
        </Text>
      </div>
      {conflict && <Conflict onTheirs={() => adopt(conflict)} onMine={() => void inTurn(() => save(conflict))} />}
      {!conflict && shown.size === 0 && <ErrorBox error={refusal} />}
      {isTried && faults.size > 0 && <Faults faults={faults} doc={doc} />}
      <WithPreview doc={doc}>
        <Stack gap="md">
          <Stack gap="xs" maw={800}>
            <TextInput
              label="Name"
              id="name"
              value={doc.name}
              error={shown.get('name')}
              onChange={({ currentTarget: { value } }) => edit((old) => ({ ...old, name: value }))}
            />
            <Textarea
              label="Description"
              id="description"
              autosize
              minRows={1}
              maxRows={6}
              value={doc.description}
              error={shown.get('description')}
              onChange={({ currentTarget: { value } }) => edit((old) => ({ ...old, description: value }))}
            />
            <Textarea
              label="Introduction"
              description={doc.kind === 'INTAKE' ? 'What requesters read first' : 'What vendors read first in the portal'}
              id="introduction"
              autosize
              minRows={2}
              maxRows={12}
              value={doc.introduction}
              error={shown.get('introduction')}
              onChange={({ currentTarget: { value } }) => edit((old) => ({ ...old, introduction: value }))}
            />
          </Stack>
          {doc.sections.length === 0 && (
            <EmptyState title="No questions yet">
              {doc.kind === 'INTAKE'
                ? 'Questions are grouped into sections.'
                : 'Questions are grouped into sections, which vendors answer one at a time.'}
            </EmptyState>
          )}
          <SectionList doc={doc} edit={edit} faults={shown} />
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => edit(addSection)}
            style={{ alignSelf: 'flex-start' }}
          >
            Add section
          </Button>
        </Stack>
      </WithPreview>
      <Confirm
        opened={isPublishing}
        onClose={publishing.close}
        title="Publish"
        colour="brand"
        onConfirm={() => void tryPublish()}
        isPending={publish.isPending || isPending}
        error={publish.error}
      >
        {isDirty && <p>Your changes will be saved first.</p>}
        {doc.kind === 'INTAKE'
          ? `Version ${template.version} becomes the form for vendor requests and can no longer be edited. A version published before is archived.`
          : `You can then create assessments from version ${template.version}, but no longer edit it. A version published before is archived; its assessments continue.`}
      </Confirm>
      <Leaving isRisky={isDirty} title="Leave without saving?">
        This template has unsaved changes. They will be lost if you leave.
      </Leaving>
    </TemplateFrame>
  );
}

/** The edited document, and how it is saved. */
function useDraft(template: TemplatePartsFragment) {
  const cache = useQueryClient();
  const [state, setState] = useState(() => opened(template));
  // The latest state, for callbacks that outlive the render they came from.
  const now = useRef(state);
  const change = useCallback((next: (old: DraftState) => DraftState) => setState((now.current = next(now.current))), []);
  const [conflict, setConflict] = useState<TemplatePartsFragment>();
  const [refusal, setRefusal] = useState<unknown>();
  const mutation = useApiMutation(SaveTemplateDocument);
  const { doc, revision } = state;
  const isDirty = isChanged(state);

  const adopt = useCallback(
    (theirs: TemplatePartsFragment) => {
      setConflict(undefined);
      change(() => opened(theirs));
    },
    [change],
  );
  useEffect(() => {
    // Changed elsewhere, with no unsaved changes here.
    if (template.revision > revision && !isDirty && !mutation.isPending) adopt(template);
  }, [template, revision, isDirty, mutation.isPending, adopt]);

  /**
   * True when it is saved. `over` is the version saved by someone else, to be overwritten. Call only `inTurn`: the next save
   * needs the revision from this one.
   */
  const save = async (over?: TemplatePartsFragment): Promise<boolean> => {
    const before = now.current;
    const sent = over ? withKnownIds(before.doc, over.sections) : before.doc;
    const input = {
      id: template.id,
      expectedRevision: over?.revision ?? before.revision,
      name: sent.name,
      description: sent.description || null,
      introduction: sent.introduction || null,
      sections: sectionsInput(sent),
    };
    setRefusal(undefined);
    try {
      const { updateTemplate } = await mutation.mutateAsync({ input });
      const there = updateTemplate.template;
      setConflict(undefined);
      change((old) => {
        const known = withServerIds(sent, sent, there.sections);
        return {
          doc: old.doc === before.doc ? known : withServerIds(old.doc, sent, there.sections),
          saved: known,
          revision: there.revision,
        };
      });
      const { unmappedControlCodes: unmapped } = updateTemplate;
      if (unmapped.length > 0)
        notify(`Saved. No installed framework has ${unmapped.join(', ')}; it will be mapped once you import one that does.`);
      return true;
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'CONFLICT' && 'expectedRevision' in error.fields;
      if (!isStale) setRefusal(error);
      else setConflict((await cache.fetchQuery({ ...queryOf(TemplateDocument, { id: template.id }), staleTime: 0 })).template ?? undefined);
      return false;
    }
  };

  const edit: Edit = useCallback(
    (apply) => {
      setRefusal(undefined);
      change((old) => ({ ...old, doc: apply(old.doc) }));
    },
    [change],
  );
  const latest = () => ({ doc: now.current.doc, isDirty: isChanged(now.current) });
  return { doc, isDirty, latest, edit, inTurn: useTurns(), save, adopt, conflict, refusal, isPending: mutation.isPending };
}

type DraftState = ReturnType<typeof opened>;

const isChanged = ({ doc, saved }: DraftState) => doc !== saved;

/** Runs tasks one at a time. If one fails, those waiting are dropped: the user decides what to do next. */
function useTurns(): (task: () => Promise<boolean>) => Promise<boolean> {
  const last = useRef<Promise<boolean>>(undefined);
  return (task) => {
    const turn = (last.current ?? Promise.resolve(true)).then((isFine) => isFine && task());
    last.current = turn;
    const leave = () => {
      if (last.current === turn) last.current = undefined;
    };
    turn.then(leave, leave);
    return turn;
  };
}

function opened(template: TemplatePartsFragment) {
  const doc = editedTemplate(template);
  return { doc, saved: doc, revision: template.revision };
}

function showFirst(faults: ReadonlyMap<string, string>): void {
  const [first] = faults.keys();
  const [, question] = /^(sections\.\d+\.questions\.\d+)/.exec(first ?? '') ?? [];
  const [, section] = /^(sections\.\d+)/.exec(first ?? '') ?? [];
  const element = document.getElementById(question ?? section ?? first ?? '');
  element?.scrollIntoView({ block: 'center' });
  element?.focus();
}

function Faults({ faults, doc }: { faults: ReadonlyMap<string, string>; doc: EditedTemplate }) {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title={`Not saved: ${many(faults.size, 'problem')} to fix`}
    >
      {[...faults].slice(0, 10).map(([path, message]) => (
        <Text key={path} size="sm">
          {faultText(path, message, doc)}
        </Text>
      ))}
    </Alert>
  );
}

function Conflict({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title="Someone else saved this template in the meantime"
    >
      <Text size="sm">Your changes are still here but not saved. Choose which version to keep.</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={onTheirs}>
          Discard my changes
        </Button>
        <Button size="xs" variant="default" onClick={onMine}>
          Overwrite with mine
        </Button>
      </Group>
    </Alert>
  );
}
