import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { QuestionType, RiskWeight } from '../../../api/enums.generated';
import { IconCopy } from '../../../theme/icons';
import { optionsOf, SEVERITIES } from '../../../theme/tones';
import {
  changeQuestion,
  choicesOf,
  copyOf,
  type EditedQuestion,
  type EditedTemplate,
  insertQuestion,
  moveQuestion,
  withOptions,
} from '../document';
import { isScorable, QUESTION_TYPES, takesOptions } from '../question-labels';
import { useSettableFields } from '../settable-fields';
import type { Edit } from './builder';
import { ConditionEditor } from './condition-editor';
import { ControlPicker } from './control-picker';
import { ExpectedAnswer } from './expected-answer';
import classes from './builder.module.css';

interface QuestionEditorProps {
  doc: EditedTemplate;
  question: EditedQuestion;
  edit: Edit;
  faults: ReadonlyMap<string, string> | undefined;
  onOpen: (key: string) => void;
}

const TYPES = Object.entries(QUESTION_TYPES).map(([value, label]) => ({ value, label }));
/** Nobody could attach a file to a vendor that isn't there yet. */
const INTAKE_TYPES = TYPES.filter(({ value }) => value !== 'FILE_UPLOAD');

/** All fields of a question. */
export function QuestionEditor({ doc, question, edit, faults, onOpen }: QuestionEditorProps) {
  const { key, text, helpText, type, riskWeight, required, options } = question;
  const set = (change: Partial<EditedQuestion>) => edit((old) => changeQuestion(old, key, change));
  const isIntake = doc.kind === 'INTAKE';
  const fields = useSettableFields(isIntake);
  const section = doc.sections.find(({ questions }) => questions.includes(question))!;
  const duplicate = () => {
    const copy = copyOf(question);
    edit((old) => insertQuestion(old, copy, key));
    onOpen(copy.key);
  };
  return (
    <Stack gap="sm" className={classes.editor}>
      <Textarea
        label="Question"
        autosize
        minRows={1}
        maxRows={6}
        value={text}
        error={faults?.get('text')}
        autoFocus={text === ''}
        onChange={({ currentTarget: { value } }) => set({ text: value })}
      />
      <Textarea
        label={isIntake ? 'Help text' : 'Help text for the vendor'}
        autosize
        minRows={1}
        maxRows={8}
        value={helpText}
        error={faults?.get('helpText')}
        onChange={({ currentTarget: { value } }) => set({ helpText: value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Answer type"
          data={isIntake ? INTAKE_TYPES : TYPES}
          value={type}
          allowDeselect={false}
          onChange={(next) => set(asType(question, next as QuestionType, isIntake))}
        />
        {isIntake ? (
          <Select
            label="Sets the vendor’s"
            description="The answer fills this field; options must be values of it, as in a CSV import"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder="Nothing"
            clearable
            data={optionsFor(fields, question.setsField)}
            value={question.setsField}
            error={faults?.get('setsField')}
            onChange={(setsField) => set({ setsField })}
          />
        ) : (
          <Select
            label="Risk weight"
            description="How much the question counts in the score"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={optionsOf(SEVERITIES)}
            value={riskWeight}
            allowDeselect={false}
            onChange={(next) => set({ riskWeight: next as RiskWeight })}
          />
        )}
      </SimpleGrid>
      {takesOptions(type) && (
        <Textarea
          label="Options, one per line"
          autosize
          minRows={2}
          maxRows={12}
          value={options.join('\n')}
          error={faults?.get('options') ?? [...(faults ?? [])].find(([path]) => path.startsWith('options.'))?.[1]}
          onChange={({ currentTarget: { value } }) => set(withOptions(question, value === '' ? [] : value.split('\n')))}
        />
      )}
      {type === 'MULTI_SELECT' && choicesOf(question).length > 0 && (
        <Checkbox.Group
          label="Options that exclude the others"
          description="For “None of these” and the like: choosing one clears the rest"
          value={question.exclusiveOptions}
          error={faults?.get('exclusiveOptions')}
          onChange={(exclusiveOptions) => set({ exclusiveOptions })}
        >
          <Group gap="md" mt={4} mah={160} style={{ overflowY: 'auto' }}>
            {choicesOf(question).map((option) => (
              <Checkbox key={option} size="sm" value={option} label={option} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {!isIntake && (
        <ExpectedAnswer
          type={type}
          choices={choicesOf(question)}
          value={question.expectedAnswer}
          fault={faults?.get('expectedAnswer')}
          onChange={(expectedAnswer) => set({ expectedAnswer })}
        />
      )}
      {!isIntake && isScorable(type) && (
        <TextInput
          label="Finding title"
          description="The gap as a statement, such as “Backups are never restored as a test”. Without one, findings are titled by the question."
          maxLength={500}
          value={question.findingTitle ?? ''}
          error={faults?.get('findingTitle')}
          onChange={({ currentTarget: { value } }) => set({ findingTitle: value || null })}
        />
      )}
      <Checkbox label="Required" checked={required} onChange={({ currentTarget: { checked } }) => set({ required: checked })} />
      <ConditionEditor doc={doc} question={question} faults={faults} onChange={(logic) => set({ logic })} />
      {!isIntake && (
        <ControlPicker
          codes={question.controlCodes}
          fault={faults?.get('controlCodes')}
          onChange={(controlCodes) => set({ controlCodes })}
        />
      )}
      <Group gap="sm" align="flex-end">
        {doc.sections.length > 1 && (
          <Select
            label="Section"
            data={doc.sections.map(({ key: value, title }, s) => ({ value, label: `${s + 1}. ${title}` }))}
            value={section.key}
            allowDeselect={false}
            onChange={(next) => next && next !== section.key && edit((old) => moveQuestion(old, key, next, Infinity))}
            maw={320}
          />
        )}
        <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={duplicate}>
          Duplicate
        </Button>
      </Group>
    </Stack>
  );
}

/** Also a field that was removed since: the question still names it. */
function optionsFor(fields: ReadonlyMap<string, string>, chosen: string | null) {
  const all = chosen === null || fields.has(chosen) ? fields : new Map([...fields, [chosen, `${chosen} (removed)`]]);
  return [...all].map(([value, label]) => ({ value, label }));
}

/** The question with another answer type, without the fields that no longer apply. */
function asType(
  { type, options, exclusiveOptions, expectedAnswer }: EditedQuestion,
  next: QuestionType,
  isIntake: boolean,
): Partial<EditedQuestion> {
  const isChoice = takesOptions(next);
  const staysChoice = isChoice && takesOptions(type);
  const expected = staysChoice && expectedAnswer != null ? [expectedAnswer].flat() : null;
  return {
    type: next,
    options: isChoice ? options : [],
    exclusiveOptions: next === 'MULTI_SELECT' ? exclusiveOptions : [],
    expectedAnswer: next === 'YES_NO' && !isIntake ? 'YES' : expected,
  };
}
