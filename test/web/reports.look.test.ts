import { writeFileSync } from 'node:fs';
import { sql } from '../../src/database/sql';
import { PDF } from '../kit/files';
import {
  createAssessment, createVendor, decide, importFramework, move, publishTemplate, question, sendAssessment,
} from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => { server = await startTestServer(); });
afterAll(() => server.stop());

const DOMAINS: [string, string, string[]][] = [
  ['Organisational controls', 'A.5', ['Policies for information security', 'Roles and responsibilities', 'Segregation of duties', 'Contact with authorities', 'Threat intelligence', 'Asset inventory', 'Acceptable use', 'Classification', 'Access control', 'Identity management', 'Supplier relationships', 'Incident planning']],
  ['People controls', 'A.6', ['Screening', 'Terms of employment', 'Awareness and training', 'Disciplinary process', 'Confidentiality agreements', 'Remote working']],
  ['Physical controls', 'A.7', ['Physical perimeters', 'Physical entry', 'Securing offices', 'Monitoring', 'Clear desk', 'Equipment siting', 'Storage media', 'Cabling']],
  ['Technological controls', 'A.8', ['User endpoint devices', 'Privileged access', 'Information access restriction', 'Source code access', 'Secure authentication', 'Capacity management', 'Malware protection', 'Vulnerability management', 'Configuration management', 'Deletion', 'Data masking', 'Leakage prevention', 'Backup', 'Redundancy', 'Logging', 'Monitoring activities', 'Cryptography', 'Secure development']],
];

test('look', async () => {
  await server.admin.data(`mutation { updateSettings(input: { organizationName: "Meridian Insurance Group" }) { settings { organizationName } } }`);
  const controls = DOMAINS.flatMap(([domain, prefix, titles]) => titles.map((title, i) => ({ domain, code: `${prefix}.${i + 1}`, title, isSharedResponsibility: i % 4 === 0 })));
  const frameworkId = await importFramework(server, { name: 'ISO 27001', version: '2022', controls });
  const W = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];
  const sections = DOMAINS.map(([domain, prefix, titles]) => ({
    title: domain.replace(' controls', ''),
    questions: titles.slice(0, -2).map((title, i) => question(`Is there a documented and tested control for: ${title.toLowerCase()}?`, { riskWeight: W[(i * 7 + prefix.length) % 4], controlCodes: [`${prefix}.${i + 1}`] })).concat(
      domain === 'People controls' ? [question('Describe your training programme', { type: 'FREE_TEXT', expectedAnswer: null, required: false })] : [],
      domain === 'Technological controls' ? [question('Latest penetration test report', { type: 'FILE_UPLOAD', expectedAnswer: null, required: false }), question('Where is data stored?', { type: 'MULTI_SELECT', options: ['EU', 'US', 'Asia'], expectedAnswer: ['EU'], riskWeight: 'HIGH', controlCodes: ['A.8.10', 'A.8.2'] })] : [],
    ),
  }));
  const templateId = await publishTemplate(server, 'Annual security questionnaire', sections);
  let seed = 7;
  const random = () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648);
  const names = ['Northwind Cloud', 'Paylane Processing', 'Helia HR', 'Beacon Mail', 'Fjord Facilities', 'Kestrel Analytics', 'Σίγμα Λογιστική', 'Звезда Логистика', '示例科技', 'الأمان للتأمين', 'Lumen Translations', 'Tidewater Legal'];
  const tiers = ['CRITICAL', 'CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'HIGH', 'MEDIUM', 'HIGH', 'MEDIUM', 'LOW', null, 'LOW'];
  const assess = async (vendorId: string, quality: number, title: string, finish = true) => {
    const id = await createAssessment(server, vendorId, templateId, { title });
    const portal = await sendAssessment(server, id);
    const { questions } = await portal.view();
    await portal.save(questions.filter((q) => q.text.startsWith('Is there')).map((q) => ({ questionId: q.id, value: random() < quality ? 'YES' : 'NO' })));
    await portal.answer({ 'Describe your training programme': 'All staff take part in a yearly course with a test.\nEngineers have two more days on secure coding.', 'Where is data stored?': random() < quality ? ['EU'] : ['EU', 'US'] });
    const form = new FormData();
    form.append('portalToken', portal.token); form.append('assessmentId', id);
    form.append('questionId', await portal.idOf('Latest penetration test report')); form.append('file', new Blob([PDF]), 'penetration-test-2026.pdf');
    await portal.client.fetch('/files', { method: 'POST', body: form });
    const submitted = await portal.submit();
    if (submitted.errors) throw new Error(JSON.stringify(submitted.errors));
    if (finish) { await move(server.admin, 'startReview', id); await move(server.admin, 'finalizeAssessment', id); }
    return { id, portal, questions };
  };
  const ids: string[] = [];
  for (const [i, name] of names.entries()) {
    const vendorId = await createVendor(server, { name, tier: tiers[i], contactName: 'Ingrid Holm', contactEmail: 'security@vendor.example', serviceDescription: 'Hosts the production environment and its backups', dataSensitivity: 'RESTRICTED', website: 'https://northwind-cloud.example', geographicRisk: 'GLOBAL', contractRenewalDate: '2027-03-31', tags: ['cloud', 'eu'] });
    ids.push(vendorId);
    if (i < 9) {
      const one = await assess(vendorId, [0.75, 0.9, 0.5, 0.97, 0.8, 0.65, 0.88, 0.4, 0.93][i]!, 'Security review 2025');
      await server.services.database.query(sql`update assessment set submitted_at = now() - interval '1 month' * ${i + 1}::int, completed_at = now() - interval '1 month' * ${i + 1}::int where id = ${one.id}`);
    } else if (i === 10) {
      const id = await createAssessment(server, vendorId, templateId, { title: 'Security review 2026' });
      await sendAssessment(server, id);
      await server.services.database.query(sql`update assessment set due_date = now() - interval '9 days' where id = ${id}`);
    }
    if (i % 3 === 0) {
      await server.admin.data(`mutation ($input: CreateCertificationInput!) { createCertification(input: $input) { certification { id } } }`, { input: { vendorId, name: 'ISO 27001', issuer: 'TÜV', issuedDate: '2026-01-01', expiresDate: '2029-01-01' } });
    }
  }
  await server.services.database.query(sql`update responsibility_action set status = case when control_code like 'A.5%' then 'COMPLETED' when control_code like 'A.6%' then 'IN_PROGRESS' else status end`);
  const two = await assess(ids[0]!, 0.85, 'Security review 2026', false);
  await decide(server.admin, two.id, two.questions[0]!.id, 'APPROVED');
  await decide(server.admin, two.id, two.questions[1]!.id, 'REJECTED', 'The document sent is of 2019');
  const comment = (body: string, more: object = {}) => server.admin.data(`mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { id } } }`, { input: { assessmentId: two.id, body, visibility: 'SHARED', ...more } });
  await comment('Please send the current version of the responsibility matrix.');
  await move(server.admin, 'finalizeAssessment', two.id);
  const { assessment } = await server.admin.data<{ assessment: { findings: { id: string }[] } }>(`query ($id: ID!) { assessment(id: $id) { findings { id } } }`, { id: two.id });
  await server.admin.data(`mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { id } } }`, { input: { id: assessment.findings[0]!.id, status: 'REMEDIATED', resolutionNote: 'Policy renewed in October' } });
  for (const [file, path] of [['assessment', `/api/assessments/${two.id}/pdf`], ['portfolio', '/api/dashboard/report'], ['framework', `/api/vendors/${ids[0]}/frameworks/${frameworkId}/report`]] as const) {
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      const t = performance.now();
      const r = await server.admin.fetch(path);
      const bytes = Buffer.from(await r.arrayBuffer());
      times.push(Math.round(performance.now() - t));
      if (r.status > 200) console.log(bytes.toString());
      writeFileSync(`/tmp/pdfx/out/${file}.pdf`, bytes);
    }
    console.log(file, times.join(' '));
  }
});
