import type { Row } from '../../database/rows';
import { byId, childrenOf, groupBy, loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { questionsOf } from '../assessment/assessment.loaders';
import { Attachment } from './attachment.entity';
import * as store from './evidence.store';
import { OLDEST_FIRST } from './evidence.store';

export const attachmentById = byId(Attachment);
export const attachmentsOfVendors = childrenOf(Attachment, 'vendor', OLDEST_FIRST);
export const attachmentsOfCertifications = childrenOf(Attachment, 'certification', OLDEST_FIRST);
export const attachmentsOfActions = childrenOf(Attachment, 'action', OLDEST_FIRST);
export const attachmentsOfOffboardingSteps = childrenOf(Attachment, 'offboardingStep', OLDEST_FIRST);
export const attachmentsOfResponses = childrenOf(Attachment, 'response', OLDEST_FIRST);
export const attachmentsOfFindings = childrenOf(Attachment, 'finding', OLDEST_FIRST);
/** The hashes of a response's files. */
export const hashesOfResponses = loader<string, string[]>(async (responseIds, ctx) => {
  const hashes = groupBy(await ctx.database.query(store.hashesOf(responseIds)), ({ responseId }) => responseId);
  return responseIds.map((id) => (hashes.get(id) ?? []).map(({ sha256 }) => sha256));
});
/** The evidence of all responses of an assessment. */
const attachmentsOfAssessments = childrenOf(Attachment, 'assessment', OLDEST_FIRST);

/** The files attached to answers of visible questions. */
export async function evidenceOf(ctx: RequestContext, assessmentId: string): Promise<Row<Attachment>[]> {
  const [questions, files] = await Promise.all([ctx.load(questionsOf, assessmentId), ctx.load(attachmentsOfAssessments, assessmentId)]);
  const counted = new Set(questions.flatMap(({ visible, given }) => (visible && given ? [given.responseId] : [])));
  return files.filter(({ responseId }) => counted.has(responseId!));
}
