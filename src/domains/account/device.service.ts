import { randomBytes } from 'node:crypto';
import { sha256 } from '../../auth/api-keys';
import { consume } from '../../auth/rate-limit';
import type { Queryable } from '../../database/database';
import type { RequestContext } from '../../kernel/context';
import type { Change } from '../audit/audit.service';
import { MailKind } from '../mail/mail.entity';
import { queueMail } from '../mail/mail.service';
import { newDeviceMail } from '../mail/mail.templates';
import { readSettings } from '../settings/settings.service';
import { browserOf } from '../user/user-agent.rules';
import * as store from './device.store';

/** More browsers than this are forgotten: a program that signs in keeps no cookie, and looks like a new one each time. */
const MOST_KNOWN = 20;
/** For the same reason, no more e-mails than this. */
const MAILS = { limit: 5, windowSeconds: 86_400 };

const FORM = /^[\w-]{43}$/;
/** So many people can share a browser and be known there. */
const MOST_KEYS = 5;

/** What the browser's cookie says: a key for each person that it is known for. Each is made here, and never one of another person. */
function keysOf({ device }: RequestContext['request']): string[] {
  return (device ?? '')
    .split('.')
    .filter((key) => FORM.test(key))
    .slice(0, MOST_KEYS);
}

export const deviceHashes = (ctx: RequestContext): string[] => keysOf(ctx.request).map(sha256);

/** The browser's id, if the user has signed in with it before. */
export async function knownDevice(ctx: RequestContext, userId: string): Promise<string | undefined> {
  const hashes = deviceHashes(ctx);
  return hashes.length > 0 ? (await ctx.database.one(store.known(userId, hashes)))?.id : undefined;
}

interface Owner {
  id: string;
  name: string;
  email: string;
}

/**
 * Remembers the browser that someone signs in with, and tells them by e-mail if it is a new one. Of their very first sign-in there
 * is nothing to tell. Returns the value of the browser's cookie.
 */
export async function rememberDevice(ctx: RequestContext, tx: Change, owner: Owner, { isFirst }: { isFirst: boolean }): Promise<string> {
  const keys = keysOf(ctx.request);
  if (keys.length > 0 && (await tx.one(store.seeAgain(owner.id, keys.map(sha256))))) return keys.join('.');
  const made = randomBytes(32).toString('base64url');
  await tx.query(store.remember(owner.id, sha256(made)));
  await tx.query(store.forgetBeyond(owner.id, MOST_KNOWN));
  if (!isFirst && (await consume(tx, `device:user:${owner.id}`, MAILS)).allowed) await tell(ctx, tx, owner);
  return [made, ...keys].slice(0, MOST_KEYS).join('.');
}

async function tell(ctx: RequestContext, tx: Change, { id, name, email }: Owner): Promise<void> {
  const { userAgent, address } = ctx.request;
  const { organizationName } = await readSettings(tx);
  const facts = { organizationName, recipientName: name, browser: browserOf(userAgent), address, moment: ctx.database.now() };
  const content = newDeviceMail({ ...facts, url: `${ctx.services.publicUrl}/account` });
  await queueMail(ctx, tx, { kind: MailKind.NEW_DEVICE, recipient: email, userId: id, ...content });
}

export async function forgetUnusedDevices(db: Queryable): Promise<void> {
  await db.query(store.forgetUnused());
}
