import { createTransport } from 'nodemailer';
import { oneLine } from './text';

export interface Message {
  /** The same for every attempt, so that a receiver can recognise duplicates. */
  messageId: string;
  from: string | { name: string; address: string };
  /** One plain address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
}

/** Sends messages. */
export interface MailTransport {
  /** Resolves once the mail server has accepted the message; fails with a DeliveryError. */
  send(message: Message): Promise<void>;
  close(): void;
}

/** Why a message was not accepted, in words for an administrator. */
export class DeliveryError extends Error {
  constructor(
    message: string,
    /** A retry would give the same result. */
    readonly isPermanent: boolean,
  ) {
    super(message);
  }
}

/** nodemailer's details of a failure: the server's response, and the command it was for. */
interface SmtpFailure extends Error {
  command?: string;
  permanent?: boolean;
}

/** Connections stay open between messages, and are closed when idle. */
export const CONNECTIONS = 5;
const MAX_REASON = 500;

/** The mail server at smtp://user:password@host:port; options for nodemailer may follow as ?name=value. */
export function smtpTransport(url: string): MailTransport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // Retries are up to the caller, who counts them.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, ...message }) {
      // As an object, the address is taken literally: its characters can't make it a list.
      await smtp.sendMail({ ...message, to: { name: '', address: to } }).catch((error: SmtpFailure) => {
        throw new DeliveryError(oneLine(error.message).slice(0, MAX_REASON), isFinal(error));
      });
    },
    close: () => smtp.close({ force: true }),
  };
}

/** A rejection of this recipient or content. If the sender or the sign-in is rejected, the operator has to fix it. */
function isFinal({ permanent, command }: SmtpFailure): boolean {
  return permanent === true && (command === 'RCPT TO' || command === 'DATA');
}
