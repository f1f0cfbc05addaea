import { setTimeout as sleep } from 'node:timers/promises';
import { type Assessed, Assessor } from '../kit/assessed';
import { createAssessment, createVendor, type Portal, sendAssessment } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { type Heard, MULTIPART, openByHand, openBySocket, openBySse, SSE } from '../kit/streams';

/** Whoever has the link of a questionnaire can watch it. */
let server: TestServer;
let other: TestServer;
let assessor: Assessor;
let made: Assessed;
beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({ databaseUrl: server.databaseUrl, sessionSecret: server.services.sessionSecret });
  assessor = await Assessor.prepare(server);
});
beforeEach(async () => (made = await assessor.sent({ name: 'Watched' })));
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const open: Heard[] = [];
const watching = <H extends Heard>(heard: H): H => (open.push(heard), heard);
afterEach(async () => {
  for (const heard of open.splice(0)) heard.leave();
  await sleep(50);
});

const WATCH = `subscription ($token: String!, $password: String) {
  portal(token: $token, password: $password) { status questions { text response { value } } comments { body } }
}`;

interface Shown {
  status: string;
  questions: { text: string; response: { value: unknown } | null }[];
  comments: { body: string }[];
}
const shownBy = ({ results }: Heard) => results.flatMap(({ data }) => (data as { portal: Shown } | undefined)?.portal ?? []);
const last = (heard: Heard) => shownBy(heard).at(-1);
const valueIn = (shown: Shown | undefined, of: string) => shown?.questions.find(({ text }) => text === of)?.response?.value;

const linkOf = ({ token, password }: Portal) => ({ query: WATCH, variables: { token, password } });
const watch = async (portal: Portal, at = server) => watching(await openByHand(at.stranger(), SSE, linkOf(portal)));
const begun = async (portal: Portal, at = server) => (await watch(portal, at)).until(({ results }) => results.length > 0);

test('it is shown as it is, and again when it changes, each way and on every server', async () => {
  const asked = linkOf(made.portal);
  const ways = [server, other].flatMap((at) => [
    openByHand(at.stranger(), SSE, asked),
    openByHand(at.stranger(), MULTIPART, asked),
    Promise.resolve(openBySse(at.stranger(), asked)),
    Promise.resolve(openBySocket(at.stranger(), asked)),
  ]);
  const all = (await Promise.all(ways)).map(watching);
  for (const heard of all) await heard.until(() => last(heard)?.status === 'SENT');
  await made.portal.answer({ 'MFA?': 'YES' });
  for (const heard of all) await heard.until(() => valueIn(last(heard), 'MFA?') === 'YES');
  await assessor.comment(made.id, 'Thank you so far', { visibility: 'SHARED' });
  for (const heard of all) await heard.until(() => last(heard)!.comments.length === 1);
});

test('that it is submitted, and that it is sent back', async () => {
  const heard = await begun(made.portal);
  await made.portal.answer({ 'MFA?': 'YES', 'Regions?': ['EU'], '=Key length': 256 });
  await made.portal.submit();
  await heard.until(() => last(heard)?.status === 'SUBMITTED');
  await server.admin.data(`mutation ($input: SendBackInput!) { sendBackAssessment(input: $input) { assessment { id } } }`, {
    input: { id: made.id, message: 'Which regions?' },
  });
  await heard.until(() => last(heard)?.status === 'IN_PROGRESS');
});

test('what the vendor doesn’t see isn’t told, not even that it happened', async () => {
  const heard = await begun(made.portal);
  await assessor.comment(made.id, 'Between us', { visibility: 'INTERNAL' });
  await createAssessment(server, made.vendorId, assessor.templateId);
  await createVendor(server, { name: 'Someone else' });
  await sleep(1_500);
  expect(heard.results).toHaveLength(1);
  await made.portal.client.data(`mutation ($input: PortalCommentInput!) { portalAddComment(input: $input) { assessment { status } } }`, {
    input: { token: made.portal.token, body: 'Ours' },
  });
  await heard.until(({ results }) => results.length > 1);
  expect(last(heard)!.comments.map(({ body }) => body)).toEqual(['Ours']);
});

test('a link that ends, ends its streams', async () => {
  const heard = await begun(made.portal);
  await server.admin.data(`mutation ($input: IdInput!) { revokePortalLinks(input: $input) { assessment { id } } }`, {
    input: { id: made.id },
  });
  await heard.until(({ isOver }) => isOver, 5_000);
  expect(heard.lastError).toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('without the link and its password there is nothing to see', async () => {
  const id = await createAssessment(server, made.vendorId, assessor.templateId);
  const portal = await sendAssessment(server, id, 'Correct horse 7');
  for (const variables of [{ token: 'x'.repeat(43) }, { token: portal.token }, { token: portal.token, password: 'wrong' }]) {
    const heard = watching(await openByHand(server.stranger(), SSE, { query: WATCH, variables }));
    await heard.until(({ isOver }) => isOver);
    expect(heard.results).toHaveLength(1);
    expect(heard.lastError).toMatchObject({ code: 'UNAUTHENTICATED' });
  }
  expect(last(await begun(portal))!.status).toBe('SENT');
});

test('a link has as many streams as a caller', async () => {
  const small = await startTestServer({
    databaseUrl: server.databaseUrl,
    sessionSecret: server.services.sessionSecret,
    streamsPerCaller: 2,
  });
  try {
    const [first] = [await begun(made.portal, small), await begun(made.portal, small)];
    const third = await watch(made.portal, small);
    await third.until(({ isOver }) => isOver);
    expect(third.lastError).toMatchObject({ code: 'RATE_LIMITED' });
    first.leave();
    await sleep(100);
    await begun(made.portal, small);
  } finally {
    await small.stop();
  }
});
