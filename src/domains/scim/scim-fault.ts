import { Problem } from '../../kernel/errors';

/** What is wrong with a request, in the words of RFC 7644, table 9. */
export type ScimType = 'invalidFilter' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue' | 'mutability' | 'uniqueness';

/** A request that can't be carried out as it was sent. */
export const scimFault = (scimType: ScimType, detail: string) =>
  new Problem(scimType === 'uniqueness' ? 'CONFLICT' : 'BAD_USER_INPUT', detail, { scimType });
