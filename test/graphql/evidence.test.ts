import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { systemContext } from '../../src/kernel/context';
import { claimDue } from '../../src/operations/jobs/job.store';
import { sql } from '../../src/database/sql';
import { sweepFiles } from '../../src/domains/file/file-removal';
import { registerPortalAccess } from '../../src/domains/evidence/portal-access';
import { fileAccess } from '../../src/domains/portal/portal.service';
import { newKey, type Storage } from '../../src/platform/storage/storage';
import { GIF, PDF, PNG, zip } from '../kit/files';
import { FakeS3 } from '../kit/s3';
import { startTestServer, type TestServer } from '../kit/server';
import { statementsDuring } from '../kit/statements';

const MAX = 300_000;
let server: TestServer;
beforeAll(async () => (server = await startTestServer({ maxFileBytes: MAX })));
afterAll(() => server.stop());

interface Uploaded {
  id: string;
  fileName: string;
  displayName: string | null;
  mimeType: string;
  sizeBytes: number;
  createdAt: string;
  url: string;
  error?: string;
}
interface Form {
  name?: string;
  content?: Buffer | string;
  fields?: Record<string, string>;
  /** Fields that come after the file. */
  after?: Record<string, string>;
}

function formOf({ name = 'report.pdf', content = PDF, fields = {}, after = {} }: Form): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([content]), name);
  for (const [key, value] of Object.entries(after)) form.append(key, value);
  return form;
}
const post = (form: Form, client = server.admin, headers: Record<string, string> = {}) =>
  client.fetch('/files', { method: 'POST', body: formOf(form), headers });
const upload = async (form: Form = {}, client = server.admin, headers: Record<string, string> = {}) => {
  const response = await post(form, client, headers);
  const body = (await response.json()) as Uploaded;
  if (response.status !== 201) throw new Error(`${response.status} ${body.error}`);
  return body;
};
/** The status and message of a refusal. */
const refusal = async (form: Form, client = server.admin, headers: Record<string, string> = {}) => {
  const response = await post(form, client, headers);
  return [response.status, ((await response.json()) as Uploaded).error] as const;
};

const database = () => server.services.database;
const rows = () => database().query<{ id: string; storage_key: string }>(sql`select * from attachment order by id`);
const keyOf = async (id: string) => (await rows()).find((row) => row.id === id)!.storage_key;
const folder = () => path.join(server.services.config.dataDir, 'files');
const stored = async () =>
  (await readdir(folder(), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
const eventually = async (check: () => Promise<boolean>) => {
  for (const end = Date.now() + 60_000; !(await check());) {
    if (Date.now() > end) throw new Error('the condition was not met');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
/** Runs the work and expects it to leave neither file nor row. */
async function leavesNothing(work: () => Promise<unknown>) {
  const before = [await rows(), await stored()];
  await work();
  expect([await rows(), await stored()]).toEqual(before);
}

const makeVendor = async () => {
  const { createVendor } = await server.admin.data<{ createVendor: { vendor: { id: string } } }>(
    `mutation { createVendor(input: { name: "Acme", contactEmail: "a@b.example" }) { vendor { id } } }`,
  );
  return createVendor.vendor.id;
};
const certify = async (vendorId: string) => {
  const { createCertification } = await server.admin.data<{ createCertification: { certification: { id: string } } }>(
    `mutation ($input: CreateCertificationInput!) { createCertification(input: $input) { certification { id } } }`,
    { input: { vendorId, name: 'SOC 2' } },
  );
  return createCertification.certification.id;
};
/** By SQL: the assessment workflow is tested elsewhere. */
async function makeAssessment(vendorId: string, status = 'SENT') {
  const [row] = await database().query<{ assessmentId: string; questionId: string; otherQuestionId: string }>(sql`
    with a as (insert into assessment (title, vendor_id, status) values ('A', ${vendorId}, ${status}) returning id),
    q as (insert into assessment_question (assessment_id, section, position, text, type, risk_weight)
      select id, 'S', n, 'Q', 'FILE_UPLOAD', 'LOW' from a, generate_series(1, 2) n returning id, position)
    select a.id as "assessmentId", one.id as "questionId", two.id as "otherQuestionId"
    from a, q one, q two where one.position = 1 and two.position = 2`);
  return row!;
}
async function makeAction(vendorId: string): Promise<string> {
  const [row] = await database().query<{ id: string }>(sql`
    insert into responsibility_action (vendor_id, certification_name, control_code, control_title, framework_name)
    values (${vendorId}, 'c', 'x', 'x', 'f') returning id`);
  return row!.id;
}
async function makeResponse(ids: { assessmentId: string; questionId: string }): Promise<string> {
  const [row] = await database().query<{ id: string }>(sql`
    insert into response (assessment_id, question_id) values (${ids.assessmentId}, ${ids.questionId}) returning id`);
  return row!.id;
}
interface Entry {
  action: string;
  userName: string;
  entityName: string;
  meta: unknown;
}
const audit = async (id: string) => {
  const query = `query ($id: ID!) {
    auditLog(filter: { entityId: $id }) { nodes { action userName entityName meta } } }`;
  return (await server.admin.data<{ auditLog: { nodes: Entry[] } }>(query, { id })).auditLog.nodes;
};
const ATTACH = `mutation ($input: AttachFileInput!) { attachFile(input: $input) { attachment { id url } } }`;
const attach = (input: object) => [ATTACH, { input }] as const;
/** A mutation that deletes one record. */
const drop = (field: string, id: string) =>
  [`mutation ($input: DeleteInput!) { ${field}(input: $input) { deletedId } }`, { input: { id } }] as const;
const remove = (id: string) => drop('deleteFile', id);

describe('upload', () => {
  test('returns the metadata of the file, stores its bytes, and is recorded in the audit log', async () => {
    const vendorId = await makeVendor();
    const content = Buffer.concat([PDF, randomBytes(200_000)]);
    const response = await post({ content, fields: { vendorId, displayName: ' Report of 2026/27 ' } });
    const file = (await response.json()) as Uploaded;
    expect(response.status).toBe(201);
    expect(file).toEqual({
      id: expect.any(String),
      fileName: 'report.pdf',
      displayName: 'Report of 2026/27',
      mimeType: 'application/pdf',
      sizeBytes: content.length,
      createdAt: expect.stringMatching(/^20.*Z$/),
      url: `${server.url}/files/${file.id}`,
    });
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(await audit(file.id)).toEqual([
      {
        action: 'UPLOAD_FILE',
        userName: 'Administrator',
        entityName: 'report.pdf',
        meta: { mimeType: 'application/pdf', size: content.length, sha256, owner: 'vendor', ownerId: vendorId },
      },
    ]);
    const got = await server.admin.fetch(`/files/${file.id}`);
    expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true);
  });

  test('belongs to the given record, whatever the order of the form', async () => {
    const vendorId = await makeVendor();
    const certificationId = await certify(vendorId);
    const actionId = await makeAction(vendorId);
    const { assessmentId, questionId, otherQuestionId } = await makeAssessment(vendorId);
    const responseId = await makeResponse({ assessmentId, questionId });
    const owned = await upload({ fields: { vendorId } });
    await upload({ after: { certificationId } });
    await upload({ fields: { actionId } });
    await upload({ fields: { responseId } });
    await upload({ after: { questionId, assessmentId } });
    await upload({ fields: { assessmentId }, after: { questionId: otherQuestionId } });
    expect(
      await server.admin.data(
        `query ($id: ID!) { vendor(id: $id) { attachments { id url } certifications { attachments { fileName } }
          responsibilityActions { attachments { fileName } } } }`,
        { id: vendorId },
      ),
    ).toEqual({
      vendor: {
        attachments: [{ id: owned.id, url: owned.url }],
        certifications: [{ attachments: [{ fileName: 'report.pdf' }] }],
        responsibilityActions: [{ attachments: [{ fileName: 'report.pdf' }] }],
      },
    });
    const evidence = await database().query(sql`
      select r.question_id as "questionId", count(*) as files from attachment a join response r on r.id = a.response_id
      where a.assessment_id = ${assessmentId} group by r.question_id order by files`);
    expect(evidence).toEqual([
      { questionId: otherQuestionId, files: 1 },
      { questionId, files: 2 },
    ]);
  });

  test.each<[string, Form, string]>([
    ['two owners', { fields: { vendorId: newKey(), actionId: newKey() } }, 'actionId is a second owner'],
    ['an additional question', { fields: { vendorId: 'x', assessmentId: 'x', questionId: 'x' } }, 'questionId is a second owner'],
    ['an unknown vendor', { fields: { vendorId: '00000000-0000-4000-8000-000000000000' } }, 'vendorId does not match any vendor'],
    ['an invalid id', { fields: { responseId: "'; drop table attachment" } }, 'responseId does not match any response'],
    ['an assessment without a question', { fields: { assessmentId: newKey() } }, 'questionId is required'],
    ['a question without an assessment', { fields: { questionId: newKey() } }, 'assessmentId is required'],
    ['an unknown question', { fields: { assessmentId: 'x', questionId: 'x' } }, 'questionId does not match a question'],
    ['a long display name', { fields: { displayName: 'x'.repeat(201) } }, 'displayName is longer'],
  ])('%s is refused at its field and leaves nothing behind', async (_what, form, message) => {
    await leavesNothing(async () => {
      const [status, error] = await refusal(form);
      expect([status, error]).toEqual([400, expect.stringContaining(message)]);
    });
  });

  test('a question of another assessment is refused', async () => {
    const vendorId = await makeVendor();
    const [one, other] = [await makeAssessment(vendorId), await makeAssessment(vendorId)];
    const fields = { assessmentId: one.assessmentId, questionId: other.questionId };
    await leavesNothing(async () => expect((await refusal({ fields }))[0]).toBe(400));
  });

  test('a record accepts a hundred files and no more', async () => {
    const vendorId = await makeVendor();
    await database().query(sql`
      insert into attachment (file_name, mime_type, size_bytes, sha256, storage_key, vendor_id)
      select 'x', 'x', 1, 'x', gen_random_uuid(), ${vendorId} from generate_series(1, 99)`);
    await upload({ fields: { vendorId } });
    await leavesNothing(async () => expect((await refusal({ fields: { vendorId } }))[0]).toBe(409));
    await database().query(sql`delete from attachment where storage_key like '%-%'`);
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\win.ini.pdf', 'win.ini.pdf'],
    ['a "quoted"\r\nname.pdf', 'a "quoted"name.pdf'],
    ['審計 \u202efdp.報告.pdf', '審計 fdp.報告.pdf'],
  ])('the name %j is kept as %j and breaks no header', async (given, kept) => {
    const { id, fileName } = await upload({ name: given });
    expect(fileName).toBe(kept);
    const response = await server.admin.fetch(`/files/${id}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
    await response.arrayBuffer();
  });
});

describe('a refused upload leaves nothing behind', () => {
  const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n';
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each<[string, string, Buffer | string]>([
    ['SVG named PNG', 'a.png', svg],
    ['HTML named text', 'a.txt', '<html><script>alert(1)</script>'],
    ['script', 'a.js', 'alert(1)'],
    ['program', 'a.exe', Buffer.from('MZ\x90\x00\x03\x00', 'latin1')],
    ['archive', 'a.zip', zip({ a: 'a' })],
    ['image and archive in one', 'a.gif', Buffer.concat([GIF, zip({ 'A.class': '' })])],
    ['image and page in one', 'a.gif', 'GIF89a/*<script>*/=1;alert(1)//</script>'],
    ['large random content', 'a.bin', randomBytes(MAX)],
  ])('%s: 415, with the allowed types', async (_what, name, content) => {
    await leavesNothing(async () => {
      expect(await refusal({ name, content })).toEqual([415, expect.stringContaining('allowed are PDF, PNG, JPEG')]);
    });
  });

  test('an empty file, no file, two files, a huge field, too many fields', async () => {
    await leavesNothing(async () => {
      expect(await refusal({ content: '' })).toEqual([400, 'file is empty']);
      const bare = new FormData();
      bare.append('displayName', 'x');
      expect((await server.admin.fetch('/files', { method: 'POST', body: bare })).status).toBe(400);
      const two = formOf({});
      two.append('file', new Blob([PNG]), 'b.png');
      const answer = await server.admin.fetch('/files', { method: 'POST', body: two });
      const fault = 'is sent twice; send one file per request';
      const twice = { error: `file ${fault}`, fields: { file: fault } };
      expect([answer.status, await answer.json()]).toEqual([400, twice]);
      const huge = { displayName: 'x'.repeat(100_000) };
      expect(await refusal({ fields: huge })).toEqual([400, 'displayName is longer than 4096 bytes']);
      expect(await refusal({ after: huge })).toEqual([400, 'displayName is longer than 4096 bytes']);
      const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`f${i}`, 'x']));
      expect((await refusal({ after: many }))[0]).toBe(400);
      expect((await refusal({ fields: many }))[0]).toBe(400);
    });
  });

  const MULTIPART = 'multipart/form-data; boundary=b';
  test.each([
    ['no boundary', 400, 'multipart/form-data', 'x'],
    ['a boundary that is never found', 400, MULTIPART, 'x'],
    ['an endless form', 400, MULTIPART, HEAD],
    ['an endless header', 400, MULTIPART, `--b\r\nContent-Disposition: ${'x'.repeat(50_000)}`],
    ['a malformed header', 400, MULTIPART, '--b\r\n\u0000\u0001: x\r\n\r\nx\r\n--b--'],
    ['JSON', 415, 'application/json', '{}'],
    ['a plain form', 415, 'application/x-www-form-urlencoded', 'file=x'],
    ['no type', 415, '', 'x'],
  ])('%s: %i', async (_what, status, type, body) => {
    await leavesNothing(async () => {
      const headers = { 'content-type': type };
      const response = await server.admin.fetch('/files', { method: 'POST', headers, body });
      expect([response.status, await response.json()]).toEqual([status, { error: expect.any(String) }]);
    });
  });

  test('a file at the limit is accepted, one byte more gets 413', async () => {
    const exact = Buffer.concat([PDF, Buffer.alloc(MAX - PDF.length, 'x')]);
    expect((await upload({ content: exact })).sizeBytes).toBe(MAX);
    await leavesNothing(async () => {
      const content = Buffer.concat([exact, Buffer.from('x')]);
      expect(await refusal({ content })).toEqual([413, 'The file is larger than 300000 bytes']);
    });
  });

  test('an upload that announces or sends far too much is cut off at once', async () => {
    await leavesNothing(async () => {
      const announced = await rawUpload({ 'content-length': '10000000000' }, (socket) => socket.write(HEAD));
      expect(announced).toBe(413);
      let sent = 0;
      const streamed = await rawUpload({ 'transfer-encoding': 'chunked' }, (socket) => {
        const more = () => {
          for (let isFree = true; isFree && !socket.destroyed; sent += 65_536) {
            isFree = socket.write(Buffer.alloc(65_536, 'x'));
          }
        };
        socket.write(HEAD);
        socket.on('drain', more);
        more();
      });
      expect(streamed).toBe(413);
      expect(sent).toBeGreaterThan(MAX);
    });
  });

  test.each([
    ['in the middle of the file', HEAD + 'x'.repeat(100_000)],
    ['before the file', `--b\r\nContent-Disposition: form-data; name="vendorId"\r\n\r\nx`],
    ['after the file', `${HEAD}x\r\n--b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny`],
  ])('a caller who disconnects %s', async (_when, text) => {
    await leavesNothing(async () => {
      const left = rawUpload({ 'content-length': '200000' }, (socket) => {
        socket.write(text);
        setTimeout(() => socket.destroy(), 150);
      });
      await expect(left).rejects.toThrow();
      await eventually(async () => (await stored()).every((name) => !name.endsWith('.part')));
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
  });

  test('a full disk gets 507, with a message that reveals nothing about the server', async () => {
    const storage = server.services.storage;
    const full = Object.assign(Object.create(storage) as Storage, {
      async write(key: string, content: AsyncIterable<Buffer>) {
        async function* untilFull() {
          for await (const chunk of content) {
            yield chunk;
            throw Object.assign(new Error('ENOSPC: no space left on device, write /data'), { code: 'ENOSPC' });
          }
        }
        return storage.write(key, untilFull());
      },
    });
    await leavesNothing(async () => {
      Object.assign(server.services, { storage: full });
      try {
        expect(await refusal({})).toEqual([507, 'The server has no storage space left']);
      } finally {
        Object.assign(server.services, { storage });
      }
    });
  });

  test('if the row cannot be created, the stored file is removed', async () => {
    await database().query(sql`alter table attachment add constraint no_more check (file_name <> 'unlucky.pdf')`);
    await leavesNothing(async () => {
      expect(await refusal({ name: 'unlucky.pdf' })).toEqual([500, 'Internal server error']);
    });
    await database().query(sql`alter table attachment drop constraint no_more`);
  });

  /** A raw request that doesn't end by itself: returns the status of the response, once the server has cut it off. */
  function rawUpload(headers: Record<string, string>, send: (req: ReturnType<typeof request>) => void) {
    return new Promise<number>((resolve, reject) => {
      const req = request(`${server.url}/files`, {
        method: 'POST',
        headers: { cookie: server.admin.cookie, 'content-type': MULTIPART, ...headers },
      });
      let status: number | undefined;
      req.on('response', (response) => {
        status = response.statusCode;
        response.resume();
      });
      req.on('error', (error) => status ?? reject(error));
      req.on('close', () => (status === undefined ? reject(new Error('no answer')) : resolve(status)));
      send(req);
    });
  }
});

describe('permissions', () => {
  type Kind = 'vendor' | 'certification' | 'action' | 'response' | 'nothing';
  let files: Record<Kind, { fields: Record<string, string>; id: string }>;
  const VENDOR_FILES = ['vendor', 'certification', 'action'];
  beforeAll(async () => {
    const vendorId = await makeVendor();
    const { assessmentId, questionId } = await makeAssessment(vendorId);
    const given: Record<Kind, Record<string, string>> = {
      vendor: { vendorId },
      certification: { certificationId: await certify(vendorId) },
      action: { actionId: await makeAction(vendorId) },
      response: { assessmentId, questionId },
      nothing: {},
    };
    const made = Object.entries(given).map(async ([kind, fields]) => {
      const { id } = await upload({ fields });
      return [kind, { fields, id }];
    });
    files = Object.fromEntries(await Promise.all(made)) as typeof files;
  });

  test.each<[string, string[], string[]]>([
    ['vendors:view', VENDOR_FILES, []],
    ['vendors:edit', [], [...VENDOR_FILES, 'nothing']],
    ['assessments:view', ['response'], []],
    ['assessments:edit', [], ['response', 'nothing']],
    ['assessments:review', [], ['response', 'nothing']],
    ['templates:view', [], []],
  ])('%s reads %j and uploads to %j', async (permission, reads, uploads) => {
    const client = await server.withPermissions(permission);
    for (const [kind, { fields, id }] of Object.entries(files)) {
      const response = await client.fetch(`/files/${id}`);
      expect([kind, response.status]).toEqual([kind, reads.includes(kind) ? 200 : 403]);
      const posted = await post({ fields }, client);
      expect([kind, posted.status]).toEqual([kind, uploads.includes(kind) ? 201 : 403]);
      if (!uploads.includes(kind)) {
        expect(await client.code(...remove(id))).toBe('FORBIDDEN');
        await leavesNothing(() => post({ fields }, client));
      }
    }
  });

  test('an anonymous caller gets 401 for everything, existing or not', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const id of [files.vendor.id, unknown, 'x']) {
      const response = await server.stranger().fetch(`/files/${id}`);
      expect([response.status, await response.json()]).toEqual([401, { error: 'Unauthorized' }]);
    }
    await leavesNothing(async () => {
      expect((await refusal({}, server.stranger()))[0]).toBe(401);
      expect((await refusal({ content: randomBytes(MAX) }, server.stranger()))[0]).toBe(401);
    });
    const bare = new FormData();
    bare.append('displayName', 'x');
    expect((await server.stranger().fetch('/files', { method: 'POST', body: bare })).status).toBe(401);
  });

  test('an unattached file can be read, attached and deleted only by its uploader', async () => {
    const vendorId = await makeVendor();
    const may = ['vendors:edit', 'vendors:view', 'assessments:edit', 'assessments:review'];
    const [user, other] = [await server.withPermissions(...may), await server.withPermissions(...may)];
    const [key, otherKey] = [await server.withKey(may), await server.withKey(null)];
    for (const uploader of [user, key]) {
      const { id, fileName } = await upload({ name: 'draft.pdf' }, uploader);
      for (const stranger of [other, otherKey, server.admin, ...[user, key].filter((one) => one !== uploader)]) {
        const got = await stranger.fetch(`/files/${id}`);
        expect([got.status, await got.text()]).toEqual([403, expect.not.stringContaining(fileName) as string]);
        expect((await stranger.fetch(`/files/${id}`, { method: 'HEAD' })).status).toBe(403);
        expect(await stranger.code(...attach({ id, vendorId }))).toBe('FORBIDDEN');
        expect(await stranger.code(...remove(id))).toBe('FORBIDDEN');
      }
      expect((await uploader.fetch(`/files/${id}`)).status).toBe(200);
      expect(await uploader.code(...attach({ id, vendorId }))).toBeUndefined();
      expect((await other.fetch(`/files/${id}`)).status).toBe(200);
      expect(await other.code(...remove(id))).toBeUndefined();
      const own = await upload({}, uploader);
      expect(await uploader.code(...remove(own.id))).toBeUndefined();
    }
  });

  test('an API key uploads and reads within its permissions, and the audit log names it', async () => {
    const key = await server.withKey(['vendors:edit', 'vendors:view'], { name: 'robot' });
    const { id } = await upload({ fields: files.vendor.fields }, key);
    expect((await key.fetch(`/files/${id}`)).status).toBe(200);
    expect((await key.fetch(`/files/${files.response.id}`)).status).toBe(403);
    expect((await audit(id))[0]).toMatchObject({ userName: 'API key robot' });
  });

  test('a page of another site cannot upload with the cookie', async () => {
    await leavesNothing(async () => {
      expect((await refusal({}, server.admin, { 'sec-fetch-site': 'cross-site' }))[0]).toBe(403);
      expect((await refusal({}, server.admin, { origin: 'https://evil.example' }))[0]).toBe(403);
    });
  });
});

describe('a portal token', () => {
  let mine: Awaited<ReturnType<typeof makeAssessment>>;
  let other: Awaited<ReturnType<typeof makeAssessment>>;
  let isEditable = true;
  const saved: string[] = [];
  const TOKEN = { 'x-portal-token': 'good', 'x-portal-password': 'secret' };
  beforeAll(async () => {
    const vendorId = await makeVendor();
    [mine, other] = [await makeAssessment(vendorId), await makeAssessment(vendorId)];
  });
  afterAll(() => registerPortalAccess(fileAccess));

  test('gives no access while there is no portal', async () => {
    await leavesNothing(async () => expect((await refusal({}, server.stranger(), TOKEN))[0]).toBe(401));
    await leavesNothing(async () => expect((await refusal({}, server.admin, TOKEN))[0]).toBe(401));
  });

  describe('with a portal', () => {
    beforeAll(() =>
      registerPortalAccess(async (_ctx, token, password) =>
        token === 'good' && password === 'secret'
          ? {
              assessmentId: mine.assessmentId,
              vendorName: 'Acme',
              sections: null,
              isEditable,
              beforeSave: async (tx, questionId) => {
                saved.push(questionId);
                await tx.query(sql`update assessment set status = 'IN_PROGRESS' where id = ${mine.assessmentId}`);
              },
            }
          : null,
      ),
    );
    const vendor = () => server.stranger();

    test('uploads to a question of its assessment and reads it back', async () => {
      const file = await upload({ fields: { questionId: mine.questionId } }, vendor(), TOKEN);
      expect(saved).toEqual([mine.questionId]);
      const [entry] = await audit(file.id);
      expect(entry).toMatchObject({ userName: 'Vendor portal (Acme)', meta: { owner: 'response' } });
      const response = await vendor().fetch(`/files/${file.id}`, { headers: TOKEN });
      expect(response.status).toBe(200);
      const moved = await database().query(sql`select status from assessment where id = ${mine.assessmentId}`);
      expect(moved).toEqual([{ status: 'IN_PROGRESS' }]);
    });

    test('may also be sent in fields before the file', async () => {
      const { assessmentId, questionId } = mine;
      const fields = { portalToken: 'good', portalPassword: 'secret', assessmentId, questionId };
      await upload({ fields }, vendor());
      await leavesNothing(async () => {
        expect((await refusal({ after: fields }, vendor()))[0]).toBe(401);
        expect((await refusal({ fields: { ...fields, portalPassword: 'wrong' } }, vendor()))[0]).toBe(401);
      });
    });

    test('gives access to nothing else, not even together with a valid session', async () => {
      const theirs = await upload({ fields: { assessmentId: other.assessmentId, questionId: other.questionId } });
      const responseId = await makeResponse({ assessmentId: other.assessmentId, questionId: other.otherQuestionId });
      const loose = await upload({});
      for (const client of [vendor(), server.admin]) {
        for (const { id } of [theirs, loose]) {
          expect((await client.fetch(`/files/${id}`, { headers: TOKEN })).status).toBe(404);
        }
        await leavesNothing(async () => {
          const { assessmentId, questionId } = other;
          expect((await refusal({ fields: { assessmentId, questionId } }, client, TOKEN))[0]).toBe(403);
          expect((await refusal({ fields: { responseId } }, client, TOKEN))[0]).toBe(403);
          expect((await refusal({ fields: { questionId } }, client, TOKEN))[0]).toBe(400);
          expect((await refusal({ fields: { vendorId: await makeVendor() } }, client, TOKEN))[0]).toBe(400);
          expect((await refusal({}, client, TOKEN))[0]).toBe(400);
        });
      }
      expect((await vendor().fetch(`/files/${theirs.id}`, { headers: { 'x-portal-token': 'bad' } })).status).toBe(401);
    });

    test('can add nothing once the answers are submitted, not even while they are being submitted', async () => {
      const fields = { questionId: mine.questionId };
      await database().query(sql`update assessment set status = 'SUBMITTED' where id = ${mine.assessmentId}`);
      await leavesNothing(async () => expect((await refusal({ fields }, vendor(), TOKEN))[0]).toBe(400));
      isEditable = false;
      await leavesNothing(async () => expect((await refusal({ fields }, vendor(), TOKEN))[0]).toBe(400));
    });
  });
});

describe('download', () => {
  test('is an attachment that no browser runs, with length and ETag', async () => {
    const { id } = await upload({ name: 'Prüf"bericht".html', content: PDF });
    const response = await server.admin.fetch(`/files/${id}`);
    const headers = Object.fromEntries(response.headers);
    const etag = `"${createHash('sha256').update(PDF).digest('hex')}"`;
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PDF.length),
      etag,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': expect.stringContaining("filename*=UTF-8''Pr%C3%BCf%22bericht%22.html.pdf"),
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(PDF)).toBe(true);
    const known = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    const again = await server.admin.fetch(`/files/${id}`, { headers: known });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await server.admin.fetch(`/files/${id}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(PDF.length), '']);
  });

  test('of text states its encoding', async () => {
    const { id } = await upload({ name: 'a.csv', content: 'ä,b' });
    expect((await server.admin.fetch(`/files/${id}`)).headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });

  test('of an unknown id, or of a file missing from the store, gets 404', async () => {
    for (const id of ['x', '00000000-0000-4000-8000-000000000000', '..%2f..%2fetc%2fpasswd']) {
      const response = await server.admin.fetch(`/files/${id}`);
      expect([response.status, await response.json()]).toEqual([404, { error: 'File not found' }]);
    }
    const { id } = await upload();
    await server.services.storage.remove(await keyOf(id));
    const logged: unknown[] = [];
    const { error } = server.services.log;
    server.services.log.error = ((...args: unknown[]) => void logged.push(args)) as typeof error;
    expect((await server.admin.fetch(`/files/${id}`)).status).toBe(404);
    expect((await server.admin.fetch(`/files/${id}`, { method: 'HEAD' })).status).toBe(404);
    server.services.log.error = error;
    expect(JSON.stringify(logged)).toContain(id);
    await server.admin.data(...remove(id));
  });

  test('can be aborted halfway without harm', async () => {
    const { id } = await upload({ content: Buffer.concat([PDF, Buffer.alloc(200_000)]) });
    for (let i = 0; i < 5; i++) {
      const gone = new AbortController();
      const response = await server.admin.fetch(`/files/${id}`, { signal: gone.signal });
      gone.abort();
      await response.arrayBuffer().catch(() => undefined);
    }
    expect((await server.admin.fetch(`/files/${id}`)).status).toBe(200);
  });
});

describe('attaching', () => {
  test('assigns a file to its owner, once', async () => {
    const vendorId = await makeVendor();
    const { id, url } = await upload();
    expect(await server.admin.data(...attach({ id, vendorId }))).toEqual({ attachFile: { attachment: { id, url } } });
    expect((await audit(id))[0]).toMatchObject({ action: 'ATTACH_FILE', meta: { owner: 'vendor', ownerId: vendorId } });
    expect(await server.admin.code(...attach({ id, vendorId }))).toBe('CONFLICT');
    const { assessmentId, questionId } = await makeAssessment(vendorId);
    const responseId = await makeResponse({ assessmentId, questionId });
    const { id: evidence } = await upload();
    await server.admin.data(...attach({ id: evidence, responseId }));
    const [row] = await database().query(sql`select response_id, assessment_id from attachment where id = ${evidence}`);
    expect(row).toEqual({ response_id: responseId, assessment_id: assessmentId });
  });

  test('is refused without an owner, with two, with an unknown one, or for an unknown file', async () => {
    const vendorId = await makeVendor();
    const { id } = await upload();
    expect(await server.admin.fields(...attach({ id }))).toHaveProperty('vendorId');
    expect(await server.admin.fields(...attach({ id, vendorId, actionId: vendorId }))).toHaveProperty('actionId');
    expect(await server.admin.fields(...attach({ id, certificationId: vendorId }))).toHaveProperty('certificationId');
    expect(await server.admin.code(...attach({ id: 'x', vendorId }))).toBe('NOT_FOUND');
    const reviewer = await server.withPermissions('assessments:review');
    expect(await reviewer.code(...attach({ id, vendorId }))).toBe('FORBIDDEN');
    const codes = await Promise.all(Array.from({ length: 8 }, () => server.admin.code(...attach({ id, vendorId }))));
    expect(codes.sort()).toEqual([...Array(7).fill('CONFLICT'), undefined]);
  });
});

describe('deleting', () => {
  const isGone = (id: string, key: string) =>
    eventually(async () => !(await rows()).some((row) => row.id === id) && !(await stored()).includes(key));

  test('a file removes its row and content, and is recorded', async () => {
    const { id } = await upload({ name: 'gone.pdf' });
    const key = await keyOf(id);
    expect(await stored()).toContain(key);
    await server.admin.data(...remove(id));
    await isGone(id, key);
    expect((await audit(id))[0]).toMatchObject({ action: 'DELETE_FILE', entityName: 'gone.pdf' });
    expect(await server.admin.code(...remove(id))).toBe('NOT_FOUND');
    expect((await server.admin.fetch(`/files/${id}`)).status).toBe(404);
  });

  test('a vendor or certification removes the files of everything deleted with it, and no others', async () => {
    const [vendorId, otherId] = [await makeVendor(), await makeVendor()];
    const certificationId = await certify(vendorId);
    const spare = await certify(vendorId);
    const { assessmentId, questionId } = await makeAssessment(vendorId);
    const actionId = await makeAction(vendorId);
    const ids = [
      (await upload({ fields: { vendorId } })).id,
      (await upload({ fields: { certificationId } })).id,
      (await upload({ fields: { actionId } })).id,
      (await upload({ fields: { assessmentId, questionId } })).id,
    ];
    const keys = await Promise.all(ids.map(keyOf));
    const certified = (await upload({ fields: { certificationId: spare } })).id;
    const certifiedKey = await keyOf(certified);
    const kept = await keyOf((await upload({ fields: { vendorId: otherId } })).id);
    await server.admin.data(...drop('deleteCertification', spare));
    await isGone(certified, certifiedKey);
    expect(await stored()).toEqual(expect.arrayContaining(keys));
    await server.admin.data(...drop('deleteVendor', vendorId));
    for (const [i, id] of ids.entries()) await isGone(id, keys[i]!);
    expect(await stored()).toContain(kept);
  });

  test('removes nothing if the change is rolled back', async () => {
    const vendorId = await makeVendor();
    const { id } = await upload({ fields: { vendorId } });
    const key = await keyOf(id);
    await database().query(sql`create table holds (vendor_id uuid references vendor)`);
    await database().query(sql`insert into holds values (${vendorId})`);
    const answer = await server.admin.code(...drop('deleteVendor', vendorId));
    await database().query(sql`drop table holds`);
    expect(answer).toBe('INTERNAL');
    expect(await stored()).toContain(key);
    expect((await server.admin.fetch(`/files/${id}`)).status).toBe(200);
  });
});

describe('the sweep', () => {
  const sweep = () => sweepFiles(systemContext(server.services));
  const find = async (name: string) => {
    const all = await readdir(folder(), { recursive: true });
    return path.join(
      folder(),
      all.find((found) => path.basename(found) === name)!,
    );
  };
  const age = async (name: string) => {
    const old = new Date(Date.now() - 25 * 3_600_000);
    await utimes(await find(name), old, old);
  };
  const place = async (name: string, key = name) => {
    const inner = path.join(folder(), key.slice(0, 2), key.slice(2, 4));
    await mkdir(inner, { recursive: true });
    await writeFile(path.join(inner, name), 'x');
  };

  test('removes leftovers older than a day, and nothing else', async () => {
    const vendorId = await makeVendor();
    const [loose, young, owned] = [await upload(), await upload(), await upload({ fields: { vendorId } })];
    await database().query(sql`
      update attachment set created_at = now() - interval '25 hours' where id = any(${[loose.id, owned.id]}::uuid[])`);
    for (const { storage_key: key } of await rows()) await age(key);
    const before = await rows();
    const [orphan, fresh, broken] = [newKey(), newKey(), newKey()];
    await place(orphan);
    await place(fresh);
    await place(`${broken}.part`, broken);
    await place('README', newKey());
    for (const name of [orphan, `${broken}.part`, 'README']) await age(name);

    await Promise.all([sweep(), sweep(), sweep()]);
    await eventually(async () => !(await stored()).includes(before.find(({ id }) => id === loose.id)!.storage_key));
    const kept = before.filter(({ id }) => id !== loose.id);
    expect((await rows()).map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
    expect(await stored()).toEqual([...kept.map((row) => row.storage_key), fresh, 'README'].sort());
    expect(await audit(loose.id)).toMatchObject([
      { action: 'DELETE_FILE', userName: 'System', meta: { reason: 'belonged to nothing' } },
      { action: 'UPLOAD_FILE' },
    ]);
    expect((await server.admin.fetch(`/files/${young.id}`)).status).toBe(200);

    const after = [await rows(), await stored()];
    await sweep();
    expect([await rows(), await stored()]).toEqual(after);
    for (const name of [fresh, 'README']) await rm(await find(name));
  });

  test('is never the turn of servers of an earlier version, which don’t know all that files belong to', async () => {
    expect(await database().query(claimDue(['sweep-files'], 1))).toEqual([]);
  });

  test('does not remove a file that is being attached', async () => {
    const vendorId = await makeVendor();
    for (let i = 0; i < 5; i++) {
      const { id } = await upload();
      await database().query(sql`update attachment set created_at = now() - interval '25 hours' where id = ${id}`);
      const [code] = await Promise.all([server.admin.code(...attach({ id, vendorId })), sweep()]);
      const isThere = (await rows()).some((row) => row.id === id);
      expect([code, isThere]).toEqual(isThere ? [undefined, true] : ['NOT_FOUND', false]);
      if (isThere) expect((await server.admin.fetch(`/files/${id}`)).status).toBe(200);
    }
  });
});

test('files of 5 and 50 vendors cost the same number of statements', async () => {
  const tag = newKey();
  for (let i = 0; i < 50; i++) {
    await database().query(sql`
      with v as (insert into vendor (name, contact_email, tags) values ('V', 'a@b.example', array[${tag}]) returning id)
      insert into attachment (file_name, mime_type, size_bytes, sha256, storage_key, vendor_id)
      select 'x', 'x', 1, 'x', gen_random_uuid(), id from v, generate_series(1, 2)`);
  }
  const query = `query ($tag: String, $first: Int) {
    vendors(filter: { tag: $tag }, first: $first) { nodes { attachments { url } } } }`;
  const five = await statementsDuring(() => server.admin.data(query, { tag, first: 5 }));
  const fifty = await statementsDuring(() => server.admin.data(query, { tag, first: 50 }));
  expect([five.length, fifty.length]).toEqual([3, 3]); // the caller, the vendors, their files
});

describe('with an S3 bucket', () => {
  const s3 = new FakeS3();
  let cloud: TestServer;
  beforeAll(async () => {
    await s3.start();
    cloud = await startTestServer({ storageUrl: s3.url() });
  });
  afterAll(async () => {
    await cloud.stop();
    await s3.stop();
  });

  test('files are uploaded, downloaded, deleted and swept just the same', async () => {
    const content = Buffer.concat([PDF, randomBytes(3_000_000)]);
    const { id } = await upload({ content }, cloud.admin);
    expect([...s3.objects.values()].map(({ body }) => body.equals(content))).toEqual([true]);
    const got = await cloud.admin.fetch(`/files/${id}`);
    expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true);
    await cloud.admin.data(...remove(id));
    await eventually(async () => s3.objects.size === 0);
    const [old, young] = [newKey(), newKey()];
    s3.objects.set(old, { body: Buffer.from('x'), written: new Date(Date.now() - 90_000_000) });
    s3.objects.set(young, { body: Buffer.from('x'), written: new Date() });
    s3.objects.set('backup.tar', { body: Buffer.from('x'), written: new Date(0) });
    await sweepFiles(systemContext(cloud.services));
    expect([...s3.objects.keys()].sort()).toEqual([young, 'backup.tar'].sort());
  });

  test('an outage makes uploads fail and leaves no row', async () => {
    s3.fault = () => ({ status: 500, code: 'InternalError' });
    expect(await refusal({}, cloud.admin)).toEqual([500, 'Internal server error']);
    s3.fault = undefined;
    expect(await cloud.services.database.query(sql`select 1 from attachment`)).toEqual([]);
  });
});
