/** Names of the schemas that are kept here (RFC 7643 §8.7). */
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** The most resources on a page. */
export const mostOnPage = 200;

interface Attribute {
  readonly name: string;
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference';
  readonly multiValued?: true;
  readonly required?: true;
  readonly readOnly?: true;
  readonly immutable?: true;
  readonly unique?: true;
  readonly caseExact?: true;
  readonly referenceTypes?: readonly string[];
  readonly sub?: readonly Attribute[];
  readonly description: string;
}

const userAttributes: readonly Attribute[] = [
  { name: 'userName', required: true, unique: true, description: 'How the directory calls the user.' },
  {
    name: 'name',
    type: 'complex',
    required: true,
    description: 'The name of the user.',
    sub: [
      { name: 'givenName', required: true, description: 'The first name.' },
      { name: 'familyName', required: true, description: 'The last name.' },
    ],
  },
  { name: 'displayName', readOnly: true, description: 'First and last name.' },
  { name: 'active', type: 'boolean', description: 'False: the user cannot sign in, and nothing rings for them.' },
  {
    name: 'emails',
    type: 'complex',
    multiValued: true,
    required: true,
    description:
      'The primary one, else the first, is what the user signs in with. It may be left out where the userName is an address.',
    sub: [
      { name: 'value', required: true, unique: true, description: 'The address.' },
      { name: 'type', readOnly: true, description: 'Always work.' },
      { name: 'primary', type: 'boolean', readOnly: true, description: 'Always true.' },
    ],
  },
  { name: 'preferredLanguage', description: 'German for all that begin with de, else English.' },
  {
    name: 'groups',
    type: 'complex',
    multiValued: true,
    readOnly: true,
    description: 'The groups of the user.',
    sub: [
      { name: 'value', readOnly: true, description: 'The id of the group.' },
      { name: 'display', readOnly: true, description: 'The name of the group.' },
      { ...refOf('Group'), readOnly: true },
    ],
  },
];

const groupAttributes: readonly Attribute[] = [
  { name: 'displayName', required: true, unique: true, description: 'The name of the group.' },
  {
    name: 'members',
    type: 'complex',
    multiValued: true,
    description: 'Users; they become members of the channel that an administrator chose for the group.',
    sub: [
      { name: 'value', immutable: true, caseExact: true, description: 'The id of the user.' },
      { name: 'display', readOnly: true, description: 'The name of the user.' },
      { name: 'type', readOnly: true, description: 'Always User.' },
      { ...refOf('User'), immutable: true },
    ],
  },
];

function refOf(to: 'User' | 'Group') {
  const description = `The address of the ${to.toLowerCase()}.`;
  return { name: '$ref', type: 'reference', referenceTypes: [to], description } as const;
}

const enterpriseAttributes: readonly Attribute[] = [{ name: 'department', description: 'The department of the user.' }];

const described = ({ name, type = 'string', sub, ...about }: Attribute): object => ({
  name,
  type,
  multiValued: about.multiValued ?? false,
  description: about.description,
  required: about.required ?? false,
  ...(type === 'string' || type === 'reference' ? { caseExact: about.caseExact ?? type === 'reference' } : {}),
  mutability: about.readOnly ? 'readOnly' : about.immutable ? 'immutable' : 'readWrite',
  returned: 'default',
  ...(type === 'string' || type === 'reference' ? { uniqueness: about.unique ? 'server' : 'none' } : {}),
  ...(about.referenceTypes === undefined ? {} : { referenceTypes: about.referenceTypes }),
  ...(sub === undefined ? {} : { subAttributes: sub.map(described) }),
});

interface Described {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** The schemas, as `/Schemas` has them. */
export const schemas = (base: string): readonly Described[] =>
  [
    { id: userSchema, name: 'User', attributes: userAttributes },
    { id: groupSchema, name: 'Group', attributes: groupAttributes },
    { id: enterpriseSchema, name: 'EnterpriseUser', attributes: enterpriseAttributes },
  ].map(({ id, name, attributes }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description: name,
    attributes: attributes.map(described),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }));

/** What resources there are, as `/ResourceTypes` has them. */
export const resourceTypes = (base: string): readonly Described[] =>
  [
    { id: 'User', endpoint: '/Users', schema: userSchema, extension: enterpriseSchema },
    { id: 'Group', endpoint: '/Groups', schema: groupSchema, extension: null },
  ].map(({ id, endpoint, schema, extension }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    endpoint,
    description: id,
    schema,
    ...(extension === null ? {} : { schemaExtensions: [{ schema: extension, required: false }] }),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }));

/** What of SCIM is done here, as `/ServiceProviderConfig` has it. */
export const serviceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostOnPage },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token',
      description: 'An API token of the company with the scope directory, as a bearer token.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});
