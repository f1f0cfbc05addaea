import { Tallied } from '../../database/tally/tally';

export const ASSESSMENTS = new Tallied('assessment', 'assessment', ['status']);
