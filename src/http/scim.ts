import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { KEY_GUESSES } from '../auth/api-keys';
import { MOST_RESULTS, providerConfig, resourceTypes, schemas } from '../domains/scim/scim-discovery';
import { scimFault } from '../domains/scim/scim-fault';
import type { Paging } from '../domains/scim/scim-filter.store';
import * as groups from '../domains/scim/scim-group.service';
import { groupResource, memberResource, type Resource, SCHEMAS, Selection, userResource } from '../domains/scim/scim-resources';
import { callerOfToken } from '../domains/scim/scim-token.service';
import * as users from '../domains/scim/scim-user.service';
import { ANONYMOUS } from '../kernel/caller';
import type { RequestContext, Services } from '../kernel/context';
import { forbidden, notFound, type Problem, unauthenticated } from '../kernel/errors';
import { readJson } from './body';
import { errorHandler, httpProblem } from './errors';
import { allows } from './methods';
import { tell } from './rate-limit';
import { contextOf } from './request';

/** Where it is mounted. */
export const SCIM = '/scim/v2';
const TYPE = 'application/scim+json; charset=utf-8';
const USUAL_COUNT = 100;
/** Nothing has so many results. */
const LARGEST = 1e15;

/** SCIM 2.0 (RFC 7643, 7644): identity providers keep users and groups here. Its tokens open nothing else, and nothing else opens it. */
export function scimRoutes(services: Services): Router {
  const router = Router({ caseSensitive: false });
  const base = () => `${services.publicUrl}${SCIM}`;
  const serve = (work: (ctx: RequestContext, req: Request<{ id: string }>, res: Response) => Promise<void>) =>
    (async (req, res) => work(contextOf(services, req, res), req, res)) as RequestHandler<{ id: string }>;

  const showUser = async (ctx: RequestContext, req: Request, res: Response, id: string) => {
    const user = userResource(await users.getUser(ctx, id), base());
    if (res.statusCode === 201) res.location(`${base()}/Users/${id}`);
    send(res, selectionIn(req).of(user));
  };
  const showGroup = async (ctx: RequestContext, req: Request, res: Response, id: string) => {
    const group = await groups.getGroup(ctx, id);
    if (res.statusCode === 201) res.location(`${base()}/Groups/${id}`);
    await stream(ctx, res, groupTexts(ctx, [group], selectionIn(req), base()));
  };

  router.use(identifyProvider(services));

  router
    .route('/Users')
    .get(
      serve(async (ctx, req, res) => {
        const paging = pagingIn(req);
        const { total, rows } = await users.findUsers(ctx, paging);
        const selection = selectionIn(req);
        send(res, { ...listHead(total, paging, rows.length), Resources: rows.map((row) => selection.of(userResource(row, base()))) });
      }),
    )
    .post(
      serve(async (ctx, req, res) => {
        const id = await users.createUser(ctx, await bodyOf(req));
        res.status(201);
        await showUser(ctx, req, res, id);
      }),
    )
    .all(allows('GET', 'HEAD', 'POST'));
  router
    .route('/Users/:id')
    .get(serve((ctx, req, res) => showUser(ctx, req, res, req.params.id)))
    .put(
      serve(async (ctx, req, res) => {
        await users.replaceUser(ctx, req.params.id, await bodyOf(req));
        await showUser(ctx, req, res, req.params.id);
      }),
    )
    .patch(
      serve(async (ctx, req, res) => {
        await users.patchUser(ctx, req.params.id, await bodyOf(req));
        await showUser(ctx, req, res, req.params.id);
      }),
    )
    .delete(
      serve(async (ctx, req, res) => {
        await users.deleteUser(ctx, req.params.id);
        res.status(204).end();
      }),
    )
    .all(allows('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'));

  router
    .route('/Groups')
    .get(
      serve(async (ctx, req, res) => {
        const paging = pagingIn(req);
        const { total, rows } = await groups.findGroups(ctx, paging);
        const head = JSON.stringify(listHead(total, paging, rows.length)).slice(0, -1);
        await stream(ctx, res, listed(`${head},"Resources":[`, groupTexts(ctx, rows, selectionIn(req), base()), ']}'));
      }),
    )
    .post(
      serve(async (ctx, req, res) => {
        const id = await groups.createGroup(ctx, await bodyOf(req));
        res.status(201);
        await showGroup(ctx, req, res, id);
      }),
    )
    .all(allows('GET', 'HEAD', 'POST'));
  router
    .route('/Groups/:id')
    .get(serve((ctx, req, res) => showGroup(ctx, req, res, req.params.id)))
    .put(
      serve(async (ctx, req, res) => {
        await groups.replaceGroup(ctx, req.params.id, await bodyOf(req));
        await showGroup(ctx, req, res, req.params.id);
      }),
    )
    .patch(
      serve(async (ctx, req, res) => {
        await groups.patchGroup(ctx, req.params.id, await bodyOf(req));
        // A group may have very many members: they are only sent back where that is asked for.
        if (req.query.attributes === undefined) res.status(204).end();
        else await showGroup(ctx, req, res, req.params.id);
      }),
    )
    .delete(
      serve(async (ctx, req, res) => {
        await groups.deleteGroup(ctx, req.params.id);
        res.status(204).end();
      }),
    )
    .all(allows('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'));

  const describe = (path: string, all: () => Resource[]) => {
    router
      .route(path)
      .get((req, res) => {
        if (req.query.filter !== undefined) throw forbidden('These can’t be filtered');
        const found = all();
        send(res, { ...listHead(found.length, { startIndex: 1, count: found.length }, found.length), Resources: found });
      })
      .all(allows('GET', 'HEAD'));
    router
      .route(`${path}/:id`)
      .get((req, res) => {
        const one = all().find(({ id }) => String(id).toLowerCase() === req.params.id.toLowerCase());
        if (!one) throw notFound('Resource');
        send(res, one);
      })
      .all(allows('GET', 'HEAD'));
  };
  describe('/ResourceTypes', () => resourceTypes(base()));
  describe('/Schemas', () => schemas(base()));
  router
    .route('/ServiceProviderConfig')
    .get((_req, res) => send(res, providerConfig(base())))
    .all(allows('GET', 'HEAD'));

  router.use(() => {
    throw notFound('Resource');
  });
  router.use(errorHandler(services.log, sendError));
  return router;
}

/** Whoever has no token that works can do nothing here, whatever else they hold. */
function identifyProvider({ database }: Services): RequestHandler {
  return async (req, res, next) => {
    req.caller = ANONYMOUS;
    const [, token = ''] = /^Bearer +(.*)$/i.exec(req.get('authorization') ?? '') ?? [];
    const caller = await callerOfToken(database, token.trim(), req.ip ?? '', (guesses) => tell(res, KEY_GUESSES, guesses));
    if (!caller) throw unauthenticated('A SCIM token that works is required: create one under Settings > Provisioning');
    req.caller = caller;
    next();
  };
}

async function bodyOf(req: Request): Promise<unknown> {
  const type = req.get('content-type');
  if (type !== undefined && !/^application\/(scim\+)?json *(;|$)/i.test(type)) {
    throw httpProblem(415, 'Send the body as application/scim+json or application/json');
  }
  try {
    return await readJson(req);
  } catch (error) {
    // What can't be read as JSON, not what is too large or compressed.
    const { code, extensions, message } = error as Problem;
    const isUnreadable = ['BAD_REQUEST', 'BAD_USER_INPUT'].includes(code) && extensions.status === undefined;
    throw isUnreadable ? scimFault('invalidSyntax', message) : error;
  }
}

const textIn = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first.trim() !== '' ? first : undefined;
};

const selectionIn = ({ query }: Request) => new Selection(textIn(query.attributes), textIn(query.excludedAttributes));

/** Pages begin with 1. Where less than that, or more than a page holds, is asked for, the nearest is meant. */
function pagingIn({ query }: Request): Paging {
  const startIndex = Math.max(1, wholeIn('startIndex', query.startIndex) ?? 1);
  const count = Math.min(MOST_RESULTS, Math.max(0, wholeIn('count', query.count) ?? USUAL_COUNT));
  return { filter: textIn(query.filter), startIndex, count };
}

function wholeIn(name: string, value: unknown): number | undefined {
  const text = textIn(value)?.trim();
  if (text === undefined) return undefined;
  if (!/^-?\d+$/.test(text)) throw scimFault('invalidValue', `${name} must be a whole number`);
  return Math.min(Number(text), LARGEST);
}

const listHead = (totalResults: number, { startIndex }: Paging, itemsPerPage: number) => ({
  schemas: [SCHEMAS.list],
  totalResults,
  startIndex,
  itemsPerPage,
});

const send = (res: Response, body: object) => void res.set('Content-Type', TYPE).send(JSON.stringify(body));

async function stream({ services: { log }, request }: RequestContext, res: Response, texts: AsyncIterable<string>): Promise<void> {
  res.set('Content-Type', TYPE);
  await pipeline(Readable.from(texts, { highWaterMark: 1 }), res).catch((err: NodeJS.ErrnoException) => {
    // The status has already been sent, so the response is cut off. A caller who left is not an error.
    if (err.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.warn({ err, requestId: request.id }, 'a response was cut off');
  });
}

async function* listed(start: string, texts: AsyncIterable<string>, end: string): AsyncGenerator<string> {
  yield start;
  yield* texts;
  yield end;
}

/** Groups as JSON with commas between, members included where they are wanted: never more than some of these are in memory. */
async function* groupTexts(
  ctx: RequestContext,
  rows: readonly Parameters<typeof groupResource>[0][],
  selection: Selection,
  base: string,
): AsyncGenerator<string> {
  const texts = rows.map((row) => JSON.stringify(selection.of(groupResource(row, base))));
  if (rows.length === 0) return;
  if (!selection.has('members')) return yield texts.join(',');
  const places = new Map(rows.map(({ id }, i) => [id, i]));
  let at = -1;
  let hasMembers = false;
  /** Ends the group before, and begins those up to a place. */
  const upTo = (place: number): string => {
    let text = '';
    for (; at < place; at++) {
      const next = texts[at + 1];
      text += `${at >= 0 ? ']}' : ''}${at >= 0 && next ? ',' : ''}${next ? `${next.slice(0, -1)},"members":[` : ''}`;
      hasMembers = false;
    }
    return text;
  };
  for await (const members of groups.membersOf(ctx, [...places.keys()])) {
    let text = '';
    for (const member of members) {
      text += upTo(places.get(member.groupId)!);
      const { members: shown } = selection.of({ members: memberResource(member, base) });
      text += (hasMembers ? ',' : '') + JSON.stringify(shown);
      hasMembers = true;
    }
    yield text;
  }
  yield upTo(rows.length);
}

function sendError(res: Response, { message, extensions }: { message: string; extensions?: Record<string, unknown> }): void {
  if (res.statusCode === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  const { scimType } = (extensions ?? {}) as { scimType?: string };
  send(res, { schemas: [SCHEMAS.error], status: String(res.statusCode), ...(scimType && { scimType }), detail: message });
}
