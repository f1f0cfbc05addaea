import { MINUTE, timestamp } from './calendar';
import type { PlannedFinding } from './rows';
import type { Scene } from './scene';
import type { Vendor } from './vendor';
import * as phrases from './phrases';
import type { Actor, Question, Questionnaire } from './world';

interface Wanting {
  question: Question;
  createdAt: number;
  /** Null while the assessment is in progress: until then nobody closes its findings. */
  completedAt: number | null;
}

/**
 * The outcome of the finding, if scoring finds the answer non-compliant: the older it is and the better the vendor, the more
 * likely it is closed.
 */
export function planFinding(scene: Scene, vendor: Vendor, { question, createdAt, completedAt }: Wanting): PlannedFinding {
  const { random, people } = scene;
  const { calendar } = scene.world;
  const finding = { id: random.uuid(), createdAt: timestamp(createdAt) };
  const age = completedAt === null ? 0 : calendar.daysAgo(completedAt);
  const likelihood = age < 8 ? 0 : Math.min(0.85, 0.1 + age / 420) * (0.55 + 0.5 * vendor.quality.now);
  if (!random.chance(likelihood)) return { ...finding, status: 'OPEN', resolution: null };
  const isAccepted = random.chance(question.riskWeight === 'CRITICAL' ? 0.05 : 0.25);
  const status = isAccepted ? 'RISK_ACCEPTED' : 'REMEDIATED';
  const by = random.pick([...people.reviewers, ...people.administrators]);
  const at = calendar.workAfter(random, random.int(1, age - 5), completedAt!);
  const entity = { type: 'Finding', id: finding.id, name: (question.findingTitle ?? question.text).slice(0, 500) };
  const noted = { by, entity, findingId: finding.id };
  const note = random.pick(isAccepted ? phrases.ACCEPTANCE_NOTES : phrases.REMEDIATION_NOTES);
  const resolved = { ...finding, resolution: { note, at: timestamp(at), by } };
  if (!isAccepted) {
    scene.note('UPDATE_FINDING', { ...noted, at, meta: { from: 'OPEN', to: status } });
    return { ...resolved, status };
  }
  const asking = random.pick([...people.reviewers, ...people.administrators].filter((one) => one !== by));
  const until = timestamp(calendar.morning(-random.int(20, 400)));
  const askedAt = at - random.int(5, 50) * MINUTE;
  scene.note('REQUEST_RISK_ACCEPTANCE', { ...noted, by: asking, at: askedAt, meta: { until } });
  scene.note('APPROVE_RISK_ACCEPTANCE', { ...noted, at: at - 2, meta: { until } });
  scene.note('UPDATE_FINDING', { ...noted, at, meta: { from: 'OPEN', to: status } });
  const acceptance = { id: random.uuid(), decisionId: random.uuid(), by: asking, at: timestamp(askedAt), until };
  return { ...resolved, status, acceptance };
}

interface Raised {
  assessmentId: string;
  questionnaire: Questionnaire;
  by: Actor;
  completedAt: number;
}

/** Something a reviewer found besides the answers. */
export function raiseFinding(scene: Scene, vendor: Vendor, { assessmentId, questionnaire, by, completedAt }: Raised): void {
  const { batch, random } = scene;
  const { calendar } = scene.world;
  const { title, description, severity } = random.pick(phrases.MANUAL_FINDINGS);
  const id = random.uuid();
  const at = calendar.workAfter(random, calendar.daysAgo(completedAt), completedAt);
  const { controls } = random.pick(questionnaire.questions);
  scene.note('CREATE_FINDING', { at, by, entity: { type: 'Finding', id, name: title }, meta: { severity } });
  batch.add('finding', {
    id,
    created_at: timestamp(at),
    updated_at: timestamp(at),
    vendor_id: vendor.id,
    assessment_id: assessmentId,
    title,
    description,
    severity,
    control_codes: controls.map(({ code }) => code),
    is_manual: true,
  });
  for (const { code, id: controlId } of controls) batch.add('finding_control', { finding_id: id, code, control_id: controlId });
}
