import type { Row } from '../../database/rows';
import type { Control } from '../../domains/framework/control.entity';
import { GENERAL } from '../../domains/framework/framework.rules';
import { complianceRatio, type ControlState, stateOf } from '../../domains/compliance/evaluations';
import { type RagBand, ragBand } from '../../domains/vendor/vendor.rules';
import { groupBy } from '../../graphql/engine/loaders';
import { count, date, label, many, NONE, percent, points, shortDate } from '../format';
import { CONTROL_STATES } from '../theme';
import type { RankedEvaluation } from './framework-report.store';
import type { FrameworkData } from './query';

interface DomainLine {
  domain: string;
  controls: number;
  assessed: number;
  current: number | null;
  previous: number | null;
  change: string;
  band: RagBand;
}

interface ControlLine {
  code: string;
  title: string;
  state: ControlState;
  before: ControlState;
  answers: string;
  assessed: string;
}

/** The content of the report as displayed. */
export interface FrameworkView {
  organisation: string;
  at: string;
  vendorName: string;
  frameworkName: string;
  about: string[];
  score: number | null;
  band: RagBand;
  summary: string;
  tiles: [name: string, value: string][];
  /** Which assessments are compared. */
  compared: string;
  domains: DomainLine[];
  states: { state: ControlState; current: number; previous: number }[];
  groups: { domain: string; lines: ControlLine[] }[];
}

interface Standing {
  current?: RankedEvaluation;
  previous?: RankedEvaluation;
}

/**
 * A control's state is its most recent evaluation. Its previous state is what was known before the latest assessment: the same,
 * if that didn't cover the control.
 */
export function frameworkView(data: FrameworkData, now: Date): FrameworkView {
  const { settings, vendor, framework, controls, evaluations } = data;
  const standings = standingsOf(evaluations);
  const domains = domainsOf(data, standings);
  const { current, previous } = ratios(controls, standings);
  const states = statesOf(controls, standings);
  const frameworkName = framework.version ? `${framework.name} ${framework.version}` : framework.name;
  const assessed = controls.length - states.find(({ state }) => state === 'NOT_ASSESSED')!.current;
  return {
    organisation: settings.organizationName,
    at: now.toISOString(),
    vendorName: vendor.name,
    frameworkName,
    about: [frameworkName, `Tier: ${label(vendor.tier)}`],
    score: current,
    band: ragBand(current, settings),
    summary: [
      `${vendor.name} against ${frameworkName}: ${assessed} of ${many(controls.length, 'control')} assessed.`,
      current === null ? 'No completed assessment covers this framework.' : `Weighted compliance is ${percent(current)}.`,
    ].join(' '),
    tiles: [
      ['Compliance', percent(current)],
      ['Before the latest assessment', percent(previous)],
      ['Change (points)', points(current, previous)],
      ['Controls assessed', `${count(assessed)} of ${count(controls.length)}`],
    ],
    compared: comparedText(evaluations),
    domains,
    states,
    groups: groupsOf(controls, standings),
  };
}

function standingsOf(evaluations: RankedEvaluation[]): Map<string, Standing> {
  return new Map(
    [...groupBy(evaluations, ({ controlId }) => controlId)].map(([id, of]) => [
      id,
      { current: of.find(({ recency }) => recency === 1), previous: of.toSorted(byRecency).find(({ age }) => age > 1) },
    ]),
  );
}

const byRecency = (a: RankedEvaluation, b: RankedEvaluation) => a.recency - b.recency;

function ratios(controls: Row<Control>[], standings: Map<string, Standing>) {
  const of = (when: keyof Standing) => complianceRatio(controls.flatMap(({ id }) => standings.get(id)?.[when] ?? []));
  return { current: of('current'), previous: of('previous') };
}

const domainOf = ({ domain }: Row<Control>) => domain ?? GENERAL;

function domainsOf({ controls, settings }: FrameworkData, standings: Map<string, Standing>): DomainLine[] {
  return [...groupBy(controls, domainOf)].map(([domain, of]) => {
    const { current, previous } = ratios(of, standings);
    return {
      domain,
      controls: of.length,
      assessed: of.filter(({ id }) => standings.get(id)?.current).length,
      current,
      previous,
      change: points(current, previous),
      band: ragBand(current, settings),
    };
  });
}

function statesOf(controls: Row<Control>[], standings: Map<string, Standing>): FrameworkView['states'] {
  const number = (state: ControlState, when: keyof Standing) =>
    controls.filter(({ id }) => stateOf(standings.get(id)?.[when]) === state).length;
  return (Object.keys(CONTROL_STATES) as ControlState[]).map((state) => ({
    state,
    current: number(state, 'current'),
    previous: number(state, 'previous'),
  }));
}

function groupsOf(controls: Row<Control>[], standings: Map<string, Standing>): FrameworkView['groups'] {
  const line = ({ id, code, title }: Row<Control>): ControlLine => {
    const { current, previous } = standings.get(id) ?? {};
    return {
      code,
      title,
      state: stateOf(current),
      before: stateOf(previous),
      answers: current ? `${current.compliant} of ${current.answers}` : NONE,
      assessed: shortDate(current?.submittedAt),
    };
  };
  return [...groupBy(controls, domainOf)].map(([domain, of]) => ({ domain, lines: of.map(line) }));
}

function comparedText(evaluations: RankedEvaluation[]): string {
  const latest = evaluations.find(({ age }) => age === 1);
  if (!latest) return 'No completed assessment covers this framework.';
  const earlier = evaluations.filter(({ age }) => age > 1).toSorted((a, b) => a.age - b.age)[0];
  const name = ({ title, submittedAt }: RankedEvaluation) => `“${title}”, submitted ${date(submittedAt)}`;
  const before = earlier ? `Previous: the state after ${name(earlier)}.` : 'There is no earlier assessment.';
  return `Current: the most recent evaluation of each control; the latest assessment is ${name(latest)}. ${before}`;
}
