import { byId, childrenOf } from '../../graphql/engine/loaders';
import { Attachment } from './attachment.entity';
import { OLDEST_FIRST } from './evidence.store';

export const attachmentById = byId(Attachment);
export const attachmentsOfVendors = childrenOf(Attachment, 'vendor', OLDEST_FIRST);
export const attachmentsOfCertifications = childrenOf(Attachment, 'certification', OLDEST_FIRST);
export const attachmentsOfActions = childrenOf(Attachment, 'action', OLDEST_FIRST);
export const attachmentsOfResponses = childrenOf(Attachment, 'response', OLDEST_FIRST);
/** The evidence of all responses of an assessment. */
export const attachmentsOfAssessments = childrenOf(Attachment, 'assessment', OLDEST_FIRST);
