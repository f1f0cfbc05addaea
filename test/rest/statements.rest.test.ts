/** The number of statements per route, which doesn't depend on the amount of data. */
import { facadePart, readDefinition } from '../../rest-facade/definition';
import { Assessor } from '../kit/assessed';
import { publishTemplate, question } from '../kit/portfolio';
import { RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';
import { eachTime, statementsDuring } from '../kit/statements';

/** A portfolio of this many vendors with this many assessments each. */
interface Company {
  server: TestServer;
  vendorId: string;
  assessmentId: string;
  frameworkId: string;
  templateId: string;
  findingIds: string[];
}

const BAD = { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 64, 'Rotated?': 'NO' };

async function found(size: number): Promise<Company> {
  const server = await startTestServer();
  const assessor = await Assessor.prepare(server);
  const { frameworkId } = assessor;
  let last;
  for (let n = 0; n < size; n++) {
    last = await assessor.completed({ name: `Vendor ${n}`, externalId: `ext-${n}`, tags: ['one', 'two'] }, {}, BAD);
    await assessor.comment(last.id, 'A word');
    await assessor.certify(last.vendorId, { name: 'ISO 27001', expiresDate: '2030-01-01' });
    for (let again = 1; again < size; again++) {
      await assessor.completed(last.vendorId, {}, BAD);
      await assessor.comment(last.id, 'Another word');
      await assessor.certify(last.vendorId, { name: `Certificate ${again}`, expiresDate: '2030-01-01' });
    }
  }
  const sections = Array.from({ length: size }, (_, n) => ({
    title: `Section ${n}`,
    questions: [question(`Is ${n} fine?`), question(`And ${n}?`)],
  }));
  const { findings } = await server.admin.data<{ findings: { nodes: { id: string }[] } }>(
    `query ($id: ID!) { findings(filter: { vendorId: $id, status: OPEN }) { nodes { id } } }`,
    { id: last!.vendorId },
  );
  return {
    server,
    frameworkId,
    vendorId: last!.vendorId,
    assessmentId: last!.id,
    templateId: await publishTemplate(server, 'Many questions', sections),
    findingIds: findings.nodes.map(({ id }) => id),
  };
}

interface Asked {
  /** For the whole request: authentication, the query and, for a change or download, the transaction with its audit entry. */
  statements: number;
  path(company: Company): string;
  body?: object;
}

const ROUTES: Record<string, Asked> = {
  listVendors: { statements: 2, path: () => '/v1/vendors' },
  importVendor: { statements: 4, path: () => '/v1/vendors/import', body: { name: 'New', contactEmail: 'a@b.example', tags: ['one'] } },
  getVendorByExternalId: { statements: 7, path: () => '/v1/vendors/external/ext-0' },
  getVendor: { statements: 7, path: ({ vendorId }) => `/v1/vendors/${vendorId}` },
  // The change, and what GET shows besides the vendor itself, for the ETag.
  updateVendor: { statements: 10, path: ({ vendorId }) => `/v1/vendors/${vendorId}`, body: { name: 'Renamed', tags: ['three'] } },
  getVendorScore: { statements: 4, path: ({ vendorId }) => `/v1/vendors/${vendorId}/score` },
  exportVendor: { statements: 7, path: ({ vendorId }) => `/v1/vendors/${vendorId}/export` },
  listVendorAssessments: { statements: 5, path: ({ vendorId }) => `/v1/vendors/${vendorId}/assessments` },
  listVendorCertifications: { statements: 4, path: ({ vendorId }) => `/v1/vendors/${vendorId}/certifications` },
  listAssessments: { statements: 5, path: () => '/v1/assessments' },
  getAssessment: { statements: 15, path: ({ assessmentId }) => `/v1/assessments/${assessmentId}` },
  exportAssessment: { statements: 10, path: ({ assessmentId }) => `/assessments/${assessmentId}/export` },
  getAssessmentPdf: { statements: 18, path: ({ assessmentId }) => `/assessments/${assessmentId}/pdf` },
  listFindings: { statements: 5, path: () => '/v1/findings' },
  updateFinding: {
    statements: 4,
    path: ({ findingIds }) => `/v1/findings/${findingIds.pop()}`,
    body: { status: 'REMEDIATED', resolutionNote: 'Done' },
  },
  listFrameworks: { statements: 2, path: () => '/v1/frameworks' },
  getFramework: { statements: 3, path: ({ frameworkId }) => `/v1/frameworks/${frameworkId}` },
  exportTemplate: { statements: 6, path: ({ templateId }) => `/templates/${templateId}/export` },
  listAudit: { statements: 3, path: () => '/v1/audit' },
  getDashboard: { statements: 2, path: () => '/v1/dashboard' },
  getPortfolioReport: { statements: 12, path: () => '/dashboard/report' },
  getVendorFrameworkReport: {
    statements: 10,
    path: ({ vendorId, frameworkId }) => `/vendors/${vendorId}/frameworks/${frameworkId}/report`,
  },
  deleteFramework: { statements: 3, path: ({ frameworkId }) => `/v1/frameworks/${frameworkId}` },
  deleteVendor: { statements: 7, path: ({ vendorId }) => `/v1/vendors/${vendorId}` },
};

const routes = Object.entries(facadePart(readDefinition()).paths!).flatMap(([, item]) =>
  Object.entries(item as Record<string, { operationId?: string }>).flatMap(([method, { operationId }]) =>
    operationId ? [[operationId, method] as const] : [],
  ),
);
const methods = new Map(routes);

let small: Company;
let large: Company;
beforeAll(async () => {
  [small, large] = await Promise.all([found(1), found(4)]);
});
afterAll(() => Promise.all([small.server.stop(), large.server.stop()]));

test('every route is counted', () => {
  expect(Object.keys(ROUTES).sort()).toEqual([...methods.keys()].sort());
});

test.each(Object.entries(ROUTES))('%s', async (operationId, { statements, path, body }) => {
  const method = methods.get(operationId)!.toUpperCase();
  const cost = async (company: Company) => {
    const client = new RestClient(company.server.admin);
    const address = path(company);
    const ask = () => (body ? client.send(method, address, body) : client.request(address, { method }));
    if (method === 'GET') await ask(); // what is read once, such as the time of the database
    const sent = await statementsDuring(async () => expect((await ask()).status).toBeLessThan(300));
    return eachTime(sent);
  };
  const [few, many] = [await cost(small), await cost(large)];
  expect({ few: few.length, many: many.length, sent: many.length === statements ? [] : many }).toEqual({
    few: statements,
    many: statements,
    sent: [],
  });
});
