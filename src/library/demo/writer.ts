import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { UNHURRIED } from '../../database/limit';
import type { Transaction } from '../../database/database';
import { averageScores, sumScores, withdrawScores } from '../../domains/scoring/scoring';
import { appendHistory } from '../../domains/audit/audit.history';
import type { RequestContext } from '../../kernel/context';
import { oldNews } from '../../domains/occasion/occasion.store';
import * as store from './demo-batch.store';
import { type Batch, COLUMNS, type JudgedAnswer, type PlannedFinding, type TableName, TABLES, type Value } from './rows';

/** Written after the judged answers, whose rows they refer to. */
const OF_RESPONSES = new Set<TableName>(['review_decision', 'attachment']);

/**
 * Writes a batch in one transaction, all or nothing: rows with COPY; verdicts, scores and findings with the scoring statements;
 * and finally the audit entries. Returns the number of rows written.
 */
export async function writeBatch(ctx: RequestContext, batch: Batch): Promise<number> {
  const rows = await ctx.database.transaction(async (tx) => {
    await tx.connection.query(UNHURRIED);
    let written = 0;
    for (const table of TABLES) if (!OF_RESPONSES.has(table)) written += await copy(tx, batch, table);
    const { rows: answers, wanting } = await judge(tx, batch.judged);
    for (const table of OF_RESPONSES) written += await copy(tx, batch, table);
    const findings = await writeFindings(tx, wanting);
    // Before the commit: no row may refer to a missing file. The sweep removes what a failed load leaves behind.
    await Promise.all([...batch.files].map(([key, content]) => ctx.services.storage.write(key, Readable.from([content]))));
    const withdrawn = await withdrawScores(tx, batch.sentBack);
    const vendorIds = batch.rows.vendor.map(({ id }) => id as string);
    await averageScores(tx, vendorIds);
    for (const told of oldNews(vendorIds)) await tx.query(told);
    const history = batch.history.filter(({ findingId }) => !findingId || findings.ids.has(findingId)).sort((a, b) => a.at - b.at);
    await appendHistory(tx, history, ctx.database.recorder.vendors);
    // Counted and recorded once everything is loaded.
    tx.tallies.take();
    tx.tallies.takeOfPortfolios();
    tx.keepPast();
    return written + answers + findings.rows - withdrawn.gone + history.length;
  });
  ctx.services.checkpoints.touch();
  return rows;
}

const PIECE = 65_536;

async function copy(tx: Transaction, { rows }: Batch, table: TableName): Promise<number> {
  if (rows[table].length === 0) return 0;
  const columns: readonly string[] = COLUMNS[table];
  function* lines() {
    let piece = '';
    for (const row of rows[table] as Record<string, Value>[]) {
      piece += `${columns.map((column) => copied(row[column]!)).join('\t')}\n`;
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
    yield piece;
  }
  await pipeline(Readable.from(lines()), tx.connection.query(copyFrom(`copy "${table}" (${columns.join(', ')}) from stdin`)));
  return rows[table].length;
}

/** A value in COPY's format. */
function copied(value: Value): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'object') return escaped(`{${value.map((one) => `"${one.replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
  return String(value);
}

const SIGNS: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string) => (/[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => SIGNS[sign]!) : text);

/** Writes the verdict on each answer. Returns the number of rows written, and the non-compliant answers. */
async function judge(tx: Transaction, judged: readonly JudgedAnswer[]): Promise<{ rows: number; wanting: JudgedAnswer[] }> {
  if (judged.length === 0) return { rows: 0, wanting: [] };
  const assessmentIds = assessmentsOf(judged);
  const answers = judged.map(({ finding: _, ...answer }) => answer);
  const made = await tx.query(store.insertAnswers(answers, assessmentIds));
  await sumScores(tx, assessmentIds);
  const found = new Set(made.filter(({ isCompliant }) => isCompliant === false).map(({ questionId }) => questionId));
  return { rows: made.length, wanting: judged.filter(({ questionId }) => found.has(questionId)) };
}

interface WrittenFindings {
  ids: Set<string>;
  /** With their sightings and links to controls. */
  rows: number;
}

/** Creates findings for non-compliant answers, with their planned outcome: one for each gap, until that is remediated. */
async function writeFindings(tx: Transaction, wanting: readonly JudgedAnswer[]): Promise<WrittenFindings> {
  const gaps = await tx.query(store.gapsOf(wanting.map(({ questionId }) => questionId)));
  const gapOf = new Map(gaps.map(({ questionId, gap }) => [questionId, gap]));
  const last = new Map<string, PlannedFinding>();
  const plans: store.Plan[] = [];
  const sightings: store.Sighting[] = [];
  const acceptances: store.Acceptance[] = [];
  for (const { questionId, assessmentId, finding } of [...wanting].sort((a, b) => (a.finding.createdAt < b.finding.createdAt ? -1 : 1))) {
    const gap = gapOf.get(questionId)!;
    const standing = last.get(gap);
    const { id, createdAt, status, resolution, acceptance } = finding;
    if (standing && (standing.status !== 'REMEDIATED' || standing.resolution!.at > createdAt)) {
      sightings.push({ findingId: standing.id, assessmentId, questionId, at: createdAt });
      continue;
    }
    last.set(gap, finding);
    const outcome = { note: resolution?.note, resolvedAt: resolution?.at, ...resolution?.by };
    plans.push({ questionId, id, createdAt, status, previousId: standing?.id, ...outcome });
    if (acceptance) acceptances.push(acceptedFor(id, acceptance, resolution!));
  }
  const links = await tx.query(store.insertFindings(plans, assessmentsOf(wanting)));
  await tx.query(store.insertSightings(sightings));
  await tx.query(store.insertAcceptances(acceptances));
  const rows = plans.length + sightings.length + 2 * acceptances.length + links.length;
  return { ids: new Set(plans.map(({ id }) => id)), rows };
}

function acceptedFor(
  findingId: string,
  { id, decisionId, by, at, until }: NonNullable<PlannedFinding['acceptance']>,
  decision: NonNullable<PlannedFinding['resolution']>,
): store.Acceptance {
  return {
    id,
    decisionId,
    findingId,
    reason: decision.note,
    until,
    requestedById: by.userId,
    requestedByName: by.userName,
    requestedAt: at,
    decidedById: decision.by.userId,
    decidedByName: decision.by.userName,
    decidedAt: decision.at,
  };
}

const assessmentsOf = (judged: readonly JudgedAnswer[]) => [...new Set(judged.map(({ assessmentId }) => assessmentId))];
