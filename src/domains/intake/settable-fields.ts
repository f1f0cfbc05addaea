import { type TemplateKind } from '../template/template.entity';
import { checkQuestionsBy } from '../template/template.service';
import type { StoredQuestion } from '../template/template.rules';
import { readCell, readOwnCell } from '../portfolio/vendor-import.rules';
import type { VendorField, VendorFieldKind } from '../settings/vendor-fields';
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

/** The types of questions, besides choices, whose answers own fields of a kind take. */
const OWN_TYPES: Readonly<Record<VendorFieldKind, readonly string[]>> = {
  TEXT: ['FREE_TEXT'],
  NUMBER: ['NUMERIC', 'RATING'],
  DATE: ['DATE'],
  CHOICE: [],
  YES_NO: ['YES_NO'],
  PERSON: ['FREE_TEXT'],
};

/** What fields an answer can set, by their keys: some of all vendors, and the own ones. The only place that knows. */
function settableFields(own: readonly VendorField[]): ReadonlyMap<string, SettableField> {
  return new Map([
    ...FIELDS,
    ...own.map((one): [string, SettableField] => [
      one.key,
      { types: [...CHOICES, ...OWN_TYPES[one.kind]], read: (answer) => readOwnCell(one, answer) },
    ]),
  ]);
}

/** The values that answers set, of all vendors' fields and of own ones. Of several questions about one field, the first answered counts. */
export function fieldsSetBy(
  answers: readonly { setsField: string | null; value: unknown }[],
  ownFields: readonly VendorField[],
): { columns: Record<string, unknown>; own: Record<string, unknown> } {
  const settable = settableFields(ownFields);
  const columns: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  for (const { setsField, value } of answers) {
    const isSet = setsField === null || Object.hasOwn(columns, setsField) || Object.hasOwn(own, setsField);
    if (isSet || (typeof value !== 'string' && typeof value !== 'number')) continue;
    const answer = String(value);
    const read = answer.trim() === '' ? undefined : settable.get(setsField)?.read(answer);
    if (read && 'value' in read) (FIELDS.has(setsField) ? columns : own)[setsField] = read.value;
  }
  return { columns, own };
}

/** What is wrong with a question of a template of this kind. */
function questionFaults(
  kind: TemplateKind,
  { type, options, setsField }: StoredQuestion,
  ownFields: readonly VendorField[],
): Record<string, string> {
  if (kind === 'QUESTIONNAIRE') return setsField === null ? {} : { setsField: 'is only for templates of kind INTAKE' };
  // Nobody could attach a file to a vendor that isn't there yet.
  if (type === 'FILE_UPLOAD') return { type: 'is not for templates of kind INTAKE' };
  if (setsField === null) return {};
  const fields = settableFields(ownFields);
  const settable = fields.get(setsField);
  if (!settable) return { setsField: `must be one of ${[...fields.keys()].join(', ')}` };
  if (!settable.types.includes(type)) return { setsField: `needs a question of type ${settable.types.join(' or ')}` };
  for (const option of CHOICES.includes(type) ? options : []) {
    const read = settable.read(option);
    if ('fault' in read) return { options: `contains “${option}”, which is no ${setsField}: it ${read.fault}` };
  }
  return {};
}

checkQuestionsBy(questionFaults);
