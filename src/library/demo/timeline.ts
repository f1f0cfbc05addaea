import type { Recurrence } from '../../domains/settings/recurrence';
import { nextDue } from '../../domains/assessment/assessment.rules';
import { type Calendar, DAY } from './calendar';
import type { Random } from './random';
import { WINDOW_DAYS } from './world';

/** How far an assessment has got. */
export type Stage = 'DRAFT' | 'SENT' | 'OVERDUE' | 'IN_PROGRESS' | 'STUCK' | 'SENT_BACK' | 'SUBMITTED' | 'UNDER_REVIEW' | 'COMPLETED';

type Step = 'sent' | 'answered' | 'submitted' | 'reviewed' | 'sentBack' | 'resubmitted' | 'reviewedAgain' | 'completed';

const TO_REVIEW: Step[] = ['sent', 'answered', 'submitted', 'reviewed'];

/** The steps taken by then, and how many days ago the last may have been. */
const STAGES: Record<Stage, { steps: Step[]; ago: [number, number] }> = {
  DRAFT: { steps: [], ago: [1, 9] },
  SENT: { steps: ['sent'], ago: [1, 14] },
  OVERDUE: { steps: ['sent'], ago: [33, 48] },
  IN_PROGRESS: { steps: ['sent', 'answered'], ago: [1, 10] },
  STUCK: { steps: ['sent', 'answered'], ago: [32, 45] },
  SENT_BACK: { steps: [...TO_REVIEW, 'sentBack'], ago: [1, 6] },
  SUBMITTED: { steps: ['sent', 'answered', 'submitted'], ago: [1, 6] },
  UNDER_REVIEW: { steps: TO_REVIEW, ago: [1, 5] },
  COMPLETED: { steps: [...TO_REVIEW, 'completed'], ago: [3, 30] },
};
/** One in twelve completed assessments was sent back on the way. */
const DETOUR: Step[] = [...TO_REVIEW, 'sentBack', 'resubmitted', 'reviewedAgain', 'completed'];

/** How many days each step takes. */
const LENGTHS: Record<Step, [number, number]> = {
  sent: [0, 2],
  answered: [1, 5],
  submitted: [3, 22],
  reviewed: [1, 5],
  sentBack: [0, 2],
  resubmitted: [3, 10],
  reviewedAgain: [1, 4],
  completed: [1, 7],
};
/** No assessment takes longer, so one that began before is finished. */
const LONGEST_DAYS = 70;
const DAYS_TO_ANSWER = 30;

/** The life of an assessment: which step happened how many days ago. */
export interface Plan {
  stage: Stage;
  days: { created: number } & Partial<Record<Step, number>>;
  /** When the series created it; omitted if a person did. */
  madeAt?: number;
  due: number;
  recurrence: `${Recurrence}`;
  /** Its index among the vendor's plans. */
  previous?: number;
  isOfSeries: boolean;
}

/** This many assessments, oldest first: the last one at the given stage, those before completed. */
export function planAssessments(
  random: Random,
  calendar: Calendar,
  { count, stage, recurrence }: { count: number; stage: Stage; recurrence: `${Recurrence}` },
): Plan[] {
  if (count === 0) return [];
  const series = planSeries(random, calendar, { count, stage, recurrence });
  const others = Array.from({ length: count - series.length }, (): Plan => {
    const days = stepsAfter(random, random.int(LONGEST_DAYS, WINDOW_DAYS - 10));
    const due = calendar.morning(days.created - random.pick([14, 21, 30]));
    return { stage: 'COMPLETED', days, due, recurrence: 'NONE', isOfSeries: false };
  });
  const plans = [...others, ...series].sort((a, b) => b.days.created - a.days.created);
  for (const [i, plan] of series.entries()) if (plan.madeAt) plan.previous = plans.indexOf(series[i - 1]!);
  return plans;
}

/** Backwards from the current one: the previous one was due this many months before this one was created. */
function planSeries(
  random: Random,
  calendar: Calendar,
  { count, stage, recurrence }: { count: number; stage: Stage; recurrence: `${Recurrence}` },
): Plan[] {
  const days = stepsUntil(random, stage);
  const due = calendar.morning(days.created - DAYS_TO_ANSWER);
  const series: Plan[] = [{ stage, days, due, recurrence, isOfSeries: true }];
  while (series.length < count && recurrence !== 'NONE') {
    const [later] = series as [Plan];
    const dueBefore = monthsBefore(calendar.morning(later.days.created), recurrence);
    const created = calendar.daysAgo(dueBefore) + DAYS_TO_ANSWER;
    if (created > WINDOW_DAYS - 10) break;
    later.madeAt = nextDue(new Date(dueBefore), recurrence)!.getTime() + random.int(1_000, 59_000);
    later.days.created = calendar.daysAgo(later.madeAt);
    series.unshift({ stage: 'COMPLETED', days: stepsAfter(random, created), due: dueBefore, recurrence, isOfSeries: true });
  }
  return series;
}

function monthsBefore(time: number, recurrence: Exclude<`${Recurrence}`, 'NONE'>): number {
  const before = new Date(time);
  const day = before.getUTCDate();
  before.setUTCDate(1);
  before.setUTCMonth(before.getUTCMonth() - { QUARTERLY: 3, BIANNUALLY: 6, ANNUALLY: 12 }[recurrence]);
  // Days 29 to 31 are avoided: not every month has them.
  before.setUTCDate(Math.min(day, 28));
  return before.getTime();
}

function stepsUntil(random: Random, stage: Stage): Plan['days'] {
  const { steps, ago } = STAGES[stage];
  const lengths = steps.map((step) => random.int(...LENGTHS[step]));
  return walk(steps, lengths, random.int(...ago) + lengths.reduce((sum, length) => sum + length, 0));
}

function stepsAfter(random: Random, created: number): Plan['days'] {
  const steps = random.chance(1 / 12) ? DETOUR : STAGES.COMPLETED.steps;
  return walk(
    steps,
    steps.map((step) => random.int(...LENGTHS[step])),
    created,
  );
}

function walk(steps: readonly Step[], lengths: readonly number[], created: number): Plan['days'] {
  const days: Plan['days'] = { created };
  let ago = created;
  steps.forEach((step, i) => (days[step] = ago -= lengths[i]!));
  return days;
}

/** When the next in the series is due, as the service plans it on completion. */
export function nextOfSeries({ due, recurrence }: Plan, completedAt: number): number | null {
  let next = nextDue(new Date(due), recurrence);
  while (next && next.getTime() < completedAt) next = nextDue(next, recurrence);
  return next?.getTime() ?? null;
}

export const LINK_VALID_MS = 180 * DAY;
