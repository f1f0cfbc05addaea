import { z } from 'zod';
import { flag, list, MOST_FAULTS, optionalText, record, text } from '../../platform/documents';
import { catalogFile, frameworkOfCatalog } from './oscal.rules';

/** The rules for a framework file. Pure: no database, no framework. */

const MAX_CONTROLS = 5_000;
/** Titles and guidance of all controls together. */
const MAX_CHARACTERS = 10_000_000;
const tooMany = `more than ${MAX_CHARACTERS.toLocaleString('en')}`;

/** The domain of controls without one. */
export const GENERAL = 'General';

const controlFields = {
  domain: optionalText(200).transform((domain) => domain?.trim() || GENERAL),
  code: text(64),
  title: text(1_000),
  guidance: optionalText(20_000),
};

const controlRule = record({
  ...controlFields,
  isSharedResponsibility: flag(),
  /** The same, as written in the library's files. */
  shared: flag(),
}).transform(({ shared, ...control }) => ({
  ...control,
  isSharedResponsibility: control.isSharedResponsibility || shared,
}));

/** The fields of a framework that people can change. */
export const frameworkDetails = record({
  name: text(200),
  version: optionalText(100).transform((version) => version?.trim() ?? version),
  description: optionalText(20_000),
});

const controlsOf = <S extends z.ZodType<{ code: string; title: string; guidance?: string | null }>>(rule: S) =>
  list(rule, MAX_CONTROLS, 'controls').superRefine((controls, found) => {
    const seen = new Set<string>();
    let characters = 0;
    for (const [i, { code, title, guidance }] of controls.entries()) {
      if (seen.has(code) && found.issues.length < MOST_FAULTS) {
        found.addIssue({ code: 'custom', path: [i, 'code'], message: `"${code}" is already used` });
      }
      seen.add(code);
      characters += title.length + (guidance?.length ?? 0);
    }
    if (characters <= MAX_CHARACTERS) return;
    found.addIssue({ code: 'custom', message: `have ${tooMany} characters of title and guidance` });
  });

const frameworkDocument = frameworkDetails.extend({ controls: controlsOf(controlRule) });

/** The columns of a table of controls, and their aliases. */
export const CONTROLS_CSV = {
  columns: {
    domain: ['function', 'theme', 'category', 'family', 'group'],
    code: ['id', 'control', 'control id', 'reference'],
    title: ['name', 'requirement'],
    guidance: ['description', 'text'],
    shared: ['is shared responsibility', 'shared responsibility'],
  },
  required: ['code', 'title'],
  maxRows: MAX_CONTROLS,
} as const;

const YES = ['true', 'yes', 'y', 'x', '1'];
const NO = ['false', 'no', 'n', '0', ''];
const yesOrNo = z
  .string()
  .default('')
  .transform((word) => word.toLowerCase())
  .refine((word) => YES.includes(word) || NO.includes(word), 'must be yes or no')
  .transform((word) => YES.includes(word));

/** The rows of such a table. */
export const controlRows = controlsOf(
  record({ ...controlFields, shared: yesOrNo }).transform(({ shared, ...control }) => ({
    ...control,
    isSharedResponsibility: shared,
  })),
);

export type FrameworkDocument = z.output<typeof frameworkDocument>;

/** A framework file: our own format, or a NIST OSCAL catalog. Each error names its place in the file as sent. */
export const frameworkFile = z.unknown().transform((file, found): FrameworkDocument => {
  const refuse = (message: string, path: PropertyKey[] = []) => found.addIssue({ code: 'custom', message, path });
  const read = <T>(rule: z.ZodType<T>, value: unknown, placeOf = (path: PropertyKey[]) => path): T | undefined => {
    const { data, error } = rule.safeParse(value);
    error?.issues.forEach(({ message, path }) => refuse(message, placeOf(path)));
    return data;
  };
  const readCatalog = (): FrameworkDocument | undefined => {
    const given = read(catalogFile, file);
    if (!given) return undefined;
    const room = { controls: MAX_CONTROLS, characters: MAX_CHARACTERS };
    const { document, places, isOverfilled } = frameworkOfCatalog(given.catalog, room);
    if (isOverfilled) return void refuse(`has ${tooMany} characters when its parameters are written out`, ['catalog']);
    if (places.length === 0) return void refuse('contains no controls', ['catalog']);
    const placeOf = ([, i, field]: PropertyKey[]) => [...(places[Number(i)] ?? ['catalog']), ...(field ? [field] : [])];
    return read(frameworkDocument, document, placeOf);
  };
  const readFile = (): FrameworkDocument | undefined => {
    const other = OTHER_MODELS.find((name) => has(file, name));
    if (other) return void refuse('is not a catalog: of the OSCAL models, only catalogs can be imported', [other]);
    return has(file, 'catalog') ? readCatalog() : read(frameworkDocument, file);
  };
  return readFile() ?? z.NEVER;
});

/** A profile selects controls from catalogs; once resolved, it is a catalog itself. */
const OTHER_MODELS = [
  'profile',
  'component-definition',
  'system-security-plan',
  'assessment-plan',
  'assessment-results',
  'plan-of-action-and-milestones',
  'mapping-collection',
];

function has(file: unknown, name: string): boolean {
  return typeof file === 'object' && file !== null && Object.hasOwn(file, name);
}
