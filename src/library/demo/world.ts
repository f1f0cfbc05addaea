import type { NamedFramework } from '../../domains/certification/certification.rules';
import type { ConditionalLogic } from '../../domains/template/conditions.rules';
import { type Calendar, DAY } from './calendar';
import { DEMO_ROLE, DEMO_USERS } from './people';
import { Random } from './random';

/** What the portfolio is generated from: a seed, a day, people, and the library in the database. */

export interface MappedControl {
  id: string;
  frameworkId: string;
  frameworkName: string;
  code: string;
  title: string;
  domain: string | null;
  isShared: boolean;
}

export interface Question {
  /** Id of the template's question. */
  id: string;
  section: string;
  text: string;
  helpText: string | null;
  findingTitle: string | null;
  type: string;
  riskWeight: string;
  required: boolean;
  options: string[];
  exclusiveOptions: string[];
  expectedAnswer: unknown;
  setsField: string | null;
  conditionalLogic: ConditionalLogic | null;
  controlCodes: string[];
  controls: MappedControl[];
}

export interface Questionnaire {
  templateId: string;
  name: string;
  version: number;
  questions: Question[];
}

export interface Framework extends NamedFramework {
  sharedControls: { id: string; code: string; title: string }[];
}

/** Who did something, as named in the audit log. */
export interface Actor {
  userId: string | null;
  userName: string;
}

export const SYSTEM: Actor = { userId: null, userName: 'System' };

export interface World {
  seed: string;
  calendar: Calendar;
  /** How many there will be in total. */
  vendors: number;
  /** Whether vendors have the own fields of the demo: not where there are others. */
  hasOwnFields: boolean;
  /** The same of its tier rules and plans. */
  hasTierRules: boolean;
  /** By key. */
  questionnaires: ReadonlyMap<string, Questionnaire>;
  frameworks: readonly Framework[];
}

/** How far back the history goes: 18 months. */
export const WINDOW_DAYS = 548;
/** The users were created a little earlier. */
export const FOUNDED_DAYS = WINDOW_DAYS + 30;

/** From 0 at the beginning of the history to 1 today. */
export const progressAt = ({ calendar }: World, time: number) => 1 - (calendar.today - time) / (WINDOW_DAYS * DAY);

/** The company's users; their ids are derived from the seed. */
export function peopleOf(seed: string) {
  const roleId = new Random(seed, 'role').uuid();
  const users = DEMO_USERS.map((user, i) => ({ ...user, id: new Random(seed, 'user', i).uuid() }));
  const actors = (...roles: string[]): Actor[] =>
    users.filter(({ role }) => roles.includes(role)).map(({ id, name }) => ({ userId: id, userName: name }));
  return {
    roleId,
    users,
    administrators: actors('Admin'),
    managers: actors('Admin', DEMO_ROLE.name),
    reviewers: actors('Reviewer'),
    owners: actors('Admin', 'Reviewer', DEMO_ROLE.name),
  };
}

export type People = ReturnType<typeof peopleOf>;
