import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ForeignRegistrar, hasForeignRegistrar } from '../../../simulator/src/people/foreign-registrar.ts';
import { keyedCommands } from '../features/classic/keyed-commands.ts';
import { sipPhones } from '../features/phones/testing/sip-phones.ts';
import { secretBox } from '../storage/secret-box.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { testDatabase } from '../storage/testing/test-database.ts';
import { freeUdpPort } from '../testing/free-port.ts';
import type { ControlledCalls } from './classic/controlled-calls.ts';
import { startClassicServices } from './classic/testing/classic-services.ts';
import { startMediaProcess } from './media/testing/media-process.ts';
import { WebRtcPeer } from './media/testing/webrtc-peer.ts';

/** Two of another company, whose phones are registered at a telephone company elsewhere. */
const numbers = { anna: '+4969900091', ben: '+4969900092' };
const passwords = { anna: 'north-wind', ben: 'south-wind' };

interface Told {
  readonly userId: string;
  readonly name: string;
  readonly payload: { readonly callId: string; readonly [key: string]: unknown };
}

const box = secretBox(randomBytes(32));
const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });

let registrar: ForeignRegistrar;
let world: Awaited<ReturnType<typeof startWorld>>;
let calls: ControlledCalls;
const told: Told[] = [];
const peers: WebRtcPeer[] = [];

async function startWorld() {
  const [database, media, sipPort] = await Promise.all([testDatabase(), startMediaProcess(), freeUdpPort()]);
  const { db } = database;
  await someCompany(db);
  await db
    .updateTable('accounts')
    .set({ flags: JSON.stringify({ hasNeoPbx: false }) })
    .execute();
  const services = await startClassicServices({
    db,
    databaseUrl: database.url,
    box,
    sipPort,
    media: media.media,
    log,
    tell: (userId, name, payload) => void told.push({ userId, name, payload: payload as Told['payload'] }),
  });
  return {
    db,
    exchange: services.exchange,
    ongoing: services.ongoing,
    calls: services.calls,
    async stop() {
      await services.stop();
      await media.stop();
      await database.drop();
    },
  };
}

// Without Kamailio on this machine there is nobody to register at.
const withRegistrar = test.skipIf(!hasForeignRegistrar);

beforeAll(async () => {
  if (!hasForeignRegistrar) return;
  const people = Object.entries(numbers);
  registrar = await ForeignRegistrar.open(
    await freeUdpPort(),
    people.map(([name, username]) => ({ username, password: passwords[name as 'anna'] })),
  );
  world = await startWorld();
  calls = world.calls;
}, 60_000);
afterAll(async () => {
  await world?.stop();
  await registrar?.close();
});
afterEach(() => {
  for (const peer of peers.splice(0)) peer.close();
  told.length = 0;
});

const addPhone = (person: 'anna' | 'ben', password: string, transport = 'udp') =>
  sipPhones(world.db, box).add(`${person}@example.com`, {
    name: 'Provider',
    username: numbers[person],
    authUsername: null,
    password,
    registrar: `sip:${registrar.address};transport=${transport}`,
    outboundProxy: null,
    phoneNumbers: [{ phoneNumber: numbers[person], label: null }],
  });
const stateOf = async (phoneId: string) => {
  const select = world.db.selectFrom('phones').select(['state', 'failure']);
  return await select.where('id', '=', phoneId).executeTakeFirst();
};
const registered = (phoneId: string) =>
  vi.waitFor(async () => expect((await stateOf(phoneId))?.state).toBe('REGISTER_SUCCESS'), 8000);
const hears = (userId: string, name: string) =>
  vi.waitFor(() => {
    const found = told.find((one) => one.userId === userId && one.name === name);
    if (!found) throw new Error(`${userId} heard ${told.map((one) => `${one.userId} ${one.name}`).join(', ')}`);
    return found.payload;
  }, 8000);
const openPeer = async (userId: string, deviceId: string, callId: string, hertz: number): Promise<WebRtcPeer> => {
  const peer = new WebRtcPeer(deviceId);
  peers.push(peer);
  const offer = await calls.openPeer({ userId, accountId: 's1' }, deviceId, callId);
  calls.answerPeer(userId, deviceId, await peer.answer(offer));
  peer.say(hertz);
  return peer;
};
/** Whether each of these tones makes up a good part of what is heard. */
const sharesAt = async (peer: WebRtcPeer, tones: readonly number[]): Promise<boolean[]> => {
  await peer.ear.listen(500);
  return tones.map((hertz) => peer.ear.share(hertz) > 0.2);
};

withRegistrar(
  'a phone whose password is wrong says so, and one that is right is registered, and gone when switched off',
  async () => {
    const wrong = await addPhone('anna', 'guess');
    await vi.waitFor(
      async () =>
        expect(await stateOf(wrong)).toEqual({
          state: 'REGISTER_FAILED',
          failure: expect.stringContaining('User name or password is wrong'),
        }),
      8000,
    );
    await sipPhones(world.db, box).remove(wrong);
    const right = await addPhone('anna', passwords.anna, 'tcp');
    await registered(right);
    await world.db.updateTable('phones').set({ is_disconnected_by_user: true }).where('id', '=', right).execute();
    await vi.waitFor(async () => expect((await stateOf(right))?.state).toBe('UNREGISTER_SUCCESS'), 8000);
    await sipPhones(world.db, box).remove(right);
  },
  30_000,
);

withRegistrar(
  'a classic client calls by its phone and is called by another: both talk, hold and hang up',
  async () => {
    const [phoneId, other] = await Promise.all([addPhone('anna', passwords.anna), addPhone('ben', passwords.ben)]);
    await Promise.all([registered(phoneId), registered(other)]);

    const callId = calls.start(
      { userId: 'wanna', accountId: 's1' },
      {
        number: numbers.ben,
        ownNumber: numbers.anna,
        channelId: null,
        sessionId: randomUUID(),
        phoneId,
        deviceId: 'anna-1',
        clientId: 'anna-tab',
        address: '127.0.0.1',
      },
    );
    const atAnna = await openPeer('wanna', 'anna-1', callId, 440);
    const incoming = await hears('wben', 'incoming');
    expect(incoming).toMatchObject({ fromNumber: numbers.anna, toNumber: numbers.ben });
    await hears('wanna', 'ringing');
    calls.accept('wben', incoming.callId, 'ben-tab');
    const atBen = await openPeer('wben', 'ben-1', incoming.callId, 1000);
    expect(await hears('wanna', 'accepted')).toMatchObject({ callId, clientId: 'anna-tab' });
    expect(await atBen.ear.tone([440, 1000])).toBe(440);
    expect(await atAnna.ear.tone([440, 1000])).toBe(1000);

    await world.exchange.hold('wanna', { id: callId }, true);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await atBen.ear.isSilent(300)).toBe(true);
    await world.exchange.hold('wanna', { id: callId }, false);
    expect(await atBen.ear.tone([440, 1000])).toBe(440);

    calls.hangUp('wben', incoming.callId);
    expect(await hears('wanna', 'remote-hangup')).toMatchObject({ callId });
    expect(await hears('wanna', 'terminated')).toMatchObject({ callId, reason: 'HANGUP' });
    const events = await world.db.selectFrom('inbox_events').selectAll().where('phone_id', 'is not', null).execute();
    expect(events.map(({ direction, phone_id }) => [direction, phone_id]).sort()).toEqual([
      ['INCOMING', other],
      ['OUTGOING', phoneId],
    ]);
  },
  60_000,
);

withRegistrar(
  'by feature codes a classic client calls a colleague, switches, confers, and hands over by hanging up',
  async () => {
    const phones = await world.db.selectFrom('phones').select(['id', 'user_id']).execute();
    const phoneId = phones.find(({ user_id }) => user_id === 'wanna')?.id ?? '';
    const keyed = keyedCommands({
      liveCalls: world.ongoing.of,
      calls,
      commands: world.exchange,
      now: () => Date.now(),
    });
    const callId = calls.start(
      { userId: 'wanna', accountId: 's1' },
      {
        number: numbers.ben,
        ownNumber: null,
        channelId: null,
        sessionId: randomUUID(),
        phoneId,
        deviceId: 'anna-1',
        clientId: 'anna-tab',
        address: '127.0.0.1',
      },
    );
    const atAnna = await openPeer('wanna', 'anna-1', callId, 440);
    const toBen = await hears('wben', 'incoming');
    calls.accept('wben', toBen.callId, 'ben-tab');
    const atBen = await openPeer('wben', 'ben-1', toBen.callId, 1000);
    expect(await atAnna.ear.tone([1000, 1700])).toBe(1000);

    await keyed('wanna', callId, '*3');
    await keyed('wanna', callId, '13#');
    expect(await hears('wanna', 'transferring')).toMatchObject({ callId, transferId: expect.any(String) });
    const toCleo = await hears('wcleo', 'incoming');
    calls.accept('wcleo', toCleo.callId, 'cleo-tab');
    const atCleo = await openPeer('wcleo', 'cleo-1', toCleo.callId, 1700);
    const annaHears = async (hertz: number) =>
      vi.waitFor(async () => expect(await atAnna.ear.tone([1000, 1700])).toBe(hertz), 8000);
    await annaHears(1700);
    expect(await atCleo.ear.tone([440, 1000])).toBe(440);

    await keyed('wanna', callId, '*4');
    await annaHears(1000);
    await keyed('wanna', callId, '*5');
    // Each hears exactly the two others.
    for (const [ear, heard] of [
      [atBen, [true, false, true]],
      [atCleo, [true, true, false]],
      [atAnna, [false, true, true]],
    ] as const) {
      await vi.waitFor(async () => expect(await sharesAt(ear, [440, 1000, 1700])).toEqual(heard), 8000);
    }

    calls.hangUp('wanna', callId);
    await vi.waitFor(async () => expect(await atBen.ear.tone([440, 1700])).toBe(1700), 8000);
    expect(await atCleo.ear.tone([440, 1000])).toBe(1000);
    calls.hangUp('wcleo', toCleo.callId);
    expect(await hears('wben', 'terminated')).toMatchObject({ callId: toBen.callId });
  },
  60_000,
);

withRegistrar(
  'another tab takes the call over: the other side hears no gap of a call that ended',
  async () => {
    const phones = await world.db.selectFrom('phones').select(['id', 'user_id']).execute();
    const phoneId = phones.find(({ user_id }) => user_id === 'wanna')?.id ?? '';
    const callId = calls.start(
      { userId: 'wanna', accountId: 's1' },
      {
        number: numbers.ben,
        ownNumber: null,
        channelId: null,
        sessionId: randomUUID(),
        phoneId,
        deviceId: 'anna-1',
        clientId: 'anna-tab',
        address: '127.0.0.1',
      },
    );
    const first = await openPeer('wanna', 'anna-1', callId, 440);
    const toBen = await hears('wben', 'incoming');
    calls.accept('wben', toBen.callId, 'ben-tab');
    const atBen = await openPeer('wben', 'ben-1', toBen.callId, 1000);
    expect(await atBen.ear.tone([440, 700])).toBe(440);
    first.close();

    const second = await openPeer('wanna', 'anna-2', callId, 700);
    await vi.waitFor(async () => expect(await atBen.ear.tone([440, 700])).toBe(700), 8000);
    expect(await second.ear.tone([440, 1000])).toBe(1000);
    expect(told.filter(({ name }) => name === 'terminated')).toEqual([]);
    calls.hangUp('wanna', callId);
    expect(await hears('wben', 'remote-hangup')).toMatchObject({ callId: toBen.callId });
  },
  60_000,
);

withRegistrar(
  'a call that is started by a click rings its user’s own clients first, then the number by their phone',
  async () => {
    const target = { number: numbers.ben, ownNumber: null, channelId: null, sessionId: null };
    await world.exchange.startCall('wanna', target);
    const own = await hears('wanna', 'incoming');
    expect(told.filter(({ userId }) => userId === 'wben')).toEqual([]);
    calls.accept('wanna', own.callId, 'anna-tab');
    const atAnna = await openPeer('wanna', 'anna-1', own.callId, 440);
    const toBen = await hears('wben', 'incoming');
    calls.accept('wben', toBen.callId, 'ben-tab');
    const atBen = await openPeer('wben', 'ben-1', toBen.callId, 1000);
    await vi.waitFor(async () => expect(await atBen.ear.tone([440, 1000])).toBe(440), 8000);
    await vi.waitFor(async () => expect(await atAnna.ear.tone([440, 1000])).toBe(1000), 8000);
    calls.hangUp('wanna', own.callId);
    expect(await hears('wben', 'remote-hangup')).toMatchObject({ callId: toBen.callId });
  },
  60_000,
);
