import { firstCharacters } from '../../platform/characters';
import type { Answer } from '../../platform/post';
import { type WebhookAttempt, WebhookDeliveryStatus } from './webhook-delivery.entity';

const MOST_CHARACTERS = 1_000;
const MOST_WAIT_SECONDS = 86_400;
/** Waits are up to so much longer at random, so that receivers don't get everything at once when they are back. */
const JITTER = 0.1;

/** What an attempt makes of a delivery. */
export interface Outcome {
  attempt: WebhookAttempt;
  /** PENDING: it is tried again after the wait. */
  status: WebhookDeliveryStatus;
  waitSeconds: number | null;
  /** The receiver wants no more. */
  isGone: boolean;
  /** So long it is better left alone, whatever waits for it. */
  pauseSeconds: number;
}

const GONE = 410;

/** It, or what is in front of it, has too much to do. */
const BUSY = new Set([429, 502, 503, 504]);
const PAUSE_SECONDS = 1;

/** `tries` counts the attempts of this series before this one. */
export function outcomeOf(answer: Answer, at: Date, tries: number, waits: readonly number[]): Outcome {
  const error = faultOf(answer);
  const { status: responseStatus, durationMs } = answer;
  const isDelivered = error === null;
  const attempt: WebhookAttempt = {
    at: at.toISOString(),
    status: isDelivered ? WebhookDeliveryStatus.DELIVERED : WebhookDeliveryStatus.FAILED,
    responseStatus,
    responseExcerpt: excerptOf(answer.body),
    durationMs,
    error,
  };
  if (isDelivered) return { attempt, status: WebhookDeliveryStatus.DELIVERED, waitSeconds: null, isGone: false, pauseSeconds: 0 };
  if (responseStatus === GONE)
    return { attempt, status: WebhookDeliveryStatus.ABANDONED, waitSeconds: null, isGone: true, pauseSeconds: 0 };
  const asked = Math.min(retryAfter(answer.headers['retry-after'], at), MOST_WAIT_SECONDS);
  const pauseSeconds = BUSY.has(responseStatus ?? 0) ? Math.max(PAUSE_SECONDS, asked) : 0;
  const wait = waits[tries];
  if (wait === undefined) return { attempt, status: WebhookDeliveryStatus.FAILED, waitSeconds: null, isGone: false, pauseSeconds };
  const waitSeconds = Math.max(wait * (1 + Math.random() * JITTER), asked);
  return { attempt, status: WebhookDeliveryStatus.PENDING, waitSeconds, isGone: false, pauseSeconds };
}

/** Why an attempt failed, in words; null if it didn't. */
function faultOf({ status, error }: Answer): string | null {
  if (error !== undefined) return error;
  if (status === null) return 'No answer came';
  if (status >= 200 && status < 300) return null;
  if (status === GONE) return 'The receiver answered 410: it wants no more';
  return status >= 300 && status < 400
    ? `The receiver answered ${status}, a redirect, which is not followed`
    : `The receiver answered ${status}`;
}

/** Seconds, or a date as HTTP writes it. What is neither asks for nothing. */
function retryAfter(text: string | undefined, now: Date): number {
  if (text === undefined) return 0;
  if (/^\s*\d{1,15}\s*$/.test(text)) return Number(text);
  const moment = /[a-z]/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(moment) ? 0 : Math.max(0, (moment - now.getTime()) / 1_000);
}

/** The beginning of an answer as clean text; null if it is empty. */
export function excerptOf(body: Buffer): string | null {
  const text = new TextDecoder().decode(body.subarray(0, 8 * MOST_CHARACTERS));
  const clean = text
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
  return clean === '' ? null : firstCharacters(clean, MOST_CHARACTERS);
}
