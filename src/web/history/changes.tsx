import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type FieldChange, inWords } from './change-words';
import classes from './history.module.css';
import { useNames } from './names';

interface ChangesProps {
  entry: { action: string; entityType: string | null; entityId: string | null };
  changes: readonly FieldChange[];
}

/** More than this is shown on demand: an import may change thousands of fields. */
const FEW = 8;

/** What an entry changed, field by field: "Tier: Medium → High". */
export function Changes({ entry, changes }: ChangesProps) {
  const names = useNames(entry, changes);
  const [isAll, setAll] = useState(false);
  if (changes.length === 0) return null;
  const shown = isAll ? changes : changes.slice(0, FEW);
  // Of what is new or gone, every value would be from or to nothing.
  const isNew = /^(CREATE|INVITE|IMPORT|UPLOAD)_/.test(entry.action) && changes.every(({ before }) => before === null);
  const isGone = entry.action.startsWith('DELETE_') && changes.every(({ after }) => after === null);
  return (
    <>
      <ul className={classes.changes}>
        {shown.map((change) => {
          const { label, values } = inWords(entry.entityType ?? '', change, names);
          return (
            <li key={change.field}>
              {values ? (
                <>
                  <strong>{label}:</strong>{' '}
                  {!isNew && (
                    <>
                      <Value text={values.before} />
                      {!isGone && ' → '}
                    </>
                  )}
                  {!isGone && <Value text={values.after} />}
                </>
              ) : (
                <strong>{label} changed</strong>
              )}
            </li>
          );
        })}
      </ul>
      {changes.length > FEW && !isAll && (
        <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
          Show all {changes.length} changes
        </Button>
      )}
    </>
  );
}

/** Longer texts are shortened at first. */
const LONG = 160;

function Value({ text }: { text: string }) {
  const [isAll, setAll] = useState(false);
  if (text.length <= LONG) return <span className={classes.value}>{text}</span>;
  return (
    <>
      <span className={classes.value}>{isAll ? text : `${text.slice(0, LONG).trimEnd()}…`}</span>{' '}
      <Text
        component="button"
        type="button"
        size="sm"
        c="var(--mantine-color-anchor)"
        className={classes.more}
        onClick={() => setAll(!isAll)}
      >
        {isAll ? 'Show less' : 'Show all'}
      </Text>
    </>
  );
}
