import { Tooltip, UnstyledButton } from '@mantine/core';
import classes from './help.module.css';
import { type Term, TERMS } from './terms';

/** A small question mark that explains a word: by pointer, focus or touch. */
export function Help({ term }: { term: Term }) {
  return (
    <Tooltip label={TERMS[term]} multiline w={280} withArrow events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton className={classes.mark} aria-label={`What is “${term}”?`}>
        ?
      </UnstyledButton>
    </Tooltip>
  );
}
