import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconPlus, IconTrash } from '../../theme/icons';
import { MoveButtons } from '../templates/builder/reorder';

interface ListEditorProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** What one is called: "rule". */
  noun: string;
  /** The heading of one. */
  titleOf: (item: Item, index: number) => string;
  render: (item: Item, index: number) => ReactNode;
  /** Undefined if the order doesn't matter. */
  onMove?: (from: number, to: number) => void;
  onRemove: (index: number) => void;
  /** Undefined if there can't be more. */
  onAdd?: () => void;
  /** Shown when there are none. */
  empty: string;
}

/** A list of settings that is edited and saved as a whole. */
export function ListEditor<Item>({ items, keyOf, noun, titleOf, render, onMove, onRemove, onAdd, empty }: ListEditorProps<Item>) {
  return (
    <Stack gap="md">
      {items.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {items.map((item, i) => {
        const title = titleOf(item, i);
        const name = `${noun} ${i + 1}`;
        return (
          <Paper key={keyOf(item)} withBorder p="md" component="section" aria-label={`${title} (${name})`}>
            <Stack gap="sm">
              <Group justify="space-between" wrap="nowrap">
                <Text fw={600} component="h2" m={0} style={{ overflowWrap: 'anywhere' }}>
                  {title}
                </Text>
                <Group gap={0} wrap="nowrap">
                  {onMove && (
                    <MoveButtons
                      name={name}
                      onUp={i > 0 ? () => onMove(i, i - 1) : undefined}
                      onDown={i < items.length - 1 ? () => onMove(i, i + 1) : undefined}
                    />
                  )}
                  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${name}`} onClick={() => onRemove(i)}>
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Group>
              </Group>
              {render(item, i)}
            </Stack>
          </Paper>
        );
      })}
      {onAdd && (
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd} style={{ alignSelf: 'flex-start' }}>
          Add {noun}
        </Button>
      )}
    </Stack>
  );
}
