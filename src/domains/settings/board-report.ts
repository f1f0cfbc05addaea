import { Field, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { Allow } from '../../auth/permissions';
import { EmailScalar } from '../../graphql/scalars';
import { emails } from '../../kernel/validate';
import { Recurrence } from './recurrence';

@Allow('settings:manage')
@ObjectType({ description: 'When the board report is sent, and to whom', simpleResolvers: true })
export class BoardReportSchedule {
  @Field(() => Recurrence, { description: 'How often, each time on the period that has ended; NONE: never' })
  recurrence!: Recurrence;

  @Field(() => [EmailScalar], { description: 'Who gets it by e-mail' })
  recipients!: string[];
}

@InputType({ description: 'When the board report is sent, and to whom' })
export class BoardReportScheduleInput {
  @Field(() => Recurrence, { description: 'How often, each time on the period that has ended; NONE: never' })
  recurrence!: Recurrence;

  @Field(() => [EmailScalar], { description: 'Who gets it by e-mail, 1 to 50 unless never' })
  recipients!: string[];
}

const MOST = 50;

export const boardReportRule = z
  .object({
    recurrence: z.enum(Recurrence),
    recipients: emails(MOST),
  })
  .refine(({ recurrence, recipients }) => recurrence === Recurrence.NONE || recipients.length > 0, {
    path: ['recipients'],
    message: `must be 1 to ${MOST} addresses`,
  });
