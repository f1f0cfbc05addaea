import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { PageArgs } from '../../graphql/connection';
import { type RequestContext } from '../../kernel/context';
import { IdInput } from '../../graphql/inputs';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { Assessment } from '../assessment/assessment.entity';
import { assessmentById } from '../assessment/assessment.loaders';
import { Mail } from './mail.entity';
import { MailConnection, MailFilter, MailPayload } from './mail.inputs';
import { listMails, mailById, mailsOfAssessment, readableText, retryMail } from './mail.service';
import { NoPast } from '../../graphql/as-of';

@Resolver(() => Mail)
export class MailResolver {
  @Allow('settings:manage')
  @NoPast()
  @Query(() => MailConnection, {
    description: 'E-mails and their status, newest first; without a mail server they wait here to be shared manually',
  })
  mails(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => MailFilter, { nullable: true }) filter?: MailFilter | null,
  ) {
    return listMails(ctx, info, filter ?? {}, page);
  }

  @Allow('settings:manage')
  @NoPast()
  @Query(() => Mail, { nullable: true, description: 'One e-mail; null if there is none with this id' })
  mail(@Ctx() ctx: RequestContext, @Arg('id', () => ID, { description: 'The id of the e-mail' }) id: string) {
    return ctx.load(mailById, id);
  }

  @Reads(Mail, 'text', 'kind', 'secretBox', 'status', 'userId')
  @FieldResolver(() => String, {
    description:
      "Plain text. A link is shown only until the e-mail is sent: a vendor's to those with assessments:create; a user's to those with users:manage and every permission that the user holds. What a vendor answered, and what was found in it, is shown to those with assessments:view",
  })
  text(@Root() mail: Reading<Mail, 'text' | 'kind' | 'secretBox' | 'status' | 'userId'>, @Ctx() ctx: RequestContext) {
    return readableText(ctx, mail);
  }

  @Reads(Mail, 'assessmentId')
  @FieldResolver(() => Assessment, {
    nullable: true,
    description: 'The assessment it is about; null if it is about none, or if that is deleted',
  })
  assessment(@Root() mail: Reading<Mail, 'assessmentId'>, @Ctx() ctx: RequestContext) {
    return mail.assessmentId ? ctx.load(assessmentById, mail.assessmentId) : null;
  }

  @Allow('settings:manage')
  @Mutation(() => MailPayload, { description: 'Queues a failed e-mail again' })
  async retryMail(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await retryMail(ctx, id);
    return { mail: await ctx.load(mailById, id) };
  }
}

@Resolver(() => Assessment)
export class AssessmentMailsResolver {
  @Reads(Assessment)
  @NoPast()
  @FieldResolver(() => [Mail], { description: 'E-mails about it and their status, newest first, at most 50' })
  mails(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext) {
    return ctx.load(mailsOfAssessment, assessment.id);
  }
}
