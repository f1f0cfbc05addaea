/** What notifications are about, whom they reach, and what they say. This file imports nothing, so that the browser can load it. */

export const NOTIFICATION_KINDS = [
  'ASSIGNED',
  'SUBMITTED',
  'REPLIED',
  'OVERDUE',
  'EXPIRING',
  'SENT_BACK',
  'ACCEPTED',
  'REMEDIATION_ANSWERED',
  'ACCEPTANCE_REQUESTED',
  'ACCEPTANCE_DECIDED',
  'ACCEPTANCE_ENDING',
  'VENDOR_REQUEST',
  'VENDOR_REQUEST_DECIDED',
  'BOARD_REPORT',
] as const;

export type Kind = (typeof NOTIFICATION_KINDS)[number];

export type EmailChoice = 'AT_ONCE' | 'DAILY' | 'NEVER';

/** How people hear of a kind who have chosen nothing: at once of what waits for them, in the daily summary of the rest. */
export const DEFAULT_EMAIL: Record<Kind, EmailChoice> = {
  ASSIGNED: 'AT_ONCE',
  SUBMITTED: 'AT_ONCE',
  REPLIED: 'AT_ONCE',
  OVERDUE: 'DAILY',
  EXPIRING: 'AT_ONCE',
  SENT_BACK: 'DAILY',
  ACCEPTED: 'DAILY',
  REMEDIATION_ANSWERED: 'AT_ONCE',
  ACCEPTANCE_REQUESTED: 'AT_ONCE',
  ACCEPTANCE_DECIDED: 'AT_ONCE',
  ACCEPTANCE_ENDING: 'AT_ONCE',
  VENDOR_REQUEST: 'AT_ONCE',
  VENDOR_REQUEST_DECIDED: 'AT_ONCE',
  BOARD_REPORT: 'AT_ONCE',
};

/** Kinds whose e-mails are of a kind of their own, with the same name; those of the others are all one kind. */
export const MAILED_BY_NAME = [
  'REMEDIATION_ANSWERED',
  'ACCEPTANCE_REQUESTED',
  'ACCEPTANCE_DECIDED',
  'ACCEPTANCE_ENDING',
  'VENDOR_REQUEST',
  'VENDOR_REQUEST_DECIDED',
] as const satisfies readonly Kind[];

/** The e-mail reminders of certifications (mail/reminders.ts) are the e-mails of this kind, so that nobody is told twice. */
export const REMINDED_KIND: Kind = 'EXPIRING';

/** What a notification can be about, and the permissions of which one lets see it. */
export const THINGS = {
  Vendor: ['vendors:view'],
  Certification: ['vendors:view'],
  ResponsibilityAction: ['vendors:view'],
  Assessment: ['assessments:view'],
  Finding: ['assessments:view'],
  VendorRequest: ['vendors:request', 'vendors:create'],
} as const;

export type Thing = keyof typeof THINGS;

/** What someone with these permissions may be told of. */
export const visibleThings = (permissions: ReadonlySet<string>) =>
  (Object.keys(THINGS) as Thing[]).filter((thing) => THINGS[thing].some((permission) => permissions.has(permission)));

/** What not, though they may be told of such things: others' requests are for those who see all. */
export const hiddenKinds = (permissions: ReadonlySet<string>): Kind[] => (permissions.has('vendors:create') ? [] : ['VENDOR_REQUEST']);

/**
 * Whom a thing concerns: `commenter` is everyone who has commented on it, `owner` the owner of its vendor, `assignee` its own,
 * `responsible` its own, or else that of the vendor or who dealt with it last, `approver` everyone who may accept its risk, `decider` who may decide on a request,
 * `requester` who asked for that last.
 */
export type Concerned = 'reviewer' | 'owner' | 'assignee' | 'commenter' | 'responsible' | 'approver' | 'decider' | 'requester';

export interface Rule {
  kind: Kind;
  thing: Thing;
  who: readonly Concerned[];
  /** Whether an entry with these details is meant; all are, if not given. */
  when?: (meta: Record<string, unknown>) => boolean;
}

/** An update that gave the thing to someone: the names under which changes and imports know the field. */
const gives = (field: string) => (meta: Record<string, unknown>) =>
  Array.isArray(meta.fields) && (meta.fields.includes(field) || meta.fields.includes(`${field}Id`));

/**
 * Which entries of the audit log are told, and to whom. All others concern nobody in particular. Of one entry everyone is told once, by the
 * first rule.
 */
const RULES: Record<string, readonly Rule[]> = {
  CREATE_VENDOR: [{ kind: 'ASSIGNED', thing: 'Vendor', who: ['owner'] }],
  UPDATE_VENDOR: [{ kind: 'ASSIGNED', thing: 'Vendor', who: ['owner'], when: gives('owner') }],
  CREATE_VENDOR_REQUEST: [{ kind: 'VENDOR_REQUEST', thing: 'VendorRequest', who: ['decider'] }],
  DECIDE_VENDOR_REQUEST: [{ kind: 'VENDOR_REQUEST_DECIDED', thing: 'VendorRequest', who: ['requester'] }],
  CREATE_ASSESSMENT: [{ kind: 'ASSIGNED', thing: 'Assessment', who: ['reviewer'] }],
  UPDATE_ASSESSMENT: [{ kind: 'ASSIGNED', thing: 'Assessment', who: ['reviewer'], when: gives('reviewer') }],
  UPDATE_RESPONSIBILITY: [{ kind: 'ASSIGNED', thing: 'ResponsibilityAction', who: ['assignee'], when: gives('assignee') }],
  SUBMIT_ASSESSMENT: [{ kind: 'SUBMITTED', thing: 'Assessment', who: ['reviewer', 'owner'] }],
  ADD_COMMENT: [
    { kind: 'REPLIED', thing: 'Assessment', who: ['reviewer', 'commenter'] },
    { kind: 'REPLIED', thing: 'Finding', who: ['assignee', 'commenter'] },
  ],
  ASSESSMENT_OVERDUE: [{ kind: 'OVERDUE', thing: 'Assessment', who: ['reviewer', 'owner'] }],
  CERTIFICATION_EXPIRING: [{ kind: 'EXPIRING', thing: 'Certification', who: ['owner'] }],
  // A message to the vendor is among the comments. Whoever is told of the one isn't told of the other.
  SEND_BACK_ASSESSMENT: [
    { kind: 'SENT_BACK', thing: 'Assessment', who: ['reviewer', 'owner'] },
    { kind: 'REPLIED', thing: 'Assessment', who: ['commenter'], when: ({ message }) => message !== undefined },
  ],
  REQUEST_RISK_ACCEPTANCE: [{ kind: 'ACCEPTANCE_REQUESTED', thing: 'Finding', who: ['approver'] }],
  APPROVE_RISK_ACCEPTANCE: [{ kind: 'ACCEPTANCE_DECIDED', thing: 'Finding', who: ['requester'] }],
  REJECT_RISK_ACCEPTANCE: [{ kind: 'ACCEPTANCE_DECIDED', thing: 'Finding', who: ['requester'] }],
  WITHDRAW_RISK_ACCEPTANCE: [{ kind: 'ACCEPTANCE_DECIDED', thing: 'Finding', who: ['requester'], when: ({ to }) => to === 'WITHDRAWN' }],
  RISK_ACCEPTANCE_ENDING: [{ kind: 'ACCEPTANCE_ENDING', thing: 'Finding', who: ['responsible'] }],
  ANSWER_REMEDIATION: [
    { kind: 'REMEDIATION_ANSWERED', thing: 'Finding', who: ['responsible'] },
    { kind: 'REPLIED', thing: 'Finding', who: ['commenter'], when: ({ comment }) => comment !== undefined },
  ],
  SEND_BACK_REMEDIATION: [{ kind: 'REPLIED', thing: 'Finding', who: ['assignee', 'commenter'] }],
  UPDATE_FINDING: [
    { kind: 'ACCEPTED', thing: 'Finding', who: ['owner'], when: ({ to }) => to === 'RISK_ACCEPTED' },
    { kind: 'ASSIGNED', thing: 'Finding', who: ['assignee'], when: gives('owner') },
  ],
};

/** The actions of which some entries are told. */
export const TOLD_ACTIONS = Object.keys(RULES);

interface Entry {
  action: string;
  meta?: Record<string, unknown>;
  isAssigned?: boolean;
}

export function rulesFor({ action, meta = {}, isAssigned = true }: Entry): readonly Rule[] {
  const rules = Object.hasOwn(RULES, action) ? RULES[action]! : [];
  return rules.filter(({ kind, when }) => (kind !== 'ASSIGNED' || isAssigned) && (!when || when(meta)));
}

/** What a sentence is made of. */
export interface Facts {
  kind: Kind;
  thing: Thing;
  /** Of the thing, now or when it happened. */
  name: string;
  vendorName: string;
  /** As in the audit log; null: the sentence doesn't say who. */
  actor: string | null;
  /** The last day of a certification, or of the acceptance of a risk. */
  expires?: string | null;
  /** Of the audit entry, and what its details say became of the thing. */
  action?: string | null;
  to?: unknown;
}

const SYSTEM = 'System';
const PORTAL = 'Vendor portal (';

export const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Whom an e-mail may name: it outlives a person who is erased, and so names no colleague. */
export const namedInMail = (actor: string | null) => (actor?.startsWith(PORTAL) ? actor : null);

/** One plain sentence, without a full stop. */
export function sentenceOf({ kind, thing, name, vendorName, actor, expires, action, to }: Facts): string {
  const who = actor === SYSTEM ? null : actor;
  const decision = action === 'REJECT_RISK_ACCEPTANCE' || to === 'REJECTED' ? 'rejected' : 'approved';
  switch (kind) {
    case 'ASSIGNED': {
      const { one, nameOf } = ASSIGNMENTS[thing]!;
      return `${who === null ? 'You were assigned' : `${who} assigned you`} ${one} ${nameOf(name, vendorName)}`;
    }
    case 'SUBMITTED':
      return `${vendorName} submitted ${name}`;
    case 'REPLIED':
      if (action === 'SEND_BACK_REMEDIATION')
        return who === null ? `“${name}” was sent back to ${vendorName}` : `${who} sent “${name}” back to ${vendorName}`;
      if (who?.startsWith(PORTAL)) return `${vendorName} commented on ${thing === 'Finding' ? `“${name}”` : name}`;
      return `${who === null ? 'New comment' : `${who} commented`} on ${thing === 'Finding' ? `“${name}” at` : `${name} for`} ${vendorName}`;
    case 'OVERDUE':
      return `${name} for ${vendorName} is overdue`;
    case 'EXPIRING':
      return `${name} of ${vendorName} expires ${expires ? `on ${DAY.format(new Date(expires))}` : 'soon'}`;
    case 'SENT_BACK':
      return who === null ? `${name} was sent back to ${vendorName}` : `${who} sent ${name} back to ${vendorName}`;
    case 'VENDOR_REQUEST':
      return who === null ? `${name} was requested as a vendor` : `${who} requested ${name} as a vendor`;
    case 'VENDOR_REQUEST_DECIDED':
      return who === null ? `Your request for ${name} was ${decision}` : `${who} ${decision} your request for ${name}`;
    case 'BOARD_REPORT':
      return 'The board report was sent';
    case 'REMEDIATION_ANSWERED':
      return `${vendorName} responded to the finding “${name}”`;
    case 'ACCEPTED':
      return who === null
        ? `The risk of “${name}” at ${vendorName} was accepted`
        : `${who} accepted the risk of “${name}” at ${vendorName}`;
    case 'ACCEPTANCE_REQUESTED':
      return who === null
        ? `Your approval is needed to accept the risk of “${name}” at ${vendorName}`
        : `${who} requested approval to accept the risk of “${name}” at ${vendorName}`;
    case 'ACCEPTANCE_DECIDED': {
      const request = `request to accept the risk of “${name}” at ${vendorName}`;
      if (to === 'WITHDRAWN') return `Your ${request} expired before anyone decided`;
      return who === null ? `Your ${request} was ${decision}` : `${who} ${decision} your ${request}`;
    }
    case 'ACCEPTANCE_ENDING':
      return `The risk of “${name}” at ${vendorName} needs a new decision: its acceptance ends ${expires ? `on ${DAY.format(new Date(expires))}` : 'soon'}`;
  }
}

interface Assignment {
  one: string;
  /** Of several: their number is where # is. */
  several: string;
  nameOf: (name: string, vendorName: string) => string;
  /** The list of those of a person, whose id follows. */
  list: string;
}

const ASSIGNMENTS: Partial<Record<Thing, Assignment>> = {
  Vendor: { one: 'the vendor', several: '# vendors', nameOf: (name) => name, list: '/vendors?owner=' },
  Assessment: {
    one: 'the review of',
    several: 'the review of # assessments',
    nameOf: (name, vendorName) => `${name} for ${vendorName}`,
    list: '/assessments?reviewer=',
  },
  ResponsibilityAction: {
    one: 'the task',
    several: '# tasks',
    nameOf: (name, vendorName) => `“${name}” for ${vendorName}`,
    list: '/tasks?assignee=',
  },
  Finding: {
    one: 'the finding',
    several: '# findings',
    nameOf: (name, vendorName) => `“${name}” at ${vendorName}`,
    list: '/findings?owner=',
  },
};

/** What is told of several things at once: a sentence, where they are listed, and how each is named. Null: each has its own sentence. */
export function severalOf(
  { kind, thing, userId }: { kind: Kind; thing: Thing; userId: string },
  count: number,
): (Pick<Assignment, 'nameOf'> & { text: string; path: string }) | null {
  const assignment = ASSIGNMENTS[thing];
  if (!assignment) return null;
  const { several, list, nameOf } = assignment;
  if (kind === 'ASSIGNED') return { text: `You were assigned ${several.replace('#', String(count))}`, path: list + userId, nameOf };
  if (kind === 'ACCEPTED') return { text: `The risks of ${count} findings were accepted`, path: '/findings?status=RISK_ACCEPTED', nameOf };
  return null;
}

/** Where it leads in the web application; to the vendor once the thing is deleted. */
export function pathOf(kind: Kind, thing: Thing, id: string, vendorId: string, isThere: boolean): string {
  const vendor = `/vendors/${vendorId}`;
  if (!isThere) return vendor;
  switch (thing) {
    case 'Vendor':
      return vendor;
    case 'VendorRequest':
      return `/vendor-requests?request=${id}`;
    case 'Certification':
      return `${vendor}?tab=certifications`;
    case 'ResponsibilityAction':
      return `${vendor}?tab=responsibility`;
    case 'Finding':
      return `/findings?finding=${id}`;
    case 'Assessment':
      return `/assessments/${id}${kind === 'REPLIED' ? '?tab=comments' : ''}`;
  }
}
