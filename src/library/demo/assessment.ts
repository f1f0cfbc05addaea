import type { Status } from '../../domains/assessment/assessment.rules';
import { type Answer, answer, isGiven } from './answers';
import { MINUTE, timestamp } from './calendar';
import { upload } from './documents';
import { planFinding, raiseFinding } from './findings';
import { copyQuestions, json } from './questions';
import type { JudgedAnswer } from './rows';
import type { Scene } from './scene';
import { LINK_VALID_MS, nextOfSeries, type Plan, type Stage } from './timeline';
import type { Vendor } from './vendor';
import * as phrases from './phrases';
import { type Actor, progressAt, type Question, type Questionnaire, SYSTEM } from './world';

const STATUS: Record<Stage, Status> = {
  DRAFT: 'DRAFT',
  SENT: 'SENT',
  OVERDUE: 'SENT',
  IN_PROGRESS: 'IN_PROGRESS',
  STUCK: 'IN_PROGRESS',
  SENT_BACK: 'IN_PROGRESS',
  SUBMITTED: 'SUBMITTED',
  UNDER_REVIEW: 'UNDER_REVIEW',
  COMPLETED: 'COMPLETED',
};

export interface Asked {
  id: string;
  plan: Plan;
  questionnaire: Questionnaire;
  /** For each question, the quality from which on the vendor complies. */
  hurdles: readonly number[];
  previousId: string | null;
  /** Whether the next in its series exists. */
  hasSuccessor: boolean;
}

/** An answer with its id in the database. */
interface Placed extends Answer {
  responseId: string;
  questionId: string;
  answeredAt: number;
  /** When it was changed, after being sent back. */
  changedAt?: number;
}

interface Decision {
  decision: 'APPROVED' | 'REJECTED' | 'CLARIFICATION_REQUESTED';
  at: number;
}

/**
 * The story of one assessment, from its creation to its current state, written as the service would have written it: every event
 * raises the revision and is recorded.
 */
export class AssessmentStory {
  private readonly createdAt: number;
  private readonly title: string;
  private readonly creator: Actor;
  private readonly reviewer: Actor;
  private readonly vendorActor: Actor;
  private readonly questionIds: string[];
  /** When the last event happened. */
  private at: number;
  private revision = 1;
  private sentAt: number | null = null;
  private openedAt: number | null = null;
  private submittedAt: number | null = null;
  private completedAt: number | null = null;

  constructor(
    private readonly scene: Scene,
    private readonly vendor: Vendor,
    private readonly asked: Asked,
  ) {
    const { random, people, world } = scene;
    const { plan, questionnaire } = asked;
    this.createdAt = this.at = plan.madeAt ?? world.calendar.work(random, plan.days.created);
    this.title = plan.isOfSeries
      ? questionnaire.name
      : `${questionnaire.name}, ${random.pick(['onboarding', 'change of scope', 'renewal'])}`;
    this.creator = plan.madeAt ? SYSTEM : random.pick(people.managers);
    this.reviewer = random.pick(people.reviewers);
    this.vendorActor = { userId: null, userName: `Vendor portal (${vendor.name})` };
    this.questionIds = questionnaire.questions.map(() => random.uuid());
  }

  tell(): void {
    const { plan, questionnaire } = this.asked;
    this.note('CREATE_ASSESSMENT', this.creator, { vendor: this.vendor.name, template: questionnaire.name });
    const { days } = plan;
    if (days.sent !== undefined) this.send(days.sent);
    const answers = days.answered === undefined ? [] : this.answer(days.answered);
    const decisions = days.submitted === undefined ? undefined : this.judge(answers);
    this.writeAssessment();
    copyQuestions(this.scene, { assessmentId: this.asked.id, questionnaire, ids: this.questionIds, createdAt: this.createdAt });
    if (decisions) this.writeJudged(answers, decisions);
    else this.writeAnswers(answers);
  }

  private note(action: Parameters<Scene['note']>[0], by: Actor, meta?: Record<string, unknown>): void {
    this.scene.note(action, { at: this.at, by, entity: { type: 'Assessment', id: this.asked.id, name: this.title }, meta });
  }

  /** An event: moves time to that day, and the assessment to its next revision. */
  private advance(daysAgo: number): void {
    this.at = this.scene.world.calendar.workAfter(this.scene.random, daysAgo, this.at);
    this.revision++;
  }

  private send(daysAgo: number): void {
    this.advance(daysAgo);
    this.sentAt = this.at;
    this.note('SEND_ASSESSMENT', this.creator === SYSTEM ? this.vendor.owner : this.creator);
    // A vendor that misses its due date gets a second link.
    const isResent = this.asked.plan.stage === 'OVERDUE';
    const firstLinkAt = this.at;
    if (isResent) {
      this.at = this.scene.world.calendar.workAfter(this.scene.random, daysAgo - 20, this.at);
      this.note('RESEND_LINK', this.vendor.owner);
      this.writeLink(this.at, null);
    }
    this.writeLink(firstLinkAt, isResent ? this.at : null);
  }

  private writeLink(at: number, revokedAt: number | null): void {
    const { batch, random } = this.scene;
    batch.add('portal_link', {
      id: random.uuid(),
      created_at: timestamp(at),
      assessment_id: this.asked.id,
      // The hash is random: no token matches it.
      token_hash: random.hex(32),
      expires_at: timestamp(at + LINK_VALID_MS),
      revoked_at: revokedAt && timestamp(revokedAt),
    });
  }

  /** The vendor's answers, saved in one to three rounds. */
  private answer(answered: number): Placed[] {
    const { random, world } = this.scene;
    const { plan, questionnaire, hurdles } = this.asked;
    const { now, before } = this.vendor.quality;
    const isWhole = plan.days.submitted !== undefined;
    const answers = answer(random, {
      questions: questionnaire.questions,
      quality: before + (now - before) * progressAt(world, this.at) + random.int(-3, 3) / 100,
      hurdles,
      share: isWhole ? 1 : random.int(15, 80) / 100,
      at: this.at,
    });
    const last = isWhole ? plan.days.submitted! : answered;
    const goes = this.vendor.isDetailed ? random.int(1, 3) : 1;
    const placed: Placed[] = [];
    const positions = new Map(questionnaire.questions.map(({ id }, i) => [id, i]));
    for (let go = 0; go < goes; go++) {
      const part = answers.slice(Math.floor((answers.length * go) / goes), Math.floor((answers.length * (go + 1)) / goes));
      const given = part.filter((one) => isGiven(one));
      const values = given.filter(({ hasFile }) => !hasFile);
      if (values.length > 0) {
        this.advance(Math.round(answered + ((last - answered) * go) / goes));
        this.openedAt ??= this.at;
        this.note('SAVE_ANSWERS', this.vendorActor, { answers: values.length });
      }
      for (const one of part) {
        const questionId = this.questionIds[positions.get(one.question.id)!]!;
        const responseId = random.uuid();
        if (one.hasFile) this.uploadEvidence(one.question, responseId);
        placed.push({ ...one, questionId, responseId, answeredAt: this.at });
      }
    }
    return placed;
  }

  private uploadEvidence(question: Question, responseId: string): void {
    this.at += MINUTE;
    this.revision++;
    const lines = ['Evidence', '', this.vendor.name, question.section, question.text.slice(0, 80)];
    const owner = { responseId, assessmentId: this.asked.id };
    upload(this.scene, { name: `${question.section.replace(/[^A-Za-z0-9]+/g, '-')}.pdf`, lines, at: this.at, by: this.vendorActor, owner });
  }

  /** Submitted, reviewed, perhaps sent back and resubmitted, completed: as far as it got. */
  private judge(answers: Placed[]): Map<string, Decision> {
    const { days } = this.asked.plan;
    this.submit(days.submitted!);
    const decisions = new Map<string, Decision>();
    if (days.reviewed === undefined) return decisions;
    this.startReview(days.reviewed);
    if (days.sentBack !== undefined) {
      if (days.resubmitted === undefined) this.decide(answers, decisions);
      this.sendBack(days.sentBack);
      if (days.resubmitted === undefined) return decisions;
      this.change(answers, days.resubmitted);
      this.submit(days.resubmitted);
      this.startReview(days.reviewedAgain!);
    }
    this.decide(answers, decisions);
    this.discuss();
    if (days.completed === undefined) return decisions;
    this.advance(days.completed);
    this.completedAt = this.at;
    this.note('FINALIZE_ASSESSMENT', this.reviewer);
    return decisions;
  }

  private submit(daysAgo: number): void {
    this.advance(daysAgo);
    this.submittedAt = this.at;
    this.note('SUBMIT_ASSESSMENT', this.vendorActor);
  }

  private startReview(daysAgo: number): void {
    this.advance(daysAgo);
    this.note('START_REVIEW', this.reviewer);
  }

  private sendBack(daysAgo: number): void {
    const message = this.scene.random.pick(phrases.SEND_BACK_MESSAGES);
    this.advance(daysAgo);
    this.note('SEND_BACK_ASSESSMENT', this.reviewer, { message });
    this.writeComment({ body: message, by: this.reviewer, visibility: 'SHARED' });
  }

  /** The vendor goes over its answers again and rewords some of them. */
  private change(answers: Placed[], daysAgo: number): void {
    this.advance(daysAgo);
    const changed = answers.filter((one) => !one.hasFile && isGiven(one)).slice(0, 2);
    for (const one of changed) one.changedAt = this.at;
    this.note('SAVE_ANSWERS', this.vendorActor, { answers: changed.length });
  }

  /** Decides on some of the answers. In a review still in progress there may be open questions. */
  private decide(answers: readonly Placed[], decisions: Map<string, Decision>): void {
    const { batch, random } = this.scene;
    const isOver = this.asked.plan.days.completed !== undefined;
    const reach = isOver ? answers : answers.slice(0, Math.ceil(answers.length / 2));
    for (const one of reach) {
      if (!isGiven(one) || !random.chance(this.vendor.isDetailed ? 0.35 : 0.1)) continue;
      const decision = random.weighted<Decision['decision']>({ APPROVED: 24, REJECTED: 1, CLARIFICATION_REQUESTED: isOver ? 0 : 8 });
      this.at += random.int(MINUTE, 3 * MINUTE);
      this.revision++;
      decisions.set(one.responseId, { decision, at: this.at });
      this.note('REVIEW_DECISION', this.reviewer, { decision, question: one.question.text.slice(0, 200) });
      batch.add('review_decision', {
        id: random.uuid(),
        created_at: timestamp(this.at),
        updated_at: timestamp(this.at),
        response_id: one.responseId,
        assessment_id: this.asked.id,
        decision,
        note: noteOn(decision, random),
        decided_by_id: this.reviewer.userId,
        decided_at: timestamp(this.at),
      });
    }
  }

  /** Comments to the vendor and among the team. */
  private discuss(): void {
    const { random, people } = this.scene;
    const likelihood = this.vendor.isDetailed ? 0.4 : 0.06;
    if (random.chance(likelihood)) {
      const [question, reply] = random.pick(phrases.EXCHANGES);
      const parentId = this.comment({ body: question, by: this.reviewer, visibility: 'SHARED' });
      this.comment({ body: reply, by: this.vendorActor, visibility: 'SHARED', parentId });
    }
    if (random.chance(likelihood)) {
      const parentId = this.comment({ body: random.pick(phrases.INTERNAL_REMARKS), by: this.reviewer, visibility: 'INTERNAL' });
      const colleague = random.pick(people.owners.filter(({ userId }) => userId !== this.reviewer.userId));
      if (random.chance(0.5))
        this.comment({ body: random.pick(phrases.INTERNAL_REPLIES), by: colleague, visibility: 'INTERNAL', parentId });
    }
  }

  private comment(comment: Remark): string {
    this.at += this.scene.random.int(2 * MINUTE, 20 * MINUTE);
    this.note('ADD_COMMENT', comment.by);
    return this.writeComment(comment);
  }

  private writeComment({ body, by, visibility, parentId }: Remark): string {
    const { batch, random } = this.scene;
    const id = random.uuid();
    const isVendor = by === this.vendorActor;
    batch.add('comment', {
      id,
      created_at: timestamp(this.at),
      assessment_id: this.asked.id,
      parent_id: parentId ?? null,
      author_type: isVendor ? 'VENDOR' : 'USER',
      author_name: isVendor ? this.vendor.name : by.userName,
      user_id: by.userId,
      body,
      visibility,
    });
    return id;
  }

  private writeAssessment(): void {
    const { id, plan, questionnaire, previousId, hasSuccessor } = this.asked;
    const next = this.completedAt && !hasSuccessor ? nextOfSeries(plan, this.completedAt) : null;
    this.scene.batch.add('assessment', {
      id,
      created_at: timestamp(this.createdAt),
      updated_at: timestamp(this.at),
      revision: this.revision,
      title: this.title,
      vendor_id: this.vendor.id,
      template_id: questionnaire.templateId,
      template_name: questionnaire.name,
      template_version: questionnaire.version,
      status: STATUS[plan.stage],
      due_date: timestamp(plan.due),
      sent_at: optional(this.sentAt),
      opened_at: optional(this.openedAt),
      submitted_at: optional(this.submittedAt),
      completed_at: optional(this.completedAt),
      reviewer_id: this.reviewer.userId,
      created_by_id: this.creator.userId,
      recurrence: plan.recurrence,
      previous_id: previousId,
      next_due_on: optional(next),
    });
    if (plan.stage === 'SENT_BACK') this.scene.batch.sentBack.push(id);
  }

  private writeAnswers(answers: readonly Placed[]): void {
    for (const one of answers) {
      if (!isGiven(one)) continue;
      this.scene.batch.add('response', {
        id: one.responseId,
        created_at: timestamp(one.answeredAt),
        updated_at: timestamp(one.answeredAt),
        assessment_id: this.asked.id,
        question_id: one.questionId,
        value: json(one.value),
        is_not_applicable: one.isNotApplicable,
        not_applicable_reason: one.notApplicableReason,
      });
    }
  }

  private writeJudged(answers: readonly Placed[], decisions: ReadonlyMap<string, Decision>): void {
    for (const one of answers) {
      const decision = decisions.get(one.responseId);
      const isRejected = decision?.decision === 'REJECTED';
      this.scene.batch.judged.push({
        id: one.responseId,
        questionId: one.questionId,
        assessmentId: this.asked.id,
        value: one.value,
        isNotApplicable: one.isNotApplicable,
        notApplicableReason: one.notApplicableReason,
        isRejected,
        isAnswered: isGiven(one),
        answeredAt: timestamp(one.answeredAt),
        changedAt: timestamp(one.changedAt ?? one.answeredAt),
        revision: one.changedAt ? 2 : 1,
        finding: planFinding(this.scene, this.vendor, {
          question: one.question,
          createdAt: isRejected ? decision!.at : this.submittedAt!,
          completedAt: this.completedAt,
        }),
      } satisfies JudgedAnswer);
    }
    if (this.completedAt && this.vendor.isDetailed && this.scene.random.chance(0.1)) {
      const { id, questionnaire } = this.asked;
      raiseFinding(this.scene, this.vendor, { assessmentId: id, questionnaire, by: this.reviewer, completedAt: this.completedAt });
    }
  }
}

interface Remark {
  body: string;
  by: Actor;
  visibility: 'SHARED' | 'INTERNAL';
  parentId?: string;
}

const NOTES = { APPROVED: phrases.APPROVAL_NOTES, REJECTED: phrases.REJECTION_NOTES, CLARIFICATION_REQUESTED: phrases.CLARIFICATION_NOTES };

/** Approvals need no note; other decisions do. */
function noteOn(decision: Decision['decision'], random: Scene['random']): string | null {
  return decision === 'APPROVED' && random.chance(0.7) ? null : random.pick(NOTES[decision]);
}

const optional = (time: number | null) => (time === null ? null : timestamp(time));
