import { z } from 'zod';
import { list, optionalText, record, text } from '../../platform/documents';
import { isLongerThan } from '../../platform/characters';

/**
 * Reads a NIST OSCAL catalog: groups become domains, controls and their enhancements become controls in the order of the file.
 * Pure: no database, no framework.
 */

/** Filling in parameters stops beyond this length; such a text then fails validation. */
const LONGEST_TEXT = 20_000;
const LONGEST_PARAMETER = 2_000;
/** A parameter may offer choices that name parameters, and so on. */
const PARAMETER_LEVELS = 8;

/** How our own catalogs mark shared responsibility, and a framework without a version. */
export const SHARED = { name: 'responsibility', ns: 'urn:vetgraph:oscal', value: 'shared' } as const;
export const NO_VERSION = 'unversioned';

type Several<T> = T[] | null | undefined;

interface Prop {
  name: string;
  ns?: string | null;
  value?: string | null;
  class?: string | null;
}

/** A parameter with the text that replaces it. */
interface Param {
  id: string;
  words: string;
}

interface Part {
  name?: string | null;
  props?: Several<Prop>;
  prose?: string | null;
  parts?: Several<Part>;
}

interface Control {
  id: string;
  title: string;
  props?: Several<Prop>;
  params?: Several<Param>;
  parts?: Several<Part>;
  controls?: Several<Control>;
}

interface Group {
  title: string | null;
  params?: Several<Param>;
  controls?: Several<Control>;
  groups?: Several<Group>;
}

const several = <T>(item: z.ZodType<T>) => list(item, 20_000, 'items').nullish();
const words = text(LONGEST_PARAMETER);

const propRule: z.ZodType<Prop> = record({
  name: text(200),
  ns: optionalText(2_000),
  value: optionalText(2_000),
  class: optionalText(200),
});

const paramRule: z.ZodType<Param> = record({
  id: text(200),
  label: words.nullish(),
  values: several(words),
  select: record({ 'how-many': optionalText(50), choice: several(words) }).nullish(),
})
  .transform(({ id, label, values, select }) => ({ id, words: wording(label ?? id, values, select) }))
  .refine((param) => !isLongerThan(param.words, LONGEST_PARAMETER), 'is longer than 2,000 characters');

const partRule: z.ZodType<Part> = z.lazy(() =>
  record({ name: optionalText(200), props: several(propRule), prose: optionalText(100_000), parts: several(partRule) }),
);

const controlRule: z.ZodType<Control> = z.lazy(() =>
  record({
    id: text(200),
    title: text(1_000),
    props: several(propRule),
    params: several(paramRule),
    parts: several(partRule),
    controls: several(controlRule),
  }),
);

const groupRule: z.ZodType<Group> = z.lazy(() =>
  record({ title: text(200), params: several(paramRule), controls: several(controlRule), groups: several(groupRule) }),
);

/** The file. Parsed recursively: requests are limited in depth beforehand. */
export const catalogFile = record({
  catalog: record({
    metadata: record({ title: text(200), version: optionalText(100), remarks: optionalText(20_000) }),
    params: several(paramRule),
    controls: several(controlRule),
    groups: several(groupRule),
  }),
});

type Catalog = z.output<typeof catalogFile>['catalog'];
type Place = PropertyKey[];

interface PlacedControl {
  control: Control;
  domain: string | null;
  place: Place;
}

/** The limits of a framework. */
interface Room {
  controls: number;
  characters: number;
}

/**
 * The catalog as a framework document, and where in the file each of its controls is. Stops as soon as it exceeds a framework's
 * limits: a short parameter may expand to a long text.
 */
export function frameworkOfCatalog({ metadata, ...contents }: Catalog, room: Room) {
  const whole: Group = { title: null, ...contents };
  const filler = new Filler(new Map(paramsWithin(whole)));
  const controls: ReturnType<typeof documentOf>[] = [];
  const places: Place[] = [];
  let characters = 0;
  for (const { control, domain, place } of controlsWithin(whole, ['catalog'])) {
    const document = documentOf(control, domain, filler);
    characters += document.title.length + document.guidance.length;
    controls.push(document);
    places.push(place);
    if (controls.length > room.controls || characters > room.characters || filler.written > room.characters) break;
  }
  const version = metadata.version === NO_VERSION ? null : metadata.version;
  const document = { name: metadata.title, version, description: metadata.remarks, controls };
  return { document, places, isOverfilled: filler.written > room.characters };
}

const documentOf = (control: Control, domain: string | null, filler: Filler) => ({
  domain,
  code: codeOf(control),
  title: filler.fill(titleOf(control)),
  guidance: guidanceOf(control, filler),
  isSharedResponsibility: isShared(control),
});

/** The controls of a group, then those of its subgroups, without withdrawn ones. */
function* controlsWithin(group: Group, place: Place): Generator<PlacedControl> {
  yield* withEnhancements(group.controls, group.title, place);
  for (const [i, inner] of group.groups?.entries() ?? []) yield* controlsWithin(inner, [...place, 'groups', i]);
}

function* withEnhancements(controls: Several<Control>, domain: string | null, within: Place): Generator<PlacedControl> {
  for (const [i, control] of controls?.entries() ?? []) {
    const place = [...within, 'controls', i];
    if (!isWithdrawn(control)) yield { control, domain, place };
    yield* withEnhancements(control.controls, domain, place);
  }
}

/** All parameters by id: ids are unique in a catalog, and a control may use those of another. */
function* paramsWithin({ params, controls, groups }: Omit<Group, 'title'>): Generator<[string, string]> {
  for (const param of params ?? []) yield [param.id, param.words];
  for (const inner of [...(controls ?? []), ...(groups ?? [])]) yield* paramsWithin(inner);
}

const isWithdrawn = ({ props }: Control) =>
  props?.some(({ name, value }) => name === 'status' && value?.toLowerCase() === 'withdrawn') ?? false;

const isShared = ({ props }: Control) =>
  props?.some(({ name, ns, value }) => name === SHARED.name && ns === SHARED.ns && value === SHARED.value) ?? false;

/** The label, if there is one: the plain one before those of other publications. */
function labelOf(props: Several<Prop>): string | undefined {
  const labels = (props ?? []).filter(({ name, value }) => name === 'label' && value);
  return (labels.find((label) => !label.class) ?? labels[0])?.value?.trim();
}

/** Some catalogs label a control "Account Management (03.01.01)": then the code is the part that isn't in the title. */
function codeOf({ id, title, props }: Control): string {
  const label = labelOf(props) ?? id;
  return label.startsWith(`${title} (`) && label.endsWith(')') ? label.slice(title.length + 2, -1) : label;
}

/** A title that only repeats the code, as in the NIST CSF, is replaced by the statement. */
function titleOf(control: Control): string {
  const statement = control.parts?.find(({ name }) => name === 'statement')?.prose?.trim();
  const saysNothing = control.title === codeOf(control) && statement && !isLongerThan(statement, 1_000);
  return saysNothing ? statement : control.title;
}

function guidanceOf({ parts }: Control, filler: Filler): string {
  const paragraphs = ['statement', 'guidance']
    .flatMap((name) => (parts ?? []).filter((part) => part.name === name))
    .map((part) => linesOf(part, '').join('\n'));
  return filler.fill(paragraphs.join('\n\n').replace(INNER_LINK, '$1'));
}

/** A part and its subparts, one per line, with their labels: a., 1., (a). */
function linesOf(part: Part, indent: string): string[] {
  const own = part.prose ? [`${indent}${[labelOf(part.props), part.prose.trim()].filter(Boolean).join(' ')}`] : [];
  const deeper = own.length > 0 && part.name === 'item' ? `${indent}  ` : indent;
  return [...own, ...(part.parts ?? []).flatMap((inner) => linesOf(inner, deeper))];
}

/** Links within the catalog lead nowhere here: [AC-3](#ac-3) becomes AC-3. */
const INNER_LINK = /\[([^[\]]*)\]\(#[^()]*\)/g;
/** {{ insert: param, ac-1_prm_1 }}, and the older {{ ac-1_prm_1 }}. */
const INSERT = /\{\{\s*(?:insert:\s*)?(?:param,\s*)?([^\s{},]+)\s*\}\}/g;

/** Fills in parameters, counting the output: a short parameter may expand to a long text, and refer to others. */
class Filler {
  /** Characters written. */
  written = 0;
  private readonly known = new Map<string, string>();

  constructor(private readonly words: ReadonlyMap<string, string>) {}

  /** Text that is already too long isn't expanded further. */
  fill(text: string, levels = PARAMETER_LEVELS): string {
    if (levels === 0 || text.length > LONGEST_TEXT || !text.includes('{{')) return text;
    let filled = '';
    let rest = 0;
    for (const { 0: whole, 1: id, index } of text.matchAll(INSERT)) {
      filled += text.slice(rest, index) + this.parameter(id!, levels - 1);
      rest = index + whole.length;
      if (filled.length > LONGEST_TEXT) break;
    }
    filled += text.slice(rest);
    this.written += filled.length;
    return filled;
  }

  private parameter(id: string, levels: number): string {
    const place = `${levels} ${id}`;
    const known = this.known.get(place) ?? this.fill(this.words.get(id) ?? `[Assignment: ${id}]`, levels);
    this.known.set(place, known);
    return known;
  }
}

/** The text that NIST prints for a parameter: its values, or what has to be selected or assigned. */
function wording(label: string, values: Several<string>, select?: { 'how-many'?: string | null; choice?: Several<string> } | null): string {
  if (values?.length) return values.join(', ');
  if (!select?.choice?.length) return `[Assignment: ${label}]`;
  return `[Selection${select['how-many'] === 'one-or-more' ? ' (one or more)' : ''}: ${select.choice.join('; ')}]`;
}
