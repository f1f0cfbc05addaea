/** Words of the trade that not everyone knows, in a sentence each. docs/scores.md has the formulas. */
export const TERMS = {
  'Inherent risk':
    'How much harm this vendor could do before its own safeguards count: by tier, data sensitivity, contract value and country.',
  'Residual risk': 'What is left of the inherent risk after the vendor’s safeguards, as shown by its overall score.',
  Score: 'The weighted share of compliant answers. Red, amber or green (RAG) by the thresholds in Settings > Scoring.',
  Tier: 'How important the vendor is to you. It sets which questionnaires apply and how often.',
  'Overall score': 'The average score of the vendor’s completed assessments.',
  'Provisional score': 'Calculated from the answers so far. It becomes final when the review is finalized.',
  'Automatic result': 'The answer compared with the expected one. Your decision counts: a rejected answer always fails.',
  'Four-eyes approval': 'A second person has to approve: nobody can accept a risk on their own request.',
  'Shared responsibility': 'Controls that the vendor leaves partly to you, such as managing your own users.',
  'Finding seen again': 'A later assessment found the same gap. It stays one finding and is counted once.',
} as const;

export type Term = keyof typeof TERMS;

export const isTerm = (word: string): word is Term => Object.hasOwn(TERMS, word);
