import { createTransport } from 'nodemailer';
import { oneLine } from './text';

export interface Message {
  /** The same at every try, so that a receiver can tell a message that comes twice. */
  messageId: string;
  from: string | { name: string; address: string };
  /** One plain address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** Where messages are handed over. */
export interface MailTransport {
  /** Returns once the mail server has taken the message; fails with a DeliveryError. */
  send(message: Message): Promise<void>;
  close(): void;
}

/** Why a message was not taken, in words for an administrator. */
export class DeliveryError extends Error {
  constructor(
    message: string,
    /** Trying again would give the same answer. */
    readonly isPermanent: boolean,
  ) {
    super(message);
  }
}

/** What nodemailer tells of a failure: the server's answer, and the command that it answered. */
interface SmtpFailure extends Error {
  command?: string;
  permanent?: boolean;
}

/** Connections are kept open between messages, and closed when idle. */
export const CONNECTIONS = 5;
const MAX_REASON = 500;

/** The mail server at smtp://user:password@host:port; options for nodemailer may follow as ?name=value. */
export function smtpTransport(url: string): MailTransport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // Sending again is for the caller to decide, who keeps count.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, ...message }) {
      // As an object the address is taken whole: signs in it can't make it a list.
      await smtp.sendMail({ ...message, to: { name: '', address: to } }).catch((error: SmtpFailure) => {
        throw new DeliveryError(oneLine(error.message).slice(0, MAX_REASON), isFinal(error));
      });
    },
    close: () => smtp.close({ force: true }),
  };
}

/** A refusal of this recipient or content. That of the sender or of the sign-in is for the operator to mend. */
function isFinal({ permanent, command }: SmtpFailure): boolean {
  return permanent === true && (command === 'RCPT TO' || command === 'DATA');
}
