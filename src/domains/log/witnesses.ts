import type { Logger } from 'pino';
import type { Database } from '../../database/database';
import { consistencyProof } from '../../platform/tlog/merkle';
import { parseVerifier, readNote, readSignatures, signatureLine, signatureOf } from '../../platform/tlog/note';
import { nodesIn, tilesFor } from '../../platform/tlog/tiles';
import type { AuditWitness } from '../settings/audit-witness';
import { readSettings } from '../settings/settings.service';
import * as logStore from './log.store';
import * as store from './witness.store';

/** So often each server looks for checkpoints that a witness hasn't cosigned. */
const LOOK_MS = 1_000;
/** A witness has this long to answer. */
const PATIENCE_MS = 10_000;
/** A server that died while it asked is forgotten after this time. */
const LEASE_SECONDS = 30;
/** After a failure a witness is left alone for this time. */
const REST_SECONDS = 10;
/** A few lines of signatures are much shorter. */
const MAX_ANSWER = 65_536;
const MAX_ERROR = 500;

/** Why a witness didn't cosign. */
class Refusal extends Error {
  constructor(
    message: string,
    /** The size of the tree that it knows, if it said so. */
    readonly knownSize?: number,
  ) {
    super(message);
  }
}

/**
 * Offers new checkpoints to the witnesses of the settings (c2sp.org/tlog-witness) and keeps their cosignatures. Each is asked on
 * its own, by one server at a time: one that hangs delays nobody else.
 */
export class Witnesses {
  private timer?: NodeJS.Timeout;
  private readonly stopping = new AbortController();
  private readonly offers = new Set<Promise<void>>();
  private looking: Promise<void> = Promise.resolve();
  private isFailing = false;

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.looking = this.look();
    }, LOOK_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.looking;
    await Promise.all(this.offers);
  }

  /** Asks those that are behind, without waiting for them. */
  async look(): Promise<void> {
    try {
      const { auditWitnesses } = await readSettings(this.database);
      if (auditWitnesses.length === 0) return;
      const latest = await this.database.one(logStore.latest());
      if (!latest) return;
      const vkeys = auditWitnesses.map(({ vkey }) => vkey);
      for (const { vkey, knownSize } of await this.database.query(store.claim(vkeys, latest.size, LEASE_SECONDS))) {
        const offer = this.offer(
          auditWitnesses.find((one) => one.vkey === vkey)!,
          latest,
          knownSize,
        );
        this.offers.add(offer);
        void offer.finally(() => this.offers.delete(offer));
      }
      this.isFailing = false;
    } catch (err) {
      if (!this.isFailing) this.log.error({ err }, 'the witnesses of the audit log could not be asked; trying again');
      this.isFailing = true;
    }
  }

  /** Never fails: what went wrong is noted with the witness. */
  private async offer(witness: AuditWitness, checkpoint: logStore.SignedCheckpoint, knownSize: number): Promise<void> {
    const { vkey } = witness;
    try {
      const line = await this.cosignature(witness, checkpoint, knownSize);
      await this.database.query(store.keepCosignature(vkey, checkpoint.size, checkpoint.note, line));
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      const said = error instanceof Refusal ? (error.knownSize ?? null) : null;
      // That is what witnesses are for: whoever gets another log than others is told so.
      if (said !== null)
        this.log.error({ witness: witness.name, reason: reasonOf(error) }, 'a witness of the audit log knows another tree');
      const failure = store.noteFailure(vkey, reasonOf(error), said, REST_SECONDS);
      await this.database.query(failure).catch((err: unknown) => this.log.error({ err }, 'a failed offer to a witness was not noted'));
    }
  }

  /** A witness that knows another size than was thought says so, and is asked again from there. */
  private async cosignature(witness: AuditWitness, checkpoint: logStore.SignedCheckpoint, knownSize: number): Promise<string> {
    const { signal } = this.stopping;
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    let answer = await ask(witness, await this.bodyFor(checkpoint, Math.min(knownSize, checkpoint.size)), patience);
    if (answer.status === 409) {
      const known = sizeIn(answer.text);
      if (known > checkpoint.size) throw new Refusal(`knows a tree of ${known} entries, which this log doesn't have`, known);
      answer = await ask(witness, await this.bodyFor(checkpoint, known), patience);
      if (answer.status === 409)
        throw new Refusal(`refused the checkpoint: it knows another tree of ${sizeIn(answer.text)} entries`, known);
    }
    if (answer.status !== 200) throw new Refusal(`answered ${answer.status}`);
    return cosignatureIn(answer.text, checkpoint, witness);
  }

  /** The size that the witness knows, the proof that the tree begins with that one, and the checkpoint. */
  private async bodyFor({ size, note }: logStore.SignedCheckpoint, known: number): Promise<string> {
    const prove = (at: Parameters<typeof consistencyProof>[2]) => consistencyProof(known, size, at);
    const tiles = await this.database.query(logStore.tiles(tilesFor(prove)));
    const hashes = prove(nodesIn(tiles)).map((hash) => `${hash.toString('base64')}\n`);
    return `old ${known}\n${hashes.join('')}\n${note}`;
  }
}

interface Answer {
  status: number;
  text: string;
}

/** Redirects lead nowhere: who may be asked is what the settings say. */
async function ask({ address }: AuditWitness, body: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(`${address}/add-checkpoint`, { method: 'POST', body, redirect: 'manual', signal });
  const { status } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    throw new Refusal('answered with a redirect, which is not followed');
  }
  return { status, text: await readText(response) };
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_ANSWER) throw new Refusal('answered too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function sizeIn(text: string): number {
  const size = /^(0|[1-9]\d{0,15})\n?$/.exec(text)?.[1];
  if (size === undefined) throw new Refusal('answered 409 without the size of the tree that it knows');
  return Number(size);
}

function cosignatureIn(text: string, { note }: logStore.SignedCheckpoint, { vkey }: AuditWitness): string {
  let signature;
  try {
    signature = signatureOf({ text: readNote(note).text, signatures: readSignatures(text) }, parseVerifier(vkey));
  } catch (error) {
    throw new Refusal(`answered with no cosignature: ${(error as Error).message}`);
  }
  if (!signature) throw new Refusal('answered without a cosignature of its key');
  return signatureLine(signature);
}

/** In a line, and without the address: whoever reads it knows the witness. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  const reason =
    name === 'TimeoutError' ? 'did not answer in time' : ((cause as Error | undefined)?.message ?? message) || 'could not be reached';
  return reason
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, MAX_ERROR);
}

/** Forgets cosigned checkpoints that later ones of their hour have made useless. */
export async function thinOutCheckpoints(database: Database): Promise<void> {
  await database.query(store.thinOut());
}
