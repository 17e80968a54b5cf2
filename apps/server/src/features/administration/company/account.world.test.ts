import { newNumbers } from '@sidetone/contract/entities/admin-channel.ts';
import type { Trunk, TrunkState } from '@sidetone/contract/entities/trunk.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { echoTestCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAccount } from '../../../identity/accounts.ts';
import { serverScope } from '../../../requests/audit.ts';
import { liveClient } from '../../../testing/live-client.ts';
import { addNumbers } from '../channels/numbers.ts';
import { type TwoCompanies, twoCompanies } from '../testing/two-companies.ts';
import { changeAccount } from './account.ts';
import { readSetUp } from './read-set-up.ts';

let world: TwoCompanies;
const clients: { close(): unknown }[] = [];
beforeAll(async () => {
  world = await twoCompanies();
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await world.api.stop();
});

const eventually = (check: () => void) => vi.waitFor(check, 10_000);
const watch = (name: string, who = world.admin, params = {}) => {
  const client = liveClient(world.api.url, () => who.token);
  clients.push(client);
  return client.watch<{ id: string; rev: number }>(name, params);
};
const change = (body: object, who = world.admin) => world.ask(routes.changeAccount, { body: body as never }, who);
/** A call of the first run that is over; `remote` is the other side. */
const addCall = (
  call: { id: string; remote: string; direction: 'INCOMING' | 'OUTGOING'; isHeard: boolean },
  { accountId, channelId }: { accountId: string; channelId: string },
) =>
  world.api.db
    .insertInto('inbox_events')
    .values({
      id: call.id,
      account_id: accountId,
      channel_id: channelId,
      session_id: call.id,
      unresolved: false,
      direction: call.direction,
      state: 'FINISHED',
      remote_phone_number: call.remote,
      started_at: new Date(),
      established_at: call.isHeard ? new Date() : null,
      terminated_at: new Date(),
      documentation: JSON.stringify({}),
    })
    .execute();
const address = {
  name: 'Ada & Co',
  street: 'Am Sandtorkai',
  houseNumber: '4',
  postalCode: '20457',
  city: 'Hamburg',
  country: 'DE',
};

test('the account is changed one thing at a time, and each is in the audit log', async () => {
  const seen = watch('adminAccount');
  await eventually(() => expect(seen.rows).toMatchObject([{ name: 'Ada & Co', sendsMail: false, users: 2 }]));
  const steps = [
    { name: 'Ada & Söhne', timeZone: 'America/New_York' },
    { logoUrl: 'https://ada.example/logo.png' },
    { emergencyAddress: address },
    { numberPlan: { areaCode: '40', emergencyNumbers: ['115'] } },
    { outsideCalls: { allowedCountries: ['AT', 'CH'] } },
    { flags: { hasStatistics: true } },
    { retention: { recordings: 90 } },
  ];
  for (const step of steps) expect((await change(step)).status).toBe(200);
  await eventually(() =>
    expect(seen.rows).toMatchObject([
      {
        name: 'Ada & Söhne',
        timeZone: 'America/New_York',
        logoUrl: 'https://ada.example/logo.png',
        emergencyAddress: address,
        numberPlan: { country: 'DE', areaCode: '40', emergencyNumbers: ['115'] },
        outsideCalls: { allowedCountries: ['AT', 'CH'], allowPremium: false },
        flags: { hasStatistics: true, hasNeoPbx: true },
        retention: { recordings: 90, calls: null },
      },
    ]),
  );
  expect((await world.audited()).map(({ action }) => action)).toEqual([
    'account.changed',
    'account.logoChanged',
    'account.emergencyAddressChanged',
    'account.numberPlanChanged',
    'outsideCalls.changed',
    'account.flagsChanged',
    'account.changed',
  ]);
});

test('NET-008: another generation resets what people show in channels, and waits for calls to end', async () => {
  const { db } = world.api;
  const { userId } = world.member;
  const [channel] = await db.selectFrom('channel_members').select('channel_id').where('user_id', '=', userId).execute();
  const mine = () =>
    db
      .selectFrom('channel_members')
      .select(['sender', 'phone_id', 'dialed_in'])
      .where('user_id', '=', userId)
      .where('channel_id', '=', channel?.channel_id ?? '')
      .executeTakeFirstOrThrow();
  const before = await mine();
  await db.updateTable('channel_members').set({ sender: 'anonymous' }).where('user_id', '=', userId).execute();
  const { account_id } = await db
    .selectFrom('users')
    .select('account_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const now = new Date();
  const call = { id: 'c1', account_id, session_id: 's1', node: 'node-1', epoch: 1, lease_until: now, started_at: now };
  await db.insertInto('calls').values(call).execute();
  const refused = await change({ flags: { hasNeoPbx: false } });
  expect(refused).toMatchObject({ status: 409, body: { code: 'CALLS_RUNNING', detail: '1' } });
  expect((await mine()).sender).toBe('anonymous');
  // What changes no generation does not wait.
  expect((await change({ flags: { hasNeoPbx: true, hasStatistics: true } })).status).toBe(200);
  expect((await mine()).sender).toBe('anonymous');

  await db.updateTable('calls').set({ ended_at: new Date() }).where('id', '=', 'c1').execute();
  expect((await change({ flags: { hasNeoPbx: false } })).status).toBe(200);
  expect(await mine()).toEqual({ sender: null, phone_id: null, dialed_in: before.dialed_in });
  await db.deleteFrom('calls').where('id', '=', 'c1').execute();
  expect((await change({ flags: { hasNeoPbx: true } })).status).toBe(200);
});

test('addresses are kept whatever letters are in them', async () => {
  const emergencyAddress = { ...address, city: 'Ham\ud800burg' };
  expect((await change({ emergencyAddress })).status).toBe(200);
  const params = { userId: world.member.userId };
  expect((await world.ask(routes.changeUser, { params, body: { emergencyAddress } })).status).toBe(200);
  expect((await change({ emergencyAddress: address })).status).toBe(200);
});

test('of what may be called and how long things are kept, what a change leaves out stays', async () => {
  const limits = { concurrentCalls: 3, callsPerHour: 10, minutesPerDay: 100, internationalMinutesPerDay: 0 };
  const steps = [
    { outsideCalls: { allowedCountries: ['AT'], barredPrefixes: ['+43900'], limits } },
    { outsideCalls: { allowPremium: true } },
    { retention: { calls: 400 } },
    { retention: { voicemails: 30 } },
  ];
  for (const step of steps) expect((await change(step)).status).toBe(200);
  const { userId } = world.admin;
  const now = () =>
    world.api.db
      .selectFrom('accounts')
      .innerJoin('users', 'users.account_id', 'accounts.id')
      .select(['accounts.outside_calls', 'accounts.retention'])
      .where('users.id', '=', userId)
      .executeTakeFirstOrThrow();
  const kept = await now();
  expect(kept).toMatchObject({
    outside_calls: { allowedCountries: ['AT'], barredPrefixes: ['+43900'], limits, allowPremium: true },
    retention: { calls: 400, voicemails: 30 },
  });
  for (const bad of [
    { barredPrefixes: ['0900'] },
    { allowedCountries: ['Austria'] },
    { allowedCountries: ['ZZ'] },
    { limits: {} },
  ]) {
    expect((await change({ outsideCalls: bad })).status).toBe(400);
  }
  expect(await now()).toEqual(kept);
});

test('an invalid clock, country or extension is refused and changes nothing', async () => {
  for (const bad of [
    { timeZone: 'Europe/Nowhere' },
    { numberPlan: { country: 'Germany' } },
    { numberPlan: { country: 'XX' } },
    { logoUrl: 'javascript:1' },
    {},
  ]) {
    expect((await change(bad)).status).toBe(400);
  }
  const hidden = await change({ numberPlan: { shortCodes: { [world.admin.extension]: '+4930555001' } } });
  expect([hidden.status, hidden.body]).toMatchObject([409, { message: expect.stringContaining('extension') }]);
});

test('the first run is as far as the things that are there, and what was put off', async () => {
  const { ask } = world;
  const seen = watch('adminSetUp', world.stranger);
  const state = (step: string) =>
    (seen.rows as { steps?: { step: string; state: string }[] }[] | undefined)?.[0]?.steps?.find(
      (one) => one.step === step,
    )?.state;
  await eventually(() => expect(['line', 'people', 'queue'].map(state)).toEqual(['open', 'open', 'open']));
  await ask(routes.createChannel, { body: { name: 'Front' } }, world.stranger);
  await ask(routes.changeSetUp, { body: { skipped: ['line'] } }, world.stranger);
  await eventually(() => expect(['line', 'queue', 'try-out'].map(state)).toEqual(['skipped', 'done', 'open']));
  const calls = [
    { remote: echoTestCode, direction: 'OUTGOING', shown: 'waiting' },
    { remote: '+493012345', direction: 'OUTGOING', shown: 'waiting' },
    { remote: '+493012345', direction: 'INCOMING', isHeard: false, shown: 'waiting' },
    { remote: '22', direction: 'INCOMING', shown: 'waiting' },
    { remote: '+493012345', direction: 'INCOMING', shown: 'done' },
  ] as const;
  for (const [at, { remote, direction, shown, ...more }] of calls.entries()) {
    const isHeard = !('isHeard' in more);
    await addCall({ id: `tried-${at}`, remote, direction, isHeard }, world.stranger);
    await eventually(() => expect(state('try-out')).toBe(shown));
    const out = at > 0;
    await eventually(() => expect(seen.rows).toMatchObject([{ tried: { out, in: shown === 'done' } }]));
  }
  await ask(routes.changeSetUp, { body: { finished: true } }, world.stranger);
  await eventually(() => expect(seen.rows).toMatchObject([{ finishedAt: expect.any(String) }]));
});

test('a new company has no area code, and its first step waits for an answer, of which none is one', async () => {
  const { db } = world.api;
  for (const areaCode of ['40', '']) {
    const accountId = await createAccount(db, { name: 'Of Hamburg' });
    const by = { accountId, userId: null, address: null };
    const company = async () =>
      (await readSetUp(db, accountId))[0]?.steps.find(({ step }) => step === 'company')?.state;
    const stored = () =>
      db.selectFrom('accounts').select('area_code').where('id', '=', accountId).executeTakeFirstOrThrow();
    expect([(await stored()).area_code, await company()]).toEqual(['', 'open']);
    await changeAccount(db, by, { name: 'From Hamburg', numberPlan: { country: 'DE' } });
    expect(await company()).toBe('open');
    await changeAccount(db, by, { numberPlan: { areaCode } });
    expect([(await stored()).area_code, await company()]).toEqual([areaCode, 'done']);
  }
});

test('a line is done while a trunk works and a number is there, the address while the provider learns it', async () => {
  const { ask, api } = world;
  const { accountId } = world.admin;
  const commandLine = { accountId, userId: null, address: null };
  await addNumbers(api.db, commandLine, newNumbers.parse({ first: '+4930555070' }));
  const seen = watch('adminSetUp', world.admin);
  const stateOf = (name: string) =>
    (seen.rows as { steps: { step: string; state: string }[] }[] | undefined)?.[0]?.steps.find(
      ({ step }) => step === name,
    )?.state;
  const line = () => stateOf('line');
  const told = () => stateOf('emergency-address');
  await eventually(() => expect(line()).toBe('open'));
  const about = { name: 'Line', kind: 'address', host: 'sip.nowhere.invalid', transport: 'udp' } as const;
  const { body: trunk } = await ask(routes.createTrunk, {
    body: { ...about, isEmergency: true, addressConfirmed: true },
  });
  await eventually(() => expect(line()).toBe('waiting'));
  const becomes = (state: TrunkState, isEnabled = true) =>
    api.db.updateTable('trunks').set({ state, is_enabled: isEnabled }).where('account_id', '=', accountId).execute();
  for (const [state, isEnabled, shown] of [
    ['failing', true, 'failed'],
    ['registered', true, 'done'],
    ['registered', false, 'waiting'],
    ['reachable', true, 'done'],
    ['trying', true, 'waiting'],
  ] as const) {
    await becomes(state, isEnabled);
    await eventually(() => expect(line()).toBe(shown));
  }

  await becomes('registered');
  const params = { trunkId: trunk.id };
  const confirm = async () => {
    await ask(routes.changeTrunk, { params, body: { addressConfirmed: true } });
    await eventually(() => expect(told()).toBe('done'));
  };
  const user = { userId: world.member.userId };
  const elsewhere = { ...address, street: 'Kaistraße' };
  // What the provider said, it said of the numbers and addresses that there were.
  const news: (() => Promise<unknown>)[] = [
    () => addNumbers(api.db, commandLine, newNumbers.parse({ first: '+4930555071' })),
    () => change({ emergencyAddress: elsewhere }),
    () => ask(routes.changeUser, { params: user, body: { emergencyAddress: { ...elsewhere, houseNumber: '9' } } }),
  ];
  for (const happens of news) {
    await confirm();
    await happens();
    await eventually(() => expect(told()).toBe('waiting'));
    expect(line()).toBe('done');
  }
  await confirm();
  await change({ name: 'Ada & Co' });
  await change({ emergencyAddress: elsewhere });
  await addNumbers(api.db, commandLine, newNumbers.parse({ first: '+4930555071' }));
  const { addressConfirmed } = (await ask(routes.changeTrunk, { params, body: { name: 'Line' } })).body as Trunk;
  expect(addressConfirmed).toBe(true);
  await ask(routes.changeTrunk, { params, body: { addressConfirmed: false, sendsAddress: true } });
  await eventually(() => expect(told()).toBe('done'));
});

test('the audit log is read in pages, by what and whom, and its newest lines are watched', async () => {
  const { ask } = world;
  const page = async (query: object) => (await ask(routes.auditLog, { query: query as never })).body;
  const whole = await page({ limit: '500' });
  const seen = watch('adminAuditLog', world.admin, { limit: 2 });
  await eventually(() => expect(seen.rows?.map(({ id }) => id)).toEqual(whole.entries.slice(0, 2).map(({ id }) => id)));
  const pages: string[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const { entries, next } = await page({ limit: '3', ...(before === undefined ? {} : { before }) });
    pages.push(...entries.map(({ id }) => id));
    before = next;
  }
  expect(pages).toEqual(whole.entries.map(({ id }) => id));
  expect((await page({ action: 'account.logoChanged' })).entries).toHaveLength(1);
  expect((await page({ actor: world.stranger.userId })).entries).toEqual([]);
  expect((await page({ until: '2020-01-01T00:00:00Z' })).entries).toEqual([]);
  // More than any line is numbered with, and more than the database counts to.
  expect((await ask(routes.auditLog, { query: { before: '9'.repeat(19) } as never })).status).toBe(400);
  await ask(routes.createChannel, { body: { name: 'Newest' } });
  await eventually(() => expect(seen.rows?.[0]).toMatchObject({ action: 'channel.created' }));
});

test('bans and refusals of the server are for who runs it', async () => {
  const { api, ask, admin, stranger } = world;
  const until = new Date(Date.now() + 60_000);
  const ban = {
    address: '192.0.2.66',
    reason: 'wrongPasswords',
    since: new Date(),
    until,
    lifted_at: null,
    lifted_by: null,
  };
  await api.db.insertInto('bans').values(ban).execute();
  const refusal = {
    scope: serverScope,
    kind: 'sipBanned',
    source: '192.0.2.66',
    hour: new Date(),
    count: 7,
    last_at: new Date(),
  };
  await api.db.insertInto('refusals').values(refusal).execute();
  const lift = (who = admin) => ask(routes.liftBan, { body: { id: '192.0.2.66' } }, who);
  const refused = async (who = admin) => (await ask(routes.refusals, { query: {} }, who)).body;
  expect((await lift()).status).toBe(404);
  expect(await refused()).toEqual([]);
  await api.db.updateTable('accounts').set({ runs_server: true }).where('id', '=', admin.accountId).execute();
  const [mine, theirs] = [watch('adminBans'), watch('adminBans', stranger)];
  await eventually(() => expect(mine.rows).toMatchObject([{ id: '192.0.2.66', username: null, strikes: 1 }]));
  await eventually(() => expect(theirs.rows).toEqual([]));
  expect(await refused()).toMatchObject([{ kind: 'sipBanned', source: '192.0.2.66', count: 7 }]);
  expect((await lift(stranger)).status).toBe(404);
  expect((await lift()).status).toBe(200);
  await eventually(() => expect(mine.rows).toEqual([]));
  const row = await api.db.selectFrom('bans').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ lifted_by: admin.userId, lifted_at: expect.any(Date) });
});
