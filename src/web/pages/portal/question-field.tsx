import { Alert, Button, Checkbox, Group, NumberInput, Radio, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { MAX_TEXT } from '../../../domains/assessment/answers.rules';
import { type Answer, type AnswerStore, NO_ANSWER, type Snapshot } from './answer-store';
import { AnswerText } from './answer-text';
import { Evidence } from './evidence';
import type { Link } from './portal';
import classes from './portal.module.css';
import type { Question } from './questionnaire';

interface QuestionFieldProps {
  question: Question;
  snapshot: Snapshot;
  store: AnswerStore;
  link: Link;
  onFiles: () => Promise<unknown>;
}

/** A question with its help, its field, "not applicable" and its evidence. */
export function QuestionField({ question, snapshot, store, link, onFiles }: QuestionFieldProps) {
  const { id, text, helpText, required, type } = question;
  const answer = snapshot.answers.get(id)!;
  const fault = snapshot.faults.get(id);
  const theirs = snapshot.conflicts.get(id);
  const help = useId();
  const name = useId();
  const set = (changed: Partial<Answer>) => store.set(id, { ...answer, ...changed });
  const isAnswered = answer.value !== null || answer.isNotApplicable;
  return (
    <fieldset className={classes.question} id={`question-${id}`} tabIndex={-1} aria-describedby={helpText ? help : undefined}>
      <Stack gap="xs">
        <legend className={classes.legend} id={name}>
          {text}
          {required ? <Text span c="var(--mantine-color-error)" aria-hidden> *</Text> : <Text span c="dimmed" size="sm"> (optional)</Text>}
        </legend>
        {helpText && <Text size="sm" c="dimmed" id={help}>{helpText}</Text>}
        {type !== 'FILE_UPLOAD' && (
          <Field
            question={question}
            value={answer.value}
            isDisabled={answer.isNotApplicable}
            labelledBy={name}
            fault={fault}
            onChange={(value) => set({ value, isNotApplicable: false })}
          />
        )}
        {theirs && (
          <Alert color="yellow" variant="light" title="Someone else answered this in the meantime">
            <AnswerText question={question} answer={theirs} />
            <Group gap="xs" mt="xs">
              <Button size="xs" variant="default" onClick={() => store.resolve(id, 'theirs')}>Take that answer</Button>
              <Button size="xs" variant="default" onClick={() => store.resolve(id, 'mine')}>Keep mine</Button>
            </Group>
          </Alert>
        )}
        <Evidence question={question} link={link} beforeUpload={() => store.flush()} onChange={onFiles}>
          <Checkbox
            label="Not applicable to us"
            size="xs"
            checked={answer.isNotApplicable}
            onChange={({ currentTarget: { checked } }) => store.set(id, { value: null, isNotApplicable: checked })}
          />
          {isAnswered && (
            <Button size="compact-sm" variant="subtle" onClick={() => store.set(id, NO_ANSWER)} aria-label={`Clear the answer to: ${text}`}>
              Clear
            </Button>
          )}
        </Evidence>
      </Stack>
    </fieldset>
  );
}

interface FieldProps {
  question: Pick<Question, 'type' | 'options' | 'required'>;
  value: unknown;
  isDisabled: boolean;
  labelledBy: string;
  fault?: string;
  onChange: (value: unknown) => void;
}

const RATINGS = ['1', '2', '3', '4', '5'];

/** What a question is answered with; the preview of a template shows the same. */
export function Field({ question: { type, options, required }, value, isDisabled, labelledBy, fault, onChange }: FieldProps) {
  const common = { disabled: isDisabled, error: fault, 'aria-labelledby': labelledBy };
  const single = { ...common, 'aria-required': required };
  switch (type) {
    case 'YES_NO':
      return <Choices {...common} options={[['YES', 'Yes'], ['NO', 'No']]} value={value as string | null} onChange={onChange} isInline />;
    case 'MULTIPLE_CHOICE':
      return <Choices {...common} options={options.map((option) => [option, option])} value={value as string | null} onChange={onChange} />;
    case 'RATING':
      return (
        <Choices
          {...common}
          options={RATINGS.map((rating) => [rating, rating])}
          value={value === null ? null : String(value)}
          onChange={(rating) => onChange(Number(rating))}
          isInline
        />
      );
    case 'COMBOBOX':
      return <Select {...single} data={options} value={value as string | null} onChange={onChange} searchable clearable placeholder="Choose" />;
    case 'MULTI_SELECT':
      return (
        <Checkbox.Group
          value={(value as string[] | null) ?? []}
          onChange={(chosen) => onChange(chosen.length > 0 ? chosen : null)}
          error={fault}
          aria-labelledby={labelledBy}
        >
          <Stack gap="xs">
            {options.map((option) => <Checkbox key={option} value={option} label={option} disabled={isDisabled} />)}
          </Stack>
        </Checkbox.Group>
      );
    case 'NUMERIC':
      return (
        <NumberInput {...single} value={(value as number | null) ?? ''} onChange={(number) => onChange(number === '' ? null : Number(number))} maw={240} />
      );
    case 'DATE':
      return <TextInput {...single} type="date" value={(value as string | null) ?? ''} onChange={(event) => onChange(event.currentTarget.value || null)} maw={240} />;
    default:
      return (
        <Textarea
          {...single}
          value={(value as string | null) ?? ''}
          onChange={(event) => onChange(event.currentTarget.value || null)}
          maxLength={MAX_TEXT}
          autosize
          minRows={2}
          maxRows={16}
        />
      );
  }
}

interface ChoicesProps {
  options: (readonly [value: string, label: string])[];
  value: string | null;
  onChange: (value: string) => void;
  disabled: boolean;
  error?: string;
  isInline?: boolean;
  'aria-labelledby': string;
}

function Choices({ options, disabled, isInline, ...group }: ChoicesProps) {
  const radios = options.map(([value, label]) => <Radio key={value} value={value} label={label} disabled={disabled} />);
  return <Radio.Group {...group}>{isInline ? <Group gap="lg">{radios}</Group> : <Stack gap="xs">{radios}</Stack>}</Radio.Group>;
}
