import { isId } from '../../platform/id';
import { scimFault } from './scim-fault';
import type { Filter } from './scim-filter';

/** Members who come and go by their ids: of several operations in a row, what comes of them all. */
export interface NamedMembers {
  kind: 'named';
  /** Nobody stays who isn't among those who come. */
  isAll: boolean;
  readonly come: Set<string>;
  readonly go: Set<string>;
  /** All who were to come at some point: they must be users, also if they go again. */
  readonly asked: Set<string>;
}

/** Those whom one of the conditions fits go. */
interface FittingMembers {
  kind: 'remove-where';
  readonly filters: Filter[];
}

/** How the members of a group change, step by step. */
export type MemberStep = NamedMembers | FittingMembers;

/** Of all operations together, each id as often as it is named. */
const MOST_IDS = 20_000;
/** Each is asked of every member. */
const MOST_TERMS = 50;

/** Thousands of operations are as many steps as they have conditions, and as many again at most. */
export class MemberSteps {
  readonly steps: MemberStep[] = [];
  private ids = 0;
  private terms = 0;

  add(ids: readonly string[]): void {
    this.count(ids);
    const { come, go, asked } = this.named();
    for (const id of ids) {
      go.delete(id);
      come.add(id);
      asked.add(id);
    }
  }

  remove(ids: readonly string[]): void {
    this.count(ids);
    const { come, go } = this.named();
    for (const id of ids) {
      come.delete(id);
      go.add(id);
    }
  }

  clear(): void {
    const named = this.named();
    named.isAll = true;
    named.come.clear();
    named.go.clear();
  }

  removeWhere(filter: Filter): void {
    const ids = idsOf(filter);
    if (ids) return this.remove(ids);
    this.terms += termsOf(filter);
    if (this.terms > MOST_TERMS)
      throw scimFault('invalidPath', `Members are removed by more than ${MOST_TERMS} conditions other than their ids`);
    const last = this.steps.at(-1);
    if (last?.kind === 'remove-where') last.filters.push(filter);
    else this.steps.push({ kind: 'remove-where', filters: [filter] });
  }

  private count({ length }: readonly string[]): void {
    this.ids += length;
    if (this.ids > MOST_IDS) throw scimFault('invalidValue', `More than ${MOST_IDS.toLocaleString('en')} members are named`);
  }

  private named(): NamedMembers {
    const last = this.steps.at(-1);
    if (last?.kind === 'named') return last;
    const next: NamedMembers = { kind: 'named', isAll: false, come: new Set(), go: new Set(), asked: new Set() };
    this.steps.push(next);
    return next;
  }
}

function termsOf(filter: Filter): number {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.reduce((sum, part) => sum + termsOf(part), 0);
    case 'not':
      return termsOf(filter.part);
    case 'some':
      return termsOf(filter.filter);
    default:
      return 1;
  }
}

/** value eq "…", also several joined by or; undefined if it asks for anything else. What is no id is nobody's. */
function idsOf(filter: Filter): string[] | undefined {
  if (filter.kind === 'or') {
    const parts = filter.parts.map(idsOf);
    return parts.every((ids) => ids !== undefined) ? parts.flat() : undefined;
  }
  if (filter.kind !== 'compare' || filter.attribute !== 'value' || filter.op !== 'eq' || typeof filter.value !== 'string') return undefined;
  return isId(filter.value) ? [filter.value.toLowerCase()] : [];
}
