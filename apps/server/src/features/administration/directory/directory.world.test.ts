import { routes } from '@sidetone/contract/http/routes.ts';
import SCIMMY from 'scimmy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenOf } from '../../../testing/authorisation-world.ts';
import { callRoute, person } from '../../../testing/test-api.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { entra, okta } from './testing/recorded-requests.ts';

let world: TwoCompanies;
let token: string;
beforeAll(async () => {
  world = await twoCompanies();
  token = await tokenFor(['directory']);
});
afterAll(() => world.api.stop());

async function tokenFor(scopes: readonly string[], who?: { token: string }): Promise<string> {
  const { body } = await world.ask(routes.createCompanyToken, { body: { name: 'Directory', scopes } as never }, who);
  return (body as { token: string }).token;
}

// biome-ignore lint/suspicious/noExplicitAny: what a foreign program reads
type Json = any;
interface Answered {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}
async function scim(method: string, path: string, body?: unknown, by = token): Promise<Answered> {
  const response = await fetch(`${world.api.url}/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${by}`,
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
}

let made = 0;
const wanted = (more: object = {}) => {
  made += 1;
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `person${made}@dir.example`,
    externalId: `ext-${made}`,
    name: { givenName: 'Per', familyName: `Son${made}` },
    active: true,
    ...more,
  };
};
const create = async (more: object = {}, by = token): Promise<Json> => {
  const { status, body } = await scim('POST', '/Users', wanted(more), by);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const patchOf = (...Operations: object[]) => ({ schemas: [SCIMMY.Messages.PatchOp.id], Operations });
const rowOf = (id: string) => world.api.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
/** Whatever an earlier test took away is forgotten, as after an hour. */
const anHourLater = async () => {
  await world.api.db.deleteFrom('directory_removals').execute();
  await world.ask(routes.changeDirectory, { body: { allow: false } });
};

test('what a directory creates is read by a foreign library, found by its filters, and listed in pages', async () => {
  const { status, body, headers } = await scim('POST', '/Users', wanted({ displayName: 'P. S.' }));
  expect(status).toBe(201);
  expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
  expect(headers.get('location')).toBe(body.meta.location);
  // The schemas of another implementation take it in.
  const foreign = new SCIMMY.Schemas.User(body) as Json;
  expect(foreign).toMatchObject({ userName: body.userName, name: { familyName: body.name.familyName }, active: true });
  expect(await rowOf(body.id)).toMatchObject({ email: body.userName, admin: false, password_hash: null });

  const found = async (filter: string) => {
    const answer = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return new SCIMMY.Messages.ListResponse(answer.body).Resources.map(({ id }: Json) => id);
  };
  const name = body.userName.toUpperCase();
  for (const filter of [
    `userName eq "${name}"`,
    `externalId eq "${body.externalId}"`,
    `emails[type eq "work" and value eq "${name}"]`,
    `emails[type eq "work"].value eq "${name}"`,
    `emails.value eq "${name}" and active eq "True"`,
    `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${name}" or userName eq "nobody"`,
    `not (userName ne "${name}")`,
    `name.familyName sw "son" and userName eq "${name}" and meta.created gt "2020-01-01T00:00:00Z"`,
  ]) {
    expect(await found(filter), filter).toEqual([body.id]);
  }
  expect(await found(`userName eq "${name}" and active eq false`)).toEqual([]);
  await create();
  const { body: all } = await scim('GET', '/Users?count=200');
  const seen: string[] = [];
  for (let startIndex = 1; startIndex <= all.totalResults; startIndex += 2) {
    const { body: page } = await scim('GET', `/Users?startIndex=${startIndex}&count=2`);
    expect(page).toMatchObject({ totalResults: all.totalResults, startIndex });
    seen.push(...page.Resources.map(({ id }: Json) => id));
  }
  expect(seen).toEqual(all.Resources.map(({ id }: Json) => id));
  expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ Resources: [], itemsPerPage: 0 });
  const { body: short } = await scim('GET', `/Users/${body.id}?attributes=userName`);
  expect(Object.keys(short).sort()).toEqual(['id', 'meta', 'schemas', 'userName']);
});

test('requests as Entra ID sends them change and deactivate a user', async () => {
  await anHourLater();
  const { status, body: user } = await scim('POST', '/Users', entra.createUser('mara@entra.example'));
  expect(status).toBe(201);
  for (const request of entra.changes('Mara Jane', 'mara.jane@entra.example')) {
    const { status, body } = await scim('PATCH', `/Users/${user.id}`, request);
    expect(status, JSON.stringify(body)).toBe(200);
  }
  expect((await scim('GET', `/Users/${user.id}`)).body).toMatchObject({
    name: { givenName: 'Mara Jane' },
    emails: [{ value: 'mara.jane@entra.example', primary: true }],
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Support' },
  });
  const signedIn = await tokenOf(world.api.db, user.id);
  expect((await callRoute(world.api.url, signedIn, routes.serverVersion, {})).status).toBe(200);
  expect((await scim('PATCH', `/Users/${user.id}`, entra.disable)).body).toMatchObject({ active: false });
  expect((await callRoute(world.api.url, signedIn, routes.serverVersion, {})).status).toBe(401);
  expect((await scim('PATCH', `/Users/${user.id}`, entra.enable)).body).toMatchObject({ active: true });

  const { body: group } = await scim('POST', '/Groups', entra.createGroup('Support'));
  expect((await scim('PATCH', `/Groups/${group.id}`, entra.addMember(user.id))).body.members).toHaveLength(1);
  expect((await scim('GET', `/Groups/${group.id}?excludedAttributes=members`)).body).not.toHaveProperty('members');
  expect((await scim('GET', `/Users/${user.id}`)).body.groups).toMatchObject([{ value: group.id, display: 'Support' }]);
  expect((await scim('PATCH', `/Groups/${group.id}`, entra.removeMember(user.id))).body.members).toEqual([]);
});

test('requests as Okta sends them create, replace, deactivate and group users', async () => {
  await anHourLater();
  const { status, body: user } = await scim('POST', '/Users', okta.createUser('isaac@okta.example'));
  expect(status).toBe(201);
  const { body: replaced } = await scim('PUT', `/Users/${user.id}`, okta.replaceUser(user.id, 'isaac@okta.example'));
  expect(replaced).toMatchObject({ id: user.id, name: { familyName: 'Brock-Lee' }, preferredLanguage: 'en' });
  expect((await scim('PATCH', `/Users/${user.id}`, okta.deactivate)).body).toMatchObject({ active: false });
  expect((await scim('PUT', `/Users/${user.id}`, okta.replaceUser(user.id, 'isaac@okta.example'))).status).toBe(200);
  const { body: group } = await scim('POST', '/Groups', okta.createGroup('Sales', user.id));
  expect(
    new SCIMMY.Messages.ListResponse((await scim('GET', '/Groups?filter=displayName eq "sales"')).body).totalResults,
  ).toBe(1);
  expect((await scim('PATCH', `/Groups/${group.id}`, okta.renameGroup(group.id, 'Field sales'))).body).toMatchObject({
    displayName: 'Field sales',
    members: [{ value: user.id }],
  });
  expect((await scim('PATCH', `/Groups/${group.id}`, okta.replaceMembers([]))).body.members).toEqual([]);
});

test('members of a group are members of the channel that an administrator chose, and stay when the group goes', async () => {
  const { body: channel } = await world.ask(routes.createChannel, { body: { name: 'Hotline' } });
  const user = await create();
  const { body: group } = await scim('POST', '/Groups', okta.createGroup('Hotline staff', user.id));
  const link = { params: { groupId: group.id }, body: { channelId: channel.channelId } };
  expect((await world.ask(routes.linkDirectoryGroup, link)).status).toBe(200);
  const members = async () =>
    (
      await world.api.db
        .selectFrom('channel_members')
        .select('user_id')
        .where('channel_id', '=', channel.channelId)
        .execute()
    ).map(({ user_id }) => user_id);
  expect(await members()).toEqual([user.id]);
  const other = await create();
  await scim('PATCH', `/Groups/${group.id}`, entra.addMember(other.id));
  await scim('PATCH', `/Groups/${group.id}`, entra.removeMember(user.id));
  expect(await members()).toEqual([other.id]);
  expect((await scim('DELETE', `/Groups/${group.id}`)).status).toBe(204);
  expect((await scim('GET', `/Groups/${group.id}`)).status).toBe(404);
  expect(await members()).toEqual([other.id]);
});

test('a deleted user is gone for the directory, is deactivated here with their calls, and comes back', async () => {
  await anHourLater();
  const user = await create();
  expect((await scim('DELETE', `/Users/${user.id}`)).status).toBe(204);
  expect((await scim('GET', `/Users/${user.id}`)).status).toBe(404);
  expect((await scim('DELETE', `/Users/${user.id}`)).status).toBe(404);
  expect((await rowOf(user.id))?.deactivated_at).not.toBeNull();
  const { status, body } = await scim('POST', '/Users', { ...wanted(), userName: user.userName });
  expect([status, body.id, body.active]).toEqual([201, user.id, true]);
  expect(await scim('POST', '/Users', { ...wanted(), userName: user.userName.toUpperCase() })).toMatchObject({
    status: 409,
    body: { scimType: 'uniqueness', status: '409' },
  });
});

test('a directory that takes away too many is stopped, and goes on only once an administrator lets it', async () => {
  await anHourLater();
  const users: Json[] = [];
  for (let n = 0; n < 6; n += 1) users.push(await create());
  const statuses: number[] = [];
  for (const { id } of users.slice(0, 5)) statuses.push((await scim('DELETE', `/Users/${id}`)).status);
  expect(statuses).toEqual([204, 204, 204, 403, 403]);
  const refused = await scim('PATCH', `/Users/${users[5].id}`, okta.deactivate);
  expect(refused.body).toMatchObject({ status: '403', detail: expect.stringContaining('may deactivate or delete 3') });
  expect((await rowOf(users[5].id))?.deactivated_at).toBeNull();
  // It stays stopped when the hour is over: trying again each hour would take away everyone.
  await world.api.db.deleteFrom('directory_removals').execute();
  expect((await scim('DELETE', `/Users/${users[3].id}`)).status).toBe(403);
  const { body: state } = await world.ask(routes.directory, {});
  expect(state).toMatchObject({ stopped: { allowed: 3 }, removablePercent: 10, allowedUntil: null });
  const alerts = await world.api.db
    .selectFrom('alerts')
    .select('kind')
    .where('kind', '=', 'directoryStopped')
    .execute();
  expect(alerts).toHaveLength(1);
  const stops = await world.api.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'directory.stopped')
    .execute();
  expect(stops).toHaveLength(1);

  await world.ask(routes.changeDirectory, { body: { allow: true } });
  for (const { id } of users.slice(3)) expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
  expect((await world.ask(routes.directory, {})).body).toMatchObject({
    stopped: null,
    allowedUntil: expect.any(String),
  });
  // The last administrator stays in any case.
  const { userId } = world.admin;
  expect(await scim('PATCH', `/Users/${userId}`, okta.deactivate)).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining('last administrator') },
  });
  expect((await rowOf(userId))?.deactivated_at).toBeNull();
});

test('removals at the same moment are counted one after the other', async () => {
  await anHourLater();
  const users = await Promise.all(Array.from({ length: 8 }, () => create()));
  const statuses = await Promise.all(users.map(async ({ id }) => (await scim('DELETE', `/Users/${id}`)).status));
  expect(statuses.filter((status) => status === 204)).toHaveLength(3);
  expect(statuses.filter((status) => status === 403)).toHaveLength(5);
});

test('a directory sees and changes nothing of another company', async () => {
  await anHourLater();
  const theirs = await tokenFor(['directory'], world.stranger);
  const ours = await create();
  const { body: group } = await scim('POST', '/Groups', okta.createGroup('Ours', ours.id));
  for (const [method, path, body] of [
    ['GET', `/Users/${ours.id}`, undefined],
    ['PUT', `/Users/${ours.id}`, wanted()],
    ['PATCH', `/Users/${ours.id}`, okta.deactivate],
    ['DELETE', `/Users/${ours.id}`, undefined],
    ['GET', `/Groups/${group.id}`, undefined],
    ['PATCH', `/Groups/${group.id}`, okta.replaceMembers([])],
    ['DELETE', `/Groups/${group.id}`, undefined],
  ] as const) {
    expect((await scim(method, path, body, theirs)).status, `${method} ${path}`).toBe(404);
  }
  const { body: all } = await scim('GET', '/Users', undefined, theirs);
  expect(all.Resources.map(({ id }: Json) => id)).toEqual([world.stranger.userId]);
  expect(await scim('POST', '/Groups', okta.createGroup('Theirs', ours.id), theirs)).toMatchObject({
    status: 400,
    body: { scimType: 'invalidValue' },
  });
  expect((await rowOf(ours.id))?.deactivated_at).toBeNull();
});

test('bad JSON, depth, sizes, filters and paths are refused in the words of SCIM', async () => {
  const user = await create();
  const at = `/Users/${user.id}`;
  const polluting = { op: 'add', value: { 'constructor.prototype.polluted': 'yes', '__proto__.polluted': 'yes' } };
  for (const [method, path, body, status, scimType] of [
    ['POST', '/Users', '{', 400, 'invalidSyntax'],
    ['POST', '/Users', '[]', 400, 'invalidSyntax'],
    ['POST', '/Users', `${'['.repeat(50_000)}`, 400, 'invalidSyntax'],
    ['POST', '/Users', {}, 400, 'invalidValue'],
    ['POST', '/Users', wanted({ name: { givenName: 'Only' } }), 400, 'invalidValue'],
    ['POST', '/Users', wanted({ userName: 'no address' }), 400, 'invalidValue'],
    ['POST', '/Users', wanted({ name: { givenName: 'A\u202eB', familyName: 'C' } }), 400, 'invalidValue'],
    ['PATCH', at, patchOf({ op: 'shake', path: 'active' }), 400, 'invalidValue'],
    ['PATCH', at, patchOf({ op: 'replace', path: 'shoeSize', value: 9 }), 400, 'invalidPath'],
    ['PATCH', at, patchOf({ op: 'remove' }), 400, 'noTarget'],
    [
      'PATCH',
      at,
      patchOf({ op: 'replace', path: 'emails[value co "q"].value', value: 'a@b.example' }),
      400,
      'noTarget',
    ],
    ['PATCH', at, patchOf({ op: 'remove', path: 'userName' }), 400, 'invalidValue'],
    ['PATCH', at, patchOf(polluting), 400, 'invalidPath'],
    ['PATCH', at, patchOf({ op: 'replace', path: 'constructor.prototype.polluted', value: 'yes' }), 400, 'invalidPath'],
    [
      'PATCH',
      at,
      patchOf(...Array.from({ length: 101 }, () => ({ op: 'replace', path: 'title', value: 'x' }))),
      400,
      'invalidValue',
    ],
    ['GET', `/Users?filter=${encodeURIComponent('shoeSize eq 9')}`, undefined, 400, 'invalidFilter'],
    ['GET', `/Users?filter=${encodeURIComponent("userName eq 'x' or 1=1")}`, undefined, 400, 'invalidFilter'],
    ['GET', `/Users?filter=${encodeURIComponent('('.repeat(400))}`, undefined, 400, 'invalidFilter'],
    ['GET', `/Users?filter=${'not%20'.repeat(200)}`, undefined, 400, 'invalidFilter'],
    ['POST', '/Users', JSON.stringify(wanted({ title: 'x'.repeat(300_000) })), 413, undefined],
    ['GET', '/Users/nobody', undefined, 404, undefined],
    ['GET', '/Nothing', undefined, 404, undefined],
    ['GET', '/Me', undefined, 501, undefined],
    ['POST', '/Bulk', {}, 404, undefined],
  ] as const) {
    const answer = await scim(method, path, body);
    const what = `${method} ${path.slice(0, 80)} ${JSON.stringify(body)?.slice(0, 80)}`;
    expect([answer.status, answer.body.scimType], what).toEqual([status, scimType]);
    expect(answer.body.schemas, what).toEqual([SCIMMY.Messages.ErrorResponse.id]);
  }
  expect(({} as Json).polluted).toBeUndefined();
  expect((await scim('GET', at)).body).toMatchObject({ userName: user.userName });
  expect(
    (await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "' or true --"`)}`)).body.totalResults,
  ).toBe(0);
});

test('only tokens of a company with this scope come in, and they come in nowhere else', async () => {
  const personal = await world.ask(routes.createPersonalToken, { body: { name: 'Mine', scopes: ['calls'] } });
  const others = await tokenFor(['users', 'callRecords', 'audit']);
  for (const [by, status] of [
    ['', 401],
    ['sidetone_api_unknown', 401],
    [await tokenOf(world.api.db, world.admin.userId), 401],
    [personal.body.token, 403],
    [others, 403],
  ] as const) {
    const answer = await scim('GET', '/Users', undefined, by);
    expect([answer.status, answer.body.schemas]).toEqual([status, [SCIMMY.Messages.ErrorResponse.id]]);
  }
  expect((await callRoute(world.api.url, token, routes.listUsers, {})).status).toBe(403);
  expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } });
  for (const kind of ['Schemas', 'ResourceTypes']) {
    const { body } = await scim('GET', `/${kind}`);
    for (const { id, meta } of body.Resources) {
      expect((await fetch(meta.location, { headers: { authorization: `Bearer ${token}` } })).status, id).toBe(200);
    }
  }
});

test('a directory that changes users in a hurry keeps the audit log under the name of its token', async () => {
  const user = await create();
  await scim('PATCH', `/Users/${user.id}`, patchOf({ op: 'replace', path: 'name.familyName', value: 'Later' }));
  const lines = await world.api.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id'])
    .where('target', '=', user.id)
    .orderBy('id')
    .execute();
  expect(lines.map(({ action }) => action)).toEqual(['user.created', 'user.changed']);
  const { body } = await world.ask(routes.companyTokens, {});
  expect(body.tokens.map(({ id }) => id)).toContain(lines[0]?.actor_user_id);
});

test('someone who was there before is found by their address, and is changed like others', async () => {
  const old = await person(world.api, {
    firstName: 'Old',
    accountId: world.admin.accountId,
    email: 'Old.Hand@ada.example',
  });
  const { body } = await scim('GET', `/Users?filter=${encodeURIComponent('userName eq "old.hand@ADA.example"')}`);
  expect(body.Resources).toMatchObject([{ id: old.userId }]);
  const change = patchOf(
    { op: 'Add', path: 'externalId', value: 'object-1' },
    { op: 'Replace', path: 'title', value: 'Boss' },
  );
  expect((await scim('PATCH', `/Users/${old.userId}`, change)).body).toMatchObject({ externalId: 'object-1' });
});
