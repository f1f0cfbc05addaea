import { AuditResolver } from './audit/audit.resolver';
import { SettingsResolver } from './settings/settings.resolver';
import { ApiKeyResolver } from './user/api-key.resolver';
import { RoleResolver } from './user/role.resolver';
import { UserResolver } from './user/user.resolver';
import { VendorResolver } from './vendor/vendor.resolver';

/** Everything the schema is made of. */
export const resolvers = [UserResolver, RoleResolver, ApiKeyResolver, SettingsResolver, VendorResolver, AuditResolver];
