import type { Row } from '../../database/rows';
import type { Control } from '../../domains/framework/control.entity';
import type { Framework } from '../../domains/framework/framework.entity';
import { controlsOf, frameworkById } from '../../domains/framework/framework.service';
import type { Settings } from '../../domains/settings/settings.entity';
import { currentSettings } from '../../domains/settings/settings.service';
import type { Vendor } from '../../domains/vendor/vendor.entity';
import { vendorById } from '../../domains/vendor/vendor.loaders';
import type { RequestContext } from '../../kernel/context';
import { notFound } from '../../kernel/errors';
import * as store from './framework-report.store';

/** All data of the report, as stored in the database. */
export interface FrameworkData {
  settings: Row<Settings>;
  vendor: Row<Vendor>;
  framework: Row<Framework>;
  /** In framework order. */
  controls: Row<Control>[];
  /** Evaluations of the controls in completed assessments; no more than needed for each control. */
  evaluations: store.RankedEvaluation[];
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
    ctx.database.query(store.evaluations(vendor.id, framework.id)),
  ]);
  return { settings, vendor, framework, controls, evaluations };
}
