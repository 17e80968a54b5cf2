import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { phones } from '../../features/phones/testing/desk-phones.ts';
import { secretBox } from '../../storage/secret-box.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { freeUdpPort } from '../../testing/free-port.ts';
import type { LegFact } from '../calls/legs.ts';
import { tcpWire, udpWire, webSocketWire } from '../control/testing/phone-wires.ts';
import { type PhoneAccount, type PhoneCall, SipPhone } from '../control/testing/sip-phone.ts';
import type { FromSipProcess, ToSipProcess } from './testing/sip-process.ts';

const script = fileURLToPath(new URL('./testing/sip-process.ts', import.meta.url));
const offer = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=offer\r\nt=0 0\r\n';
const answer = 'v=0\r\no=- 2 1 IN IP4 127.0.0.1\r\ns=answer\r\nt=0 0\r\n';

const key = randomBytes(32);
let database: TestDatabase;
let accounts: Record<'anna' | 'ben', PhoneAccount>;
const children: ChildProcess[] = [];
const devices: SipPhone[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  const add = (person: string) => phones(database.db, secretBox(key)).add(`${person}@example.com`, 'Desk');
  accounts = { anna: await add('anna'), ben: await add('ben') };
});
afterEach(() => {
  for (const device of devices.splice(0)) device.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => database.drop());

/** Signalling in a process of its own, and what it states. */
const startProcess = async (sipPort: number, wsPort: number) => {
  const child = fork(script, [database.url, String(sipPort), String(wsPort), key.toString('hex')], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.push(child);
  const facts: LegFact[] = [];
  const adopted = Promise.withResolvers<readonly string[]>();
  const ready = Promise.withResolvers<number>();
  child.on('message', (what: FromSipProcess) => {
    if ('fact' in what) facts.push(what.fact);
    else if ('adopted' in what) adopted.resolve(what.adopted);
    else ready.resolve(what.ready);
  });
  const tell = (what: ToSipProcess) => void child.send(what);
  const fact = <Type extends LegFact['type']>(type: Type) =>
    vi.waitFor(() => {
      const found = facts.find((one): one is Extract<LegFact, { type: Type }> => one.type === type);
      if (!found) throw new Error(`no ${type} among ${facts.map((one) => one.type).join(', ')}`);
      return found;
    }, 8000);
  return { child, tell, fact, adopted: adopted.promise, wsPort: await ready.promise };
};
const device = async (wire: Parameters<typeof SipPhone.register>[0], account: PhoneAccount, instance?: string) => {
  const phone = await SipPhone.register(wire, account, instance);
  devices.push(phone);
  return phone;
};

/**
 * Anna's desk phone has called over UDP, and Ben's page was called over a WebSocket; both talk. Then signalling is
 * killed and started again on the same ports.
 */
const killedWhileTwoTalk = async () => {
  const sipPort = await freeUdpPort();
  const first = await startProcess(sipPort, 0);
  const anna = await device(await udpWire(sipPort), accounts.anna);
  const ben = await device(await webSocketWire(`ws://127.0.0.1:${first.wsPort}/sip`), accounts.ben, 'ben-1');
  const placed = anna.dial('12', offer);
  const { legId } = await first.fact('invited');
  first.tell({ ring: 'wben', legId: 'ben-leg', offer });
  const taken = await ben.called();
  taken.accept(answer);
  await first.fact('answered');
  first.tell({ order: { do: 'answer', legId, sdp: answer } });
  await placed.answered.promise;
  await first.fact('acknowledged');
  const stored = () => database.db.selectFrom('sip_dialogs').select('leg_id').execute();
  await vi.waitFor(async () => expect(await stored()).toHaveLength(2));
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await startProcess(sipPort, first.wsPort);
  return { second, anna, ben, placed, taken: taken as PhoneCall, legs: [legId, 'ben-leg'], stored };
};

test('calls outlive a kill of signalling: each side can change and end them', { timeout: 40_000 }, async () => {
  const { second, ben, placed, taken, legs, stored } = await killedWhileTwoTalk();
  const [annasLeg = '', bensLeg = ''] = legs;
  second.tell({ adopt: legs });
  expect([...(await second.adopted)].sort()).toEqual([...legs].sort());

  const hold = placed.reinvite('v=0 hold');
  expect(await second.fact('reoffered')).toEqual({ type: 'reoffered', legId: annasLeg, sdp: 'v=0 hold' });
  second.tell({ order: { do: 'answerReoffer', legId: annasLeg, sdp: 'v=0 held' } });
  expect(await hold).toMatchObject({ status: 200, body: 'v=0 held' });

  await ben.reconnect(await webSocketWire(`ws://127.0.0.1:${second.wsPort}/sip`));
  second.tell({ order: { do: 'reinvite', legId: bensLeg, sdp: 'v=0 new' } });
  await vi.waitFor(() => expect(taken.requests.map(({ method }) => method)).toEqual(['INVITE']));
  second.tell({ order: { do: 'bye', legId: bensLeg } });
  expect((await taken.ended.promise).method).toBe('BYE');

  expect((await placed.hangUp()).status).toBe(200);
  expect(await second.fact('ended')).toEqual({ type: 'ended', legId: annasLeg });
  await vi.waitFor(async () => expect(await stored()).toEqual([]));
});

test('a phone over TCP is called back at its contact, or calls back itself', { timeout: 60_000 }, async () => {
  for (const who of ['we', 'phone'] as const) {
    const sipPort = await freeUdpPort();
    const first = await startProcess(sipPort, 0);
    const anna = await device(await tcpWire(sipPort), accounts.anna);
    const placed = anna.dial('12', offer);
    const { legId } = await first.fact('invited');
    first.tell({ order: { do: 'answer', legId, sdp: answer } });
    await placed.answered.promise;
    await first.fact('acknowledged');
    await vi.waitFor(async () =>
      expect(await database.db.selectFrom('sip_dialogs').select('leg_id').execute()).toEqual([{ leg_id: legId }]),
    );
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = await startProcess(sipPort, first.wsPort);
    second.tell({ adopt: [legId] });
    expect(await second.adopted).toEqual([legId]);
    if (who === 'we') {
      second.tell({ order: { do: 'bye', legId } });
      expect((await placed.ended.promise).method).toBe('BYE');
    } else {
      await anna.reconnect(await tcpWire(sipPort), true);
      expect((await placed.hangUp()).status).toBe(200);
      expect(await second.fact('ended')).toEqual({ type: 'ended', legId });
    }
    await vi.waitFor(async () =>
      expect(await database.db.selectFrom('sip_dialogs').select('leg_id').execute()).toEqual([]),
    );
    second.child.kill('SIGKILL');
    anna.close();
  }
});

test('the page ends its call as soon as it is back, and a call that nobody adopts ends', {
  timeout: 40_000,
}, async () => {
  const { second, ben, placed, taken, legs } = await killedWhileTwoTalk();
  const bensLeg = legs[1] ?? '';
  await ben.reconnect(await webSocketWire(`ws://127.0.0.1:${second.wsPort}/sip`), true);
  const bye = taken.hangUp();
  second.tell({ adopt: [bensLeg] });
  expect(await second.adopted).toEqual([bensLeg]);
  expect((await bye).status).toBe(200);
  expect(await second.fact('ended')).toEqual({ type: 'ended', legId: bensLeg });
  expect((await placed.ended.promise).method).toBe('BYE');
});
