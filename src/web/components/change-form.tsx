import type { FormEvent, ReactNode } from 'react';
import { useMoment } from '../api/moment';
import classes from './change-form.module.css';

interface ChangeFormProps {
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A form that shows what it changes: of the past it can only be read. */
export function ChangeForm({ onSubmit, children }: ChangeFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <fieldset disabled={useMoment() !== undefined} className={classes.fields}>
        {children}
      </fieldset>
    </form>
  );
}
