import { escapeHtml, oneLine } from '../../platform/mail/text';
import { BLANK } from './mail.secrets';

/** The content of an e-mail. Text and HTML contain a placeholder for the secret, which is filled in on delivery. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
  secret?: string;
}

/** The details of a questionnaire for its e-mails. */
export interface QuestionnaireFacts {
  organizationName: string;
  contactName?: string | null;
  title: string;
  dueDate?: Date | string | null;
}

/** To the vendor's contact, with the link. The password, if there is one, is never e-mailed. */
export function invitationMail(
  facts: QuestionnaireFacts & { portalUrl: string; token: string; needsPassword: boolean; message?: string | null },
): MailContent {
  const { organizationName, title, dueDate, portalUrl, token, needsPassword, message } = facts;
  const until = dueDate ? ` Please submit your answers by ${day(dueDate)}.` : '';
  const content = letter(`${organizationName} asks you to complete: ${title}`, facts, [
    `${organizationName} asks you to complete the questionnaire “${title}”.${until}`,
    ...(message ? [{ quote: message }] : []),
    'Open it with this link; you don’t need an account:',
    { link: portalUrl.replaceAll(token, BLANK) },
    ...(needsPassword ? [`It also requires a password, which ${organizationName} will give you separately.`] : []),
    'Your answers are saved as you go, so you can stop and continue at any time. Anyone with the link can answer for you, so share it with care.',
  ]);
  return { ...content, secret: token };
}

/** To a colleague of the vendor's, with a link to some sections. */
export function delegationMail(
  facts: QuestionnaireFacts & { vendorName: string; sections: readonly string[]; portalUrl: string; token: string; needsPassword: boolean },
): MailContent {
  const { organizationName, vendorName, title, dueDate, sections, portalUrl, token, needsPassword } = facts;
  const until = dueDate ? ` The answers are due on ${day(dueDate)}.` : '';
  const content = letter(`Please answer part of: ${title}`, facts, [
    `A colleague at ${vendorName} asks you to answer part of the questionnaire “${title}” from ${organizationName}: ${sections.join(', ')}.${until}`,
    'Open it with this link; you don’t need an account:',
    { link: portalUrl.replaceAll(token, BLANK) },
    ...(needsPassword ? ['It also requires a password, which your colleague will give you separately.'] : []),
    'Your answers are saved as you go. Your colleague submits the questionnaire when all parts are done.',
  ]);
  return { ...content, secret: token };
}

/** To the vendor's contact, when the answers have been submitted, with a copy of them. */
export function submissionMail(facts: QuestionnaireFacts & { answers: string }): MailContent {
  const { organizationName, title, answers } = facts;
  return letter(`Submitted: ${title}`, facts, [
    `Thank you. ${organizationName} has received your answers to “${title}” and will review them. Here is a copy of your answers:`,
    { verbatim: answers },
  ]);
}

/** To the vendor's contact, before the due date or when somebody asks for it, with their message. Without the link: only its hash is stored. */
export function reminderMail(facts: QuestionnaireFacts & { dueDate: Date | string | null; message?: string | null }): MailContent {
  const { organizationName, title, dueDate, message } = facts;
  const [verb, past] = dueDate && new Date(dueDate) < new Date() ? ['was', 'were'] : ['is', 'are'];
  const subject = dueDate ? `“${title}” ${verb} due on ${day(dueDate)}` : `“${title}” awaits your answers`;
  return letter(`Reminder: ${subject}`, facts, [
    dueDate
      ? `This is a reminder that your answers to “${title}” for ${organizationName} ${past} due on ${day(dueDate)}.`
      : `This is a reminder that ${organizationName} awaits your answers to “${title}”.`,
    ...(message ? [`${organizationName} writes:`, { quote: message }] : []),
    whereTheLinkIs(organizationName),
  ]);
}

/** To the vendor's contact, after the due date. */
export function overdueMail(facts: QuestionnaireFacts & { dueDate: Date | string }): MailContent {
  const { organizationName, title, dueDate } = facts;
  return letter(`Overdue: “${title}” was due on ${day(dueDate)}`, facts, [
    `Your answers to “${title}” for ${organizationName} were due on ${day(dueDate)}.`,
    'Please submit them as soon as you can.',
    whereTheLinkIs(organizationName),
  ]);
}

/** To the vendor's contact, when a reviewer sends the answers back, with the reviewer's message if there is one. */
export function sendBackMail(facts: QuestionnaireFacts & { message?: string | null }): MailContent {
  const { organizationName, title, message } = facts;
  return letter(`${organizationName} sent back: ${title}`, facts, [
    `${organizationName} reviewed your answers to “${title}” and asks you to revise them.`,
    ...(message ? ['The reviewer writes:', { quote: message }] : []),
    'You can change your answers again. Please resubmit them when you are done.',
    whereTheLinkIs(organizationName),
  ]);
}

/** An e-mail lists no more findings than this, and no more of the description of one. */
const MOST_FINDINGS = 20;
const MOST_OF_DESCRIPTION = 500;

/** The gap, and below it what was asked and answered. */
interface FindingToResolve {
  title: string;
  description: string | null;
  dueOn: string | null;
}

function findingLines({ title, description, dueOn }: FindingToResolve): string[] {
  const isLong = description && description.length > MOST_OF_DESCRIPTION;
  const about = isLong ? `${description.slice(0, MOST_OF_DESCRIPTION).trimEnd()}…` : description;
  return [`• ${title}`, ...(about ? [about] : []), ...(dueOn ? [`Due on ${day(dueOn)}.`] : [])];
}

/** To the vendor's contact, with the link to findings. */
export function remediationMail(facts: {
  organizationName: string;
  contactName?: string | null;
  findings: readonly FindingToResolve[];
  message?: string | null;
  portalUrl: string;
  token: string;
  needsPassword: boolean;
}): MailContent {
  const { organizationName, findings, message, portalUrl, token, needsPassword } = facts;
  const count = `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`;
  const rest = findings.length - MOST_FINDINGS;
  const content = letter(`${organizationName} asks you to resolve ${count}`, facts, [
    `${organizationName} asks you to resolve ${count} from its review of your company:`,
    ...findings.slice(0, MOST_FINDINGS).flatMap(findingLines),
    ...(rest > 0 ? [`Open the link to see ${rest} more.`] : []),
    ...(message ? [{ quote: message }] : []),
    `Open this link to answer ${findings.length === 1 ? 'it' : 'each of them'} with a plan, evidence or a comment; you don’t need an account:`,
    { link: portalUrl.replaceAll(token, BLANK) },
    ...(needsPassword ? [`It also requires a password, which ${organizationName} will give you separately.`] : []),
    'Anyone with the link can answer for you, so share it with care.',
  ]);
  return { ...content, secret: token };
}

/** To the vendor's contact, when a reviewer isn't content with an answer. Without the link: only its hash is stored. */
export function remediationSentBackMail(facts: {
  organizationName: string;
  contactName?: string | null;
  title: string;
  note: string;
}): MailContent {
  const { organizationName, title, note } = facts;
  return letter(`${organizationName} sent back: ${title}`, facts, [
    `${organizationName} reviewed your answer to the finding “${title}” and asks you to answer again.`,
    'The reviewer writes:',
    { quote: note },
    `The link is in the e-mail that told you about the finding. If you can't find it, ${organizationName} can send you a new one.`,
  ]);
}

/** To the vendor's contact, when a reviewer accepts that a finding is closed. The reviewer's note stays with the team. */
export function remediationAcceptedMail(facts: { organizationName: string; contactName?: string | null; title: string }): MailContent {
  const { organizationName, title } = facts;
  return letter(`${organizationName} closed: ${title}`, facts, [
    `${organizationName} reviewed your answer to the finding “${title}”, and accepts it: the finding is closed.`,
    'There is nothing more for you to do about it. Thank you.',
  ]);
}

/** To the vendor's owner, or the administrators. */
export function certificationExpiryMail(facts: {
  organizationName: string;
  recipientName: string;
  vendorName: string;
  certificationName: string;
  expiresDate: string;
  holderId: string;
  url: string;
}): MailContent {
  const { organizationName, recipientName, holderId, vendorName, certificationName, expiresDate, url } = facts;
  return letter(`${certificationName} of ${vendorName} expires on ${day(expiresDate)}`, { organizationName, contactName: recipientName }, [
    `The certification “${certificationName}” of ${vendorName} expires on ${day(expiresDate)}.`,
    'Please ask the vendor for the renewed certificate and add it here:',
    { link: `${url}/vendors/${holderId}?tab=certifications` },
    ...settingsPart('right away', url),
  ]);
}

/** A person with an account here, and a link of theirs. */
interface AccountFacts {
  organizationName: string;
  recipientName: string;
  url: string;
  token: string;
}

/** To someone who forgot the password, or about whom somebody else said so. */
export function passwordResetMail({ organizationName, recipientName, url, token }: AccountFacts): MailContent {
  const content = letter(`Choose a new password for ${organizationName}`, { organizationName, contactName: recipientName }, [
    'Someone, most likely you, asked for a new password for your account. Choose one here:',
    { link: url.replaceAll(token, BLANK) },
    'The link works once, within 30 minutes. If it wasn’t you, ignore this e-mail: your password stays as it is.',
  ]);
  return { ...content, secret: token };
}

/** To someone who is to use Vetgraph. */
export function userInvitationMail({ organizationName, recipientName, url, token }: AccountFacts): MailContent {
  const content = letter(`${organizationName} invites you to Vetgraph`, { organizationName, contactName: recipientName }, [
    `${organizationName} manages the risk of its vendors with Vetgraph, and has created an account for you. Open this link to get started:`,
    { link: url.replaceAll(token, BLANK) },
    'The link works once, within seven days. After that, ask an administrator for a new one.',
  ]);
  return { ...content, secret: token };
}

/** To someone who has signed in with a browser for the first time. */
export function newDeviceMail(facts: {
  organizationName: string;
  recipientName: string;
  browser: string;
  address: string;
  moment: Date;
  url: string;
}): MailContent {
  const { organizationName, recipientName, browser, address, moment, url } = facts;
  return letter('New sign-in to your account', { organizationName, contactName: recipientName }, [
    `Someone signed in to your account from a new browser: ${browser}, from the address ${address}, on ${minute(moment)}.`,
    'If it was you, there is nothing to do. If it wasn’t, end that session here, then change the password that you sign in with:',
    { link: url },
  ]);
}

/** A sentence, and where it leads. */
export interface Line {
  text: string;
  url: string;
  /** Of several things, how many they are, and the first of them. */
  count?: number;
  names?: readonly string[];
  /** What there is to say besides. */
  details?: readonly Part[];
}

/** What concerns someone, in sentences. */
interface ToldFacts {
  organizationName: string;
  recipientName: string;
  lines: Line[];
  /** Of all, whether or not they are among the lines. */
  count: number;
  /** Empty where the server's address isn't known: without links then. */
  publicUrl: string;
}

/** To someone who wants to hear of it at once. */
export function notificationMail(facts: ToldFacts): MailContent {
  const { lines, count } = facts;
  const { text, count: own = 1 } = lines[0]!;
  const others = own === 1 ? `, and ${count - 1} more` : ', and more';
  const subject = count === own ? text : text + others;
  return letter(subject, { ...facts, contactName: facts.recipientName }, told(facts, 'right away'));
}

/** To someone who wants to hear of it once a day. */
export function digestMail(facts: ToldFacts): MailContent {
  const { organizationName, count } = facts;
  const subject = `Your daily summary: ${count} ${count === 1 ? 'notification' : 'notifications'}`;
  return letter(subject, { ...facts, contactName: facts.recipientName }, [
    `Here is what happened at ${organizationName} that you haven’t read yet:`,
    ...told(facts, 'once a day'),
  ]);
}

function told({ lines, count, publicUrl }: ToldFacts, how: string): Part[] {
  const rest = count - lines.reduce((sum, line) => sum + (line.count ?? 1), 0);
  return [
    ...lines.flatMap((line): Part[] => (publicUrl ? [...wordsOf(line), { link: line.url }] : wordsOf(line))),
    ...(rest > 0 ? [`Find ${rest} more under Notifications.`] : []),
    ...settingsPart(how, publicUrl),
  ];
}

function settingsPart(how: string, publicUrl: string): Part[] {
  const settings = `You get these e-mails ${how} because of your notification settings.`;
  return publicUrl
    ? [`${settings} Change them here:`, { link: `${publicUrl}/account` }]
    : [`${settings} Change them on your account page.`];
}

function wordsOf({ text, names, count = 1, details = [] }: Line): Part[] {
  if (!names) return [`${text}.`, ...details];
  const rest = count - names.length;
  return [`${text}:`, ...names.map((name) => `• ${name}`), ...(rest > 0 ? [`And ${rest} more.`] : []), ...details];
}

/** To the administrators, when a receiver has been given up. */
export function webhookDisabledMail(facts: {
  organizationName: string;
  recipientName: string;
  name: string;
  host: string;
  reason: string;
  url: string;
}): MailContent {
  const { organizationName, recipientName, name, host, reason, url } = facts;
  return letter(`Webhook “${name}” was disabled`, { organizationName, contactName: recipientName }, [
    `The webhook “${name}” to ${host} was disabled. ${reason}`,
    'Events are no longer sent there. Once the receiver works again, enable the webhook and replay what it missed:',
    { link: url },
  ]);
}

/** To whoever gets the report for the board. */
export function boardReportMail(facts: {
  organizationName: string;
  period: { from: string; to: string };
  summary: string;
  url: string;
}): MailContent {
  const { organizationName, period, summary, url } = facts;
  const days = `${day(period.from)} to ${day(period.to)}`;
  return letter(`Third-party risk at ${organizationName}: board report, ${days}`, facts, [
    `The board report for ${days} is attached.`,
    summary,
    'If you have an account, you can also open it in Vetgraph:',
    { link: url },
  ]);
}

/** To whoever keeps checkpoints of the audit log outside. */
export function checkpointMail(facts: { organizationName: string; checkpoint: string; verifierKey: string; moment: Date }): MailContent {
  const { organizationName, checkpoint, verifierKey, moment } = facts;
  return letter(`Checkpoint of the audit log of ${organizationName}, ${day(moment)}`, facts, [
    `This is a signed checkpoint of the audit log of ${organizationName}:`,
    { verbatim: checkpoint },
    'Keep this e-mail. With it, anyone can find out later whether an entry of the log up to this point was altered, removed or inserted: ' +
      'save the lines above as a file, and run “audit verify --checkpoint” with it on the server.',
    'It was signed with this key:',
    { verbatim: verifierKey },
  ]);
}

function whereTheLinkIs(organizationName: string): string {
  return `The link is in your invitation. If you can't find it, ${organizationName} can send you a new one.`;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 15 November 2026 (UTC), or without that if it is a date of the calendar. */
function day(moment: Date | string): string {
  const text = DAY.format(new Date(moment));
  return typeof moment === 'string' && CALENDAR.test(moment) ? text : `${text} (UTC)`;
}

const CALENDAR = /^\d{4}-\d\d-\d\d$/;

const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** 15 November 2026 at 09:30 (UTC) */
function minute(moment: Date): string {
  return `${MINUTE.format(moment)} (UTC)`;
}

/** A paragraph; a link on its own line; a quotation, line by line; text that must stay as it is. */
type Part = string | { link: string } | { quote: string } | { verbatim: string };

/** Generates both formats from one source, so that they say the same. */
function letter(
  subject: string,
  { organizationName, contactName }: { organizationName: string; contactName?: string | null },
  parts: Part[],
): MailContent {
  const all: Part[] = [contactName ? `Hello ${contactName},` : 'Hello,', ...parts, `Kind regards, ${organizationName}`];
  const title = oneLine(subject);
  return {
    subject: title,
    text: `${all.map(asText).join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
      '<body style="max-width: 36em; font: 16px/1.5 sans-serif; color: #1a1a1a; background: #ffffff">',
      ...all.map(asHtml),
      '</body></html>\n',
    ].join('\n'),
  };
}

function asText(part: Part): string {
  if (typeof part === 'string') return oneLine(part);
  if ('verbatim' in part) return part.verbatim.trimEnd();
  return 'link' in part ? part.link : part.quote.trim().replace(/^/gm, '> ');
}

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p>${escapeHtml(oneLine(part))}</p>`;
  if ('quote' in part) return `<blockquote style="white-space: pre-line">${escapeHtml(part.quote.trim())}</blockquote>`;
  if ('verbatim' in part) return `<pre style="white-space: pre-wrap">${escapeHtml(part.verbatim)}</pre>`;
  const link = escapeHtml(part.link);
  return `<p><a href="${link}">${link}</a></p>`;
}
