import type { ConditionalLogic } from '../../../domains/template/conditions.rules';
import type { QuestionType, RiskWeight, TemplateKind } from '../../api/enums.generated';
import type { TemplatePartsFragment, TemplateSectionInput } from './template.generated';

/**
 * A template being edited. Sections and questions have their own keys, by which rules refer to questions even before they are
 * saved. Independent of React: every edit returns a new document.
 */

export interface EditedQuestion {
  key: string;
  /** Assigned by the server when it is saved. */
  id?: string;
  text: string;
  helpText: string;
  /** The gap as a statement; null: the text. */
  findingTitle: string | null;
  type: QuestionType;
  riskWeight: RiskWeight;
  required: boolean;
  options: string[];
  /** The options that can't be combined with others. */
  exclusiveOptions: string[];
  expectedAnswer: unknown;
  /** Its rules refer to questions by key. */
  logic: ConditionalLogic | null;
  controlCodes: string[];
  /** Of an intake form: the field of the vendor that the answer sets. */
  setsField: string | null;
}

export interface EditedSection {
  key: string;
  id?: string;
  title: string;
  questions: EditedQuestion[];
}

export interface EditedTemplate {
  name: string;
  description: string;
  /** Who is asked: vendors, or whoever requests one. Never changes. */
  kind: TemplateKind;
  introduction: string;
  sections: EditedSection[];
}

export function editedTemplate({
  name,
  description,
  kind,
  introduction,
  sections,
}: Pick<TemplatePartsFragment, 'name' | 'description' | 'kind' | 'introduction' | 'sections'>): EditedTemplate {
  return {
    name,
    description: description ?? '',
    kind,
    introduction: introduction ?? '',
    sections: sections.map(({ id, title, questions }) => ({
      key: id,
      id,
      title,
      questions: questions.map(({ id: key, helpText, conditionalLogic, controls, unmappedControlCodes, ...rest }) => ({
        ...rest,
        key,
        id: key,
        helpText: helpText ?? '',
        logic: conditionalLogic as ConditionalLogic | null,
        // A code found in several frameworks is returned once for each.
        controlCodes: [...new Set([...controls.map(({ code }) => code), ...unmappedControlCodes])].sort(),
      })),
    })),
  };
}

/** As mutation input: rules refer to questions by position, which new ones have too. */
export function sectionsInput({ sections }: EditedTemplate): TemplateSectionInput[] {
  const places = placesOf(sections);
  return sections.map(({ id, title, questions }) => ({
    id,
    title,
    questions: questions.map((question) => ({
      id: question.id,
      text: question.text,
      helpText: question.helpText || null,
      findingTitle: question.findingTitle,
      type: question.type,
      riskWeight: question.riskWeight,
      required: question.required,
      options: question.options.filter(isWritten),
      exclusiveOptions: question.exclusiveOptions,
      expectedAnswer: question.expectedAnswer,
      conditionalLogic: question.logic && {
        match: question.logic.match,
        rules: question.logic.rules.map((rule) => ({ ...rule, questionId: places.get(rule.questionId)?.name ?? rule.questionId })),
      },
      controlCodes: question.controlCodes,
      setsField: question.setsField,
    })),
  }));
}

const isWritten = (option: string) => option.trim() !== '';

/** The usable options while others are still being typed. */
export function choicesOf({ options }: EditedQuestion): string[] {
  return [...new Set(options.map((option) => option.trim()).filter(isWritten))];
}

/** The question with these lines as its options: "exclusive" stays with a renamed option and is dropped with a deleted one. */
export function withOptions(
  { options: old, exclusiveOptions }: EditedQuestion,
  lines: string[],
): Pick<EditedQuestion, 'options' | 'exclusiveOptions'> {
  const isRenamed = lines.length === old.length;
  const isMarked = (line: string, at: number) =>
    exclusiveOptions.includes(line.trim()) || (isRenamed && exclusiveOptions.includes(old[at]!.trim()));
  const marked = lines.filter((line, at) => isWritten(line) && isMarked(line, at)).map((line) => line.trim());
  return { options: lines, exclusiveOptions: [...new Set(marked)] };
}

export interface Place {
  question: EditedQuestion;
  /** As used in a document's rules: s1q2. */
  name: string;
  /** As shown to users: 1.2. */
  number: string;
}

/** All questions in order, by key. */
export function placesOf(sections: readonly EditedSection[]): Map<string, Place> {
  return new Map(
    sections.flatMap(({ questions }, s) =>
      questions.map((question, q) => [question.key, { question, name: `s${s + 1}q${q + 1}`, number: `${s + 1}.${q + 1}` }] as const),
    ),
  );
}

/** The document with the ids that the server assigned on save; edits made since are kept. */
export function withServerIds(doc: EditedTemplate, sent: EditedTemplate, saved: TemplatePartsFragment['sections']): EditedTemplate {
  const ids = new Map<string, string>();
  sent.sections.forEach((section, s) => {
    ids.set(section.key, saved[s]!.id);
    section.questions.forEach(({ key }, q) => ids.set(key, saved[s]!.questions[q]!.id));
  });
  return withIds(doc, ({ key, id }) => ids.get(key) ?? id);
}

/** The document rebased on a template that others changed: what they deleted counts as new. */
export function withKnownIds(doc: EditedTemplate, there: TemplatePartsFragment['sections']): EditedTemplate {
  const known = new Set(there.flatMap(({ id, questions }) => [id, ...questions.map((question) => question.id)]));
  return withIds(doc, ({ id }) => (id && known.has(id) ? id : undefined));
}

function withIds(doc: EditedTemplate, idOf: (part: { key: string; id?: string }) => string | undefined): EditedTemplate {
  const sections = doc.sections.map((section) => ({
    ...section,
    id: idOf(section),
    questions: section.questions.map((question) => ({ ...question, id: idOf(question) })),
  }));
  return { ...doc, sections };
}

let made = 0;
const newKey = () => `new-${++made}`;

export function newQuestion(kind: TemplateKind): EditedQuestion {
  return {
    key: newKey(),
    text: '',
    helpText: '',
    findingTitle: null,
    type: 'YES_NO',
    riskWeight: 'MEDIUM',
    required: true,
    options: [],
    exclusiveOptions: [],
    expectedAnswer: kind === 'INTAKE' ? null : 'YES',
    logic: null,
    controlCodes: [],
    setsField: null,
  };
}

/** An unsaved copy of a question. */
export function copyOf(question: EditedQuestion): EditedQuestion {
  return { ...question, key: newKey(), id: undefined };
}

export function addSection(doc: EditedTemplate): EditedTemplate {
  return { ...doc, sections: [...doc.sections, { key: newKey(), title: `Section ${doc.sections.length + 1}`, questions: [] }] };
}

export function changeSection(doc: EditedTemplate, key: string, change: (section: EditedSection) => EditedSection): EditedTemplate {
  return { ...doc, sections: doc.sections.map((section) => (section.key === key ? change(section) : section)) };
}

export function removeSection(doc: EditedTemplate, key: string): EditedTemplate {
  return { ...doc, sections: doc.sections.filter((section) => section.key !== key) };
}

export function changeQuestion(doc: EditedTemplate, key: string, change: Partial<EditedQuestion>): EditedTemplate {
  return inSectionOf(doc, key, (questions) => questions.map((question) => (question.key === key ? { ...question, ...change } : question)));
}

export function removeQuestion(doc: EditedTemplate, key: string): EditedTemplate {
  return inSectionOf(doc, key, (questions) => questions.filter((question) => question.key !== key));
}

/** Inserts a question after another one, or at the end of a section. */
export function insertQuestion(doc: EditedTemplate, question: EditedQuestion, after: string): EditedTemplate {
  const put = (questions: EditedQuestion[], at: number) => questions.toSpliced(at + 1, 0, question);
  return {
    ...doc,
    sections: doc.sections.map((section) => {
      const at = section.questions.findIndex(({ key }) => key === after);
      if (section.key === after) return { ...section, questions: [...section.questions, question] };
      return at < 0 ? section : { ...section, questions: put(section.questions, at) };
    }),
  };
}

/** Moves a question to an index in a section, not counting itself. */
export function moveQuestion(doc: EditedTemplate, key: string, sectionKey: string, index: number): EditedTemplate {
  const question = placesOf(doc.sections).get(key)!.question;
  return changeSection(removeQuestion(doc, key), sectionKey, (section) => ({
    ...section,
    questions: section.questions.toSpliced(index, 0, question),
  }));
}

/** Moves a question up or down, into the next section at the edge. Returns the same document if it can't move. */
export function stepQuestion(doc: EditedTemplate, key: string, by: -1 | 1): EditedTemplate {
  const s = doc.sections.findIndex(({ questions }) => questions.some((question) => question.key === key));
  const { key: sectionKey, questions } = doc.sections[s]!;
  const to = questions.findIndex((question) => question.key === key) + by;
  if (to >= 0 && to < questions.length) return moveQuestion(doc, key, sectionKey, to);
  const beside = doc.sections[s + by];
  return beside ? moveQuestion(doc, key, beside.key, by < 0 ? beside.questions.length : 0) : doc;
}

export function moveSection(doc: EditedTemplate, key: string, index: number): EditedTemplate {
  const section = doc.sections.find((one) => one.key === key)!;
  return { ...doc, sections: removeSection(doc, key).sections.toSpliced(index, 0, section) };
}

function inSectionOf(doc: EditedTemplate, key: string, change: (questions: EditedQuestion[]) => EditedQuestion[]): EditedTemplate {
  const isHere = ({ questions }: EditedSection) => questions.some((question) => question.key === key);
  return {
    ...doc,
    sections: doc.sections.map((section) => (isHere(section) ? { ...section, questions: change(section.questions) } : section)),
  };
}
