import { type TemplateKind } from '../template/template.entity';
import { checkQuestionsBy } from '../template/template.service';
import type { StoredQuestion } from '../template/template.rules';
import { readCell } from '../portfolio/vendor-import.rules';
import type { VendorColumn } from '../vendor/vendor-fields.rules';

/** A field of a vendor that the answer to an intake question can set. */
interface SettableField {
  /** The types of questions whose answers fit; choices fit if every option does. */
  readonly types: readonly string[];
  /** The value that an answer gives, or what is wrong with it. */
  read(answer: string): { value: unknown } | { fault: string };
}

const CHOICES = ['MULTIPLE_CHOICE', 'COMBOBOX'];

const field = (column: VendorColumn, ...others: string[]): [string, SettableField] => [
  column,
  { types: [...CHOICES, ...others], read: (answer) => readCell(column, answer) },
];

const FIELDS: ReadonlyMap<string, SettableField> = new Map([
  field('dataSensitivity'),
  field('contractValue'),
  field('geographicRisk'),
  field('serviceDescription', 'FREE_TEXT'),
  field('contractRenewalDate', 'DATE'),
]);

/** What fields an answer can set, by their keys. The only place that knows: own fields of vendors belong here. */
export function settableFields(): ReadonlyMap<string, SettableField> {
  return FIELDS;
}

/** The values that answers set. Of several questions about one field, the first that is answered counts. */
export function fieldsSetBy(answers: readonly { setsField: string | null; value: unknown }[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { setsField, value } of answers) {
    const settable = setsField === null || setsField in values ? undefined : settableFields().get(setsField);
    const read = settable && typeof value === 'string' && value.trim() !== '' ? settable.read(value) : undefined;
    if (read && 'value' in read) values[setsField!] = read.value;
  }
  return values;
}

/** What is wrong with a question of a template of this kind. */
function questionFaults(kind: TemplateKind, { type, options, setsField }: StoredQuestion): Record<string, string> {
  if (kind === 'QUESTIONNAIRE') return setsField === null ? {} : { setsField: 'is only for templates of kind INTAKE' };
  // Nobody could attach a file to a vendor that isn't there yet.
  if (type === 'FILE_UPLOAD') return { type: 'is not for templates of kind INTAKE' };
  if (setsField === null) return {};
  const settable = settableFields().get(setsField);
  if (!settable) return { setsField: `must be one of ${[...settableFields().keys()].join(', ')}` };
  if (!settable.types.includes(type)) return { setsField: `needs a question of type ${settable.types.join(' or ')}` };
  for (const option of CHOICES.includes(type) ? options : []) {
    const read = settable.read(option);
    if ('fault' in read) return { options: `contains “${option}”, which is no ${setsField}: it ${read.fault}` };
  }
  return {};
}

checkQuestionsBy(questionFaults);
