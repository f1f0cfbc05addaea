import type { Recurrence } from '../../domains/settings/recurrence';
import { AssessmentStory } from './assessment';
import { businessUnitsOf } from './business-units';
import { timestamp } from './calendar';
import { DEMO_ROLE } from './people';
import { PULSE_CHECK_KEY } from './pulse-check';
import { Random } from './random';
import type { Batch } from './rows';
import { Scene } from './scene';
import { planAssessments, type Stage } from './timeline';
import { addOwnFields } from './own-fields';
import { addCertifications, addVendor, makeVendor, type Vendor } from './vendor';
import { FOUNDED_DAYS, type People, peopleOf, SYSTEM, WINDOW_DAYS, type World } from './world';

/**
 * The portfolio, generated in blocks: a world gives the same blocks in any order and any number of times. Within a block of 40,
 * attributes are dealt from a fixed set rather than drawn at random, so each block contains all stages and all kinds of vendors.
 */
const BLOCK = 40;
/** The network address that people sign in from. */
const OFFICE = '198.51.100.7';
export const VENDORS_IN_DETAIL = 40;
/** A small portfolio is read by people; in a large one each vendor has five assessments. */
const ASSESSMENTS_PER_VENDOR = { small: 3.75, large: 5 };

const DECK: readonly Stage[] = Object.entries({
  DRAFT: 5,
  SENT: 4,
  OVERDUE: 3,
  IN_PROGRESS: 4,
  STUCK: 3,
  SENT_BACK: 3,
  SUBMITTED: 5,
  UNDER_REVIEW: 6,
  COMPLETED: 7,
}).flatMap(([stage, count]) => Array.from({ length: count }, () => stage as Stage));
/** Positions in a block of vendors that haven't been classified yet. */
const NEW = new Set([16, 33]);

/** For how long a vendor was known before its first assessment: a weekend moves what happens to the Friday before. */
export const LEAST_KNOWN_DAYS = 3;

const ROUNDS: Record<string, { weight: number; recurrence: `${Recurrence}` }> = {
  CRITICAL: { weight: 6, recurrence: 'QUARTERLY' },
  HIGH: { weight: 4.5, recurrence: 'BIANNUALLY' },
  MEDIUM: { weight: 3, recurrence: 'ANNUALLY' },
  LOW: { weight: 1.8, recurrence: 'NONE' },
};

export class Portfolio {
  readonly people: People;
  private readonly shift: number;

  constructor(private readonly world: World) {
    this.people = peopleOf(world.seed);
    this.shift = new Random(world.seed, 'names').int(0, 10_000);
  }

  get blocks(): number {
    return Math.ceil(this.world.vendors / BLOCK);
  }

  /** All portfolios and users, and when they were created and disabled. */
  addPeople(batch: Batch, roleIds: ReadonlyMap<string, string>, passwordHashes: readonly string[]): void {
    const { world, people } = this;
    const random = new Random(world.seed, 'people');
    const scene = new Scene(world, people, batch, random);
    let at = world.calendar.work(random, FOUNDED_DAYS);
    batch.add('role', { id: people.roleId, created_at: timestamp(at), updated_at: timestamp(at), ...DEMO_ROLE });
    const { name, permissions } = DEMO_ROLE;
    scene.note('CREATE_ROLE', { at, by: SYSTEM, entity: { type: 'Role', id: people.roleId, name }, meta: { permissions } });
    for (const { id, name, description } of businessUnitsOf(world.seed)) {
      at = world.calendar.workAfter(random, FOUNDED_DAYS, at);
      batch.add('portfolio', { id, created_at: timestamp(at), updated_at: timestamp(at), name, description });
      scene.note('CREATE_PORTFOLIO', { at, by: SYSTEM, entity: { type: 'Portfolio', id, name } });
    }
    people.users.forEach((user, i) => {
      at = world.calendar.workAfter(random, FOUNDED_DAYS, at);
      const entity = { type: 'User', id: user.id, name: user.name };
      scene.note('CREATE_USER', { at, by: SYSTEM, entity, meta: { role: user.role } });
      batch.add('app_user', {
        id: user.id,
        created_at: timestamp(at),
        updated_at: timestamp(at),
        name: user.name,
        email: user.email,
        password_hash: passwordHashes[i]!,
        role_id: user.role === DEMO_ROLE.name ? people.roleId : roleIds.get(user.role)!,
        last_signed_in_at: timestamp(this.addSignIns(scene, user)),
      });
    });
  }

  /** About twice a week; sometimes after a mistyped password. Returns the time of the last. */
  private addSignIns(scene: Scene, user: People['users'][number]): number {
    const { calendar } = this.world;
    const { random } = scene;
    const by = { userId: user.id, userName: user.name };
    const entity = { type: 'User', id: user.id, name: user.name };
    let at = 0;
    for (let day = WINDOW_DAYS; day > 0; day -= random.int(1, 6)) {
      at = calendar.workAfter(random, day, at);
      if (random.chance(0.03)) {
        const meta = {
          email: user.email,
          method: 'PASSWORD',
          address: `192.0.2.${random.int(1, 254)}`,
          reason: 'wrong e-mail address or password',
        };
        scene.note('LOGIN_FAILED', { at: at - 20_000, by, entity, meta });
      }
      scene.note('LOGIN', { at, by, entity, meta: { method: 'PASSWORD', address: OFFICE } });
    }
    return at;
  }

  addBlock(batch: Batch, block: number): void {
    const { world, people, shift } = this;
    const first = block * BLOCK;
    const size = Math.min(BLOCK, world.vendors - first);
    const deal = new Random(world.seed, 'block', block);
    const stages = deal.shuffled(DECK);
    const standings = deal.shuffled(DECK.map((_, i) => (i + 0.5) / DECK.length));
    const vendors = Array.from({ length: size }, (_, i) => {
      const index = first + i;
      const random = new Random(world.seed, 'vendor', index);
      const isDetailed = index < VENDORS_IN_DETAIL;
      const vendor = makeVendor(random, people, { index, standing: standings[i]!, shift, isNew: NEW.has(i), isDetailed });
      return { vendor, scene: new Scene(world, people, batch, random), stage: stages[i]! };
    });
    const perVendor = world.vendors > VENDORS_IN_DETAIL ? ASSESSMENTS_PER_VENDOR.large : ASSESSMENTS_PER_VENDOR.small;
    const counts = shares(
      Math.round(size * perVendor),
      vendors.map(({ vendor: { tier } }) => (tier ? ROUNDS[tier]!.weight : 0)),
    );
    vendors.forEach(({ vendor, scene, stage }, i) => this.addStory(scene, vendor, stage, counts[i]!));
  }

  /** Everything about one vendor. */
  private addStory(scene: Scene, vendor: Vendor, stage: Stage, count: number): void {
    const { random, world } = scene;
    const { calendar } = world;
    const recurrence = vendor.tier ? ROUNDS[vendor.tier]!.recurrence : 'NONE';
    const plans = planAssessments(random, calendar, { count, stage, recurrence });
    const known = plans.length > 0 ? plans[0]!.days.created + random.int(LEAST_KNOWN_DAYS, 25) : random.int(3, 30);
    const createdAt = calendar.work(random, known);
    addVendor(scene, vendor, { createdAt, assessments: count });
    if (this.world.hasOwnFields) addOwnFields(scene, vendor, createdAt);
    addCertifications(scene, vendor, createdAt);
    const ids = plans.map(() => random.uuid());
    const hurdles = new Map<string, number[]>();
    plans.forEach((plan, i) => {
      const key = questionnaireFor(scene, vendor, plan.isOfSeries);
      const questionnaire = world.questionnaires.get(key)!;
      if (!hurdles.has(key))
        hurdles.set(
          key,
          questionnaire.questions.map(() => random.fraction()),
        );
      new AssessmentStory(scene, vendor, {
        id: ids[i]!,
        plan,
        questionnaire,
        hurdles: hurdles.get(key)!,
        previousId: plan.previous === undefined ? null : ids[plan.previous]!,
        hasSuccessor: plans.some(({ previous }) => previous === i),
      }).tell();
    });
  }
}

function questionnaireFor({ random }: Scene, { isDetailed, service }: Vendor, isOfSeries: boolean): string {
  if (!isDetailed) return PULSE_CHECK_KEY;
  const [main, ...others] = service.questionnaires;
  return isOfSeries || others.length === 0 ? main! : random.pick(others);
}

/** Divides a number by weight into whole parts that add up to it; a weight of 0 gets nothing. */
function shares(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let given = 0;
  let upTo = 0;
  return weights.map((weight) => {
    upTo += sum > 0 ? (total * weight) / sum : 0;
    const share = Math.round(upTo) - given;
    given += share;
    return share;
  });
}
