import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { liveClient } from '../../testing/live-client.ts';
import { type TwoCompanies, twoCompanies } from '../administration/testing/two-companies.ts';

interface BlockedRow {
  readonly id: string;
  readonly rev: number;
}

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
  await world.runServer();
  await world.ask(routes.addNumbers, { body: { first: '+4930555001' } });
});
afterAll(() => world.api.stop());

const number = (typed: string, note: string | null = null) => ({
  body: { kind: 'number' as const, number: typed, note },
});
const prefix = (typed: string) => ({ body: { kind: 'prefix' as const, number: typed } });
const lines = async () => (await world.audited()).filter(({ action }) => action.startsWith('blockedCaller.'));

test("the company's list is the administrators', and has its lines in the audit log", async () => {
  const { ask, admin, member } = world;
  const { body: added } = await ask(routes.blockCallerForAll, number('0900 555 01', 'Sells lifts'));
  expect(await lines()).toEqual([
    { action: 'blockedCaller.added', target: '+4990055501', actor: admin.userId, detail: { kind: 'number' } },
  ]);
  // The same caller in another spelling is the same entry.
  expect(added.isNew).toBe(true);
  const again = { id: added.id, isNew: false, before: null };
  expect((await ask(routes.blockCallerForAll, number('+49 900 55501'))).body).toEqual(again);
  expect(await lines()).toHaveLength(1);
  expect((await ask(routes.blockCallerForAll, number('0900 55502'), member)).status).toBe(403);
  // A user's list is another one, also an administrator's own.
  expect((await ask(routes.unblockCaller, { params: { blockedId: added.id } })).status).toBe(404);
  expect((await ask(routes.unblockCallerForAll, { params: { blockedId: added.id } })).status).toBe(200);
  expect((await ask(routes.unblockCallerForAll, { params: { blockedId: added.id } })).status).toBe(404);
  expect((await lines()).at(-1)).toMatchObject({ action: 'blockedCaller.removed', target: '+4990055501' });
});

test("a user's list is their own, without lines in the audit log", async () => {
  const { ask, api, admin, member } = world;
  const before = await lines();
  const { body: added } = await ask(routes.blockCaller, number('+4990055503', 'Night calls'), member);
  const live = [member, admin].map(({ token }) => liveClient(api.url, () => token));
  const [own, others] = live.map((one) => one.watch<BlockedRow>('blockedCallers'));
  const company = live.map((one) => one.watch<BlockedRow>('adminBlockedCallers'));
  await vi.waitFor(() => expect(own?.rows).toMatchObject([{ number: '+4990055503', note: 'Night calls', refused: 0 }]));
  await vi.waitFor(() => expect(others?.rows).toEqual([]));
  await vi.waitFor(() => expect(company[0]?.error).toBe('NOT_FOUND'));
  await vi.waitFor(() => expect(company[1]?.rows).toEqual([]));
  expect((await ask(routes.unblockCaller, { params: { blockedId: added.id } }, admin)).status).toBe(404);
  expect((await ask(routes.unblockCallerForAll, { params: { blockedId: added.id } }, admin)).status).toBe(404);
  expect((await ask(routes.unblockCaller, { params: { blockedId: added.id } }, member)).status).toBe(200);
  await vi.waitFor(() => expect(own?.rows).toEqual([]));
  for (const one of live) await one.close();
  expect(await lines()).toEqual(before);
});

test('numbers of the own company and for help are never blocked, alone or by a prefix', async () => {
  const { ask, member, stranger } = world;
  const never = { status: 409, body: { code: 'NEVER_BLOCKED' } };
  for (const one of [number('+4930555001'), number('112'), prefix('+4930'), prefix('+49')]) {
    expect(await ask(routes.blockCallerForAll, one)).toMatchObject(never);
    expect(await ask(routes.blockCaller, one, member)).toMatchObject(never);
  }
  // To another company it is a number like any other.
  expect((await ask(routes.blockCallerForAll, number('+4930555001'), stranger)).status).toBe(200);
  const none = { status: 400, body: { code: 'INVALID_NUMBER' } };
  expect(await ask(routes.blockCaller, number('anonymous'), member)).toMatchObject(none);
  expect(await ask(routes.blockCaller, prefix('0900'), member)).toMatchObject(none);
});

test('a list has at most 500 entries', async () => {
  const { ask, api, member } = world;
  const rows = Array.from({ length: 500 }, (_, at) => ({
    id: `many${at}`,
    account_id: member.accountId,
    user_id: member.userId,
    kind: 'number' as const,
    number: `+4990077${1000 + at}`,
    note: null,
    added_by: null,
    last_refused_at: null,
  }));
  await api.db.insertInto('blocked_callers').values(rows).execute();
  expect((await ask(routes.blockCaller, { body: { kind: 'anonymous' } }, member)).status).toBe(409);
  expect((await ask(routes.blockCallerForAll, { body: { kind: 'anonymous' } })).status).toBe(200);
  await api.db.deleteFrom('blocked_callers').execute();
});

test('the dry run says which list refuses a caller', async () => {
  const { ask, member } = world;
  const { body: channel } = await ask(routes.createChannel, { body: { name: 'Front' } });
  const own = await world.api.db
    .selectFrom('channels')
    .select('id')
    .where('owner_user_id', '=', member.userId)
    .executeTakeFirstOrThrow();
  await ask(routes.blockCallerForAll, prefix('+44'));
  await ask(routes.blockCallerForAll, { body: { kind: 'anonymous' } });
  await ask(routes.blockCaller, number('0900 55509'), member);
  const tried = async (channelId: string, from?: string | null) =>
    (await ask(routes.tryRouting, { body: { to: { channelId }, ...(from !== undefined && { from }) } })).body.steps.at(
      -1,
    );
  const by = (whose: 'company' | 'user', one: string | null) => ({
    kind: 'blocked',
    by: whose,
    number: one,
    afterSeconds: 0,
  });
  expect(await tried(channel.channelId, '0044 20 7123 4567')).toEqual(by('company', '+44'));
  expect(await tried(channel.channelId, null)).toEqual(by('company', null));
  expect(await tried(own.id, '090055509')).toEqual(by('user', '+4990055509'));
  expect(await tried(channel.channelId, '090055509')).toMatchObject({ kind: 'end' });
  expect(await tried(channel.channelId)).toMatchObject({ kind: 'end' });
});
