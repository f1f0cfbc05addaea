import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { Allow } from '../../auth/permissions';

/** How long a gap may stay open, by its severity. */

const DAYS = { least: 1, most: 3_650 };

@Allow('as-parent')
@ObjectType({ description: 'Days from the opening of a finding to its due date; null: no due date', simpleResolvers: true })
export class RemediationDays {
  @Field(() => Int, { nullable: true, description: 'Of a CRITICAL one; 14 at first' })
  critical!: number | null;

  @Field(() => Int, { nullable: true, description: 'Of a HIGH one; 30 at first' })
  high!: number | null;

  @Field(() => Int, { nullable: true, description: 'Of a MEDIUM one; 90 at first' })
  medium!: number | null;

  @Field(() => Int, { nullable: true, description: 'Of a LOW one; 180 at first' })
  low!: number | null;
}

@InputType({
  description: 'Days from the opening of a finding to its due date, 1 to 3,650: null means none, those omitted keep their value',
})
export class RemediationDaysInput {
  @Field(() => Int, { nullable: true, description: 'Of a CRITICAL finding' })
  critical?: number | null;

  @Field(() => Int, { nullable: true, description: 'Of a HIGH finding' })
  high?: number | null;

  @Field(() => Int, { nullable: true, description: 'Of a MEDIUM finding' })
  medium?: number | null;

  @Field(() => Int, { nullable: true, description: 'Of a LOW finding' })
  low?: number | null;
}

/** In the order of keys that the database has. */
export const USUAL_DAYS: RemediationDays = { low: 180, high: 30, medium: 90, critical: 14 };

const NEEDED = `must be from ${DAYS.least} to ${DAYS.most.toLocaleString('en')}`;
const days = z.number({ error: 'must be a number' }).int(NEEDED).min(DAYS.least, NEEDED).max(DAYS.most, NEEDED).nullish();

export const remediationDaysRule = z.object({ critical: days, high: days, medium: days, low: days });

/** What they are after a change: one that isn't given stays. */
export function daysAfter(before: RemediationDays, given: RemediationDaysInput): RemediationDays {
  return { ...before, ...Object.fromEntries(Object.entries(given).filter(([, days]) => days !== undefined)) };
}
