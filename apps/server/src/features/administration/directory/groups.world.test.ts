import { mostChannelMembers } from '@sidetone/contract/entities/admin-channel.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manyPeople } from '../testing/many-people.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { entra, okta } from './testing/recorded-requests.ts';

let world: TwoCompanies;
let token: string;
beforeAll(async () => {
  world = await twoCompanies();
  const { body } = await world.ask(routes.createCompanyToken, {
    body: { name: 'Directory', scopes: ['directory'] } as never,
  });
  token = (body as { token: string }).token;
});
afterAll(() => world.api.stop());

// biome-ignore lint/suspicious/noExplicitAny: what a foreign program reads
type Json = any;
async function scim(method: string, path: string, body?: object): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${world.api.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** A group with these members, which `link` gives a channel of its own. */
async function group(displayName: string, memberIds: readonly string[]) {
  const { body: channel } = await world.ask(routes.createChannel, { body: { name: displayName } });
  const { channelId } = channel;
  const members = memberIds.map((value) => ({ value }));
  const { status, body } = await scim('POST', '/Groups', { ...okta.createGroup(displayName, ''), members });
  expect(status, JSON.stringify(body)).toBe(201);
  const groupId: string = body.id;
  const link = { params: { groupId }, body: { channelId } };
  const inChannel = async () => {
    const rows = world.api.db.selectFrom('channel_members').select('user_id').where('channel_id', '=', channelId);
    return (await rows.execute()).map(({ user_id }) => user_id).sort();
  };
  return { groupId, channelId, inChannel, link: async () => (await world.ask(routes.linkDirectoryGroup, link)).status };
}

const create = async (email: string, active = true): Promise<string> => {
  const { status, body } = await scim('POST', '/Users', { ...okta.createUser(email), active });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
};

test('a deactivated member keeps nobody of a group out of its channel, and joins it when they come back', async () => {
  const away = await create('away@dir.example', false);
  const [first, second] = [await create('first@dir.example'), await create('second@dir.example')];
  const { groupId, inChannel, link } = await group('Back office', [away, first]);
  expect(await link()).toBe(200);
  expect(await inChannel()).toEqual([first]);
  expect((await scim('PATCH', `/Groups/${groupId}`, entra.addMember(second))).status).toBe(200);
  expect((await scim('PATCH', `/Users/${away}`, entra.enable)).body).toMatchObject({ active: true });
  expect(await inChannel()).toEqual([away, first, second].sort());
});

test('a channel that is full says so in the words of SCIM, and can still be edited', async () => {
  const ids = await manyPeople(world.api.db, world.admin.accountId, mostChannelMembers);
  const { groupId, channelId, inChannel, link } = await group('Everyone', ids);
  expect(await link()).toBe(200);
  const late = await create('late@dir.example');
  expect(await scim('PATCH', `/Groups/${groupId}`, entra.addMember(late))).toMatchObject({
    status: 400,
    body: { scimType: 'invalidValue', detail: expect.stringContaining('200 members') },
  });
  const params = { channelId, userId: late };
  expect(await world.ask(routes.setChannelMember, { params, body: { dialedIn: true } })).toMatchObject({ status: 400 });
  expect(await inChannel()).toHaveLength(mostChannelMembers);
  const members = ids.map((userId) => ({ userId, dialedIn: false }));
  expect((await world.ask(routes.setChannelMembers, { params, body: { members } })).status).toBe(200);
});

test('a page of large groups is short, and none of them is left out', async () => {
  const ids = await manyPeople(world.api.db, world.admin.accountId, 900);
  for (let n = 0; n < 5; n += 1) {
    const members = ids.map((value) => ({ value }));
    const made = await scim('POST', '/Groups', { ...okta.createGroup(`Large ${n}`, ''), members });
    expect(made.body.members).toHaveLength(ids.length);
  }
  const seen: string[] = [];
  const sizes: number[] = [];
  for (let startIndex = 1, total = 1; startIndex <= total; ) {
    const { body } = await scim('GET', `/Groups?startIndex=${startIndex}&count=200`);
    expect(body.itemsPerPage).toBe(body.Resources.length);
    seen.push(...body.Resources.map(({ id }: Json) => id));
    sizes.push(body.Resources.flatMap(({ members }: Json) => members).length);
    startIndex += body.itemsPerPage;
    total = body.totalResults;
  }
  const { body: bare } = await scim('GET', '/Groups?count=200&excludedAttributes=members');
  expect(bare.itemsPerPage).toBe(bare.totalResults);
  expect(seen).toEqual(bare.Resources.map(({ id }: Json) => id));
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThan(3000);
});
