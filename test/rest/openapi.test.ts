import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { type Document, OpenAPIBackend } from 'openapi-backend';
import { type DefinedOperation, facadePart, readDefinition, servedPart } from '../../rest-facade/definition';
import type { AnyDocument } from '../../rest-facade/document';
import type { RestOperation } from '../../rest-facade/operation';
import { operations } from '../../rest-facade/operations';
import { sharedAjv } from '../../rest-facade/validation';
import type { Caller } from '../../src/kernel/caller';
import { ALL_PERMISSIONS, isPermission, type Permission } from '../../src/auth/permissions';
import { sql } from '../../src/database/sql';
import { refusalOf } from '../../src/graphql/engine/authorize';
import { TEXTS } from '../../src/domains/vendor/vendor-fields.rules';
import { sharedGraphQLSchema } from '../../src/schema';
import { Executor } from '../../src/graphql/engine/execute';
import { Assessor } from '../kit/assessed';
import { GraphQLClient } from '../kit/client';
import { PDF } from '../kit/files';
import { closed, NOWHERE, RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

/** Routes that return 503 if nothing can print. */
const PRINTED = ['getAssessmentPdf', 'getPortfolioReport', 'getVendorFrameworkReport'];

interface Limited {
  maxLength?: number;
  maxItems?: number;
  format?: string;
  items?: Limited;
}

const VENDOR_TEXTS = TEXTS.map(([name]) => name);

const definition = readDefinition();
const routesOf = ({ paths }: Document) =>
  Object.entries(paths!).flatMap(([route, item]) =>
    Object.entries(item as object).flatMap(([method, operation]) =>
      typeof operation !== 'object' || !('operationId' in operation) ? [] : [{ ...(operation as DefinedOperation), path: route, method }],
    ),
  );
const routes = routesOf(facadePart(definition));
/** With those outside /api that the facade serves. */
const servedRoutes = routesOf(servedPart(definition));
/** The routes outside /api. */
const otherRoutes = routesOf(definition).filter(({ operationId }) => !routes.some((route) => route.operationId === operationId));
const title = ({ method, path: route }: DefinedOperation) => `${method.toUpperCase()} /api${route}`;
const permissionsOf = ({ 'x-permission': needed = [] }: DefinedOperation) => [needed].flat();
const schema = sharedGraphQLSchema();

/** As listed in rest-contract.md and open-points.md. */
const CREATED =
  `id, name, contactName, contactEmail, tier, ${VENDOR_TEXTS.join(', ')}, dataSensitivity, contractRenewalDate, ` +
  'contractValue, geographicRisk, tags, ownerId, overallScore, lastAssessedAt, createdAt, updatedAt';
const FIELDS = {
  VendorSummary: 'id, name, externalId, contactName, contactEmail, tier, website, overallScore, lastAssessedAt, assessmentCount, tags',
  VendorDetail:
    'id, name, contactEmail, externalId, contactName, website, notes, tier, overallScore, lastAssessedAt, contractValue, ' +
    'geographicRisk, tags, assessments, domainBreakdown, history, customerResponsibilityCompliance',
  DomainCompliance: 'domain, frameworkId, frameworkName, complianceRatio, controlCount',
  VendorScore: 'id, name, tier, overallScore, lastAssessedAt, assessmentCount, latestScore, domainBreakdown',
  VendorCreated: CREATED,
  VendorUpdated: `${CREATED}, externalId`,
  AssessmentSummary:
    'id, title, vendorId, vendorName, status, score, dueDate, sentAt, submittedAt, createdAt, templateName, templateVersion, reviewerName',
  AssessmentPage: 'entries, page, pageSize, totalCount',
  VendorAssessmentPage: 'vendorId, vendorName, entries, page, pageSize, totalCount',
  AssessmentDetail:
    'id, title, status, score, dueDate, sentAt, submittedAt, completedAt, createdAt, recurrence, vendor, template, reviewer, ' +
    'questions, findings, comments, evidence, scoreBreakdown',
  AssessmentQuestion:
    'id, sectionTitle, text, helpText, type, riskWeight, required, expectedAnswer, options, order, controlIds, sharedControlIds, response',
  Comment: 'id, authorType, authorName, body, visibility, createdAt, replies',
  Evidence: 'id, fileName, displayName, mimeType, sizeBytes, createdAt',
  Finding:
    'id, title, description, severity, status, controlCodes, resolutionNote, createdAt, assessmentId, assessmentTitle, vendorId, vendorName',
  FindingPage: 'entries, page, pageSize, totalCount',
  FindingUpdated: 'id, title, status, severity, resolutionNote, resolvedAt',
  Certification: 'id, name, issuer, issuedDate, expiresDate, notes, attachments',
  CertificationList: 'vendorId, vendorName, entries',
  FrameworkSummary: 'id, name, version, description, controlCount',
  FrameworkDetail: 'id, name, version, description, controls',
  TemplateExport: 'name, description, sections',
  AuditEntry: 'id, action, actionLabel, userName, entityType, entityId, entityName, meta, createdAt',
  AuditPage: 'entries, page, pageSize, totalCount',
  Dashboard:
    'vendors, vendorCount, averageScore, openFindings, needsAttention, scoreDistribution, topDeficientControls, riskByTier, ' +
    'vendorsByTier, assessmentStatusCounts, customerResponsibilitySummary',
};

describe('schema/openapi.yaml', () => {
  test('is a valid OpenAPI document', async () => {
    const api = new OpenAPIBackend({ definition: readDefinition(), strict: true, customizeAjv: sharedAjv() });
    await expect(api.init()).resolves.toBeDefined();
  });

  test('describes the 24 routes of the contract, with their permissions', () => {
    expect(routes).toHaveLength(24);
    expect(Object.fromEntries(routes.map((route) => [title(route), route['x-permission']]))).toEqual(CONTRACT);
  });

  const named = routes.map((route) => [route.operationId!, route] as const);
  test.each(named)('%s names a permission and all its responses', (_, route) => {
    expect(permissionsOf(route).map(isPermission)).toEqual([true]);
    expect(route.security).toBeUndefined(); // so both schemes apply
    const expected = ['401', '403', '429', '500', '503'];
    if (route.path.includes('{')) expected.push('404');
    if (route.requestBody) expected.push('400', '413', '415');
    expect(Object.keys(route.responses!)).toEqual(expect.arrayContaining(expected));
  });

  let dereferenced: Promise<OpenAPIBackend> | undefined;
  /** The order of fields in responses is checked against openapi.yaml by the client of every test. */
  test.each(Object.entries(FIELDS))('%s has the fields of the contract, in its order', async (name, fields) => {
    const api = await (dereferenced ??= new OpenAPIBackend({ definition: readDefinition(), quick: true }).init());
    const { properties, required } = (api.definition.components!.schemas as Record<string, { properties: object; required: string[] }>)[
      name
    ]!;
    expect(Object.keys(properties).join(', ')).toBe(fields);
    expect(required.join(', ')).toBe(fields);
  });

  test('its examples match their schemas, without extra fields', async () => {
    const api = await new OpenAPIBackend({ definition: closed(readDefinition()), quick: true }).init();
    const ajv = sharedAjv()(new Ajv({ strict: false }), {}, 'responseValidator' as never);
    const schemas = Object.entries(api.definition.components!.schemas as Record<string, { example?: unknown }>);
    for (const [name, schema] of schemas) {
      if (name === 'Comment' || name === 'AssessmentDetail') continue; // comments contain comments
      expect(schema).toHaveProperty('example');
      const validate = ajv.compile(schema);
      validate(schema.example);
      expect([name, validate.errors]).toEqual([name, null]);
    }
  });
});

/** Parts without schemas. */
const DATA = ['example', 'examples', 'enum', 'default'];

const BOUNDS: Record<string, string[]> = {
  string: ['maxLength', 'enum'],
  array: ['maxItems'],
  number: ['format'],
  integer: ['format'],
};

/** The paths of all schemas without a limit or a format. */
function* unbounded(node: unknown, place = '#'): Generator<string> {
  if (node === null || typeof node !== 'object') return;
  const bounds = BOUNDS[String((node as { type?: unknown }).type)];
  if (bounds && !bounds.some((name) => name in node)) yield place;
  for (const [key, inner] of Object.entries(node)) if (!DATA.includes(key)) yield* unbounded(inner, `${place}/${key}`);
}

test('every text and list of openapi.yaml has a limit, and every number a format', () => {
  expect([...unbounded(definition)]).toEqual([]);
  expect([...unbounded({ a: { type: 'array', items: { type: 'string', format: 'uri' } }, b: { type: 'number' } })]).toEqual([
    '#/a',
    '#/a/items',
    '#/b',
  ]);
});

describe('the limits of a vendor in openapi.yaml are those enforced by the code', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  let count = 0;
  const fill = (field: string, length: number) => {
    const end = field === 'contactEmail' ? '@acme.example' : '';
    return `a${++count}`.padEnd(length - end.length, 'a') + end; // all different: external ids are unique
  };
  /** Through GraphQL, bypassing the facade, which enforces the document anyway. */
  const isTaken = async (input: object) => {
    const create = 'mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }';
    return (await server.admin.code(create, { input: { name: 'Acme', contactEmail: 'a@acme.example', ...input } })) === undefined;
  };

  const schemas = definition.components!.schemas as Record<string, { properties: Record<string, Limited> }>;
  const limited = ['VendorImport', 'VendorUpdate'].flatMap((body) =>
    Object.entries(schemas[body]!.properties)
      .filter(([field, { maxLength, format }]) => maxLength && !format?.startsWith('date') && field !== 'ownerId')
      .map(([field, { maxLength }]) => [body, field, maxLength!] as const),
  );
  test('every text has one', () => {
    const texts = ['name', 'contactEmail', 'externalId', 'contactName', ...VENDOR_TEXTS];
    expect(limited.map(([, field]) => field)).toEqual(expect.arrayContaining(texts));
  });

  test.each(limited)('%s.%s: %i characters', async (_, field, most) => {
    expect([await isTaken({ [field]: fill(field, most) }), await isTaken({ [field]: fill(field, most + 1) })]).toEqual([true, false]);
  });

  test.each(['VendorImport', 'VendorUpdate'])('%s.tags', async (body) => {
    const { maxItems, items } = schemas[body]!.properties.tags!;
    const tags = (count: number, length: number) => Array.from({ length: count }, (_, i) => String(i).padEnd(length, 'x'));
    expect(await isTaken({ tags: tags(maxItems!, items!.maxLength!) })).toBe(true);
    expect(await isTaken({ tags: tags(maxItems! + 1, 5) })).toBe(false);
    expect(await isTaken({ tags: tags(1, items!.maxLength! + 1) })).toBe(false);
  });
});

describe('operations', () => {
  const executor = new Executor(schema);
  const needsOf = ({ name, text }: AnyDocument) => executor.inspect(executor.prepare(name, text)).requirements;

  /** The documents that a route runs: its own, and the one for If-Match. */
  const documentsOf = async ({ document, standing }: RestOperation): Promise<AnyDocument[]> => {
    const asked: AnyDocument[] = [document];
    const run = (one: AnyDocument) => {
      asked.push(one);
      return Promise.reject(new Error('not run'));
    };
    await standing?.({ params: {}, query: {}, body: undefined } as never, { run, print: () => Promise.reject() }).catch(() => undefined);
    return asked;
  };

  test('every route has one, and there is no other', () => {
    expect(Object.keys(operations).sort()).toEqual(servedRoutes.map(({ operationId }) => operationId!).sort());
  });

  test('every document is used', async () => {
    const folder = path.join(__dirname, '../../rest-facade/documents');
    const modules = readdirSync(folder).filter((name) => name.endsWith('.generated.ts'));
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const all = modules.flatMap((name) => Object.values(require(path.join(folder, name)) as Record<string, AnyDocument>));
    const used = (await Promise.all(Object.values(operations).map(documentsOf))).flat();
    expect(all.map(({ name }) => name).sort()).toEqual([...new Set(used.map(({ name }) => name))].sort());
  });

  describe.each(Object.entries<RestOperation>(operations))('%s', (operationId, operation) => {
    const route = servedRoutes.find((one) => one.operationId === operationId)!;
    const [permission] = permissionsOf(route) as [Permission];
    const grants = Object.entries(operation.grants ?? {});
    const granted = grants.map(([one]) => one as Permission);
    const refusal = (documents: AnyDocument[], permissions: Iterable<Permission>) => {
      const caller: Caller = { kind: 'api-key', name: 'test', permissions: new Set(permissions) };
      return refusalOf(documents.flatMap(needsOf), caller)?.problem.code;
    };

    test('its document is named after it', () => {
      expect(executor.prepare(operationId, operation.document.text).operation.name?.value).toBe(operationId);
    });

    test("needs the route's permission, and no other except those granted for the response", async () => {
      expect(refusal(await documentsOf(operation), [permission, ...granted])).toBeUndefined();
      const others = ALL_PERMISSIONS.filter((other) => other !== permission);
      expect(refusal([operation.document], others)).toBe('FORBIDDEN');
    });

    test('is granted only what it needs, each based on the contract for its route', async () => {
      const documents = await documentsOf(operation);
      for (const [given, reason] of grants) {
        const others = granted.filter((other) => other !== given);
        expect(refusal(documents, [permission, ...others])).toBe('FORBIDDEN');
        expect(reason).toMatch(/^\w+ \/api\/\S+?[,:] .*"[^"]+"$/);
        expect(reason).toContain(title(route));
        expect(reason).toContain(permission);
      }
    });
  });
});

describe('permissions', () => {
  let server: TestServer;
  const callers = {} as Record<string, GraphQLClient>;
  /** A file of each kind, by the permission that gives access to it. */
  const files = {} as Record<string, string>;
  /** Created when first needed: many routes need the same permission. */
  const known = (who: string, make: () => Promise<GraphQLClient>) => async () => (callers[who] ??= await make());

  beforeAll(async () => {
    server = await startTestServer();
    callers['no credentials'] = server.stranger();
    callers['a malformed key'] = new GraphQLClient(server.url, { authorization: 'Bearer vet_nonsense' });
    callers['a key that is no bearer token'] = new GraphQLClient(server.url, { authorization: 'Basic YTpi' });
    callers['an unknown key'] = new GraphQLClient(server.url, {
      authorization: `Bearer vet_${'0'.repeat(8)}.${'0'.repeat(48)}`,
    });
    callers['a revoked key'] = await server.withKey();
    await server.services.database.query(sql`update api_key set is_revoked = true`);
    callers['an expired key'] = await server.withKey();
    await server.services.database.query(sql`update api_key set expires_at = now() - interval '1 second'`);
    callers['a key from another address'] = await server.withKey(null, { allowedIps: ['10.1.2.3', '192.168.0.0/16'] });
    callers['a forged session'] = server.stranger();
    callers['a forged session'].cookie = 'vetgraph_session=eyJhbGciOiJub25lIn0.eyJrZXkiOiJ4In0.';
    const assessor = await Assessor.prepare(server);
    const { id: assessmentId, vendorId, portal } = await assessor.sent();
    const upload = async (owner: Record<string, string>) => {
      const response = await server.admin.fetch('/files', { method: 'POST', body: form('report.pdf', PDF, owner) });
      return ((await response.json()) as { id: string }).id;
    };
    files['vendors:view'] = await upload({ vendorId });
    files['assessments:view'] = await upload({ assessmentId, questionId: await portal.idOf('Policy') });
  });
  afterAll(() => server.stop());

  const STRANGERS = [
    'no credentials',
    'a malformed key',
    'a key that is no bearer token',
    'an unknown key',
    'a revoked key',
    'an expired key',
    'a key from another address',
    'a forged session',
  ];

  /** The request to a route whose response depends on it, by a caller with the permission. */
  type Ask = (caller: GraphQLClient, permission: Permission) => Promise<{ status: number; body: unknown }>;

  const form = (name: string, content: string | Buffer, fields: Record<string, string> = {}) => {
    const made = new FormData();
    for (const [key, value] of Object.entries(fields)) made.append(key, value);
    made.append('file', new Blob([content as string]), name);
    return made;
  };
  const fetched = async (caller: GraphQLClient, address: string, init: RequestInit = {}) => {
    const response = await caller.fetch(address, init);
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? await response.json() : await response.text() };
  };
  let count = 0;
  const OTHERS: Record<string, Ask> = {
    uploadFile: (caller) => fetched(caller, '/files', { method: 'POST', body: form('report.pdf', PDF) }),
    downloadFile: (caller, permission) => fetched(caller, `/files/${files[permission]}`),
    importFramework(caller) {
      const content = JSON.stringify({ name: `Imported ${++count}`, controls: [{ domain: 'D', code: 'C', title: 'T' }] });
      return fetched(caller, '/imports/framework', { method: 'POST', body: form('framework.json', content) });
    },
    exportFrameworkCatalog: (caller) => fetched(caller, `/exports/frameworks/${NOWHERE}/oscal.json`),
    exportFrameworkControls: (caller) => fetched(caller, `/exports/frameworks/${NOWHERE}/controls.csv`),
    exportAuditChanges: (caller) => fetched(caller, '/exports/audit-changes.csv'),
    exportVendorResults: (caller) => fetched(caller, `/exports/vendors/${NOWHERE}/frameworks/${NOWHERE}/oscal.json`),
  };
  const inside = routes.map((route) => {
    const method = route.method.toUpperCase();
    const address = route.path.replace(/\{\w+\}/g, NOWHERE);
    const ask: Ask = (caller) => {
      const client = new RestClient(caller);
      return route.requestBody ? client.send(method, address, {}) : client.request(address, { method });
    };
    const served = PRINTED.includes(route.operationId!) ? [200, 404, 503] : [200, 400, 404];
    return { name: title(route), strangers: STRANGERS, needed: permissionsOf(route), ask, served };
  });
  /** Not all: failed attempts with keys are soon rate-limited. */
  const strangers = ['no credentials', 'a forged session'];
  const outside = otherRoutes.map((route) => {
    const { path: address, method, operationId } = route;
    const served = address.startsWith('/exports/') && address.includes('{') ? [404] : [200, 201];
    return { name: `${method.toUpperCase()} ${address}`, strangers, needed: permissionsOf(route), ask: OTHERS[operationId!]!, served };
  });
  const askMetrics: Ask = (caller) => fetched(caller, '/metrics');
  const needed: Permission[] = ['metrics:view'];
  const metrics = { name: 'GET /metrics', strangers, needed, ask: askMetrics, served: [200] }; // which openapi.yaml leaves out

  test('every route outside /api is tested', () => {
    expect(otherRoutes.map(({ operationId }) => operationId!).sort()).toEqual(Object.keys(OTHERS).sort());
  });

  describe.each([...inside, ...outside, metrics])('$name', ({ strangers, needed, ask, served }) => {
    const others = ALL_PERMISSIONS.filter((other) => !needed.some((permission) => permission === other));
    const but = needed.join(' and ');

    test.each(strangers)('401 for %s', async (who) => {
      const { status, body } = await ask(callers[who]!, needed[0]!);
      expect([status, body]).toEqual([401, { error: 'Unauthorized' }]);
    });

    test.each([
      ['key', known(`key but ${but}`, () => server.withKey(others))],
      ['session', known(`session but ${but}`, () => server.withPermissions(...others))],
    ])(`403 for a %s with everything but ${but}`, async (_kind, caller) => {
      for (const permission of needed) {
        const { status, body } = await ask(await caller(), permission);
        expect([status, body]).toEqual([403, { error: 'Forbidden' }]);
      }
    });

    test.each(
      needed.flatMap((permission) => [
        ['key', permission, known(`key ${permission}`, () => server.withKey([permission]))] as const,
        ['session', permission, known(`session ${permission}`, () => server.withPermissions(permission))] as const,
      ]),
    )('served for a %s with %s alone', async (_kind, permission, caller) => {
      expect(served).toContain((await ask(await caller(), permission)).status);
    });
  });

  test('no API key works while API keys are off', async () => {
    const key = new RestClient(await server.withKey());
    expect((await key.get('/v1/vendors')).status).toBe(200);
    const switchOff = 'mutation { updateSettings(input: { apiKeysEnabled: false }) { settings { apiKeysEnabled } } }';
    await server.admin.data(switchOff);
    expect((await key.get('/v1/vendors')).status).toBe(401);
  });
});

/** As listed in rest-contract.md, or in open-points.md where that names no permission. */
const CONTRACT = {
  'GET /api/v1/vendors': 'vendors:view',
  'GET /api/v1/vendors/{vendorId}': 'vendors:view',
  'GET /api/v1/vendors/external/{externalId}': 'vendors:view',
  'POST /api/v1/vendors/import': 'vendors:create',
  'PUT /api/v1/vendors/{vendorId}': 'vendors:edit',
  'DELETE /api/v1/vendors/{vendorId}': 'vendors:delete',
  'GET /api/v1/vendors/{vendorId}/score': 'vendors:view',
  'GET /api/v1/vendors/{vendorId}/export': 'vendors:view',
  'GET /api/v1/vendors/{vendorId}/assessments': 'vendors:view',
  'GET /api/v1/vendors/{vendorId}/certifications': 'vendors:view',
  'GET /api/v1/assessments': 'assessments:view',
  'GET /api/v1/assessments/{assessmentId}': 'assessments:view',
  'GET /api/assessments/{assessmentId}/export': 'assessments:view',
  'GET /api/assessments/{assessmentId}/pdf': 'assessments:view',
  'GET /api/v1/findings': 'assessments:view',
  'PATCH /api/v1/findings/{findingId}': 'assessments:review',
  'GET /api/v1/frameworks': 'frameworks:view',
  'GET /api/v1/frameworks/{frameworkId}': 'frameworks:view',
  'DELETE /api/v1/frameworks/{frameworkId}': 'frameworks:delete',
  'GET /api/templates/{templateId}/export': 'templates:view',
  'GET /api/v1/audit': 'audit:view',
  'GET /api/v1/dashboard': 'assessments:view',
  'GET /api/dashboard/report': 'assessments:view',
  'GET /api/vendors/{vendorId}/frameworks/{frameworkId}/report': 'vendors:view',
};
