import type { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Group } from '@mantine/core';
import { type CSSProperties, useMemo } from 'react';
import { type Icon, IconArrowDown, IconArrowUp, IconGripVertical } from '../../../theme/icons';
import classes from './builder.module.css';

/** How things are put in order: a handle to drag, by pointer or keyboard, and buttons that move by one step. */

type Sortable = ReturnType<typeof useSortable>;

/** The same list as long as the order is the same: all that can be moved is drawn again with a new one. */
export function useKeys(parts: readonly { key: string }[]): string[] {
  const keys = parts.map(({ key }) => key).join(' ');
  return useMemo(() => (keys === '' ? [] : keys.split(' ')), [keys]);
}

/** Where it is while it or its neighbours are dragged. */
export function dragStyle({ transform, transition, isDragging }: Sortable): CSSProperties {
  return {
    transform: CSS.Translate.toString(transform),
    transition,
    ...(isDragging && { position: 'relative', zIndex: 2, boxShadow: 'var(--mantine-shadow-md)' }),
  };
}

export function DragHandle({ name, sortable: { attributes, listeners, setActivatorNodeRef } }: { name: string; sortable: Sortable }) {
  return (
    <ActionIcon
      ref={setActivatorNodeRef}
      variant="subtle"
      color="gray"
      size="lg"
      className={classes.handle}
      {...attributes}
      {...listeners}
      aria-label={name}
    >
      <IconGripVertical size={16} aria-hidden />
    </ActionIcon>
  );
}

interface MoveButtonsProps {
  /** Of what moves: "question 1.2". */
  name: string;
  /** Undefined: there is nowhere to go. */
  onUp?: () => void;
  onDown?: () => void;
}

export function MoveButtons({ name, onUp, onDown }: MoveButtonsProps) {
  return (
    <Group gap={0} wrap="nowrap">
      <Step label={`Move ${name} up`} icon={IconArrowUp} onStep={onUp} />
      <Step label={`Move ${name} down`} icon={IconArrowDown} onStep={onDown} />
    </Group>
  );
}

/** At the end of the way it stays focusable: who steps there by keyboard doesn't lose the place. */
function Step({ label, icon: Arrow, onStep }: { label: string; icon: Icon; onStep?: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      aria-disabled={!onStep}
      className={classes.step}
      onClick={onStep}
    >
      <Arrow size={16} aria-hidden />
    </ActionIcon>
  );
}
