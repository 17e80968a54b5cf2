import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
  const { admin, stranger, api } = world;
  const block = Array.from({ length: 10 }, (_, at) => number(at));
  await api.db
    .insertInto('numbers')
    .values([
      ...block.map((e164) => ({ e164, account_id: admin.accountId, channel_id: null, label: null })),
      { e164: foreign, account_id: stranger.accountId, channel_id: null, label: null },
    ])
    .execute();
});
afterAll(() => world.api.stop());

const foreign = '+4940777001';
const number = (at: number) => `+49406696900${at}`;
const create = (more: { email: string; number?: string; extension?: string }) =>
  world.ask(routes.createUser, { body: { firstName: 'Nora', lastName: 'Nummer', ...more } });
const leadsTo = async (e164: string) =>
  (await world.api.db.selectFrom('numbers').select('channel_id').where('e164', '=', e164).executeTakeFirstOrThrow())
    .channel_id;
const issue = (path: string, message: string) => ({ body: { issues: [{ path, message }] } });

test('a person is invited with a direct number, which leads to their own line from then on', async () => {
  const { body } = await create({ email: 'nora@ada.example', number: number(1), extension: '71' });
  expect(await leadsTo(number(1))).toBe(body.channelId);
  const lines = (await world.audited()).filter(({ target }) => target === number(1));
  expect(lines).toMatchObject([
    { action: 'number.changed', detail: { channelId: { from: null, to: body.channelId } } },
  ]);
});

test('a number that leads elsewhere, one of another company and one of nobody invite nobody', async () => {
  const count = async () => (await world.api.db.selectFrom('users').select('id').execute()).length;
  const { body: other } = await create({ email: 'other@ada.example', number: number(2) });
  const before = await count();
  const again = (e164: string) => create({ email: 'again@ada.example', number: e164 });
  expect(await again(number(2))).toMatchObject({ status: 409, ...issue('number', 'numberTaken') });
  for (const e164 of [foreign, '+4940999123']) {
    expect(await again(e164)).toMatchObject({ status: 404, ...issue('number', 'numberUnknown') });
  }
  expect(await count()).toBe(before);
  expect(await leadsTo(number(2))).toBe(other.channelId);
  expect(await leadsTo(foreign)).toBeNull();
});

test('two who are invited with the same number at the same moment: one gets it, the other is refused', async () => {
  const both = await Promise.all(
    ['one', 'two'].map((name) => create({ email: `${name}@ada.example`, number: number(3) })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('extension, numbers and channels of a user are changed with the rest, in one step and as whole lists', async () => {
  const { ask } = world;
  const { body: channel } = await ask(routes.createChannel, { body: { name: 'Hall' } });
  const { body: who } = await create({ email: 'paul@ada.example', number: number(4), extension: '81' });
  const change = (body: object) => ask(routes.changeUser, { params: { userId: who.userId }, body });
  const extensions = async () =>
    (
      await world.api.db
        .selectFrom('extensions')
        .select('extension')
        .where('channel_id', '=', who.channelId)
        .orderBy('extension')
        .execute()
    ).map(({ extension }) => extension);
  const isMember = async () =>
    (await world.api.db
      .selectFrom('channel_members')
      .select('user_id')
      .where('channel_id', '=', channel.channelId)
      .where('user_id', '=', who.userId)
      .executeTakeFirst()) !== undefined;

  expect(
    await change({
      firstName: 'Paula',
      extensions: ['82', '83'],
      numbers: [number(5), number(6)],
      channelIds: [channel.channelId],
    }),
  ).toMatchObject({ status: 200 });
  expect(await extensions()).toEqual(['82', '83']);
  expect(await Promise.all([4, 5, 6].map((at) => leadsTo(number(at))))).toEqual([null, who.channelId, who.channelId]);
  expect(await isMember()).toBe(true);

  // One thing is refused: nothing of the whole change is kept.
  const { admin, stranger } = world;
  const refusals = [
    [{ extensions: [admin.extension] }, 409, issue('extensions', 'extensionTaken')],
    [{ extensions: ['112'] }, 409, issue('extensions', 'extensionMeaning')],
    [{ numbers: [number(2)] }, 409, issue('numbers', 'numberTaken')],
    [{ numbers: [foreign] }, 404, issue('numbers', 'numberUnknown')],
    [{ channelIds: [stranger.channelId] }, 404, issue('channelIds', 'channelUnknown')],
    [{ channelIds: [admin.channelId] }, 404, issue('channelIds', 'channelUnknown')],
  ] as const;
  for (const [more, status, body] of refusals) {
    expect(
      await change({ firstName: 'Nobody', extensions: ['84'], numbers: [], channelIds: [], ...more }),
    ).toMatchObject({ status, ...body });
  }
  expect(await extensions()).toEqual(['82', '83']);
  expect(await isMember()).toBe(true);
  expect(await leadsTo(number(5))).toBe(who.channelId);

  expect(await change({ numbers: [], channelIds: [] })).toMatchObject({ status: 200 });
  expect(await leadsTo(number(5))).toBeNull();
  expect(await isMember()).toBe(false);
});

test('neither a member nor an administrator of another company gives people numbers', async () => {
  const { admin, member, stranger, ask } = world;
  const give = (who: { token: string }) =>
    ask(routes.changeUser, { params: { userId: admin.userId }, body: { numbers: [number(9)] } }, who);
  expect((await give(member)).status).toBe(403);
  expect((await give(stranger)).status).toBe(404);
  expect(await leadsTo(number(9))).toBeNull();
});
