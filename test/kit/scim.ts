import type { GraphQLClient } from './client';
import type { TestServer } from './server';

export interface ScimAnswer<Body = Record<string, never>> {
  status: number;
  headers: Headers;
  body: Body;
}

/** What every list looks like. */
export interface Listed<T> {
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: T[];
}

export interface ScimUser {
  id: string;
  userName: string;
  externalId?: string;
  displayName: string;
  active: boolean;
  name: { formatted: string; givenName?: string; familyName?: string };
  emails: { value: string; type: string; primary: boolean }[];
  groups: { value: string; display: string }[];
  meta: { resourceType: string; created: string; lastModified: string; location: string };
}

export interface ScimGroup {
  id: string;
  displayName: string;
  externalId?: string;
  members?: { value: string; display: string; $ref: string }[];
  meta: { location: string };
}

/** An identity provider that provisions: speaks SCIM with a token. */
export class ScimClient {
  constructor(
    readonly url: string,
    readonly token: string | undefined,
  ) {}

  async request<Body = Record<string, never>>(method: string, path: string, body?: unknown, headers = {}): Promise<ScimAnswer<Body>> {
    const response = await fetch(`${this.url}/scim/v2${path}`, {
      method,
      headers: {
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    if (text && !type.startsWith('application/scim+json')) throw new Error(`${method} ${path}: ${type} ${text.slice(0, 200)}`);
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as Body };
  }

  get<Body = Record<string, never>>(path: string) {
    return this.request<Body>('GET', path);
  }

  find<T = ScimUser>(path: string, filter: string, more = '') {
    return this.get<Listed<T>>(`${path}?filter=${encodeURIComponent(filter)}${more}`);
  }

  async user(input: object): Promise<ScimUser> {
    const { status, body } = await this.request<ScimUser>('POST', '/Users', { schemas: [USER_SCHEMA], ...input });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  }

  async group(displayName: string, members: readonly string[] = [], more = {}): Promise<ScimGroup> {
    const { status, body } = await this.request<ScimGroup>('POST', '/Groups', {
      schemas: [GROUP_SCHEMA],
      displayName,
      members: members.map((value) => ({ value })),
      ...more,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  }

  patch<Body = Record<string, never>>(path: string, ...Operations: object[]) {
    return this.request<Body>('PATCH', path, { schemas: [PATCH_SCHEMA], Operations });
  }
}

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const CREATE = `mutation ($input: CreateScimTokenInput!) { createScimToken(input: $input) { token scimToken { id } } }`;

export async function createScimToken(by: GraphQLClient, input: object = {}): Promise<{ id: string; token: string }> {
  const { createScimToken: made } = await by.data<{ createScimToken: { token: string; scimToken: { id: string } } }>(CREATE, {
    input: { name: 'Directory', ...input },
  });
  return { id: made.scimToken.id, token: made.token };
}

/** A provider with a new token. */
export async function scimClient({ url, admin }: TestServer, name = 'Directory'): Promise<ScimClient> {
  return new ScimClient(url, (await createScimToken(admin, { name })).token);
}
