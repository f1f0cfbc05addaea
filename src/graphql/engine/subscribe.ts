import type { ExecutionResult } from 'graphql';
import type { Caller } from '../../kernel/caller';
import type { RequestContext } from '../../kernel/context';
import { badRequest, type Problem } from '../../kernel/errors';
import { refusalOf } from './authorize';
import type { Known } from './execute';
import type { Arguments, NormalField, Variables } from './normal-form';

/** A subscription that was read: what it listens to, and what it asks of each event. */
export interface Subscribed {
  /** The arguments of its field. */
  readonly args: Variables;
  /** Equal for those who ask the same of each event. */
  readonly key: string;
  /** Approximately the number of values that each event has. */
  readonly weight: number;
  /** Whether it asks for nothing but what the event itself says: equal for all who see the same. */
  readonly isPlain: boolean;
  /** Why it is refused to a caller, with the permissions that they have now. */
  refusalTo(caller: Caller): Problem | undefined;
  run(ctx: RequestContext, event: unknown): Promise<ExecutionResult> | ExecutionResult;
}

/** Types whose fields are the same for everybody who may see the event. */
const PLAIN = new Set(['Event', 'FieldChange']);

export function subscribedTo(id: string, known: Known, { carried, values }: Arguments, weight: number): Subscribed {
  const [root, ...others] = known.normal.fields;
  if (!root || others.length > 0) throw badRequest('A subscription must select exactly one field');
  const own = new Set(root.carriers.map(({ variable }) => variable));
  const below = Object.entries(carried).filter(([variable]) => !own.has(variable));
  return {
    args: values.get(root) ?? {},
    key: `${id} ${JSON.stringify(below)}`,
    weight,
    isPlain: root.fields.every(isPlain),
    refusalTo: (caller) => refusalOf(known.requirements, caller)?.problem,
    run: (ctx, event) => known.runnable()(ctx, carried, event),
  };
}

const isPlain = ({ parent, fields }: NormalField): boolean => PLAIN.has(parent.name) && fields.every(isPlain);
