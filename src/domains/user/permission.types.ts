import { Field, ObjectType } from 'type-graphql';
import { Allow, ALL_PERMISSIONS, isPermission, type Permission, PERMISSIONS } from '../../auth/permissions';
import { describeEnum } from '../../graphql/enums';

/** A name that GraphQL allows: VENDORS_VIEW for vendors:view. */
const wordOf = (permission: Permission): string => permission.toUpperCase().replace(':', '_');

const PermissionWord = Object.fromEntries(ALL_PERMISSIONS.map((one) => [wordOf(one), wordOf(one)]));
describeEnum(PermissionWord, {
  name: 'Permission',
  description: 'A permission that a role or an API key can hold. As a string, VENDORS_VIEW is vendors:view',
  values: Object.fromEntries(ALL_PERMISSIONS.map((one) => [wordOf(one), PERMISSIONS[one]])),
});
export { PermissionWord };

@Allow('as-parent')
@ObjectType({ description: 'A permission that a role or an API key can hold', simpleResolvers: true })
export class PermissionInfo {
  @Field(() => PermissionWord, { description: 'As an enum value' })
  permission!: string;

  @Field(() => String, { description: 'As a string, such as vendors:view' })
  name!: string;

  @Field(() => String, { description: 'What its holders can do' })
  description!: string;
}

export function everyPermission(): PermissionInfo[] {
  return ALL_PERMISSIONS.map((name) => ({ permission: wordOf(name), name, description: PERMISSIONS[name] }));
}

/** The names that are current permissions. */
export function wordsOf(names: readonly string[]): string[] {
  return names.filter(isPermission).map(wordOf);
}
