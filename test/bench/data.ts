import type { Client } from 'pg';
import { earlierEntryHash } from '../../src/domains/audit/audit-chain.store';
import { LANES } from '../../src/domains/audit/audit.chain';

/** The number of rows at scale 1. */
export const SIZES = {
  vendors: 2_000,
  assessments: 10_000,
  responses: 200_000,
  findings: 60_000,
  links: 120_000,
  audit: 200_000,
} as const;

const ASSESSMENTS = SIZES.assessments / SIZES.vendors;
const QUESTIONS = SIZES.responses / SIZES.assessments;
const FINDINGS = SIZES.findings / SIZES.assessments;
const FRAMEWORKS = 4;
const CONTROLS = 50;
/** All but the last are completed. */
const COMPLETED = ASSESSMENTS - 1;

/** The id of the n-th row of a kind: the same in every run. */
export const idOf = (kind: string, n: string | number) => `md5('${kind}' || ${n})::uuid`;

/** The two controls of the n-th finding. */
const controlsOf = (n: string) => [0, 17].map((more) => idOf('control', `(${n} * 11 + ${more}) % ${FRAMEWORKS * CONTROLS}`));

/** Frameworks, then everything that grows with the scale. Each is one statement over generate_series. */
const statements = (scale: number): Record<string, string> => {
  const vendors = SIZES.vendors * scale;
  const every = (count: number, alias: string) => `generate_series(0, ${count - 1}) as ${alias}`;
  return {
    frameworks: `
      insert into framework (id, name, version, control_count)
      select ${idOf('framework', 'f')}, 'Framework ' || f, '1', ${CONTROLS} from ${every(FRAMEWORKS, 'f')}`,
    controls: `
      insert into control (id, framework_id, domain, code, title, position)
      select ${idOf('control', `f * ${CONTROLS} + c`)}, ${idOf('framework', 'f')}, 'Domain ' || c % 5,
        'F' || f || '-' || lpad(c::text, 2, '0'), 'Control ' || c || ' of framework ' || f, c
      from ${every(FRAMEWORKS, 'f')}, ${every(CONTROLS, 'c')}`,
    vendors: `
      insert into vendor (id, created_at, name, external_id, contact_name, contact_email, tier, website, notes,
        data_sensitivity, contract_value, geographic_risk, tags, assessment_count)
      select ${idOf('vendor', 'v')}, now() - make_interval(mins => v), 'Vendor ' || lpad(v::text, 7, '0'), 'EXT-' || v,
        'Contact ' || v, 'risk' || v || '@vendor.example', (array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL', null])[v % 5 + 1],
        'https://vendor' || v || '.example', repeat('Notes about the vendor. ', 4),
        (array['PUBLIC', 'INTERNAL', 'CONFIDENTIAL', 'RESTRICTED'])[v % 4 + 1],
        (array['UP_TO_50K', 'FROM_50K_TO_250K', 'OVER_5M'])[v % 3 + 1], (array['DOMESTIC', 'REGIONAL', 'GLOBAL'])[v % 3 + 1],
        array['saas', 'group-' || v % ${vendors / 50}], ${ASSESSMENTS}
      from ${every(vendors, 'v')}`,
    assessments: `
      insert into assessment (id, created_at, title, vendor_id, template_name, template_version, status, due_date, sent_at,
        submitted_at, completed_at)
      select ${idOf('assessment', `v * ${ASSESSMENTS} + a`)}, at, 'Review ' || a || ' of vendor ' || v, ${idOf('vendor', 'v')},
        'Baseline', 3, s.status, at + interval '30 days', case when s.status <> 'DRAFT' then at end,
        case when s.status in ('SUBMITTED', 'UNDER_REVIEW', 'COMPLETED') then at + interval '14 days' end,
        case when s.status = 'COMPLETED' then at + interval '20 days' end
      from ${every(vendors, 'v')}, ${every(ASSESSMENTS, 'a')},
        lateral (select date_trunc('milliseconds', now()) - make_interval(days => 400 - a * 90, mins => v) as at) as t,
        lateral (select case when a < ${COMPLETED} then 'COMPLETED'
          else (array['DRAFT', 'SENT', 'IN_PROGRESS', 'SUBMITTED', 'UNDER_REVIEW'])[v % 5 + 1] end as status) as s`,
    questions: `
      insert into assessment_question (id, assessment_id, section, position, text, type, risk_weight, required, expected_answer,
        control_codes)
      select ${idOf('question', `a * ${QUESTIONS} + q`)}, ${idOf('assessment', 'a')}, 'Section ' || q / 5, q,
        'Is measure ' || q || ' in place?', 'YES_NO', (array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'])[q % 4 + 1], true, '"YES"', '{}'
      from ${every(vendors * ASSESSMENTS, 'a')}, ${every(QUESTIONS, 'q')}`,
    'question controls': `
      insert into assessment_question_control (question_id, assessment_id, control_id, framework_id, code, title, domain,
        framework_name)
      select ${idOf('question', `a * ${QUESTIONS} + q`)}, ${idOf('assessment', 'a')}, c.id, c.framework_id, c.code, c.title,
        c.domain, f.name
      from ${every(vendors * ASSESSMENTS, 'a')} cross join ${every(QUESTIONS, 'q')}
      join control c on c.id = ${idOf('control', `(a * 7 + q * 3) % ${FRAMEWORKS * CONTROLS}`)}
      join framework f on f.id = c.framework_id`,
    responses: `
      insert into response (id, assessment_id, question_id, value, is_compliant, weighted_score, max_score)
      select ${idOf('response', `a * ${QUESTIONS} + q`)}, ${idOf('assessment', 'a')}, ${idOf('question', `a * ${QUESTIONS} + q`)},
        case when ok then '"YES"' else '"NO"' end::jsonb, ok, case when ok then weight else 0 end, weight
      from ${every(vendors * ASSESSMENTS, 'a')}, ${every(QUESTIONS, 'q')},
        lateral (select q >= ${FINDINGS} or (a / ${ASSESSMENTS} + q) % 7 < 4 as ok, (array[10, 6, 3, 1])[q % 4 + 1] as weight) as t`,
    'assessment scores': `
      update assessment a set score = s.score from (
        select assessment_id, sum(weighted_score) / sum(max_score) as score from response group by assessment_id
      ) s where s.assessment_id = a.id and a.status = 'COMPLETED'`,
    'vendor scores': `
      update vendor v set overall_score = s.overall, latest_score = s.latest, last_assessed_at = s.at from (
        select vendor_id, avg(score) as overall, (array_agg(score order by submitted_at desc))[1] as latest,
          max(submitted_at) as at
        from assessment where status = 'COMPLETED' group by vendor_id
      ) s where s.vendor_id = v.id`,
    findings: `
      insert into finding (id, created_at, vendor_id, assessment_id, question_id, title, description, severity, status,
        control_codes, resolved_at, resolved_by_name)
      select ${idOf('finding', `a * ${FINDINGS} + f`)}, date_trunc('milliseconds', now()) - make_interval(mins => a),
        ${idOf('vendor', `a / ${ASSESSMENTS}`)}, ${idOf('assessment', 'a')}, ${idOf('question', `a * ${QUESTIONS} + f`)},
        'Measure ' || f || ' is missing', 'The vendor could not show the measure.',
        (array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'])[f % 4 + 1], case when closed then 'REMEDIATED' else 'OPEN' end,
        array(select c.code from control c where c.id in (${controlsOf(`(a * ${FINDINGS} + f)`).join(', ')}) order by c.code),
        case when closed then now() end, case when closed then 'System' end
      from ${every(vendors * ASSESSMENTS, 'a')}, ${every(FINDINGS, 'f')}, lateral (select (a + f) % 3 = 0 as closed) as t`,
    links: `
      insert into finding_control (finding_id, code, control_id)
      select ${idOf('finding', 'f')}, c.code, c.id
      from ${every(vendors * ASSESSMENTS * FINDINGS, 'f')} join control c on c.id in (${controlsOf('f').join(', ')})`,
    'responsibility actions': `
      insert into responsibility_action (vendor_id, certification_name, control_code, control_title, framework_name, status)
      select ${idOf('vendor', 'v')}, 'SOC 2', 'F0-00', 'Control 0 of framework 0', 'Framework 0',
        (array['PENDING', 'IN_PROGRESS', 'COMPLETED', 'NOT_APPLICABLE'])[v % 4 + 1]
      from ${every(vendors, 'v')}`,
    'audit contents': auditContents(SIZES.audit * scale),
    'audit places': 'alter table content add primary key (lane, seq)',
    'audit entries': AUDIT_CHAINS,
    'audit heads': `
      update audit_lane l set seq = h.seq, hash = h.hash from (
        select distinct on (lane) lane, seq, hash from audit_entry order by lane, seq desc
      ) h where h.lane = l.lane`,
  };
};

/** A year of entries, not chained yet. */
function auditContents(count: number): string {
  return `
    create temporary table content as
    select ${idOf('audit', 'n')} as id, (n % ${LANES})::smallint as lane, (n / ${LANES} + 1)::bigint as seq,
      (array['LOGIN', 'LOGIN', 'LOGIN', 'UPDATE_FINDING', 'UPDATE_FINDING', 'UPDATE_VENDOR', 'CREATE_ASSESSMENT',
        'SEND_ASSESSMENT', 'REVIEW_DECISION', 'ADD_COMMENT'])[n % 10 + 1] as action,
      'Finding' as entity_type, ${idOf('finding', `n % ${SIZES.findings}`)} as entity_id, 'Measure is missing' as entity_name,
      null::uuid as user_id, 'User ' || n % 50 as user_name, null::jsonb as api_key, jsonb_build_object('from', 'OPEN', 'to', 'REMEDIATED') as meta,
      date_trunc('milliseconds', now() - interval '365 days' + interval '365 days' * n / ${count}) as created_at
    from generate_series(0, ${count - 1}) as n`;
}

/** In complete chains, as if written one after the other. */
const AUDIT_CHAINS = `
  with recursive chained as (
    select c.*, '' as prev_hash, ${earlierEntryHash("''", 'c.seq', 'c').compile().text} as hash from content c where seq = 1
    union all
    select c.*, p.hash, ${earlierEntryHash('p.hash', 'c.seq', 'c').compile().text}
    from chained p join content c on c.lane = p.lane and c.seq = p.seq + 1
  )
  insert into audit_entry (id, lane, seq, action, entity_type, entity_id, entity_name, user_id, user_name, meta, created_at,
    prev_hash, hash)
  select id, lane, seq, action, entity_type, entity_id, entity_name, user_id, user_name, meta, created_at, prev_hash, hash
  from chained`;

/** Fills a migrated, empty database. */
export async function makeData(client: Client, scale: number, say: (step: string) => void): Promise<void> {
  await client.query("set work_mem = '256MB'; set maintenance_work_mem = '256MB'; set synchronous_commit = off");
  // No triggers: the foreign keys hold by construction.
  await client.query('set session_replication_role = replica');
  for (const [name, text] of Object.entries(statements(scale))) {
    say(`data: ${name}`);
    await client.query(text);
  }
  say('data: vacuum');
  await client.query('vacuum (freeze, analyze)');
  await client.query('checkpoint');
}
