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

/** The browser's id, if the user has signed in with it before. */
export async function knownDevice({ database, request: { device } }: RequestContext, userId: string): Promise<string | undefined> {
  if (!device || !FORM.test(device)) return undefined;
  return (await database.one(store.known(userId, sha256(device))))?.id;
}

interface Owner {
  id: string;
  name: string;
  email: string;
}

/**
 * Remembers the browser that someone signs in with, and tells them by e-mail if it is a new one. Of the very first there is
 * nothing to tell. Returns the value of the browser's cookie.
 */
export async function rememberDevice(ctx: RequestContext, tx: Change, owner: Owner): Promise<string> {
  const { device: given, userAgent, address } = ctx.request;
  const device = given && FORM.test(given) ? given : randomBytes(32).toString('base64url');
  const { isNew, hasOthers } = (await tx.one(store.remember(owner.id, sha256(device))))!;
  if (!isNew) return device;
  await tx.query(store.forgetBeyond(owner.id, MOST_KNOWN));
  if (hasOthers && (await consume(tx, `device:user:${owner.id}`, MAILS)).allowed) {
    const { organizationName } = await readSettings(tx);
    const facts = { organizationName, recipientName: owner.name, browser: browserOf(userAgent), address, moment: ctx.database.now() };
    const content = newDeviceMail({ ...facts, url: `${ctx.services.publicUrl}/account` });
    await queueMail(ctx, tx, { kind: MailKind.NEW_DEVICE, recipient: owner.email, userId: owner.id, ...content });
  }
  return device;
}

export async function forgetUnusedDevices(db: Queryable): Promise<void> {
  await db.query(store.forgetUnused());
}
