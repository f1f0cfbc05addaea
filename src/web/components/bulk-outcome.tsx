import { List } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { sentence } from '../api/error';
import { many } from './format';
import { Notice } from './notice';

/** A selected row, with its name if it is known. */
export interface Chosen {
  id: string;
  name?: string;
}

export interface Outcome {
  /** "changed", "reminded" */
  verb: string;
  done: number;
  refused: { id: string; name: string; error: string }[];
}

/** The outcome of a change to several rows. */
export function outcomeOf(verb: string, results: readonly { id: string; error: string | null }[], rows: readonly Chosen[]): Outcome {
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const refused = results.flatMap(({ id, error }) => (error === null ? [] : [{ id, error, name: names.get(id) ?? id }]));
  return { verb, done: results.length - refused.length, refused };
}

/** Says how many rows were changed, and which were refused and why. */
export function BulkOutcome({ noun, outcome: { verb, done, refused }, onClose }: { noun: string; outcome: Outcome; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []); // the dialog's button is gone
  return (
    <Notice
      ref={box}
      isWarning={refused.length > 0}
      title={`${many(done, noun)} ${verb}${refused.length > 0 ? `, ${refused.length} refused` : ''}`}
      onClose={onClose}
    >
      {refused.length > 0 && (
        <List size="sm">
          {refused.map(({ id, name, error }) => (
            <List.Item key={id}>
              <strong>{name}</strong>: {sentence(error)}
            </List.Item>
          ))}
        </List>
      )}
    </Notice>
  );
}

/** The server's limit per request. */
export const MOST_AT_ONCE = 500;

/** The selected rows with their names: those that were selected and have left the list since have none. */
export function chosenOf<Row extends { id: string }>(
  ids: ReadonlySet<string>,
  loaded: () => readonly Row[],
  nameOf: (row: Row) => string,
): Chosen[] {
  if (ids.size === 0) return [];
  const names = new Map(loaded().map((row) => [row.id, nameOf(row)]));
  return [...ids].map((id) => ({ id, name: names.get(id) }));
}
