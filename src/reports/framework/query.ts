import type { Row } from '../../database/rows';
import { rawSql, sql } from '../../database/sql';
import { Control } from '../../domains/framework/control.entity';
import type { Framework } from '../../domains/framework/framework.entity';
import { frameworkById } from '../../domains/framework/framework.service';
import type { Settings } from '../../domains/settings/settings.entity';
import { currentSettings } from '../../domains/settings/settings.service';
import type { Vendor } from '../../domains/vendor/vendor.entity';
import { vendorById } from '../../domains/vendor/vendor.service';
import type { RequestContext } from '../../graphql/context';
import { notFound } from '../../graphql/errors';

/** How one assessment evaluated one control. */
export interface Evaluation {
  controlId: string;
  assessmentId: string;
  title: string;
  submittedAt: string;
  /** Scored answers about the control, and those of them that are compliant. */
  answers: number;
  compliant: number;
  /** Weights that count for the domain. */
  earned: number;
  possible: number;
  /** 1: the most recent evaluation of the control. */
  recency: number;
  /** 1: the most recent assessment that evaluated any control of the framework. */
  age: number;
}

/** All that the report shows, as the database holds it. */
export interface FrameworkData {
  settings: Row<Settings>;
  vendor: Row<Vendor>;
  framework: Row<Framework>;
  /** In the framework's order. */
  controls: Row<Control>[];
  /** Of the controls, by completed assessments; of each control no more than are needed. */
  evaluations: Evaluation[];
}

/** The number of statements doesn't depend on the size of the framework. */
export async function readFramework(
  ctx: RequestContext,
  { vendorId, frameworkId }: { vendorId: string; frameworkId: string },
): Promise<FrameworkData> {
  const [settings, vendor, framework] = await Promise.all([
    ctx.load(currentSettings, 'settings'),
    ctx.load(vendorById, vendorId),
    ctx.load(frameworkById, frameworkId),
  ]);
  if (!vendor) throw notFound('Vendor');
  if (!framework) throw notFound('Framework');
  const [controls, evaluations] = await Promise.all([
    ctx.database.query<Row<Control>>(sql`
      ${ctx.database.table(Control).select} where framework_id = ${framework.id} order by ${rawSql('position, id')}`),
    readEvaluations(ctx, vendor.id, framework.id),
  ]);
  return { settings, vendor, framework, controls, evaluations };
}

/** The two most recent evaluations of each control: one of them is from before the latest assessment. */
function readEvaluations(ctx: RequestContext, vendorId: string, frameworkId: string): Promise<Evaluation[]> {
  return ctx.database.query(sql`
    with evaluated as (
      select c.control_id, a.id, a.title, a.submitted_at, count(*) as answers,
        count(*) filter (where r.is_compliant) as compliant,
        sum(r.weighted_score) as earned, sum(r.max_score) as possible
      from assessment a join assessment_question_control c on c.assessment_id = a.id
      join response r on r.question_id = c.question_id
      where a.vendor_id = ${vendorId} and a.status = 'COMPLETED' and c.framework_id = ${frameworkId}
        and c.control_id is not null and r.max_score is not null
      group by a.id, c.control_id
    ), ranked as (
      select *, row_number() over (partition by control_id order by submitted_at desc, id) as recency,
        dense_rank() over (order by submitted_at desc, id) as age
      from evaluated
    )
    select control_id as "controlId", id as "assessmentId", title, submitted_at as "submittedAt", answers, compliant,
      earned, possible, recency, age
    from ranked where recency <= 2`);
}
