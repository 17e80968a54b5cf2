import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ForeignRegistrar, hasForeignRegistrar } from '../../../simulator/src/people/foreign-registrar.ts';
import { classicPeople, createClassicCompany } from '../demo/classic-company.ts';
import { demoPlace } from '../demo/company.ts';
import { registerHere } from '../features/phones/sip-accounts.ts';
import { secretBox } from '../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { freeUdpPort } from '../testing/free-port.ts';
import type { ControlledCalls } from './classic/controlled-calls.ts';
import type { FromClassicProcess, ToClassicProcess } from './classic/testing/classic-process.ts';
import { type MediaProcess, startMediaProcess } from './media/testing/media-process.ts';
import { WebRtcPeer } from './media/testing/webrtc-peer.ts';

const script = fileURLToPath(new URL('./classic/testing/classic-process.ts', import.meta.url));
const key = randomBytes(32);
/** Their phones are registered at a telephone company, which the same server plays: what they call each other by. */
const [freya, anton] = classicPeople;
const numberOf = ({ extension }: { extension: string }) => demoPlace.numbers.classic + extension;

let database: TestDatabase;
let media: MediaProcess;
let sipPort: number;
let users: Record<'freya' | 'anton', { userId: string; accountId: string; phoneId: string }>;
const children: ChildProcess[] = [];
const peers: WebRtcPeer[] = [];

beforeAll(async () => {
  [database, media, sipPort] = await Promise.all([testDatabase(), startMediaProcess(), freeUdpPort()]);
  // Only the process that a test starts talks to media.
  media.media.stop();
  const { db } = database;
  await createClassicCompany(db, { box: secretBox(key), hashes: ['', ''] });
  await registerHere(db, `127.0.0.1:${sipPort}`);
  const rows = await db
    .selectFrom('phones')
    .innerJoin('users', 'users.id', 'phones.user_id')
    .select(['users.id as userId', 'phones.account_id as accountId', 'phones.id as phoneId', 'users.first_name'])
    .execute();
  const of = (name: string) => rows.find(({ first_name }) => first_name === name) as (typeof users)['freya'];
  users = { freya: of(freya.firstName), anton: of(anton.firstName) };
}, 60_000);
afterEach(() => {
  for (const peer of peers.splice(0)) peer.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await media?.stop();
  await database?.drop();
});

/** Signalling in a process of its own: what it told clients, and their commands. */
async function startProcess() {
  const child = fork(script, [database.url, String(sipPort), media.socketPath, key.toString('hex')], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.push(child);
  const told: { readonly userId: string; readonly name: string; readonly payload: Record<string, unknown> }[] = [];
  const ready = Promise.withResolvers<void>();
  const replies = new Map<number, PromiseWithResolvers<unknown>>();
  child.on('message', (what: FromClassicProcess) => {
    if ('ready' in what) ready.resolve();
    else if ('told' in what) told.push(what.told as (typeof told)[number]);
    else if (what.error === undefined) replies.get(what.id)?.resolve(what.value);
    else replies.get(what.id)?.reject(new Error(what.error));
  });
  let serial = 0;
  const ask = async <M extends keyof ControlledCalls>(
    method: M,
    ...args: Parameters<ControlledCalls[M]>
  ): Promise<Awaited<ReturnType<ControlledCalls[M]>>> => {
    const id = serial++;
    const reply = Promise.withResolvers<unknown>();
    replies.set(id, reply);
    child.send({ id, method, args } satisfies ToClassicProcess);
    return (await reply.promise) as Awaited<ReturnType<ControlledCalls[M]>>;
  };
  const hears = (userId: string, name: string) =>
    vi.waitFor(() => {
      const found = told.find((one) => one.userId === userId && one.name === name);
      if (!found) throw new Error(`${userId} heard ${told.map((one) => `${one.userId} ${one.name}`).join(', ')}`);
      return found.payload as { readonly callId: string; readonly [key: string]: unknown };
    }, 10_000);
  await ready.promise;
  return { child, ask, told, hears };
}
type Process = Awaited<ReturnType<typeof startProcess>>;

const openPeer = async (at: Process, who: keyof typeof users, callId: string, hertz: number): Promise<WebRtcPeer> => {
  const peer = new WebRtcPeer(who);
  peers.push(peer);
  const offer = await at.ask('openPeer', users[who], who, callId);
  await at.ask('answerPeer', users[who].userId, who, await peer.answer(offer));
  peer.say(hertz);
  return peer;
};
/** The telephone company's call from line to line lies between hers and his, and every call has two legs. */
const bothCompanies = { calls: 3, legs: 6 };
const count = async (table: 'sip_dialogs' | 'call_snapshots'): Promise<number> =>
  (await database.db.selectFrom(table).selectAll().execute()).length;

/**
 * Freya calls Anton by her phone, and his rings. Both talk; then signalling is killed and started again. `calls` and
 * `legs` are how many of them this server has then.
 */
async function killedWhileTheyTalk({ calls, legs } = bothCompanies) {
  const first = await startProcess();
  const registered = database.db.selectFrom('phones').select('id').where('state', '=', 'REGISTER_SUCCESS');
  await vi.waitFor(async () => expect(await registered.execute()).toHaveLength(2), 8000);
  const callId = await first.ask('start', users.freya, {
    number: numberOf(anton),
    ownNumber: null,
    channelId: null,
    sessionId: randomUUID(),
    phoneId: users.freya.phoneId,
    deviceId: 'freya',
    clientId: 'freya-tab',
    address: '127.0.0.1',
  });
  const atFreya = await openPeer(first, 'freya', callId, 440);
  const incoming = await first.hears(users.anton.userId, 'incoming');
  await first.ask('accept', users.anton.userId, incoming.callId, 'anton-tab');
  const atAnton = await openPeer(first, 'anton', incoming.callId, 1000);
  await first.hears(users.freya.userId, 'accepted');
  await theyHear(atFreya, atAnton);
  await vi.waitFor(async () => expect(await count('sip_dialogs')).toBe(legs), 8000);
  await vi.waitFor(async () => expect(await count('call_snapshots')).toBe(calls), 8000);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  await theyHear(atFreya, atAnton);
  const second = await startProcess();
  return { second, callId, incoming, atFreya, atAnton };
}
const theyHear = async (atFreya: WebRtcPeer, atAnton: WebRtcPeer): Promise<void> => {
  await vi.waitFor(async () => expect(await atAnton.ear.tone([440, 1000])).toBe(440), 8000);
  await vi.waitFor(async () => expect(await atFreya.ear.tone([440, 1000])).toBe(1000), 8000);
};
const nothingIsLeft = async (): Promise<void> => {
  await vi.waitFor(async () => {
    expect([await count('sip_dialogs'), await count('call_snapshots')]).toEqual([0, 0]);
    const calls = await database.db.selectFrom('calls').select('ended_reason').execute();
    expect(new Set(calls.map(({ ended_reason }) => ended_reason))).toEqual(new Set(['HANGUP']));
  }, 8000);
};

test('signalling is killed: both go on hearing each other, and who was called hangs up', async () => {
  const { second, callId, incoming, atFreya, atAnton } = await killedWhileTheyTalk();
  await theyHear(atFreya, atAnton);
  await second.ask('hangUp', users.anton.userId, incoming.callId);
  expect(await second.hears(users.freya.userId, 'remote-hangup')).toMatchObject({ callId });
  expect(await second.hears(users.freya.userId, 'terminated')).toMatchObject({ callId, reason: 'HANGUP' });
  await nothingIsLeft();
}, 60_000);

test('signalling is killed: another tab of the caller takes the call over, and hangs up', async () => {
  const { second, callId, incoming, atAnton } = await killedWhileTheyTalk();
  peers[0]?.close();
  const atOtherTab = await openPeer(second, 'freya', callId, 440);
  await theyHear(atOtherTab, atAnton);
  await second.ask('hangUp', users.freya.userId, callId);
  expect(await second.hears(users.anton.userId, 'terminated')).toMatchObject({
    callId: incoming.callId,
    reason: 'HANGUP',
  });
  await nothingIsLeft();
}, 60_000);

test.skipIf(!hasForeignRegistrar)(
  'phones at a telephone company elsewhere: calls outlive the kill, and the goodbye finds its way through it',
  async () => {
    const accounts = [freya, anton].map(numberOf).map((number) => ({ username: number, password: `of ${number}` }));
    const registrar = await ForeignRegistrar.open(await freeUdpPort(), accounts);
    try {
      for (const [at, { username, password }] of accounts.entries()) {
        await database.db
          .updateTable('phones')
          .set({ username, password_sealed: secretBox(key).seal(password), registrar: registrar.address })
          .set({ state: 'CREATED' })
          .where('id', '=', [users.freya, users.anton][at]?.phoneId ?? '')
          .execute();
      }
      for (const who of ['anton', 'freya'] as const) {
        const { second, callId, incoming, atFreya, atAnton } = await killedWhileTheyTalk({ calls: 2, legs: 4 });
        await theyHear(atFreya, atAnton);
        await second.ask('hangUp', users[who].userId, who === 'freya' ? callId : incoming.callId);
        const other = who === 'freya' ? 'anton' : 'freya';
        expect(await second.hears(users[other].userId, 'terminated')).toMatchObject({ reason: 'HANGUP' });
        await nothingIsLeft();
        second.child.kill('SIGKILL');
        await once(second.child, 'exit');
        for (const peer of peers.splice(0)) peer.close();
      }
    } finally {
      await registrar.close();
    }
  },
  90_000,
);
