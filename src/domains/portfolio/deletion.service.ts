import { isListed } from '../../database/listed';
import type { RequestContext } from '../../kernel/context';
import { notFound, staleRevision } from '../../kernel/errors';
import { isId } from '../../platform/id';
import { entityOf as assessmentEntity, lockAssessment } from '../assessment/assessment.service';
import * as assessments from '../assessment/assessment.store';
import { change } from '../audit/audit.service';
import { collectFilesOfAssessment, collectFilesOfVendor } from '../file/file-removal';
import { removeMailsOfVendor, withdrawMails } from '../mail/mail.service';
import { leaveForGood, scoreVendor } from '../scoring/scoring';
import * as vendors from '../vendor/vendor.store';
import * as store from './deletion.store';
import { entityOf as vendorEntity } from './vendor.service';

/** The foreign keys delete everything that belongs to the vendor. The audit log keeps its entries. */
export async function deleteVendor(ctx: RequestContext, id: string): Promise<void> {
  const { expectedRevision } = ctx.request;
  await change(ctx, async (tx) => {
    const vendor = isId(id) ? await tx.one(vendors.lock(id)) : undefined;
    if (!vendor) throw notFound('Vendor');
    if (expectedRevision !== undefined && vendor.revision !== expectedRevision) throw staleRevision('vendor');
    await collectFilesOfVendor(ctx, tx, id);
    await removeMailsOfVendor(tx, id);
    await tx.query(assessments.lockOfVendor(id));
    tx.tallies.removeVendor(id, { portfolioId: vendor.portfolioId, isListed: isListed(vendor.status) });
    await tx.query(store.removeVendor(id));
    tx.record({ action: 'DELETE_VENDOR', entity: vendorEntity(vendor) });
  });
}

/** Also deletes answers, evidence, comments and findings that no other assessment found, and updates the vendor's scores. */
export async function deleteAssessment(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, id);
    await collectFilesOfAssessment(ctx, tx, id);
    await withdrawMails(tx, [id]);
    await leaveForGood(tx, id);
    await tx.query(store.removeAssessment(id, assessment.vendorId));
    tx.record({ action: 'DELETE_ASSESSMENT', entity: assessmentEntity(assessment), meta: { status: assessment.status } });
    await scoreVendor(tx, assessment.vendorId);
  });
}
