import { Field, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { Allow } from '../../auth/permissions';
import { describeEnum } from '../../graphql/enums';
import { badInput, type FieldMessages } from '../../kernel/errors';
import { line, optional, prose } from '../../kernel/validate';
import { plainName } from '../../platform/csv';

export enum VendorFieldKind {
  TEXT = 'TEXT',
  NUMBER = 'NUMBER',
  DATE = 'DATE',
  CHOICE = 'CHOICE',
  YES_NO = 'YES_NO',
  PERSON = 'PERSON',
}
describeEnum(VendorFieldKind, {
  name: 'VendorFieldKind',
  description: 'What an own field of vendors holds',
  values: {
    TEXT: 'A text of up to 2,000 characters',
    NUMBER: 'A number, whole or with decimals',
    DATE: 'A date: YYYY-MM-DD',
    CHOICE: 'One of its options',
    YES_NO: 'true or false',
    PERSON: 'The id of a user',
  },
});

/** A field that an organisation adds to its vendors. What vendors have in it is kept by the domain of vendors. */
@Allow('as-parent')
@ObjectType({ description: 'A field of your own that vendors have', simpleResolvers: true })
export class VendorField {
  @Field(() => String, { description: 'What names it in inputs, filters and CSV' })
  key!: string;

  @Field(() => VendorFieldKind, { description: 'What it holds; stays for a key, also when the field is removed and added again' })
  kind!: VendorFieldKind;

  @Field(() => String, { description: 'The label in forms and on pages' })
  label!: string;

  @Field(() => [String], { description: 'What can be chosen; empty unless it is a CHOICE' })
  options!: string[];

  @Field(() => String, { nullable: true, description: 'Help for whoever fills it in' })
  helpText!: string | null;

  @Field(() => Boolean, { description: 'Whether new vendors must have it, and nobody can clear it; REST knows no own fields' })
  isRequired!: boolean;
}

@InputType({ description: 'A field of your own that vendors have' })
export class VendorFieldInput {
  @Field(() => String, {
    description: 'A letter, then up to 63 letters, digits or _; not a column of importVendors, whatever its case and underscores',
  })
  key!: string;

  @Field(() => String, { description: 'The label in forms and on pages, 1 to 200 characters' })
  label!: string;

  @Field(() => VendorFieldKind, { description: 'What it holds. The kind of a key stays' })
  kind!: VendorFieldKind;

  @Field(() => Boolean, { nullable: true, description: 'Whether new vendors must have it; false if omitted' })
  isRequired?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'Of a CHOICE: 1 to 200 different options of up to 200 characters' })
  options?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Help for whoever fills it in, up to 1,000 characters' })
  helpText?: string | null;
}

/** The most of each. Keys that were ever used are remembered with their kinds. */
const MOST = { fields: 100, options: 200, allOptions: 2_000, keys: 1_000 };

/** Names that keys can't be, as they are compared. Columns come later, from the domain of vendors. */
const reserved = new Set<string>();

/** For the domain of vendors: the columns of its tables, and their other names. */
export function reserveFieldKeys(names: readonly string[]): void {
  for (const name of names) reserved.add(plainName(name));
}

const count = (number: number) => number.toLocaleString('en');

const fieldRule = z
  .object({
    key: z
      .string()
      .regex(/^[A-Za-z]\w{0,63}$/, 'must be a letter, then up to 63 letters, digits or _')
      .refine((key) => !reserved.has(plainName(key)), 'is a column of importVendors, or another name of one'),
    kind: z.enum(VendorFieldKind),
    label: line(),
    options: z
      .array(line())
      .max(MOST.options, `must not be more than ${MOST.options}`)
      .refine((options) => new Set(options).size === options.length, 'must be different')
      .nullish(),
    helpText: optional(prose(1_000)),
    isRequired: z.boolean().nullish(),
  })
  .superRefine(({ kind, options }, ctx) => {
    const number = options?.length ?? 0;
    if (kind === VendorFieldKind.CHOICE && number === 0) ctx.addIssue({ code: 'custom', path: ['options'], message: 'are required' });
    if (kind !== VendorFieldKind.CHOICE && number > 0)
      ctx.addIssue({ code: 'custom', path: ['options'], message: 'are only for a CHOICE' });
  })
  // In the order in which the database gives them back, so that what is the same compares equal.
  .transform(({ key, kind, label, options, helpText, isRequired }): VendorField => ({
    key,
    kind,
    label,
    options: options ?? [],
    helpText: helpText ?? null,
    isRequired: isRequired ?? false,
  }));

/** What holds of all of them together: asked once each is right by itself. */
const togetherRule = z.custom<VendorField[]>().superRefine((fields, ctx) => {
  const names = fields.map(({ key }) => plainName(key));
  names.forEach((name, i) => {
    if (names.indexOf(name) < i)
      ctx.addIssue({ code: 'custom', path: [i, 'key'], message: 'must differ from the others by more than case and underscores' });
  });
  const options = fields.reduce((sum, one) => sum + one.options.length, 0);
  if (options > MOST.allOptions)
    ctx.addIssue({ code: 'custom', message: `must not have more than ${count(MOST.allOptions)} options in all` });
});

export const vendorFieldsRule = z.array(fieldRule).max(MOST.fields, `must not be more than ${MOST.fields}`).pipe(togetherRule);

/** The kinds of all keys that there ever were. */
export type FieldKinds = Readonly<Record<string, VendorFieldKind>>;

/** The kinds with those of more fields: a key keeps its kind, because there may still be values of it. */
export function withKindsOf(known: FieldKinds, fields: readonly VendorField[]): FieldKinds {
  const faults: FieldMessages = {};
  fields.forEach(({ key, kind }, i) => {
    const before = Object.hasOwn(known, key) ? known[key] : undefined;
    if (before && before !== kind) faults[`vendorFields.${i}.kind`] = `must stay ${before}, which the key ${key} stands for`;
  });
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const kinds = { ...known, ...Object.fromEntries(fields.map(({ key, kind }) => [key, kind])) };
  if (Object.keys(kinds).length > MOST.keys) {
    throw badInput({ vendorFields: `must not bring the number of keys that were ever used above ${count(MOST.keys)}` });
  }
  return kinds;
}
