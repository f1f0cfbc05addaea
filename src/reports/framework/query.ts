import type { Row } from '../../database/rows';
import { sql } from '../../database/sql';
import type { Control } from '../../domains/framework/control.entity';
import type { Framework } from '../../domains/framework/framework.entity';
import { controlsOf, frameworkById } from '../../domains/framework/framework.service';
import type { Settings } from '../../domains/settings/settings.entity';
import { currentSettings } from '../../domains/settings/settings.service';
import { EVALUATION, evaluatedControls, type Evaluation } from '../../domains/vendor/evaluations';
import type { Vendor } from '../../domains/vendor/vendor.entity';
import { vendorById } from '../../domains/vendor/vendor.service';
import type { RequestContext } from '../../kernel/context';
import { notFound } from '../../kernel/errors';

/** How one assessment evaluated one control, and which of its evaluations that is. */
export interface RankedEvaluation extends Evaluation {
  submittedAt: string;
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
  evaluations: RankedEvaluation[];
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
    ctx.load(controlsOf, { frameworkId: framework.id }),
    readEvaluations(ctx, vendor.id, framework.id),
  ]);
  return { settings, vendor, framework, controls, evaluations };
}

/** The two most recent evaluations of each control: one of them is from before the latest assessment. */
function readEvaluations(ctx: RequestContext, vendorId: string, frameworkId: string): Promise<RankedEvaluation[]> {
  const condition = sql`a.vendor_id = ${vendorId} and a.status = 'COMPLETED' and c.framework_id = ${frameworkId}`;
  return ctx.database.query(sql`
    with ranked as (
      select *, dense_rank() over (order by submitted_at desc, assessment_id) as age
      from (${evaluatedControls(condition)}) as evaluated
    )
    select ${EVALUATION}, recency, age from ranked where recency <= 2`);
}
