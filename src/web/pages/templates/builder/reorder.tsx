import type { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Group } from '@mantine/core';
import { type CSSProperties, useMemo } from 'react';
import { type Icon, IconArrowDown, IconArrowUp, IconGripVertical } from '../../../theme/icons';
import classes from './builder.module.css';

/** Reordering: a handle to drag by pointer or keyboard, and buttons that move by one step. */

type Sortable = ReturnType<typeof useSortable>;

/** Returns the same array while the order is the same: a new one would re-render every sortable item. */
export function useKeys(parts: readonly { key: string }[]): string[] {
  const keys = parts.map(({ key }) => key).join(' ');
  return useMemo(() => (keys === '' ? [] : keys.split(' ')), [keys]);
}

/** Its position while it or its neighbours are dragged. */
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
  /** The name of the item: "question 1.2". */
  name: string;
  /** Undefined if it can't move that way. */
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

/** Stays focusable when it can't move further, so that keyboard users don't lose their place. */
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
