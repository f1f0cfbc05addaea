import { answerFault } from '../../../domains/assessment/answers.rules';
import { ApiError, sentence } from '../../api/error';
import { type Question, Questionnaire, storedOf } from './questionnaire';

/** The answers on the page, and how they are saved automatically. Independent of React. */

export interface Answer {
  /** Kept while the question is marked not applicable, and used again when it is unmarked. */
  value: unknown;
  isNotApplicable: boolean;
  notApplicableReason: string | null;
  comment: string | null;
}

export const NO_ANSWER: Answer = { value: null, isNotApplicable: false, notApplicableReason: null, comment: null };

interface SentAnswer extends Answer {
  questionId: string;
  expectedRevision: number;
}

/** The connection to the server. */
export interface Line {
  /** Sends answers and returns their new revisions. */
  save: (answers: SentAnswer[]) => Promise<Map<string, number>>;
  /** Fetches the server's current answers. */
  read: () => Promise<Question[]>;
  /** The questions with their files, as last fetched. */
  questions: () => readonly Question[];
  /** Whether somebody may be writing an answer right now. */
  isInUse: (id: string) => boolean;
}

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed';

export interface Snapshot {
  answers: ReadonlyMap<string, Answer>;
  /** Errors by question. Such an answer isn't sent. */
  faults: ReadonlyMap<string, string>;
  /** Answers that someone else saved in the meantime, by question. */
  conflicts: ReadonlyMap<string, Answer>;
  /** Questions whose answers aren't on the server yet. */
  unsaved: ReadonlySet<string>;
  state: SaveState;
  /** Why the last attempt failed, until one succeeds. */
  error?: ApiError;
}

/** Answers that failed to save: the server was unreachable or refused them. Excludes those just typed. */
export const stuckOf = ({ error, unsaved }: Snapshot): ReadonlySet<string> => (error ? unsaved : new Set());

const PAUSE_MS = 700;
/** Minimum time between saves: the server limits changes per hour. */
const SPACING_MS = 2_000;
const RETRY_MS = [2_000, 4_000, 8_000, 15_000, 30_000];
/** Errors for which retrying is pointless. */
export const FINAL: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'INVALID_TRANSITION', 'FORBIDDEN', 'NOT_FOUND']);

export class AnswerStore {
  private snapshot: Snapshot;
  private readonly questions: Map<string, Question>;
  private readonly revisions = new Map<string, number>();
  /** The answers on the server, as last known. */
  private readonly held = new Map<string, Answer>();
  private readonly listeners = new Set<() => void>();
  private readonly unsent = new Set<string>();
  private underWay: readonly string[] = [];
  private timer?: number;
  private sentAt = 0;
  private failures = 0;
  private sending?: Promise<void>;

  constructor(
    questions: readonly Question[],
    private readonly line: Line,
  ) {
    this.questions = new Map(questions.map((question) => [question.id, question]));
    this.snapshot = {
      answers: new Map(questions.map((question) => [question.id, answerOf(question)])),
      faults: new Map(),
      conflicts: new Map(),
      unsaved: new Set(),
      state: 'saved',
    };
    for (const question of questions) {
      this.revisions.set(question.id, storedOf(question)?.revision ?? 0);
      this.held.set(question.id, answerOf(question));
    }
  }

  /**
   * Takes in the questions as they are on the server. What others have answered is shown, unless it is being changed here: then
   * saving finds the conflict. A change to an answer's files raises its revision but leaves the answer as it is. Behind a link to
   * some sections, questions may be new: an answer elsewhere has made them visible.
   */
  adopt(questions: readonly Question[]): void {
    const others = new Map<string, Answer>();
    for (const question of questions) {
      const { id } = question;
      const isNew = !this.questions.has(id);
      this.questions.set(id, question);
      const revision = storedOf(question)?.revision ?? 0;
      const wasReadBefore = revision < (this.revisions.get(id) ?? 0);
      if (wasReadBefore || (!this.isHeld(question) && this.isInHand(id))) continue;
      this.revisions.set(id, revision);
      if (isNew || !this.isHeld(question)) others.set(id, answerOf(question));
    }
    if (others.size === 0) return;
    for (const [id, answer] of others) this.held.set(id, answer);
    this.change({ answers: new Map([...this.snapshot.answers, ...others]) });
  }

  private isInHand(id: string): boolean {
    const { faults, conflicts, unsaved } = this.snapshot;
    return unsaved.has(id) || faults.has(id) || conflicts.has(id) || this.line.isInUse(id);
  }

  private isHeld(question: Question): boolean {
    return isSame(answerOf(question), this.held.get(question.id) ?? NO_ANSWER);
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly get = () => this.snapshot;

  /** Records an answer typed by the user. */
  set(id: string, answer: Answer): void {
    const fault = answer.isNotApplicable ? undefined : this.faultOf(id, answer);
    const faults = without(this.snapshot.faults, id);
    if (fault) faults.set(id, sentence(fault));
    this.change({ answers: new Map(this.snapshot.answers).set(id, answer), faults, conflicts: without(this.snapshot.conflicts, id) });
    if (fault) return;
    this.unsent.add(id);
    this.afterPause();
  }

  private afterPause(): void {
    this.later(Math.max(PAUSE_MS, this.sentAt + SPACING_MS - Date.now()));
  }

  private faultOf(id: string, { value }: Answer): string | undefined {
    return answerFault(this.questions.get(id)!, value);
  }

  /** Resolves a conflict: the user's answer replaces the other one, or is replaced by it. */
  resolve(id: string, keep: 'mine' | 'theirs'): void {
    const theirs = this.snapshot.conflicts.get(id)!;
    if (keep === 'mine') return this.set(id, this.snapshot.answers.get(id)!);
    this.change({ answers: new Map(this.snapshot.answers).set(id, theirs), conflicts: without(this.snapshot.conflicts, id) });
  }

  /** Sends pending answers now. True when the server has every answer. */
  async flush(): Promise<boolean> {
    window.clearTimeout(this.timer);
    await this.sending;
    if (this.waiting().length > 0) await (this.sending = this.send().finally(() => (this.sending = undefined)));
    else if (this.snapshot.state === 'waiting') this.change({ state: 'saved' });
    const { faults, conflicts } = this.snapshot;
    return this.shownOf([...this.unsent, ...faults.keys(), ...conflicts.keys()]).length === 0;
  }

  /** Answers to send. If a question was hidden before its answer was sent, the answer waits until it is shown again. */
  private waiting(): string[] {
    return this.unsent.size > 0 ? this.shownOf([...this.unsent]) : [];
  }

  private shownOf(ids: readonly string[]): string[] {
    const questionnaire = new Questionnaire(this.line.questions(), this.snapshot.answers);
    return ids.filter((id) => questionnaire.isShown(id));
  }

  /** While true, the browser warns before the page is closed, so that no answer is lost. */
  get isUnsafe(): boolean {
    return this.waiting().length > 0 || this.sending !== undefined;
  }

  private later(milliseconds: number): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.flush(), milliseconds);
    if (this.snapshot.state !== 'saving') this.change({ state: this.failures > 0 ? 'failed' : 'waiting' });
  }

  private async send(): Promise<void> {
    const ids = this.waiting();
    ids.forEach((id) => this.unsent.delete(id));
    this.underWay = ids;
    this.sentAt = Date.now();
    this.change({ state: 'saving' });
    const answers = ids.map((questionId) => {
      const answer = this.snapshot.answers.get(questionId)!;
      // An invalid value isn't kept for a question marked not applicable, either.
      const value = this.faultOf(questionId, answer) ? null : answer.value;
      return { questionId, ...answer, value, expectedRevision: this.revisions.get(questionId) ?? 0 };
    });
    try {
      const revisions = await this.line.save(answers);
      // Of these alone: others may have been answered by someone else meanwhile.
      for (const id of ids) this.revisions.set(id, revisions.get(id) ?? 0);
      for (const { questionId, value, isNotApplicable, notApplicableReason, comment } of answers)
        this.held.set(questionId, { value, isNotApplicable, notApplicableReason, comment });
      this.failures = 0;
      this.underWay = [];
      const isMore = this.waiting().length > 0;
      this.change({ state: isMore ? 'waiting' : 'saved', error: undefined });
      if (isMore) this.afterPause();
    } catch (error) {
      await this.recover(ids, error instanceof ApiError ? error : new ApiError('INTERNAL', String(error)));
    }
  }

  private async recover(ids: string[], error: ApiError): Promise<void> {
    const named = namedBy(error, ids);
    for (const id of ids) if (!named.has(id)) this.unsent.add(id);
    this.underWay = [];
    if (error.code === 'CONFLICT' && named.size > 0) {
      const stored = await this.line.read().catch(() => []);
      const theirs = stored.filter(({ id }) => named.has(id));
      const conflicts = new Map(this.snapshot.conflicts);
      for (const question of theirs) {
        this.revisions.set(question.id, storedOf(question)?.revision ?? 0);
        // Only its files have changed: send the user's answer again.
        if (this.isHeld(question)) this.unsent.add(question.id);
        else conflicts.set(question.id, answerOf(question));
        this.held.set(question.id, answerOf(question));
      }
      this.change({ conflicts, state: 'saved', error: undefined });
      if (this.waiting().length > 0) this.later(0);
    } else if (error.code === 'BAD_USER_INPUT' && named.size > 0) {
      this.change({ faults: new Map([...this.snapshot.faults, ...named]), state: 'saved', error: undefined });
      if (this.waiting().length > 0) this.later(0);
    } else {
      this.failures += 1;
      this.change({ state: 'failed', error });
      const pause = RETRY_MS[Math.min(this.failures, RETRY_MS.length) - 1]!;
      if (!FINAL.has(error.code)) this.later(Math.max(pause, (error.retryAfter ?? 0) * 1_000));
    }
  }

  private change(part: Partial<Snapshot>): void {
    this.snapshot = { ...this.snapshot, ...part, unsaved: new Set([...this.unsent, ...this.underWay]) };
    this.listeners.forEach((listener) => listener());
  }
}

/** The questions an error is about: "answers.2.value" is the third one sent. */
function namedBy({ fields }: ApiError, ids: readonly string[]): Map<string, string> {
  const found = Object.entries(fields).flatMap(([path, message]): [string, string][] => {
    const id = ids[Number(/^answers\.(\d+)\./.exec(path)?.[1] ?? NaN)];
    return id ? [[id, sentence(message.replace(/^“.*” /, ''))]] : [];
  });
  return new Map(found);
}

function without<Value>(map: ReadonlyMap<string, Value>, id: string): Map<string, Value> {
  const rest = new Map(map);
  rest.delete(id);
  return rest;
}

/** Compares answers as the server stores them: in Unicode NFC, with reasons and comments trimmed. */
function isSame(one: Answer, other: Answer): boolean {
  const plain = ({ value, isNotApplicable, notApplicableReason, comment }: Answer) =>
    JSON.stringify([value, isNotApplicable, (isNotApplicable && notApplicableReason?.trim()) || null, comment?.trim() || null]).normalize();
  return plain(one) === plain(other);
}

export function answerOf(question: Question): Answer {
  const stored = storedOf(question);
  if (!stored) return NO_ANSWER;
  const { value, keptValue, isNotApplicable, notApplicableReason, comment } = stored;
  return { value: value ?? keptValue ?? null, isNotApplicable, notApplicableReason, comment };
}
