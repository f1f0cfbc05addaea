import { forgetEndedWindows } from './auth/rate-limit';
import { forgetEndedSessions } from './auth/sessions';
import { forgetEndedLinks } from './domains/account/account-link.service';
import { forgetUnusedDevices } from './domains/account/device.service';
import { systemContext } from './kernel/context';
import { createDueRecurrences } from './domains/assessment/assessment.service';
import { verifyAuditLog } from './domains/audit/audit.verification';
import { resumeRecord } from './domains/record/baseline';
import { sweepFiles } from './domains/file/file-removal';
import { endRiskAcceptances } from './domains/finding/risk-acceptance.service';
import { mailCheckpoint } from './domains/log/checkpoint-mail';
import { thinOutCheckpoints, Witnesses } from './domains/log/witnesses';
import { forgetMailFiles } from './domains/mail/mail.service';
import { deliverMails } from './domains/mail/mail.worker';
import { remindOfAssessments, remindOfCertifications } from './domains/mail/reminders';
import { sendDigests } from './domains/notification/notification.digest';
import { forgetOldNotifications } from './domains/notification/notification.service';
import { recordOccasions } from './domains/occasion/occasions';
import { eraseLateEntries } from './domains/record/erasure';
import { forgetOldDeliveries } from './domains/webhook/webhook-delivery.service';
import { WebhookSender } from './domains/webhook/webhook.sender';
import type { RequestContext, Services } from './kernel/context';
import { forgetOldKeys } from './http/idempotency';
import { type Job, Scheduler } from './operations/jobs/scheduler';
import { mailBoardReport } from './reports/board/mail';
import { type MailTransport, smtpTransport } from './platform/mail/transport';

const MINUTELY = 60;
const HOURLY = 3_600;
const DAILY = 86_400;

/** Starts the background jobs; returns how to stop them. */
export function startJobs(services: Services & { webhooks: Services['webhooks'] }): () => Promise<void> {
  const { config, database, log } = services;
  const transport = config.smtpUrl ? smtpTransport(config.smtpUrl) : undefined;
  const scheduler = new Scheduler(database, log, jobs(services, transport));
  scheduler.start();
  const witnesses = new Witnesses(database, log);
  witnesses.start();
  const sender = new WebhookSender(services);
  services.webhooks = sender;
  sender.start();
  return async () => {
    await Promise.all([scheduler.stop(), witnesses.stop(), sender.stop()]);
    transport?.close();
  };
}

type Work = (ctx: RequestContext, signal: AbortSignal) => Promise<void>;

/** Everything that runs in the background, on one of the servers at a time. */
function jobs(services: Services, transport: MailTransport | undefined): Job[] {
  // A new context for each run: what the last one read may have changed.
  const job = (name: string, everySeconds: number, work: Work): Job => ({
    name,
    everySeconds,
    run: (signal) => work(systemContext(services), signal),
  });
  return [
    // Without a mail server nothing is sent: administrators read the queued e-mails.
    ...(transport ? [job('deliver-mails', 2, (ctx, signal) => deliverMails(ctx, transport, signal))] : []),
    job('record-occasions', MINUTELY, recordOccasions),
    // Often enough to end them within a minute, also after another server has stopped.
    job('end-risk-acceptances', 15, endRiskAcceptances),
    job('remind-of-assessments', MINUTELY, remindOfAssessments),
    job('remind-of-certifications', MINUTELY, remindOfCertifications),
    job('send-digests', MINUTELY, sendDigests),
    job('repeat-assessments', MINUTELY, async (ctx, signal) => {
      // Each call creates a few.
      while (!signal.aborted && (await createDueRecurrences(ctx)) > 0);
    }),
    job('resume-record', MINUTELY, resumeRecord()),
    job('erase-late-entries', MINUTELY, eraseLateEntries),
    job('verify-audit-log', DAILY, verifyAuditLog),
    job('mail-board-report', MINUTELY, mailBoardReport),
    job('mail-checkpoint', MINUTELY, (ctx) => mailCheckpoint(ctx)),
    job('thin-out-checkpoints', HOURLY, ({ database }) => thinOutCheckpoints(database)),
    // Not sweep-files, which is never due: servers of the version before don't know all that files belong to.
    job('sweep-unowned-files', HOURLY, sweepFiles),
    job('forget-ended-sessions', HOURLY, ({ database }) => forgetEndedSessions(database)),
    job('forget-ended-account-links', HOURLY, ({ database }) => forgetEndedLinks(database)),
    job('forget-unused-devices', DAILY, ({ database }) => forgetUnusedDevices(database)),
    job('forget-old-notifications', HOURLY, forgetOldNotifications),
    job('forget-mail-files', HOURLY, forgetMailFiles),
    job('forget-old-deliveries', HOURLY, forgetOldDeliveries),
    job('forget-ended-rate-limits', HOURLY, ({ database }) => forgetEndedWindows(database)),
    job('forget-idempotency-keys', HOURLY, ({ database }) => forgetOldKeys(database)),
  ];
}
