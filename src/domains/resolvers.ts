import { AuditResolver } from './audit/audit.resolver';
import { ControlResolver, FrameworkResolver } from './framework/framework.resolver';
import { MailResolver } from './mail/mail.resolver';
import { SettingsResolver } from './settings/settings.resolver';
import { TemplateQuestionResolver, TemplateResolver, TemplateSectionResolver } from './template/template.resolver';
import { ApiKeyResolver } from './user/api-key.resolver';
import { RoleResolver } from './user/role.resolver';
import { UserResolver } from './user/user.resolver';
import { VendorResolver } from './vendor/vendor.resolver';

/** Everything the schema is made of. */
export const resolvers = [
  UserResolver,
  RoleResolver,
  ApiKeyResolver,
  SettingsResolver,
  VendorResolver,
  FrameworkResolver,
  ControlResolver,
  TemplateResolver,
  TemplateSectionResolver,
  TemplateQuestionResolver,
  AuditResolver,
  MailResolver,
];
