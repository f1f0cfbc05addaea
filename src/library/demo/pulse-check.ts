/**
 * The questionnaire for large portfolios: short, so that half a million assessments are feasible. In the same format as the
 * library's files.
 */
export const PULSE_CHECK_KEY = 'pulse-check';

const yesNo = (text: string, riskWeight: string, controlCodes: string[]) => ({
  text,
  type: 'YES_NO',
  riskWeight,
  required: true,
  expectedAnswer: 'YES',
  controlCodes,
});

export const PULSE_CHECK = {
  name: 'Pulse check',
  description: 'Eight questions to send between full assessments.',
  introduction: 'Eight quick questions between the yearly assessments. They take five minutes; add a comment where something has changed.',
  sections: [
    {
      title: 'Protection',
      questions: [
        yesNo('Is multi-factor authentication required for all remote and administrator access?', 'CRITICAL', ['A.8.5']),
        yesNo('Is our data encrypted at rest and in transit?', 'HIGH', ['A.8.24']),
        {
          text: 'How soon are critical security updates installed?',
          type: 'MULTIPLE_CHOICE',
          riskWeight: 'HIGH',
          required: true,
          options: ['Within 48 hours', 'Within two weeks', 'Later'],
          expectedAnswer: ['Within 48 hours', 'Within two weeks'],
          controlCodes: ['A.8.8'],
        },
        yesNo('Was a restore from backup tested within the last year?', 'MEDIUM', []),
      ],
    },
    {
      title: 'Changes and incidents',
      questions: [
        yesNo('Do you notify us of security incidents within 24 hours?', 'HIGH', ['A.5.24']),
        {
          text: 'Was there a security incident that affected our data?',
          type: 'YES_NO',
          riskWeight: 'MEDIUM',
          required: true,
          expectedAnswer: 'NO',
        },
        {
          text: 'What happened, and what have you done since?',
          type: 'FREE_TEXT',
          riskWeight: 'LOW',
          required: true,
          conditionalLogic: { match: 'all', rules: [{ questionId: 's2q2', operator: 'equals', value: 'YES' }] },
        },
        {
          text: 'How do you rate your own security compared with last year?',
          helpText: '5 is much better.',
          type: 'RATING',
          riskWeight: 'LOW',
          required: false,
        },
      ],
    },
  ],
};
