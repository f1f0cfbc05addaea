import type { Subscribed } from '../../kernel/context';
import { badRequest } from '../../kernel/errors';
import { refusalOf } from './authorize';
import type { Known } from './execute';
import type { Arguments, NormalField } from './normal-form';

/** Types whose fields are the same for everybody who may see the event. */
const PLAIN = new Set(['Event', 'FieldChange', 'PageChange']);

export function subscribedTo(id: string, known: Known, { carried, values }: Arguments, weight: number): Subscribed {
  const [root, ...others] = known.normal.fields;
  if (!root || others.length > 0) throw badRequest('A subscription must select exactly one field');
  const own = new Set(root.carriers.map(({ variable }) => variable));
  const below = Object.entries(carried).filter(([variable]) => !own.has(variable));
  return {
    field: root.field.name,
    args: values.get(root) ?? {},
    key: `${id} ${JSON.stringify(below)}`,
    weight,
    isPlain: root.fields.every(isPlain),
    refusalTo: (caller) => refusalOf(known.requirements, caller)?.problem,
    run: (ctx, event) => known.runnable()(ctx, carried, event),
  };
}

const isPlain = ({ parent, fields }: NormalField): boolean => PLAIN.has(parent.name) && fields.every(isPlain);
