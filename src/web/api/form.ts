import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { type MutationSettings, useApiMutation } from './hooks';
import { ApiError, sentence } from './error';
import type { Operation } from './operation';

/**
 * Submits a form. Errors about single fields are shown at those fields, and the first one gets the focus; `problem` is any
 * other error, to show above the form.
 */
export function useFormMutation<Values extends Record<string, unknown>, Result, Variables>(
  form: UseFormReturnType<Values>,
  operation: Operation<Result, Variables>,
  {
    variables,
    onError,
    ...settings
  }: MutationSettings<Result, Variables> & { variables: (values: Values) => Variables; onError?: (error: unknown) => void },
) {
  const mutation = useApiMutation(operation, settings);
  const place = (error: unknown) => {
    const placed = Object.entries(fieldErrors(error))
      .map(([path, text]) => [form.getInputNode(path) ? path : path.replace(/\.\d+$/, ''), text] as const) // one field holds a whole list
      .filter(([path]) => form.getInputNode(path));
    form.setErrors(Object.fromEntries(placed));
    const [first] = placed;
    if (first) form.getInputNode(first[0])?.focus();
  };
  const isPlaced = Object.keys(form.errors).length > 0;
  return {
    onSubmit: form.onSubmit(
      (values) =>
        mutation.mutate(variables(values), {
          onError: (error) => {
            place(error);
            onError?.(error);
          },
        }),
      (errors) => form.getInputNode(Object.keys(errors)[0]!)?.focus(),
    ),
    isPending: mutation.isPending,
    problem: mutation.error && !isPlaced ? mutation.error : undefined,
    /** Clears the problem. */
    reset: mutation.reset,
  };
}

/** A thing as it was when its form was opened: what others change meanwhile mustn't pass for seen. */
export function useAsOpened<T>(thing: T): T {
  return useState(thing)[0];
}

/** The server's errors about single fields, by path. */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields = Object.entries(error instanceof ApiError ? error.fields : {});
  return Object.fromEntries(fields.map(([path, text]) => [path, fieldText(path, text)]));
}

/** The message for a field: "Enter a name" if it is required. */
export function fieldText(path: string, text: string): string {
  return MISSING.test(text) ? whatToEnter(path) : sentence(text);
}

/** Or when and why it is. */
const MISSING = /^is required($|:| (with|when|to) )/;

/** "Enter a name" for organizationName, "Enter an e-mail address" for contactEmail. */
function whatToEnter(path: string): string {
  if (path.startsWith('fields.')) return 'Enter a value'; // keys of own fields aren't words
  const word =
    path
      .split('.')
      .filter((step) => !/^\d+$/.test(step))
      .at(-1)
      ?.match(/[A-Z]?[a-z]+$/)?.[0]
      .toLowerCase() ?? 'value';
  const noun =
    { id: 'ID', email: 'e-mail address', url: 'URL', options: 'option', codes: 'code', for: 'date', until: 'date' }[word] ?? word;
  return `Enter ${/^([aeio]|un)/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
