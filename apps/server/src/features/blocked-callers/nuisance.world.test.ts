import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { blockOf } from '../../exchange-memory/blocked-callers.ts';
import { type TwoCompanies, twoCompanies } from '../administration/testing/two-companies.ts';
import { forgetOldMarks } from './nuisance.ts';

let world: TwoCompanies;
beforeAll(async () => {
  world = await twoCompanies();
  await world.runServer();
  await world.ask(routes.addNumbers, { body: { first: '+4930555001' } });
});
beforeEach(async () => {
  await world.api.db.deleteFrom('nuisance_marks').execute();
  await world.api.db.deleteFrom('blocked_callers').execute();
  await world.api.db.updateTable('accounts').set({ nuisance: '{}' }).execute();
});
afterAll(() => world.api.stop());

const number = '+4990055501';
const params = (typed = number) => ({ params: { number: typed } });
const list = async () => (await world.ask(routes.nuisanceCallers, {})).body;
const refuses = async () =>
  await blockOf(world.api.db, { accountId: world.admin.accountId, ownerUserId: null, number });

test('marks of users propose a caller, each user once, and an administrator deletes them', async () => {
  const { ask, admin, member, stranger } = world;
  await ask(routes.changeNuisanceSettings, { body: { after: 2 } });
  expect((await ask(routes.markNuisance, params('0900 55501'), member)).body).toEqual({ isBlocked: false });
  await ask(routes.markNuisance, params(), member);
  expect((await list()).callers).toMatchObject([{ number, isProposed: false, isBlocked: false }]);
  expect((await list()).callers[0]?.users).toHaveLength(1);
  await ask(routes.markNuisance, params(), admin);
  expect((await list()).callers).toMatchObject([{ number, isProposed: true, isBlocked: false }]);
  expect((await ask(routes.nuisanceMarks, {}, member)).body).toEqual({ numbers: [number] });
  expect(await refuses()).toBeNull();
  // Another company has marks of its own.
  expect((await ask(routes.nuisanceCallers, {}, stranger)).body.callers).toEqual([]);
  expect((await ask(routes.dismissNuisance, params(), stranger)).status).toBe(404);
  expect((await ask(routes.nuisanceCallers, {}, member)).status).toBe(403);
  expect((await ask(routes.dismissNuisance, params())).status).toBe(200);
  expect((await list()).callers).toEqual([]);
  expect((await world.audited()).map(({ action }) => action)).toContain('nuisance.dismissed');
});

test('where the company wants it enough marks block, and the entry goes with them', async () => {
  const { ask, admin, member } = world;
  await ask(routes.markNuisance, params(), member);
  expect((await ask(routes.markNuisance, params(), admin)).body).toEqual({ isBlocked: false });
  // What is there counts too.
  expect((await ask(routes.changeNuisanceSettings, { body: { after: 2, action: 'block' } })).body.action).toBe('block');
  expect(await refuses()).toMatchObject({ by: 'company', number });
  expect((await ask(routes.markNuisance, params(), admin)).body).toEqual({ isBlocked: true });
  expect((await ask(routes.unmarkNuisance, params(), member)).status).toBe(200);
  expect((await ask(routes.unmarkNuisance, params(), member)).status).toBe(404);
  expect(await refuses()).toBeNull();
  await ask(routes.markNuisance, params(), member);
  expect(await refuses()).not.toBeNull();
  // A caller who is let in by hand is not blocked by the next mark.
  const { id: blockedId } = (await refuses()) ?? { id: '' };
  expect((await ask(routes.unblockCallerForAll, { params: { blockedId } })).status).toBe(200);
  expect((await ask(routes.markNuisance, params(), member)).body).toEqual({ isBlocked: false });
});

test('marks expire, and what an administrator blocked stays', async () => {
  const { ask, api, admin, member } = world;
  await ask(routes.changeNuisanceSettings, { body: { after: 2, action: 'block' } });
  for (const who of [admin, member]) await ask(routes.markNuisance, params(), who);
  await ask(routes.blockCallerForAll, { body: { kind: 'number', number: '+4990055509' } });
  await sql`update nuisance_marks set marked_at = now() - interval '91 days'`.execute(api.db);
  expect((await list()).callers).toEqual([]);
  await forgetOldMarks(api.db);
  expect(await refuses()).toBeNull();
  const left = await api.db.selectFrom('blocked_callers').select('number').execute();
  expect(left).toEqual([{ number: '+4990055509' }]);
  expect(await api.db.selectFrom('nuisance_marks').selectAll().execute()).toEqual([]);
});

test('a caller blocked by marks and then by an administrator stays blocked without the marks', async () => {
  const { ask, api, admin, member } = world;
  await ask(routes.changeNuisanceSettings, { body: { after: 2, action: 'block' } });
  for (const who of [admin, member]) await ask(routes.markNuisance, params(), who);
  expect((await list()).callers).toMatchObject([{ isBlocked: true, isLearned: true }]);
  const byHand = { body: { kind: 'number' as const, number, note: 'Lifts' } };
  expect((await ask(routes.blockCallerForAll, byHand)).body).toMatchObject({ isNew: false, before: 'learned' });
  expect((await ask(routes.blockCallerForAll, byHand)).body).toMatchObject({ isNew: false, before: null });
  expect((await list()).callers).toMatchObject([{ isBlocked: true, isLearned: false }]);
  await ask(routes.dismissNuisance, params());
  expect(await refuses()).toMatchObject({ by: 'company', number });
  const kept = await api.db.selectFrom('blocked_callers').select(['added_by', 'note', 'is_learned']).execute();
  expect(kept).toEqual([{ added_by: admin.userId, note: 'Lifts', is_learned: false }]);
});

test('numbers of the own company and for help are never marked, and a user has at most 500 marks', async () => {
  const { ask, api, member } = world;
  for (const one of ['+4930555001', '112']) {
    expect(await ask(routes.markNuisance, params(one), member)).toMatchObject({ body: { code: 'NEVER_BLOCKED' } });
  }
  expect(await ask(routes.markNuisance, params('nobody'), member)).toMatchObject({ body: { code: 'INVALID_NUMBER' } });
  await sql`insert into nuisance_marks (account_id, number, user_id)
    select ${member.accountId}, '+49900' || (10000 + n), ${member.userId} from generate_series(1, 500) n`.execute(
    api.db,
  );
  expect((await ask(routes.markNuisance, params(), member)).status).toBe(409);
});

test('anonymous callers are let in, asked or rejected, and what rejects comes before what asks', async () => {
  const { ask, admin, member } = world;
  const call = { accountId: admin.accountId, ownerUserId: member.userId, number: null };
  const met = async () => await blockOf(world.api.db, call);
  const anonymous = (asks: boolean) => ({ body: { kind: 'anonymous' as const, asks } });
  expect(await met()).toBeNull();
  expect((await ask(routes.blockCallerForAll, anonymous(true))).body.isNew).toBe(true);
  expect((await ask(routes.blockCallerForAll, anonymous(true))).body.isNew).toBe(false);
  expect(await met()).toMatchObject({ by: 'company', asks: true });
  await ask(routes.blockCaller, anonymous(false), member);
  expect(await met()).toMatchObject({ by: 'user', asks: false });
  const { body: rejected } = await ask(routes.blockCallerForAll, anonymous(false));
  expect(rejected).toMatchObject({ isNew: false, before: 'asked' });
  expect(await met()).toMatchObject({ by: 'company', asks: false });
  expect((await ask(routes.blockCallerForAll, anonymous(true))).body).toMatchObject({ before: 'rejected' });
});

test('the dry run says that anonymous callers press a key, and goes on', async () => {
  const { ask } = world;
  const { body: channel } = await ask(routes.createChannel, { body: { name: 'Front' } });
  await ask(routes.blockCallerForAll, { body: { kind: 'anonymous', asks: true } });
  const { steps } = (await ask(routes.tryRouting, { body: { to: { channelId: channel.channelId }, from: null } })).body;
  expect(steps.map(({ kind }) => kind).slice(0, 2)).toEqual(['channel', 'proof']);
  expect(steps.length).toBeGreaterThan(2);
});
