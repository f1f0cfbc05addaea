import { Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { RequiredMark } from '../../components/required-mark';
import { Field } from './question-field';
import type { Question } from './questionnaire';

interface AskedQuestionProps {
  question: Pick<Question, 'text' | 'helpText' | 'type' | 'required' | 'options' | 'exclusiveOptions'>;
  value: unknown;
  fault?: string;
  /** To move the focus there. */
  id?: string;
  onChange: (value: unknown) => void;
}

/** A question with its help and its field, where there is no portal: in the preview of a template, and in a request for a vendor. */
export function AskedQuestion({ question, value, fault, id, onChange }: AskedQuestionProps) {
  const name = useId();
  const { text, helpText, required, type } = question;
  return (
    <Stack gap={6} role="group" aria-labelledby={name} id={id} tabIndex={id ? -1 : undefined}>
      <Text fw={500} id={name}>
        {text || 'Untitled question'}
        <RequiredMark required={required} />
      </Text>
      {helpText && (
        <Text size="sm" c="dimmed">
          {helpText}
        </Text>
      )}
      {type === 'FILE_UPLOAD' ? (
        <Text size="sm" c="dimmed">
          Vendors attach files here.
        </Text>
      ) : (
        <Field question={question} value={value} labelledBy={name} fault={fault} onChange={onChange} />
      )}
    </Stack>
  );
}
