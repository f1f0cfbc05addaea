/* global Blob, fetch, FormData */
const NOWHERE = 'f0000000-0000-4000-8000-000000000000';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Calls every operation of the document: correctly, with empty results, for missing records, and repeatedly. */
export async function callEveryOperation(proxies, key) {
  const operations = proxies.flatMap(({ base, paths }) =>
    paths.flatMap(([path, item]) => METHODS.flatMap((method) => (item[method] ? [{ ...item[method], base, path, method }] : []))),
  );
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  const asked = new Set();
  const violations = [];
  let calls = 0;
  let provoked = 0;

  /** For a deliberately invalid request, only the response is checked. */
  async function call(id, { params = {}, query = '', body, headers = {}, isWrong = false, isStranger = false } = {}) {
    const { base, path, method } = byId.get(id);
    const address = base + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? NOWHERE)) + query;
    const isForm = body instanceof FormData;
    const response = await fetch(address, {
      method: method.toUpperCase(),
      headers: {
        ...(!isStranger && { authorization: `Bearer ${key}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isForm ? body : JSON.stringify(body),
    });
    calls++;
    const told = JSON.parse(response.headers.get('sl-violations') ?? '[]');
    if (isWrong) provoked += told.length;
    const counted = told.filter(
      ({ location, severity }) => severity === 'Error' && (location[0] === 'response' || !(isWrong || isStranger)),
    );
    for (const { location, message } of counted)
      violations.push(`${id} ${query} answered ${response.status}: ${location.join('.')} ${message}`);
    if (response.ok) asked.add(id);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, etag: response.headers.get('etag'), body: isJson && text ? JSON.parse(text) : text };
  }

  const form = (fields, name, content) => {
    const made = new FormData();
    for (const [field, value] of Object.entries(fields)) made.set(field, value);
    if (name) made.set('file', new Blob([content]), name);
    return made;
  };

  const vendors = (await call('listVendors')).body;
  const { entries: assessments } = (await call('listAssessments', { query: '?status=COMPLETED' })).body;
  const { entries: findings } = (await call('listFindings', { query: '?status=OPEN&severity=HIGH' })).body;
  const [framework] = (await call('listFrameworks')).body;
  const assessment = (await call('getAssessment', { params: { assessmentId: assessments[0].id } })).body;
  const uploaded = await call('uploadFile', {
    body: form({ vendorId: vendors[0].id, displayName: 'Policy' }, 'policy.txt', 'We have one.\n'),
  });
  const imported = await call('importFramework', { body: form({ name: 'Our controls' }, 'controls.csv', 'code,title\nA-1,Policies\n') });
  const body = {
    name: 'Prism',
    contactEmail: 'prism@acme.example',
    externalId: 'PRISM 1',
    tier: 'HIGH',
    tags: ['eu'],
    contractRenewalDate: '2027-06-30',
  };
  const made = await call('importVendor', { body, headers: { 'idempotency-key': 'prism' } });
  await call('importVendor', { body, headers: { 'idempotency-key': 'prism' } });

  const params = {
    vendorId: vendors[0].id,
    externalId: 'PRISM 1',
    assessmentId: assessment.id,
    templateId: assessment.template.id,
    frameworkId: framework.id,
    findingId: findings[0].id,
    fileId: uploaded.body.id,
  };
  const queries = {
    listVendors: ['?query=a', '?tier=HIGH', '?tag=cloud', '?externalId=PRISM%201', '?query=nothing+has+this+name'],
    listAssessments: [
      '?page=2',
      '?overdue=true',
      '?format=csv',
      '?fromDate=2026-01-01&toDate=2099-12-31',
      `?vendorId=${params.vendorId}`,
      '?query=review',
    ],
    listVendorAssessments: ['?page=1', '?status=COMPLETED', '?status=whatever'],
    listFindings: ['?status=REMEDIATED', `?vendorId=${params.vendorId}&page=1`],
    getFramework: ['?search=access'],
    listAudit: ['?pageSize=100', '?action=CREATE_VENDOR', '?format=csv', '?entityType=Vendor&fromDate=2020-01-01'],
  };
  for (const { operationId, method, parameters = [] } of operations) {
    if (method === 'get') {
      for (const query of ['', ...(queries[operationId] ?? [])]) await call(operationId, { params, query });
      const { etag } = await call(operationId, { params });
      if (etag) await call(operationId, { params, headers: { 'if-none-match': etag } });
      if (parameters.some(({ name, $ref }) => name === 'page' || $ref?.endsWith('/Page')))
        await call(operationId, { params, query: '?page=0', isWrong: true });
    } else {
      await call(operationId, { body: {}, isWrong: true });
    }
    await call(operationId, { isStranger: true, body: method === 'get' ? undefined : {} });
    await call(operationId, { isWrong: true, body: method === 'get' ? undefined : { name: 7, status: 'OPEN' } }); // of a record that doesn't exist
  }

  const at = { vendorId: made.body.id };
  await call('updateVendor', { params: at, body: { tier: null, notes: 'Checked', tags: [] } });
  await call('updateVendor', { params: at, body: { tier: 'URGENT' }, isWrong: true });
  await call('updateVendor', { params: { vendorId: vendors[0].id }, body: { externalId: 'PRISM 1' } });
  await call('importVendor', { body: { ...body, name: 'x'.repeat(201) }, isWrong: true });
  await call('updateFinding', { params, body: { status: 'REMEDIATED', resolutionNote: 'Done' } });
  await call('updateFinding', { params, body: { status: 'RISK_ACCEPTED' } });
  await call('deleteFramework', { params: { frameworkId: imported.body.id } });
  await call('deleteVendor', { params: at, headers: { 'if-match': made.etag } }); // which has changed since
  await call('deleteVendor', { params: at });
  await call('getVendor', { params: at, isWrong: true });
  if (provoked === 0) violations.push('Prism said nothing of requests that are wrong on purpose: it checks nothing');
  return { calls, asked, violations };
}
