import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { connectionOf } from '../../graphql/connection';
import { Mail, MailStatus } from './mail.entity';

@InputType({ description: 'Filter for e-mails; all given conditions must match' })
export class MailFilter {
  @Field(() => MailStatus, { nullable: true, description: 'With this status' })
  status?: MailStatus | null;

  @Field(() => String, { nullable: true, description: 'Of this kind, such as INVITATION' })
  kind?: string | null;

  @Field(() => ID, { nullable: true, description: 'About this assessment' })
  assessmentId?: string | null;

  @Field(() => String, { nullable: true, description: 'To an address that contains this text, at most 200 characters' })
  recipient?: string | null;
}

export const MailConnection = connectionOf(Mail, 'Mail');

@Allow('as-parent')
@ObjectType({ description: 'The e-mail after the change', simpleResolvers: true })
export class MailPayload {
  @Field(() => Mail, { description: 'The e-mail' })
  mail!: Row<Mail>;
}
