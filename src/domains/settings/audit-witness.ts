import { Field, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { Allow } from '../../auth/permissions';
import { areDifferent, emails, line } from '../../kernel/validate';
import { parseVerifier } from '../../platform/tlog/note';

/** Someone else's server that cosigns checkpoints of the audit log. What it answered is resolved by the domain of the log. */
@Allow('settings:manage', 'audit:view')
@ObjectType({
  description: 'A server that is asked to cosign the checkpoints of the audit log (c2sp.org/tlog-witness)',
  simpleResolvers: true,
})
export class AuditWitness {
  @Field(() => String, { description: 'What it is called here' })
  name!: string;

  @Field(() => String, { description: 'vkey of an Ed25519 cosigner (c2sp.org/tlog-cosignature, type 4)' })
  vkey!: string;

  @Field(() => String, { description: 'Submission prefix: /add-checkpoint follows' })
  address!: string;
}

@InputType({ description: 'A witness of the audit log' })
export class AuditWitnessInput {
  @Field(() => String, { description: 'What it is called here' })
  name!: string;

  @Field(() => String, { description: 'vkey of an Ed25519 cosigner (c2sp.org/tlog-cosignature, type 4)' })
  vkey!: string;

  @Field(() => String, { description: 'Submission prefix, http or https: /add-checkpoint follows' })
  address!: string;
}

const MOST = 20;

/** Private addresses are allowed: a witness may well be in the same network. */
function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash && !/[?#\s]/.test(text);
}

const witnessRule = z.object({
  name: line(100),
  vkey: z
    .string()
    .trim()
    .superRefine((vkey, ctx) => {
      try {
        if (!parseVerifier(vkey).isCosigner) ctx.addIssue('must be the key of an Ed25519 cosigner (type 4)');
      } catch (error) {
        ctx.addIssue(`is not a valid vkey: ${(error as Error).message}`);
      }
    }),
  address: z
    .string()
    .trim()
    .max(2_000, 'is longer than 2,000 characters')
    .refine(isAddress, 'must be an address that starts with http:// or https://, without a query and a password')
    .transform((address) => address.replace(/\/+$/, '')),
});

export const witnessesRule = z
  .array(witnessRule)
  .max(MOST, `must not be more than ${MOST}`)
  .refine((all) => areDifferent(all.map(({ name }) => name)), 'must have different names')
  .refine((all) => new Set(all.map(({ vkey }) => vkey)).size === all.length, 'must have different keys');

export const recipientsRule = emails(MOST);
