import { sql } from '../../src/database/sql';
import { deliverMails } from '../../src/domains/mail/mail.worker';
import { systemContext } from '../../src/kernel/context';
import { smtpTransport } from '../../src/platform/mail/transport';
import { mailBoardReport } from '../../src/reports/board/mail';
import { Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { readPdf } from '../kit/pdf';
import { createAssessment, createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { startSmtp, type TestSmtp } from '../kit/smtp';

let server: TestServer;
let smtp: TestSmtp;
let assessor: Assessor;

const URL = 'query ($filter: VendorFilter, $from: Date, $to: Date) { boardReportUrl(filter: $filter, from: $from, to: $to) }';

/** A vendor of high tier whose scores were given in the past. */
async function assessed(name: string, scores: { score: number; on: string }[], more: object = {}): Promise<string> {
  const vendorId = await createVendor(server, { name, tier: 'HIGH', ...more });
  for (const { score, on } of scores) {
    const id = await createAssessment(server, vendorId, assessor.templateId);
    await server.services.database.query(sql`
      update assessment set status = 'COMPLETED', score = ${score}, completed_at = ${`${on}T12:00:00Z`}::timestamptz where id = ${id}`);
  }
  return vendorId;
}

async function finding(
  vendorId: string,
  title: string,
  more: { createdAt: string; resolvedAt?: string; status?: string; severity?: string; endedAt?: string },
) {
  const { createdAt, resolvedAt = null, status = 'OPEN', severity = 'HIGH', endedAt = null } = more;
  await server.services.database.query(sql`
    with made as (
      insert into finding (id, vendor_id, assessment_id, title, severity, status, created_at, resolved_at, resolved_by_name, resolution_note,
        ended_at)
      select gen_random_uuid(), ${vendorId}, id, ${title}, ${severity}, ${status}, ${createdAt}::timestamptz, ${resolvedAt}::timestamptz,
        'Rita Reviewer', 'Insured', ${endedAt}::timestamptz from assessment where vendor_id = ${vendorId} limit 1
      returning id
    )
    insert into risk_acceptance (id, finding_id, reason, until, state, requested_by_name)
    select gen_random_uuid(), id, 'Insured', ${endedAt}::timestamptz, 'ENDED', 'Rita Reviewer' from made where ${endedAt !== null}`);
}

beforeAll(async () => {
  server = await startTestServer();
  smtp = await startSmtp();
  assessor = await Assessor.prepare(server);
  const risky = await assessed('Risky Hosting', [
    { score: 0.8, on: '2026-05-01' },
    { score: 0.2, on: '2026-08-01' },
  ]);
  const steady = [
    { score: 0.9, on: '2026-02-01' },
    { score: 0.9001, on: '2026-08-02' },
  ];
  await assessed('Steady Mail', steady, { tags: ['cloud'] });
  await createVendor(server, { name: 'Never Asked', contractRenewalDate: '2026-10-20' });
  await finding(risky, 'Backups are not tested', { createdAt: '2026-08-02' });
  await finding(risky, 'Access is not reviewed', { createdAt: '2026-07-05', resolvedAt: '2026-08-04', status: 'REMEDIATED' });
  await finding(risky, 'Logs are kept a week', {
    createdAt: '2026-04-01',
    resolvedAt: '2026-09-01',
    status: 'RISK_ACCEPTED',
    severity: 'LOW',
  });
  await finding(risky, 'Keys are shared', {
    createdAt: '2026-04-02',
    resolvedAt: '2026-06-01',
    status: 'RISK_ACCEPTED',
    severity: 'MEDIUM',
    endedAt: '2026-10-15',
  });
});
afterAll(async () => {
  await smtp.stop();
  await server.stop();
});

async function report(variables: object, client = server.admin): Promise<string> {
  const { boardReportUrl } = await client.data<{ boardReportUrl: string }>(URL, variables);
  return textAt(boardReportUrl.replace(/^https?:\/\/[^/]+/, ''), client);
}

async function textAt(path: string, client: GraphQLClient): Promise<string> {
  const response = await client.fetch(path);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const { pages } = await readPdf(new Uint8Array(await response.arrayBuffer()));
  return pages.join(' ').replace(/\s+/g, ' ');
}

const THIRD_QUARTER = { from: '2026-07-01', to: '2026-09-30' };

test('ranks the vendors, and says what changed in the period', async () => {
  const text = await report(THIRD_QUARTER);
  expect(text).toContain('1 July 2026 to 30 September 2026');
  expect(text).toContain('Compared with 1 April 2026 to 30 June 2026');
  // 0.75 × (1 − 0.5) after the period, 0.75 × (1 − 0.8) before it; the other stays at 0.075, but for what isn’t shown.
  expect(text).toMatch(/1 Risky Hosting High 75% 37\.5% \+22\.5 50% 1 \(1 serious\)/);
  expect(text).toMatch(/2 Steady Mail High 75% 7\.5% 0 90% 0/);
  // The difference of the figures beside it, though the exact one would be 11.25.
  expect(text).toContain('Average residual risk 22.5% 11.2% +11.3');
  expect(text).not.toContain('±');
  expect(text).toContain('It fell for no vendor.');
  expect(text).toMatch(/Residual risk rose .*Risky Hosting High 15% 37\.5% \+22\.5/);
  expect(text).toContain('2 findings opened and 2 closed; 1 remains open');
  expect(text).toMatch(/High 1 \+1 2 \(0\) 1 \(0\) 0 \(0\) 30 days/);
  expect(text).toMatch(/Logs are kept a week ?Insured Low Risky Hosting 1 Sep 2026 No end Rita Reviewer/);
  // Accepted at the end of the period, though that has ended since.
  expect(text).toMatch(/Keys are shared ?Insured Medium Risky Hosting 1 Jun 2026 15 Oct 2026 Rita Reviewer/);
  expect(text).toMatch(/20 Oct 2026 Never Asked Contract renewal/);
});

test('is of the vendors that the filter shows', async () => {
  const text = await report({ ...THIRD_QUARTER, filter: { tag: 'cloud' } });
  expect(text).toContain('Tag cloud');
  expect(text).toContain('Steady Mail');
  expect(text).not.toContain('Risky Hosting');
  expect(await report({ ...THIRD_QUARTER, filter: { tiers: ['CRITICAL', 'LOW'], tag: 'cloud' } })).toContain(
    'Tier critical or low, Tag cloud',
  );
});

test('shows people of some portfolios just those, and says which', async () => {
  const portfolio = async (name: string) => {
    const create = `mutation ($input: CreatePortfolioInput!) { createPortfolio(input: $input) { portfolio { id } } }`;
    return (await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(create, { input: { name } })).createPortfolio
      .portfolio.id;
  };
  const portfolioId = await portfolio('North');
  await assessed('Northern Lights', [{ score: 0.5, on: '2026-03-01' }], { portfolioId });
  const client = await server.withPermissions('vendors:view', 'assessments:view');
  const { me } = await client.data<{ me: { id: string; role: { id: string } } }>(`{ me { id role { id } } }`);
  const assign = (portfolioIds: string[]) =>
    server.admin.data(`mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { id } } }`, {
      input: { userId: me.id, roleId: me.role.id, portfolioIds },
    });
  await assign([portfolioId]);
  const text = await report(THIRD_QUARTER, client);
  expect(text).toContain('Northern Lights');
  expect(text).toContain('There is 1 vendor.');
  expect(text).not.toMatch(/Risky Hosting|Steady Mail|Never Asked|Backups/);
  expect(text).toContain('board report Portfolio North 1 July 2026');
  expect(await textAt('/api/dashboard/report', client)).toContain('Third-party risk portfolio · Portfolio North');
  await assign([portfolioId, await portfolio('East')]);
  expect(await report({ filter: { tag: 'cloud' } }, client)).toContain('Portfolios East, North, Tag cloud');
  expect(await report({ filter: { portfolioId } }, client)).toContain('board report · Portfolio North');
  await assign([]);
  expect(await report({}, client)).toContain('board report · No vendors');
});

test('what GraphQL refuses, the address refuses', async () => {
  for (const query of ['from=2026-13-01', 'from=2999-01-01', 'filter={"tier":"NONE"}', 'filter={', 'from=2026-01-01&from=2026-01-02']) {
    const response = await server.admin.fetch(`/exports/board-report.pdf?${encodeURI(query)}`);
    expect([query, response.status]).toEqual([query, 400]);
  }
  expect((await server.stranger().fetch('/exports/board-report.pdf')).status).toBe(401);
});

test('goes by e-mail to those on the schedule who want it, once', async () => {
  const refusing = await server.withPermissions('vendors:view');
  const { me } = await refusing.data<{ me: { email: string } }>('{ me { email } }');
  await refusing.data(
    'mutation { updateNotificationSettings(input: { settings: [{ kind: BOARD_REPORT, email: NEVER }] }) { settings { kind } } }',
  );
  const wanting = ['board@example.com', 'cfo@example.com'];
  const change =
    'mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { boardReport { recurrence recipients } } } }';
  const boardReport = { recurrence: 'QUARTERLY', recipients: [...wanting, me.email] };
  await expect(server.admin.data(change, { input: { boardReport } })).resolves.toEqual({ updateSettings: { settings: { boardReport } } });
  const ctx = systemContext(server.services);
  const { signal } = new AbortController();
  await mailBoardReport(ctx, signal);
  await mailBoardReport(ctx, signal);
  const transport = smtpTransport(smtp.url);
  await deliverMails(ctx, transport, signal);
  transport.close();
  expect(smtp.received.flatMap(({ recipients }) => recipients).sort()).toEqual(wanting);
  const [mail] = smtp.received;
  expect(mail!.headers.subject).toMatch(/board report, 1 \w+ \d{4} to 3[01] \w+ \d{4}$/);
  const attached = /filename=Board-report-[\d-]+-to-[\d-]+\.pdf[^]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(mail!.raw);
  expect(Buffer.from(attached![1]!, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  // Its summary is for those who may see what it is about.
  const textFor = async (...permissions: string[]) => {
    const reader = await server.withPermissions('settings:manage', ...permissions);
    const { mails } = await reader.data<{ mails: { nodes: { kind: string; text: string }[] } }>('{ mails { nodes { kind text } } }');
    return mails.nodes.find(({ kind }) => kind === 'BOARD_REPORT')!.text;
  };
  expect(await textFor()).toBe('[Text hidden: shown to people who may see assessments]');
  const text = await textFor('assessments:view');
  expect(text).toContain('is attached');
  expect(text).toMatch(/^http[^ ]+\/board-report\?from=\d{4}-\d\d-01&to=\d{4}-\d\d-3[01]$/m);
});

test.each([
  [{ recurrence: 'ANNUALLY', recipients: [] }, 'boardReport.recipients'],
  [{ recurrence: 'ANNUALLY', recipients: Array.from({ length: 51 }, (_, i) => `a${i}@example.com`) }, 'boardReport.recipients'],
  [{ recurrence: 'NONE', recipients: ['a@example.com', 'A@example.com'] }, 'boardReport.recipients'],
])('the schedule %j is refused', async (boardReport, field) => {
  const { errors } = await server.admin.ask(
    'mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { id } } }',
    {
      input: { boardReport },
    },
  );
  expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: expect.any(String) } });
});

test('nobody has it sent who may not read it', async () => {
  const change = 'mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { id } } }';
  const schedule = (...recipients: string[]) => ({ input: { boardReport: { recurrence: 'ANNUALLY', recipients } } });
  const off = { input: { boardReport: { recurrence: 'NONE', recipients: [] } } };
  const keeper = await server.withPermissions('settings:manage', 'vendors:view');
  await server.admin.data(change, off);
  expect(await keeper.code(change, schedule('keeper@example.com'))).toBe('FORBIDDEN');
  await server.admin.data(change, schedule('board@example.com'));
  expect(await keeper.code(change, schedule('board@example.com', 'keeper@example.com'))).toBe('FORBIDDEN');
  expect(await keeper.code(change, schedule('board@example.com'))).toBeUndefined();
  expect(await keeper.code(change, off)).toBeUndefined();
});
