import { Alert, Button, Checkbox, Group, Radio, Select, Stack, Text, Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import { MAX_COMMENT, MAX_REASON, MAX_TEXT } from '../../../domains/assessment/answers.rules';
import { chosenAfter } from '../../../domains/template/exclusive-options.rules';
import { DayField } from '../../components/day-field';
import { NumberField } from '../../components/number-field';
import { RequiredMark } from '../../components/required-mark';
import { IconCloudOff } from '../../theme/icons';
import { type Answer, type AnswerStore, NO_ANSWER, type Snapshot, stuckOf } from './answer-store';
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
  const answer = snapshot.answers.get(id) ?? NO_ANSWER; // until a new question is taken in
  const fault = snapshot.faults.get(id);
  const theirs = snapshot.conflicts.get(id);
  const help = useId();
  const name = useId();
  const set = (changed: Partial<Answer>) => store.set(id, { ...answer, ...changed });
  const isStuck = stuckOf(snapshot).has(id);
  const [isCommenting, setCommenting] = useState(false);
  return (
    <fieldset className={classes.question} id={`question-${id}`} tabIndex={-1} aria-describedby={helpText ? help : undefined}>
      <Stack gap="xs">
        <legend className={classes.legend} id={name}>
          {text}
          <RequiredMark required={required} />
        </legend>
        {helpText && (
          <Text size="sm" c="dimmed" id={help}>
            {helpText}
          </Text>
        )}
        {answer.isNotApplicable && (
          <Textarea
            label="Why doesn’t it apply?"
            description="Optional, but reviewers usually ask. To get your answer back, untick “Not applicable to us”."
            value={answer.notApplicableReason ?? ''}
            onChange={({ currentTarget: { value } }) => set({ notApplicableReason: value || null })}
            error={fault}
            maxLength={MAX_REASON}
            autosize
            minRows={2}
            maxRows={10}
          />
        )}
        {type !== 'FILE_UPLOAD' && !answer.isNotApplicable && (
          <Field question={question} value={answer.value} labelledBy={name} fault={fault} onChange={(value) => set({ value })} />
        )}
        {(isCommenting || answer.comment !== null) && (
          <Textarea
            label="Comment on this answer"
            value={answer.comment ?? ''}
            onChange={({ currentTarget: { value } }) => {
              setCommenting(true);
              set({ comment: value || null });
            }}
            maxLength={MAX_COMMENT}
            autoFocus={isCommenting}
            autosize
            minRows={2}
            maxRows={10}
          />
        )}
        {isStuck && <NotSaved />}
        {theirs && (
          <Alert color="yellow" variant="light" title="Someone else answered this in the meantime">
            <AnswerText question={question} answer={theirs} />
            <Group gap="xs" mt="xs">
              <Button size="xs" variant="default" onClick={() => store.resolve(id, 'theirs')}>
                Use that answer
              </Button>
              <Button size="xs" variant="default" onClick={() => store.resolve(id, 'mine')}>
                Keep mine
              </Button>
            </Group>
          </Alert>
        )}
        <Evidence question={question} link={link} beforeUpload={() => store.flush()} onChange={onFiles}>
          <Checkbox
            label="Not applicable to us"
            size="xs"
            checked={answer.isNotApplicable}
            onChange={({ currentTarget: { checked } }) => set({ isNotApplicable: checked })}
          />
          {!isCommenting && answer.comment === null && (
            <Button size="compact-sm" variant="subtle" onClick={() => setCommenting(true)} aria-label={`Add a comment to: ${text}`}>
              Add a comment
            </Button>
          )}
          {/* Not for a question marked not applicable: it would delete the answer that unticking restores. */}
          {answer.value !== null && !answer.isNotApplicable && (
            <Button size="compact-sm" variant="subtle" onClick={() => set({ value: null })} aria-label={`Delete answer to: ${text}`}>
              Delete answer
            </Button>
          )}
        </Evidence>
      </Stack>
    </fieldset>
  );
}

function NotSaved() {
  return (
    <Group gap={4} wrap="nowrap" c="var(--mantine-color-error)">
      <IconCloudOff size={16} aria-hidden />
      <Text size="sm">Not saved yet</Text>
    </Group>
  );
}

interface FieldProps {
  question: Pick<Question, 'type' | 'options' | 'exclusiveOptions' | 'required'>;
  value: unknown;
  labelledBy: string;
  fault?: string;
  onChange: (value: unknown) => void;
}

const RATINGS = ['1', '2', '3', '4', '5'];

/** The input for an answer, also used in the template preview. */
export function Field({ question: { type, options, exclusiveOptions, required }, value, labelledBy, fault, onChange }: FieldProps) {
  const common = { error: fault, 'aria-labelledby': labelledBy };
  const single = { ...common, 'aria-required': required };
  switch (type) {
    case 'YES_NO':
      return (
        <Choices
          {...common}
          options={[
            ['YES', 'Yes'],
            ['NO', 'No'],
          ]}
          value={value as string | null}
          onChange={onChange}
          isInline
        />
      );
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
      return (
        <Select {...single} data={options} value={value as string | null} onChange={onChange} searchable clearable placeholder="Choose" />
      );
    case 'MULTI_SELECT': {
      const chosen = (value as string[] | null) ?? [];
      const choose = (next: string[]) => {
        const left = chosenAfter(exclusiveOptions, chosen, next);
        onChange(left.length > 0 ? left : null);
      };
      return (
        <Checkbox.Group value={chosen} onChange={choose} error={fault} aria-labelledby={labelledBy}>
          <Stack gap="xs">
            {options.map((option) => (
              <Checkbox key={option} value={option} label={option} />
            ))}
          </Stack>
        </Checkbox.Group>
      );
    }
    case 'NUMERIC':
      return <NumberField {...single} value={value as number | string | null} onChange={onChange} maw={240} />;
    case 'DATE':
      return (
        <DayField
          {...single}
          value={(value as string | null) ?? ''}
          onChange={(event) => onChange(event.currentTarget.value || null)}
          maw={240}
        />
      );
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
  error?: string;
  isInline?: boolean;
  'aria-labelledby': string;
}

function Choices({ options, isInline, ...group }: ChoicesProps) {
  const radios = options.map(([value, label]) => <Radio key={value} value={value} label={label} />);
  return <Radio.Group {...group}>{isInline ? <Group gap="lg">{radios}</Group> : <Stack gap="xs">{radios}</Stack>}</Radio.Group>;
}
