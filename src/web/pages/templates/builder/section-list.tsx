import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { type EditedTemplate, moveQuestion, moveSection } from '../document';
import type { Edit } from './builder';
import { faultsBelow } from './faults';
import { useKeys } from './reorder';
import { SectionCard } from './section-card';

interface SectionListProps {
  doc: EditedTemplate;
  edit: Edit;
  faults: ReadonlyMap<string, string>;
}

// Constants, because new objects would re-render every sortable item.
const POINTER = { activationConstraint: { distance: 4 } };
const KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };

/** The sections and questions, which can be reordered by pointer, by keyboard or with buttons. */
export function SectionList({ doc, edit, faults }: SectionListProps) {
  const { sections } = doc;
  const [open, setOpen] = useState<string>();
  const [dragged, setDragged] = useState<string>();
  const sensors = useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, KEYBOARD));
  const keys = useKeys(sections);
  const isSection = (key: unknown) => sections.some((section) => section.key === key);
  const sectionOf = (key: unknown) =>
    sections.find((section) => section.key === key || section.questions.some((question) => question.key === key));

  /** Sections are dropped among sections; questions among questions, or into an empty section. */
  const collide: CollisionDetection = (args) => {
    const among = args.droppableContainers.filter(({ id }) =>
      isSection(args.active.id) ? isSection(id) : !isSection(id) || sectionOf(id)!.questions.length === 0,
    );
    return closestCenter({ ...args, droppableContainers: among });
  };
  /** A question joins another section while it is still being dragged, so that there is room for it. */
  const onDragOver = ({ active, over }: DragOverEvent) => {
    const target = over && sectionOf(over.id);
    if (!target || isSection(active.id) || target === sectionOf(active.id)) return;
    const at = target.questions.findIndex(({ key }) => key === over.id);
    edit((old) => moveQuestion(old, String(active.id), target.key, at < 0 ? target.questions.length : at));
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    setDragged(undefined);
    if (!over || active.id === over.id) return;
    if (isSection(active.id))
      return edit((old) =>
        moveSection(
          old,
          String(active.id),
          sections.findIndex(({ key }) => key === over.id),
        ),
      );
    const target = sectionOf(over.id)!;
    const at = target.questions.findIndex(({ key }) => key === over.id);
    if (at >= 0) edit((old) => moveQuestion(old, String(active.id), target.key, at));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collide}
      accessibility={{ announcements: announcements(doc), screenReaderInstructions: INSTRUCTIONS }}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragOver={onDragOver}
      onDragEnd={onDragEnd}
      onDragCancel={() => setDragged(undefined)}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <Stack gap="md">
          {sections.map((section, s) => (
            <SectionCard
              key={section.key}
              doc={doc}
              section={section}
              index={s}
              edit={edit}
              faults={faultsBelow(faults, `sections.${s}`)}
              isFolded={isSection(dragged)}
              open={open}
              onOpen={setOpen}
            />
          ))}
        </Stack>
      </SortableContext>
    </DndContext>
  );
}

const INSTRUCTIONS = {
  draggable:
    'To move it, press the space bar, use the arrow keys, and press the space bar again to put it down, or Escape to leave it where it was.',
};

/** Screen reader announcements while dragging. */
function announcements({ sections }: EditedTemplate): Announcements {
  const nameOf = (key: unknown) => {
    const s = sections.findIndex((section) => section.key === key);
    if (s >= 0) return `section ${s + 1}`;
    const at = sections.findIndex(({ questions }) => questions.some((question) => question.key === key));
    return at < 0 ? 'nothing' : `question ${at + 1}.${sections[at]!.questions.findIndex((question) => question.key === key) + 1}`;
  };
  return {
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}.`,
    onDragOver: ({ active, over }) => (over && over.id !== active.id ? `${nameOf(active.id)} is over ${nameOf(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) =>
      over ? `Moved ${nameOf(active.id)} to ${nameOf(over.id)}.` : `Returned ${nameOf(active.id)} to where it was.`,
    onDragCancel: ({ active }) => `Left ${nameOf(active.id)} where it was.`,
  };
}
