const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const user = 'urn:ietf:params:scim:schemas:core:2.0:User';
const group = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const patch = (...operations: object[]) => ({ schemas: [patchOp], Operations: operations });

/** Requests in the form that the public documentation of Microsoft Entra ID shows for its provisioning service. */
export const entra = {
  createUser: (email: string) => ({
    schemas: [user, enterprise],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: email,
    active: true,
    addresses: null,
    displayName: 'Mara Lind',
    emails: [{ type: 'work', value: email, primary: true }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Mara Lind', familyName: 'Lind', givenName: 'Mara' },
    roles: [],
    title: 'Support engineer',
    [enterprise]: { employeeNumber: '701984', department: null },
  }),
  changes: (givenName: string, email: string) => [
    patch({ op: 'Replace', path: 'name.givenName', value: givenName }),
    patch({ op: 'Replace', path: 'emails[type eq "work"].value', value: email }),
    patch({ op: 'Add', path: `${enterprise}:department`, value: 'Service' }),
    patch(
      { op: 'Replace', path: 'displayName', value: `${givenName} Lind` },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+49 30 555' },
      { op: 'Replace', path: `${enterprise}:manager`, value: '26118915-6090-4610-87e4-49d8ca9f808d' },
    ),
    patch({ op: 'Replace', value: { [`${enterprise}:department`]: 'Support', 'name.familyName': 'Lind' } }),
  ],
  disable: patch({ op: 'Replace', path: 'active', value: 'False' }),
  enable: patch({ op: 'Replace', path: 'active', value: 'True' }),
  createGroup: (displayName: string) => ({
    schemas: [group, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName,
    meta: { resourceType: 'Group' },
  }),
  addMember: (id: string) => patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] }),
  removeMember: (id: string) => patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] }),
};

/** Requests in the form that the public documentation of Okta shows for its SCIM client. */
export const okta = {
  createUser: (email: string) => ({
    schemas: [user],
    userName: email,
    name: { givenName: 'Isaac', familyName: 'Brock' },
    emails: [{ primary: true, value: email, type: 'work' }],
    displayName: 'Isaac Brock',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }),
  replaceUser: (id: string, email: string) => ({
    schemas: [user],
    id,
    userName: email,
    name: { givenName: 'Isaac', middleName: '', familyName: 'Brock-Lee' },
    emails: [{ primary: true, value: email, type: 'work', display: email }],
    preferredLanguage: 'en-US',
    active: true,
    groups: [],
    meta: { resourceType: 'User' },
  }),
  deactivate: patch({ op: 'replace', value: { active: false } }),
  createGroup: (displayName: string, memberId: string) => ({
    schemas: [group],
    displayName,
    members: [{ value: memberId, display: 'somebody@okta.example' }],
  }),
  renameGroup: (id: string, displayName: string) => patch({ op: 'replace', value: { id, displayName } }),
  replaceMembers: (members: readonly string[]) =>
    patch({ op: 'replace', path: 'members', value: members.map((value) => ({ value })) }),
};
