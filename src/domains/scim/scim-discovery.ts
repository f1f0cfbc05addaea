import { type Resource, SCHEMAS } from './scim-resources';

/** What /scim/v2 says of itself. */

export const MOST_RESULTS = 200;

export function providerConfig(base: string): Resource {
  return {
    schemas: [SCHEMAS.config],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_RESULTS },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token made under Settings > Provisioning',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

export function resourceTypes(base: string): Resource[] {
  return [
    { name: 'User', endpoint: '/Users', description: 'A person who signs in', schema: SCHEMAS.user },
    { name: 'Group', endpoint: '/Groups', description: 'People who may get a role together', schema: SCHEMAS.group },
  ].map((type) => ({
    schemas: [SCHEMAS.resourceType],
    id: type.name,
    ...type,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.name}` },
  }));
}

/** What an attribute is like where that isn't usual. */
type Traits = Partial<Record<'type' | 'mutability' | 'returned' | 'uniqueness', string>> & {
  required?: boolean;
  multiValued?: boolean;
  caseExact?: boolean;
  canonicalValues?: string[];
  referenceTypes?: string[];
  subAttributes?: Resource[];
};

const attribute = (name: string, description: string, traits: Traits = {}): Resource => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...traits,
});

const READ_ONLY: Traits = { mutability: 'readOnly' };
const IMMUTABLE: Traits = { mutability: 'immutable' };

const USER = [
  attribute('userName', 'The e-mail address that the person signs in with, in any case of letters', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'The parts of the name', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The whole name'),
      attribute('givenName', 'The given name'),
      attribute('familyName', 'The family name'),
    ],
  }),
  attribute('displayName', 'The name that people see; without one, the whole name, its parts, or the userName'),
  attribute('active', 'Whether the person has access', { type: 'boolean' }),
  attribute('emails', 'The work address; without one, the userName', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The address'),
      attribute('type', 'Always work', { canonicalValues: ['work'] }),
      attribute('primary', 'Always true', { type: 'boolean' }),
    ],
  }),
  attribute('groups', 'The groups that the person is in', {
    ...READ_ONLY,
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the group', READ_ONLY),
      attribute('$ref', 'Its address', { ...READ_ONLY, type: 'reference', referenceTypes: ['Group'] }),
      attribute('display', 'Its name', READ_ONLY),
      attribute('type', 'Always direct', { ...READ_ONLY, canonicalValues: ['direct'] }),
    ],
  }),
];

const GROUP = [
  attribute('displayName', 'The name of the group, which no other one has in any case of letters', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('members', 'The users in the group', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user', IMMUTABLE),
      attribute('$ref', 'Its address', { ...IMMUTABLE, type: 'reference', referenceTypes: ['User'] }),
      attribute('display', 'The name of the user', READ_ONLY),
      attribute('type', 'Always User', { ...IMMUTABLE, canonicalValues: ['User'] }),
    ],
  }),
];

/** id, externalId and meta are common to all (RFC 7643, 3.1). */
export function schemas(base: string): Resource[] {
  return [
    { id: SCHEMAS.user, name: 'User', description: 'A person who signs in', attributes: USER },
    { id: SCHEMAS.group, name: 'Group', description: 'People who may get a role together', attributes: GROUP },
  ].map((schema) => ({
    schemas: [SCHEMAS.schema],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));
}
