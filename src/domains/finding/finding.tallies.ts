import { Tallied } from '../../database/tally/tally';

export const FINDINGS = new Tallied('finding', 'finding', ['status', 'severity']);
