import { ActionIcon, Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { Condition, ConditionalLogic, Operator } from '../../../domains/template/conditions.rules';
import type { QuestionType } from '../../api/enums.generated';
import { NumberField } from '../../components/number-field';
import { IconPlus, IconX } from '../../theme/icons';
import classes from './conditions.module.css';
import { OPERATORS, takesOptions, takesValue } from './question-labels';

/** What a rule can be about: a question, or a field. */
export interface Subject {
  key: string;
  label: string;
  type: QuestionType;
  /** What can be chosen. */
  choices: readonly { value: string; label: string }[];
}

interface ConditionsProps {
  legend: string;
  id?: string;
  /** What rules can be about; an empty list allows no more of them. */
  subjects: readonly Subject[];
  /** The subject with a key, also one that can't be chosen any more; undefined if there is none. */
  named: (key: string) => Subject | undefined;
  logic: ConditionalLogic | null;
  /** What holds without a rule. */
  always: string;
  /** Before the rules: "Shown if". */
  intro: string;
  /** The error of a field, by its path below the logic: "rules.0.value"; that of all of it by "". */
  faultOf: (path: string) => string | undefined;
  /** The path of the logic in a form, which finds the fields of rules by theirs. */
  path?: string;
  onChange: (logic: ConditionalLogic | null) => void;
}

const OPERATOR_OPTIONS = Object.entries(OPERATORS).map(([value, label]) => ({ value, label }));
const MATCHES = [
  { value: 'all', label: 'all of these are true' },
  { value: 'any', label: 'any of these is true' },
];

/** Rules about answers and fields, all or any of which must hold. */
export function Conditions({ legend, id, subjects, named, logic, always, intro, faultOf, path, onChange }: ConditionsProps) {
  const rules = logic?.rules ?? [];
  const set = (next: readonly Condition[]) => onChange(next.length > 0 ? { match: logic?.match ?? 'all', rules: next } : null);
  const last = subjects.at(-1);
  const whole = faultOf('');
  return (
    <Fieldset legend={legend} p="sm" id={id} className={classes.conditions}>
      <Stack gap="xs">
        {rules.length === 0 && (
          <Text size="sm" c="dimmed">
            {always}
          </Text>
        )}
        {rules.length > 1 && (
          <Group gap="xs">
            <Text size="sm">{intro}</Text>
            <Select
              aria-label="Rules that must be true"
              size="sm"
              data={MATCHES}
              value={logic!.match}
              allowDeselect={false}
              onChange={(match) => onChange({ match: match as ConditionalLogic['match'], rules })}
            />
          </Group>
        )}
        {rules.length === 1 && <Text size="sm">{intro}</Text>}
        {rules.map((rule, r) => (
          <Rule
            key={r}
            number={r + 1}
            rule={rule}
            subjects={subjects}
            named={named(rule.questionId)}
            faultOf={(field) => faultOf(`rules.${r}.${field}`)}
            path={path && `${path}.rules.${r}`}
            onChange={(next) => set(rules.with(r, next))}
            onRemove={() => set(rules.toSpliced(r, 1))}
          />
        ))}
        {whole && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            The condition {whole.replace(/^I/, 'i')}
          </Text>
        )}
        {last && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => set([...rules, firstRule(last)])}
            style={{ alignSelf: 'flex-start' }}
          >
            Add rule
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}

interface RuleProps {
  number: number;
  rule: Condition;
  subjects: readonly Subject[];
  named: Subject | undefined;
  faultOf: (field: string) => string | undefined;
  path: string | undefined;
  onChange: (rule: Condition) => void;
  onRemove: () => void;
}

function Rule({ number, rule, subjects, named, faultOf, path, onChange, onRemove }: RuleProps) {
  // Also offers what the rule is about now, where that can't be chosen any more.
  const choices = named && !subjects.some(({ key }) => key === named.key) ? [...subjects, named] : subjects;
  return (
    <div className={classes.rule}>
      <Select
        aria-label={`Question of rule ${number}`}
        data-path={path && `${path}.questionId`}
        searchable
        data={choices.map(({ key, label }) => ({ value: key, label }))}
        value={named ? rule.questionId : null}
        placeholder="Choose a question"
        allowDeselect={false}
        error={named ? faultOf('questionId') : 'This question was deleted'}
        onChange={(key) => key && onChange(firstRule(choices.find((one) => one.key === key)!))}
      />
      <Select
        aria-label={`Operator of rule ${number}`}
        data={OPERATOR_OPTIONS}
        value={rule.operator}
        allowDeselect={false}
        onChange={(operator) => onChange({ ...rule, operator: operator as Operator })}
      />
      {takesValue(rule.operator) ? (
        <Value
          label={`Value of rule ${number}`}
          subject={named}
          value={rule.value}
          fault={faultOf('value')}
          path={path && `${path}.value`}
          onChange={(value) => onChange({ ...rule, value })}
        />
      ) : (
        <span />
      )}
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove rule ${number}`} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

interface ValueProps {
  label: string;
  subject: Subject | undefined;
  value: Condition['value'];
  fault: string | undefined;
  path: string | undefined;
  onChange: (value: Condition['value']) => void;
}

/** The value to compare with, in an input that suits what the rule is about. */
function Value({ label, subject, value, fault, path, onChange }: ValueProps) {
  const common = { 'aria-label': label, 'data-path': path, error: fault };
  const text = value == null ? '' : String(value);
  if (subject?.type === 'YES_NO') {
    return (
      <Select
        {...common}
        data={[
          { value: 'YES', label: 'Yes' },
          { value: 'NO', label: 'No' },
        ]}
        value={text || null}
        allowDeselect={false}
        onChange={onChange}
      />
    );
  }
  if (subject && takesOptions(subject.type)) {
    const isKnown = text === '' || subject.choices.some((choice) => choice.value === text);
    const data = isKnown ? subject.choices : [...subject.choices, { value: text, label: text }];
    return <Select {...common} data={[...data]} value={text || null} allowDeselect={false} onChange={onChange} />;
  }
  if (subject?.type === 'NUMERIC' || subject?.type === 'RATING') {
    return <NumberField {...common} value={value} onChange={onChange} />;
  }
  return (
    <TextInput
      {...common}
      type={subject?.type === 'DATE' ? 'date' : 'text'}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  );
}

/** The initial rule about something. */
function firstRule({ key, type }: Subject): Condition {
  if (type === 'YES_NO') return { questionId: key, operator: 'equals', value: 'YES' };
  if (type === 'FREE_TEXT' || type === 'FILE_UPLOAD') return { questionId: key, operator: 'answered' };
  return { questionId: key, operator: type === 'MULTI_SELECT' ? 'contains' : 'equals', value: null };
}
