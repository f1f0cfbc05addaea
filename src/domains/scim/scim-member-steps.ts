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

/** How the members of a group change, step by step. */
export type MemberStep = NamedMembers | { kind: 'remove-where'; filter: Filter };

/** Each of them is a statement of its own. */
const MOST_CONDITIONS = 100;

/** Thousands of operations are as many steps as they have conditions, and as many again at most. */
export class MemberSteps {
  readonly steps: MemberStep[] = [];
  private conditions = 0;

  add(ids: readonly string[]): void {
    const { come, go, asked } = this.named();
    for (const id of ids) {
      go.delete(id);
      come.add(id);
      asked.add(id);
    }
  }

  remove(ids: readonly string[]): void {
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
    if (++this.conditions > MOST_CONDITIONS)
      throw scimFault('invalidPath', `More than ${MOST_CONDITIONS} operations remove members by other conditions than their ids`);
    this.steps.push({ kind: 'remove-where', filter });
  }

  private named(): NamedMembers {
    const last = this.steps.at(-1);
    if (last?.kind === 'named') return last;
    const next: NamedMembers = { kind: 'named', isAll: false, come: new Set(), go: new Set(), asked: new Set() };
    this.steps.push(next);
    return next;
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
