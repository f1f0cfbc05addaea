/** Which frameworks a certification's name refers to, and when it expires. Pure: no database, no framework. */

const DAY_MS = 86_400_000;

/** Days from today to the expiry date; negative once expired. Both as YYYY-MM-DD. */
export function daysUntil(expiresDate: string, today: string): number {
  return Math.round((Date.parse(expiresDate) - Date.parse(today)) / DAY_MS);
}

/** Whether its last day has passed. Some never expire. */
export function isExpired(expiresDate: string | null, today: string): boolean {
  return expiresDate !== null && daysUntil(expiresDate, today) < 0;
}

export interface NamedFramework {
  name: string;
  version: string | null;
}

/**
 * The frameworks that a certification's name refers to: "ISO/IEC 27001:2022" means ISO 27001, "SOC2 Type II" means SOC 2. If it
 * names an edition that is installed, other editions of that framework don't match.
 */
export function frameworksNamed<F extends NamedFramework>(certification: string, frameworks: readonly F[]): F[] {
  const edition = editionOf(certification);
  const named = frameworks.filter(({ name }) => names(wordsOf(certification), wordsOf(name)));
  const isMeant = ({ name, version }: F) =>
    edition !== undefined && [editionOf(name), editionOf(version ?? ''), version?.replace(/^v/i, '')].includes(edition);
  const coreOf = ({ name }: F) => core(wordsOf(name)).join(' ');
  const settled = new Set(named.filter(isMeant).map(coreOf));
  return named.filter((framework) => isMeant(framework) || !settled.has(coreOf(framework)));
}

/** The year or version in a name: 2022, 4.0.1, 8. */
function editionOf(name: string): string | undefined {
  return /\b(?:19|20)\d\d\b/.exec(name)?.[0] ?? /\bv?(\d+(?:\.\d+)+)\b|\bv(\d+)\b/i.exec(name)?.slice(1).find(Boolean);
}

/** Words about how something was audited or published, not what it is. */
const REMARKS = [
  /\btype\s*(?:i{1,3}|[1-3])\b/g,
  /\bv(?:ersion)?\.?\s*\d+(?:\.\d+)*\b/g,
  /\b\d+(?:\.\d+)+\b/g,
  /(?<=\d)r\d+\b|\brev(?:ision)?\.?\s*\d+\b/g,
  /\b(?:19|20)\d\d\b/g,
];
const PUBLISHERS = new Set(['iec', 'sp', 'en', 'din', 'bs']);

/** A name as lower-case words, with numbers separated: "SOC2" is soc, 2. */
function wordsOf(name: string): string[] {
  const text = REMARKS.reduce((rest, remark) => rest.replace(remark, ' '), name.normalize('NFKC').toLowerCase());
  return (text.match(/\p{L}+|\p{N}+/gu) ?? []).filter((word) => !PUBLISHERS.has(word));
}

/** Words that may follow a framework's name without making it a different one. */
const GENERIC = new Set([
  'framework',
  'standard',
  'standards',
  'rule',
  'security',
  'privacy',
  'requirements',
  'criteria',
  'trust',
  'services',
  'controls',
  'regulation',
  'certification',
  'certified',
  'compliance',
  'compliant',
  'attestation',
  'report',
  'audit',
  'assessment',
]);
const isNumber = (word: string) => /^\p{N}/u.test(word);

/** The part that identifies a framework: up to its first number (iso 27001), else without generic words (hipaa). */
function core(words: string[]): string[] {
  const first = words.findIndex((word, i) => i > 0 && isNumber(word));
  if (first > 0) {
    const after = words.findIndex((word, i) => i > first && !isNumber(word));
    return after < 0 ? words : words.slice(0, after);
  }
  const last = words.findLastIndex((word) => !GENERIC.has(word));
  return words.slice(0, last + 1);
}

function names(certification: string[], framework: string[]): boolean {
  const wanted = core(framework);
  if (wanted.length === 0) return false;
  if (wanted.some(isNumber)) return contains(certification, wanted);
  return contains(certification, framework) || core(certification).join(' ') === wanted.join(' ');
}

function contains(words: string[], part: string[]): boolean {
  return ` ${words.join(' ')} `.includes(` ${part.join(' ')} `);
}

export interface ActionCounts {
  total: number;
  completed: number;
  inProgress: number;
  pending: number;
  notApplicable: number;
}

/** Percentage of the applicable actions that are done; 0 if none apply. */
export function percentDone({ total, completed, notApplicable }: ActionCounts): number {
  const applicable = total - notApplicable;
  return applicable === 0 ? 0 : Math.round((100 * completed) / applicable);
}
