import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const CREATE = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id name externalId tags revision } } }`;

test('a vendor is made and found by its id and external id', async () => {
  const { createVendor } = await server.admin.data<{ createVendor: { vendor: { id: string } } }>(CREATE, {
    input: { name: ' Acme ', contactEmail: 'a@acme.example', externalId: 'A-1', tags: ['cloud', 'cloud', 'eu'] },
  });
  expect(createVendor.vendor).toMatchObject({ name: 'Acme', externalId: 'A-1', tags: ['cloud', 'eu'], revision: 1 });
  const found = await server.admin.data(`query ($id: ID!) { vendor(id: $id) { name } vendorByExternalId(externalId: "A-1") { id } }`, {
    id: createVendor.vendor.id,
  });
  expect(found).toEqual({ vendor: { name: 'Acme' }, vendorByExternalId: { id: createVendor.vendor.id } });
});
