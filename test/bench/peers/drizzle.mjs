import { and, count, desc, eq, arrayContains, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { boolean, doublePrecision, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import express from 'express';
import { listening, pool, PORT } from './shared.mjs';

const moment = (name) => timestamp(name, { withTimezone: true, mode: 'string' });
const vendor = pgTable('vendor', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  externalId: text('external_id'),
  contactName: text('contact_name'),
  contactEmail: text('contact_email').notNull(),
  tier: text('tier'),
  website: text('website'),
  notes: text('notes'),
  overallScore: doublePrecision('overall_score'),
  lastAssessedAt: moment('last_assessed_at'),
  assessmentCount: integer('assessment_count').notNull(),
  tags: text('tags').array().notNull(),
  contractValue: text('contract_value'),
  geographicRisk: text('geographic_risk'),
});
const assessment = pgTable('assessment', {
  id: uuid('id').primaryKey(),
  vendorId: uuid('vendor_id').notNull(),
  title: text('title').notNull(),
  status: text('status').notNull(),
  score: doublePrecision('score'),
  templateName: text('template_name'),
  templateVersion: integer('template_version'),
  submittedAt: moment('submitted_at'),
  createdAt: moment('created_at').notNull(),
});
const questionControl = pgTable('assessment_question_control', {
  questionId: uuid('question_id').notNull(),
  assessmentId: uuid('assessment_id').notNull(),
  controlId: uuid('control_id'),
  frameworkId: uuid('framework_id'),
  frameworkName: text('framework_name').notNull(),
  domain: text('domain'),
});
const response = pgTable('response', {
  questionId: uuid('question_id').notNull(),
  weightedScore: doublePrecision('weighted_score'),
  maxScore: doublePrecision('max_score'),
  isCompliant: boolean('is_compliant'),
});
const action = pgTable('responsibility_action', { vendorId: uuid('vendor_id').notNull(), status: text('status').notNull() });

const db = drizzle(pool);
const summary = {
  id: vendor.id,
  name: vendor.name,
  externalId: vendor.externalId,
  contactName: vendor.contactName,
  contactEmail: vendor.contactEmail,
  tier: vendor.tier,
  website: vendor.website,
  overallScore: vendor.overallScore,
  lastAssessedAt: vendor.lastAssessedAt,
  assessmentCount: vendor.assessmentCount,
  tags: vendor.tags,
};
const { assessmentCount: _, ...shown } = summary;
const detail = { ...shown, notes: vendor.notes, contractValue: vendor.contractValue, geographicRisk: vendor.geographicRisk };
const iso = (row) => ({ ...row, lastAssessedAt: row.lastAssessedAt && new Date(row.lastAssessedAt).toISOString() });
const CONTRACT_VALUES = { UP_TO_50K: '$0–$50K', FROM_50K_TO_250K: '$50K–$250K', OVER_5M: '$5M+' };

const app = express();
app.get('/vendors', async (req, res) => {
  const rows = await db
    .select(summary)
    .from(vendor)
    .where(req.query.tag ? arrayContains(vendor.tags, [req.query.tag]) : undefined)
    .orderBy(sql`lower(${vendor.name})`, vendor.id);
  res.json(rows.map(iso));
});

app.get('/vendors/:id', async (req, res) => {
  const { id } = req.params;
  const ofVendor = eq(assessment.vendorId, id);
  const evaluated = db.$with('evaluated').as(
    db
      .select({
        frameworkId: questionControl.frameworkId,
        frameworkName: questionControl.frameworkName,
        domain: sql`coalesce(${questionControl.domain}, 'General')`.as('shown_domain'),
        earned: sql`sum(${response.weightedScore})`.as('earned'),
        possible: sql`sum(${response.maxScore})`.as('possible'),
        recency: sql`row_number() over (partition by ${questionControl.controlId}
        order by ${assessment.submittedAt} desc, ${assessment.id})`.as('recency'),
      })
      .from(assessment)
      .innerJoin(questionControl, eq(questionControl.assessmentId, assessment.id))
      .innerJoin(response, eq(response.questionId, questionControl.questionId))
      .where(and(ofVendor, eq(assessment.status, 'COMPLETED'), sql`${response.maxScore} is not null`))
      .groupBy(
        assessment.id,
        questionControl.controlId,
        questionControl.frameworkId,
        questionControl.frameworkName,
        questionControl.domain,
      ),
  );
  const counted = (status) => sql`count(*) filter (where ${action.status} = ${status})`.mapWith(Number);
  const [[found], assessments, domainBreakdown, [actions]] = await Promise.all([
    db.select(detail).from(vendor).where(eq(vendor.id, id)),
    db.select().from(assessment).where(ofVendor).orderBy(desc(assessment.createdAt), desc(assessment.id)),
    db
      .with(evaluated)
      .select({
        domain: evaluated.domain,
        frameworkId: evaluated.frameworkId,
        frameworkName: evaluated.frameworkName,
        complianceRatio: sql`coalesce(sum(earned) / nullif(sum(possible), 0), 0)`,
        controlCount: count(),
      })
      .from(evaluated)
      .where(sql`recency = 1`)
      .groupBy(evaluated.frameworkId, evaluated.frameworkName, evaluated.domain)
      .orderBy(evaluated.frameworkName, evaluated.frameworkId, evaluated.domain),
    db
      .select({
        total: count(),
        completed: counted('COMPLETED'),
        inProgress: counted('IN_PROGRESS'),
        pending: counted('PENDING'),
        notApplicable: counted('NOT_APPLICABLE'),
      })
      .from(action)
      .where(eq(action.vendorId, id)),
  ]);
  const applicable = actions.total - actions.notApplicable;
  res.json({
    ...iso(found),
    contractValue: CONTRACT_VALUES[found.contractValue],
    assessments: assessments.map(({ id, title, status, score, templateName, templateVersion }) => ({
      id,
      title,
      status,
      score,
      templateName,
      templateVersion,
    })),
    domainBreakdown,
    history: assessments
      .filter(({ status }) => status === 'COMPLETED')
      .sort((a, b) => (a.submittedAt < b.submittedAt ? 1 : -1))
      .map(({ id, title, submittedAt, score }) => ({ id, title, submittedAt: new Date(submittedAt).toISOString(), score })),
    customerResponsibilityCompliance: actions.total
      ? { ...actions, percent: applicable ? Math.round((actions.completed / applicable) * 100) : 0 }
      : null,
  });
});

const server = app.listen(PORT, '127.0.0.1', () => listening(server.address().port));
server.keepAliveTimeout = 60_000;
