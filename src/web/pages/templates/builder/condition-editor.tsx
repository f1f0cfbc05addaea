import { ActionIcon, Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { Condition, ConditionalLogic, Operator } from '../../../../domains/template/conditions.rules';
import { NumberField } from '../../../components/number-field';
import { IconPlus, IconX } from '../../../theme/icons';
import { choicesOf, type EditedQuestion, type EditedTemplate, type Place, placesOf } from '../document';
import { OPERATORS, takesOptions, takesValue } from '../question-labels';
import classes from './builder.module.css';

interface ConditionEditorProps {
  doc: EditedTemplate;
  question: EditedQuestion;
  faults: ReadonlyMap<string, string> | undefined;
  onChange: (logic: ConditionalLogic | null) => void;
}

const OPERATOR_OPTIONS = Object.entries(OPERATORS).map(([value, label]) => ({ value, label }));
const MATCHES = [
  { value: 'all', label: 'all of these are true' },
  { value: 'any', label: 'any of these is true' },
];

/** When a question is shown, depending on earlier answers. */
export function ConditionEditor({ doc, question: { key, logic }, faults, onChange }: ConditionEditorProps) {
  const places = [...placesOf(doc.sections).values()];
  const at = places.findIndex(({ question }) => question.key === key);
  const earlier = places.slice(0, at);
  const rules = logic?.rules ?? [];
  const set = (next: readonly Condition[]) => onChange(next.length > 0 ? { match: logic?.match ?? 'all', rules: next } : null);
  const add = () => set([...rules, firstRule(earlier.at(-1)!.question)]);
  if (earlier.length === 0 && rules.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Always shown. Conditions can only use earlier questions.
      </Text>
    );
  }
  return (
    <Fieldset legend="Condition" p="sm" id={`condition-${key}`}>
      <Stack gap="xs">
        {rules.length === 0 && (
          <Text size="sm" c="dimmed">
            Always shown.
          </Text>
        )}
        {rules.length > 1 && (
          <Group gap="xs">
            <Text size="sm">Shown if</Text>
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
        {rules.length === 1 && <Text size="sm">Shown if</Text>}
        {rules.map((rule, r) => (
          <Rule
            key={r}
            number={r + 1}
            rule={rule}
            earlier={earlier}
            named={places.find(({ question }) => question.key === rule.questionId)}
            faultOf={(field) => faults?.get(`conditionalLogic.rules.${r}.${field}`)}
            onChange={(next) => set(rules.with(r, next))}
            onRemove={() => set(rules.toSpliced(r, 1))}
          />
        ))}
        {faults?.get('conditionalLogic') && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            The condition {faults.get('conditionalLogic')!.replace(/^I/, 'i')}
          </Text>
        )}
        {earlier.length > 0 && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add}
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
  earlier: Place[];
  /** The question that the rule is about, wherever it is. */
  named: Place | undefined;
  faultOf: (field: string) => string | undefined;
  onChange: (rule: Condition) => void;
  onRemove: () => void;
}

function Rule({ number, rule, earlier, named, faultOf, onChange, onRemove }: RuleProps) {
  // Also offers the rule's current question if it was moved after this one.
  const choices = named && !earlier.includes(named) ? [...earlier, named] : earlier;
  return (
    <div className={classes.rule}>
      <Select
        aria-label={`Question of rule ${number}`}
        searchable
        data={choices.map(({ question, number: place }) => ({ value: question.key, label: `${place} ${question.text}` }))}
        value={named ? rule.questionId : null}
        placeholder="Choose a question"
        allowDeselect={false}
        error={named ? faultOf('questionId') : 'This question was deleted'}
        onChange={(key) => key && onChange(firstRule(choices.find(({ question }) => question.key === key)!.question))}
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
          target={named?.question}
          value={rule.value}
          fault={faultOf('value')}
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
  target: EditedQuestion | undefined;
  value: Condition['value'];
  fault: string | undefined;
  onChange: (value: Condition['value']) => void;
}

/** The value to compare with, in an input that suits the rule's question. */
function Value({ label, target, value, fault, onChange }: ValueProps) {
  const common = { 'aria-label': label, error: fault };
  const text = value == null ? '' : String(value);
  if (target?.type === 'YES_NO') {
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
  if (target && takesOptions(target.type)) {
    const choices = choicesOf(target);
    const data = text === '' || choices.includes(text) ? choices : [...choices, text];
    return <Select {...common} data={data} value={text || null} allowDeselect={false} onChange={onChange} />;
  }
  if (target?.type === 'NUMERIC' || target?.type === 'RATING') {
    return <NumberField {...common} value={value} onChange={onChange} />;
  }
  return (
    <TextInput
      {...common}
      type={target?.type === 'DATE' ? 'date' : 'text'}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  );
}

/** The initial rule about a question. */
function firstRule({ key, type }: EditedQuestion): Condition {
  if (type === 'YES_NO') return { questionId: key, operator: 'equals', value: 'YES' };
  if (type === 'FREE_TEXT' || type === 'FILE_UPLOAD') return { questionId: key, operator: 'answered' };
  return { questionId: key, operator: type === 'MULTI_SELECT' ? 'contains' : 'equals', value: null };
}
