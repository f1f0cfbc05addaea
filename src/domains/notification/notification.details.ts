import { DAY, type Facts } from './notification.rules';

/** What an e-mail adds to the sentence. */
export interface Details {
  severity?: string;
  tier?: string | null;
  /** Of the acceptance of a risk. */
  until?: string;
  reason?: string | null;
  /** Of whoever decided. */
  note?: string | null;
  /** What the vendor said about a finding. */
  answer?: string;
  plan?: string | null;
  plannedFor?: string | null;
  comment?: string | null;
}

interface Told extends Pick<Facts, 'kind' | 'action' | 'to' | 'expires'> {
  details: Details | null;
  /** Of the audit entry. */
  meta?: Record<string, unknown>;
}

type Part = string | { quote: string };

/** What was asked, said or decided: facts in a line, then people's own words. */
export function partsOf({ kind, action, to, expires, details, meta = {} }: Told): Part[] {
  const { severity, tier, until, reason, note, answer, plan, plannedFor, comment } = details ?? {};
  const isRejected = action === 'REJECT_RISK_ACCEPTANCE' || to === 'REJECTED';
  const how = severity && `Severity: ${word(severity)}.`;
  switch (kind) {
    case 'ACCEPTANCE_REQUESTED':
      return [line(how, until && `Requested until ${day(until)}.`), said('Reason', reason)].flat();
    case 'ACCEPTANCE_DECIDED':
      if (to === 'WITHDRAWN') return line(how);
      if (isRejected) return [line(how), said('Reason', note)].flat();
      return [line(how, until && `Accepted until ${day(until)}.`), said('Note', note)].flat();
    case 'ACCEPTANCE_ENDING':
      return [line(how), said('Why it was accepted', reason)].flat();
    case 'ACCEPTED':
      return [line(how, expires ? `Accepted until ${day(expires)}.` : 'Accepted with no end date.'), said('Reason', note)].flat();
    case 'REMEDIATION_ANSWERED':
      return [line(how, answered(answer, plannedFor)), said('Plan', plan), said('Comment', comment)].flat();
    case 'VENDOR_REQUEST':
      return [line(tier && `Tier: ${word(tier)}.`), said('Reason', reason)].flat();
    case 'VENDOR_REQUEST_DECIDED':
      return isRejected ? said('Reason', note) : [line(tier && `Tier: ${word(tier)}.`), said('Note', note)].flat();
    case 'SENT_BACK':
    case 'REPLIED':
      return said('Message to the vendor', meta.message ?? meta.note);
    default:
      return [];
  }
}

/** The same of several things: what people said of all of them, with what else they have in common. */
export function partsOfAll(told: readonly Told[]): Part[] {
  const [first = [], ...others] = told.map(partsOf);
  const keys = others.map((parts) => new Set(parts.map((part) => JSON.stringify(part))));
  const common = first.filter((part) => keys.every((known) => known.has(JSON.stringify(part))));
  return common.some((part) => typeof part !== 'string') ? common : [];
}

const day = (moment: string) => DAY.format(new Date(moment));
const word = (name: string) => name[0]! + name.slice(1).toLowerCase();

function line(...sentences: (string | null | undefined)[]): Part[] {
  const given = sentences.filter(Boolean);
  return given.length > 0 ? [given.join(' ')] : [];
}

/** An e-mail quotes no more of a text. */
const MOST_QUOTED = 2_000;

function said(label: string, text: unknown): Part[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  return [`${label}:`, { quote: text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED).trimEnd()}…` : text }];
}

function answered(answer: string | undefined, plannedFor: string | null | undefined): string | undefined {
  if (answer === 'PLANNED') return plannedFor ? `The vendor plans to fix it by ${day(plannedFor)}.` : 'The vendor plans to fix it.';
  if (answer === 'DONE') return 'The vendor says it is fixed.';
  return answer === 'DISAGREE' ? 'The vendor disagrees with it.' : undefined;
}
