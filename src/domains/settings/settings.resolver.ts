import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { type RequestContext } from '../../kernel/context';
import { ReadsWhole } from '../../graphql/engine/look-ahead';
import { BoardReportSchedule } from './board-report';
import { logoUrl, updateLogo } from './logo.service';
import { Settings } from './settings.entity';
import { SettingsPayload, UpdateLogoInput, UpdateSettingsInput } from './settings.inputs';
import { currentSettings, mailServer, SETTINGS_ID, updateSettings } from './settings.service';
import { NoPast } from '../../graphql/as-of';

@Resolver(() => Settings)
export class SettingsResolver {
  @Allow('signed-in')
  @Query(() => Settings, { description: 'The settings of this installation' })
  settings(@Ctx() ctx: RequestContext) {
    return ctx.load(currentSettings, 'settings');
  }

  @ReadsWhole()
  @Allow('signed-in')
  @FieldResolver(() => ID, { description: `Always ${SETTINGS_ID}: an installation has one set of settings` })
  id() {
    return SETTINGS_ID;
  }

  @ReadsWhole()
  @NoPast()
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Host and port of the mail server (SMTP_URL); null if there is none, and e-mails have to be shared manually',
  })
  mailServer(@Ctx() { services }: RequestContext) {
    return mailServer(services);
  }

  @ReadsWhole()
  @Allow('signed-in')
  @FieldResolver(() => Boolean, {
    description: 'Whether e-mails are sent; false without a mail server, when links have to be shared manually',
  })
  mailEnabled(@Ctx() { services }: RequestContext) {
    return mailServer(services) !== null;
  }

  @ReadsWhole()
  @NoPast()
  @Allow('signed-in')
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Where the organisation’s logo can be fetched, which vendors see; needs no sign-in. Null: there is none',
  })
  logo(@Root() settings: Row<Settings>, @Ctx() { services }: RequestContext) {
    return logoUrl(services, settings);
  }

  @ReadsWhole()
  @FieldResolver(() => BoardReportSchedule, { description: 'When the board report is sent, and to whom' })
  boardReport(@Root() settings: Row<Settings>): BoardReportSchedule {
    return { recurrence: settings.boardReportRecurrence, recipients: settings.boardReportRecipients };
  }

  @Allow('settings:manage')
  @Mutation(() => SettingsPayload, { description: 'Changes settings' })
  async updateSettings(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateSettingsInput) input: UpdateSettingsInput) {
    await updateSettings(ctx, input);
    return { settings: await ctx.load(currentSettings, 'settings') };
  }

  @Allow('settings:manage')
  @Mutation(() => SettingsPayload, { description: 'Replaces the organisation’s logo, or removes it' })
  async updateLogo(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateLogoInput) input: UpdateLogoInput) {
    await updateLogo(ctx, input);
    return { settings: await ctx.load(currentSettings, 'settings') };
  }
}
