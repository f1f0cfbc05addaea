import '../../../api/no-eval';
import { templateDocument } from '../../../../domains/template/template.rules';
import { ApiError, sentence } from '../../../api/error';
import { fieldText } from '../../../api/form';
import { type EditedTemplate, placesOf, sectionsInput } from '../document';

/** The errors in a document, by path ("sections.0.questions.2.text"), found by the server's rules before it is sent. */
export function faultsIn(doc: EditedTemplate, refusal: unknown): Map<string, string> {
  const { error } = templateDocument.safeParse({
    name: doc.name,
    description: doc.description,
    introduction: doc.introduction,
    sections: sectionsInput(doc),
  });
  const found = new Map<string, string>();
  for (const { path, message } of error?.issues ?? []) {
    const place = path.join('.');
    // A circular condition is reported at each of its questions: s1q2 → s2q1 → s1q2.
    const circle = /circular/.test(message) ? [...message.matchAll(/s(\d+)q(\d+)/g)] : [];
    const places = circle.map(([, s, q]) => `sections.${Number(s) - 1}.questions.${Number(q) - 1}.conditionalLogic`);
    for (const one of places.length > 0 ? places : [place]) if (!found.has(one)) found.set(one, worded(one, message));
  }
  const fields = refusal instanceof ApiError ? refusal.fields : {};
  for (const [place, message] of Object.entries(fields)) found.set(place, worded(place, message));
  return found;
}

/** The builder labels a question's text "Question". */
function worded(path: string, message: string): string {
  return fieldText(path.replace(/\.text$/, '.question'), message);
}

/** Circular conditions and lost references come from edits elsewhere, so they are shown at once, not only on save. */
export function isAboutConditions(path: string): boolean {
  return /\.conditionalLogic$|\.questionId$/.test(path);
}

/** The errors below a path, by the rest of theirs; undefined if there are none, so that memoized components don't re-render. */
export function faultsBelow(faults: ReadonlyMap<string, string>, path: string): Map<string, string> | undefined {
  const below = [...faults].filter(([place]) => place.startsWith(`${path}.`));
  return below.length > 0 ? new Map(below.map(([place, message]) => [place.slice(path.length + 1), message])) : undefined;
}

const FIELDS: Record<string, string> = {
  text: 'question',
  helpText: 'help',
  findingTitle: 'finding title',
  setsField: 'vendor field',
  options: 'options',
  exclusiveOptions: 'options that exclude the others',
  expectedAnswer: 'expected answer',
  conditionalLogic: 'condition',
  controlCodes: 'controls',
  title: 'title',
};

/** An error with its place in words: "Question 1.2, options: Has an option twice". */
export function faultText(path: string, message: string, doc: EditedTemplate): string {
  const [, s, field, q, inner] = /^sections\.(\d+)(?:\.(\w+))?(?:\.(\d+))?(?:\.(\w+))?/.exec(path) ?? [];
  if (s === undefined) return `${sentence(path)}: ${message}`;
  if (field !== 'questions' || q === undefined) return `Section ${Number(s) + 1}: ${message}`;
  const question = [...placesOf(doc.sections).values()].find(({ number }) => number === `${Number(s) + 1}.${Number(q) + 1}`);
  const part = inner ? `, ${FIELDS[inner] ?? inner}` : '';
  return `Question ${question?.number ?? ''}${part}: ${message}`;
}
