import { controlIds, objectiveId, OSCAL_VERSION, uuidOf } from '../../domains/framework/oscal-catalog.rules';
import { stateOf } from '../../domains/compliance/evaluations';
import type { RankedEvaluation } from './framework-report.store';
import type { FrameworkData } from './query';

/**
 * A vendor's results against a framework as NIST OSCAL assessment results: each control evaluated in completed assessments
 * becomes an observation (the answers) and a finding (whether they satisfy it).
 */
export function assessmentResults(
  { settings, vendor, framework, controls, evaluations }: FrameworkData,
  at: {
    now: Date;
    /** The URL of the framework as an OSCAL catalog. */
    catalogUrl: string;
  },
) {
  const ids = controlIds(controls);
  const latest = new Map(evaluations.filter(({ recency }) => recency === 1).map((one) => [one.controlId, one]));
  const assessed = controls.flatMap((control) => {
    const evaluation = latest.get(control.id);
    return evaluation ? [{ ...control, oscalId: ids.get(control.id)!, evaluation }] : [];
  });
  const times = assessed.map(({ evaluation }) => evaluation.submittedAt).sort();
  const now = at.now.toISOString();
  const frameworkName = [framework.name, framework.version].filter(Boolean).join(' ');
  const uuid = (...parts: string[]) => uuidOf('results', vendor.id, framework.id, ...parts);
  const plan = uuid('plan');

  return {
    'assessment-results': {
      uuid: uuid(now),
      metadata: {
        title: `${vendor.name} against ${frameworkName}`,
        'last-modified': now,
        version: times.at(-1) ?? now,
        'oscal-version': OSCAL_VERSION,
        roles: [
          { id: 'assessor', title: 'Assessor' },
          { id: 'vendor', title: 'Vendor' },
        ],
        parties: [
          { uuid: uuid('assessor'), type: 'organization', name: settings.organizationName },
          { uuid: vendor.id, type: 'organization', name: vendor.name, 'email-addresses': [vendor.contactEmail] },
        ],
        'responsible-parties': [
          { 'role-id': 'assessor', 'party-uuids': [uuid('assessor')] },
          { 'role-id': 'vendor', 'party-uuids': [vendor.id] },
        ],
      },
      'import-ap': { href: `#${plan}` },
      results: [
        {
          uuid: uuid('result', times.at(-1) ?? now),
          title: frameworkName,
          description: `Each control of ${frameworkName} by its most recent evaluation in the completed assessments of ${vendor.name}.`,
          start: times[0] ?? now,
          end: times.at(-1) ?? now,
          'reviewed-controls': {
            'control-selections': [
              selection(
                assessed.map(({ oscalId }) => oscalId),
                [...ids.values()],
              ),
            ],
          },
          ...(assessed.length > 0 && {
            observations: assessed.map(({ id, code, evaluation }) => ({
              uuid: uuid('observation', id, evaluation.assessmentId),
              title: code,
              description: answersText(evaluation),
              methods: ['EXAMINE'],
              types: ['control-objective'],
              subjects: [{ 'subject-uuid': vendor.id, type: 'party' }],
              collected: evaluation.submittedAt,
            })),
            findings: assessed.map(({ id, code, title, oscalId, evaluation }) => ({
              uuid: uuid('finding', id, evaluation.assessmentId),
              title: `${code} ${title}`,
              description: answersText(evaluation),
              target: { type: 'objective-id', 'target-id': objectiveId(oscalId), status: statusOf(evaluation) },
              'related-observations': [{ 'observation-uuid': uuid('observation', id, evaluation.assessmentId) }],
            })),
          }),
        },
      ],
      'back-matter': {
        resources: [
          {
            uuid: plan,
            title: 'Questionnaires',
            description: `The questionnaires that asked ${vendor.name} about controls of ${frameworkName}; there is no separate assessment plan. The link leads to the framework as a catalog.`,
            rlinks: [{ href: at.catalogUrl, 'media-type': 'application/json' }],
          },
        ],
      },
    },
  };
}

/** An empty selection has to be written as all except all: since 1.2, OSCAL requires one kind of choice. */
function selection(oscalIds: string[], all: string[]) {
  const named = (ids: string[]) => ids.map((id) => ({ 'control-id': id }));
  if (oscalIds.length > 0) return { 'include-controls': named(oscalIds) };
  return {
    description: 'No completed assessment covers a control of this framework.',
    'include-all': {},
    ...(all.length > 0 && { 'exclude-controls': named(all) }),
  };
}

function answersText({ title, compliant, answers }: RankedEvaluation): string {
  if (answers === 1) return `The only scored answer in “${title}” is ${compliant === 1 ? 'compliant' : 'not compliant'}.`;
  return `${compliant === 0 ? 'None of the' : `${compliant} of`} ${answers} scored answers in “${title}” ${compliant > 1 ? 'are' : 'is'} compliant.`;
}

function statusOf(evaluation: RankedEvaluation) {
  const state = stateOf(evaluation);
  if (state === 'COMPLIANT') return { state: 'satisfied', reason: 'pass' };
  return { state: 'not-satisfied', reason: 'fail', ...(state === 'PARTLY' && { remarks: 'Partly compliant.' }) };
}
