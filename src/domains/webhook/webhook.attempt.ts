import type { Services } from '../../kernel/context';
import { packageVersion } from '../../platform/package';
import { type Agents, post } from '../../platform/post';
import { bodyOf, type Told } from './webhook.body';
import { type Outcome, outcomeOf } from './webhook.outcome';
import { outgoingRules } from './webhook.rules';
import { openSecret, signatures } from './webhook.secrets';
import type { Sendable } from './webhook.store';

/** A receiver has this long to answer. */
const TIMEOUT_MS = 15_000;
const MAX_ANSWER = 65_536;

const USER_AGENT = `Vetgraph-Webhooks/${packageVersion()}`;

export interface Message {
  /** The same for each attempt: the receiver knows by it what it has had. */
  id: string;
  told: Told;
  /** Attempts of this series before. */
  tries: number;
}

/** One attempt to tell a receiver of something. Never fails: the outcome says what went wrong. */
export async function attempt(
  services: Services,
  webhook: Sendable,
  { id, told, tries }: Message,
  { agents, signal }: { agents?: Agents; signal?: AbortSignal } = {},
): Promise<Outcome> {
  const { config, database, publicUrl } = services;
  const at = database.now();
  const body = bodyOf(webhook.format, told, publicUrl);
  const timestamp = Math.floor(at.getTime() / 1_000);
  const waits = config.webhooks.retrySeconds;
  const secrets = secretsOf(services, webhook, at);
  if (secrets.length === 0) {
    const error = 'The secret is lost because SESSION_SECRET has changed; rotate it';
    return outcomeOf({ status: null, headers: {}, body: Buffer.alloc(0), durationMs: 0, error }, at, tries, waits);
  }
  const headers = {
    'content-type': 'application/json',
    accept: '*/*',
    // What comes is read as it is: a small answer can't become a large one.
    'accept-encoding': 'identity',
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures(secrets, { id, timestamp, body }),
  };
  const options = { rules: outgoingRules(services), timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER, agents, signal };
  return outcomeOf(await post(webhook.url, headers, body, options), at, tries, waits);
}

function secretsOf({ sessionSecret }: Services, webhook: Sendable, at: Date): string[] {
  const { secretBox, previousSecretBox, previousSecretUntil } = webhook;
  const isOverlapping = previousSecretUntil !== null && new Date(previousSecretUntil) > at;
  const boxes = isOverlapping && previousSecretBox !== null ? [secretBox, previousSecretBox] : [secretBox];
  return boxes.map((box) => openSecret(box, sessionSecret)).filter((secret) => secret !== undefined);
}
