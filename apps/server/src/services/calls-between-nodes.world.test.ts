import { randomBytes, randomUUID } from 'node:crypto';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import { serializeMessage } from '@sidetone/sip/messages/serialize.ts';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { udpWire as phoneWire } from '../pbx/control/testing/phone-wires.ts';
import type { PhoneCall, SipPhone } from '../pbx/control/testing/sip-phone.ts';
import { type MediaProcess, startMediaProcess } from '../pbx/media/testing/media-process.ts';
import { RtpPhone } from '../pbx/media/testing/rtp-phone.ts';
import { inviteProofs, proofField } from '../pbx/sip/nodes/invite-proof.ts';
import { udpWire } from '../pbx/sip/testing/real-wires.ts';
import { secretBox } from '../storage/secret-box.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { type CallingCarrier, callingCarrier } from './testing/calling-carrier.ts';

const box = secretBox(randomBytes(32));
const numbers = { anna: '+4930555011', dora: '+4940777011' };
let database: TestDatabase;
let media: MediaProcess;
let first: CallingCarrier;
let second: CallingCarrier;
let anna: SipPhone;
let dora: SipPhone;
let emil: SipPhone;
const handsets: RtpPhone[] = [];

const cell = () => ({ database, box, socketPath: media.socketPath });

beforeAll(async () => {
  [database, media] = await Promise.all([testDatabase(), startMediaProcess()]);
  media.media.stop();
  await someCompany(database.db);
  await companyOfDora();
  first = await callingCarrier(cell(), 'node-1');
  second = await callingCarrier(cell(), 'node-2');
  anna = await first.phone('anna@example.com');
  dora = await second.phone('dora@example.com');
  emil = await second.phone('emil@example.com');
}, 60_000);
afterAll(async () => {
  for (const carrier of [first, second]) await carrier?.stop();
  await media?.stop();
  await database?.drop();
});
afterEach(() => {
  for (const each of handsets.splice(0)) each.close();
});

/** Account `s2` at home at `node-2`: Dora (extension 11) with a number, and Emil (12). */
async function companyOfDora(): Promise<void> {
  const { db } = database;
  const account = { id: 's2', name: 'Other company', plan: JSON.stringify({}), country: 'DE', area_code: '40' };
  await db
    .insertInto('accounts')
    .values({ ...account, node: 'node-2' })
    .execute();
  for (const [name, extension] of [
    ['dora', '11'],
    ['emil', '12'],
  ] as const) {
    const user = { id: `w${name}`, account_id: 's2', first_name: name, last_name: 'Other' };
    await db
      .insertInto('users')
      .values({ ...user, email: `${name}@example.com` })
      .execute();
    const channel = { id: `c${name}`, account_id: 's2', type: 'private' as const, owner_user_id: user.id };
    await db.insertInto('channels').values(channel).execute();
    await db.insertInto('extensions').values({ account_id: 's2', extension, channel_id: channel.id }).execute();
  }
  await db.insertInto('numbers').values({ e164: numbers.dora, account_id: 's2', channel_id: 'cdora' }).execute();
}

const handset = async (): Promise<RtpPhone> => {
  const phone = await RtpPhone.open('PCMU');
  handsets.push(phone);
  return phone;
};

/** One calls the other's number, and both speak: 440 Hz and 1000 Hz. */
async function talk(caller = anna, callee = dora, number = numbers.dora) {
  const [callerHears, calleeHears] = [await handset(), await handset()];
  // After a restart a phone is registered from two ports, and one call rings both.
  callee.incoming.length = 0;
  const outgoing = caller.dial(number, callerHears.sdp());
  const incoming = await callee.called();
  incoming.accept(calleeHears.sdp());
  const answer = await outgoing.answered.promise;
  expect(answer.status).toBe(200);
  callerHears.say(440, answer.body);
  calleeHears.say(1000, incoming.received.body);
  expect(await callerHears.ear.tone([440, 1000])).toBe(1000);
  expect(await calleeHears.ear.tone([440, 1000])).toBe(440);
  return { outgoing, incoming, callerHears, calleeHears };
}

const openRows = async (): Promise<number> => {
  const { db } = database;
  const [calls, events] = await Promise.all([
    db.selectFrom('calls').select('id').where('ended_at', 'is', null).execute(),
    db.selectFrom('inbox_events').select('id').where('terminated_at', 'is', null).execute(),
  ]);
  return calls.length + events.length;
};
const allEnded = () => vi.waitFor(async () => expect(await openRows()).toBe(0), 8_000);

const ends = async (one: PhoneCall, other: PhoneCall): Promise<void> => {
  expect((await one.hangUp()).status).toBe(200);
  await other.ended.promise;
  await allEnded();
};

/** The newest calls with their events, by the account. */
const lastCalls = async () => {
  const rows = await database.db
    .selectFrom('inbox_events')
    .innerJoin('calls', 'calls.id', 'inbox_events.call_id')
    .select(['calls.account_id', 'calls.session_id', 'calls.node', 'direction', 'remote_phone_number', 'state'])
    .orderBy('calls.started_at', 'desc')
    .limit(2)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.account_id, row]));
};

test('companies of two nodes talk without a trunk, and their records have one session', async () => {
  const { outgoing, incoming, callerHears, calleeHears } = await talk();
  expect(incoming.header('From')).toContain(`sip:${numbers.anna}@`);
  await first.exchange.hold('wanna', { id: outgoing.ids.callId }, true);
  await vi.waitFor(async () => expect(await calleeHears.ear.isSilent(300)).toBe(true), 5_000);
  await first.exchange.hold('wanna', { id: outgoing.ids.callId }, false);
  expect(await callerHears.ear.tone([440, 1000])).toBe(1000);
  await ends(outgoing, incoming);
  const { s1, s2 } = await lastCalls();
  expect(s1).toMatchObject({ node: 'node-1', direction: 'OUTGOING', remote_phone_number: numbers.dora });
  expect(s2).toMatchObject({ node: 'node-2', direction: 'INCOMING', remote_phone_number: numbers.anna });
  expect([s1?.state, s2?.state, s1?.session_id]).toEqual(['FINISHED', 'FINISHED', s2?.session_id]);
}, 30_000);

test('back the other way, hung up by the one who was called', async () => {
  const { outgoing, incoming } = await talk(dora, anna, numbers.anna);
  expect(incoming.header('From')).toContain(`sip:${numbers.dora}@`);
  await ends(incoming, outgoing);
}, 20_000);

test('who hides their number is anonymous at the other node, in its records too', async () => {
  const chosen = { channel_id: 'ca', user_id: 'wanna', sender: 'anonymous' };
  await database.db.insertInto('channel_members').values(chosen).execute();
  onTestFinished(
    async () => void (await database.db.deleteFrom('channel_members').where('channel_id', '=', 'ca').execute()),
  );
  const { outgoing, incoming } = await talk();
  expect(serializeMessage(incoming.received)).not.toContain(numbers.anna);
  await ends(outgoing, incoming);
  expect((await lastCalls())['s2']?.remote_phone_number).toBeNull();
}, 20_000);

test('who is called hands the caller of the other node over to a colleague', async () => {
  const { outgoing, incoming, callerHears } = await talk();
  const emilHears = await handset();
  expect((await incoming.refer('12')).status).toBe(202);
  const forEmil = await emil.called();
  forEmil.accept(emilHears.sdp());
  await incoming.ended.promise;
  emilHears.say(700, forEmil.received.body);
  await vi.waitFor(async () => expect(await callerHears.ear.tone([440, 700, 1000])).toBe(700), 5_000);
  await ends(forEmil, outgoing);
}, 30_000);

test('who is busy says so, and a caller who gives up ends it at both', async () => {
  const outgoing = anna.dial(numbers.dora, (await handset()).sdp());
  (await dora.called()).refuse(486);
  expect((await outgoing.answered.promise).status).toBe(486);
  const again = anna.dial(numbers.dora, (await handset()).sdp());
  const incoming = await dora.called();
  await again.ringing.promise;
  again.cancel();
  expect((await again.answered.promise).status).toBe(487);
  await incoming.ended.promise;
  await allEnded();
}, 20_000);

/** An INVITE as node-1 would send it to node-2. */
const invite = (change: Partial<Record<'called' | 'from', string>> = {}): SipRequest => {
  const { called = numbers.dora, from = '+4930555099' } = change;
  const headers = new HeaderFields([
    ['Via', `SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK${randomUUID()};rport`],
    ['Max-Forwards', '70'],
    ['From', `<sip:${from}@node-2>;tag=f`],
    ['To', `<sip:${called}@node-2>`],
    ['Call-ID', randomUUID()],
    ['CSeq', '1 INVITE'],
    ['Contact', '<sip:node-1;transport=udp>'],
    ['P-Asserted-Identity', `<sip:${from}@node-2>`],
    ['X-Client-Correlation-Id', randomUUID()],
  ]);
  return { kind: 'request', method: 'INVITE', uri: `sip:${called}@node-2`, headers, body: '' };
};

/** Sends an INVITE to the second carrier from anywhere, and gives the first line of the final answer, or of one that rings. */
async function answerTo(request: SipRequest, proof?: string): Promise<string> {
  const wire = await udpWire(second.sipPort);
  if (proof !== undefined) request.headers.add(proofField, proof);
  wire.send(serializeMessage(request));
  try {
    for (;;) {
      const text = await wire.next();
      if (!text.startsWith('SIP/2.0 100')) return text.split('\r\n\r\n')[0] ?? '';
    }
  } finally {
    wire.close();
  }
}
const statusOf = (answer: string): number => Number(answer.slice(8, 11));

test('a forged, changed or repeated INVITE gets what any stranger gets', async () => {
  const to = { node: 'node-2', epoch: second.epoch };
  const secret = box.derived('calls between nodes');
  const proofs = inviteProofs({ node: 'node-1', epoch: first.epoch }, secret);
  const stranger = await answerTo(invite());
  expect(statusOf(stranger)).toBe(401);
  const guessed = inviteProofs({ node: 'node-1', epoch: 1 }, randomBytes(32));
  const late = inviteProofs({ node: 'node-1', epoch: 1 }, secret, () => Date.now() - 61_000);
  const changed = invite();
  const ofChanged = proofs.sign(changed, to);
  changed.headers.set('P-Asserted-Identity', '<sip:+4930555020@node-2>');
  const forged = invite();
  const old = invite();
  const other = invite();
  for (const [request, proof] of [
    [forged, guessed.sign(forged, to)],
    [old, late.sign(old, to)],
    [changed, ofChanged],
    [other, proofs.sign(other, { node: 'node-3', epoch: second.epoch })],
    [invite(), 'nothing.at-all'],
  ] as const) {
    const answer = await answerTo(request, proof);
    expect(answer.split('\r\n')[0]).toBe(stranger.split('\r\n')[0]);
    expect(answer).toContain('WWW-Authenticate');
  }
  // What was right once is worth nothing a second time, from wherever it comes.
  const right = invite({ called: '+4940777099' });
  const proof = proofs.sign(right, to);
  expect(statusOf(await answerTo({ ...right, headers: new HeaderFields(right.headers) }, proof))).toBe(404);
  right.headers.set('Via', `SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK${randomUUID()};rport`);
  expect(statusOf(await answerTo(right, proof))).toBe(401);
  // An earlier carrier of the node was meant, and a company that is at home elsewhere.
  const before = invite();
  expect(statusOf(await answerTo(before, proofs.sign(before, { ...to, epoch: second.epoch - 1 })))).toBe(503);
  const moved = invite({ called: numbers.anna });
  const answer = await answerTo(moved, proofs.sign(moved, to));
  expect([statusOf(answer), answer]).toEqual([
    302,
    expect.stringContaining(`Contact: <sip:${numbers.anna}@127.0.0.1:${first.sipPort}>`),
  ]);
  expect(await openRows()).toBe(0);
}, 30_000);

test('the dialog between nodes names no machine, and its audio is encrypted', async () => {
  const between = await vi.waitFor(() => {
    const text = JSON.stringify(first.traces);
    expect(text).toContain('Contact: <sip:node-2;transport=udp>');
    return text;
  }, 8_000);
  expect(between).toContain(`INVITE sip:${numbers.dora}@node-2`);
  expect(between).toContain('Contact: <sip:node-1;transport=udp>');
  expect(between).toContain('a=crypto:1 ');
}, 20_000);

test('a call between nodes goes on where a carrier is killed and its node is taken over at another place', async () => {
  const stored = async () => (await database.db.selectFrom('sip_dialogs').select('leg_id').execute()).length;
  const isStored = () => vi.waitFor(async () => expect(await stored()).toBe(4), 5_000);
  const one = await talk();
  await isStored();
  await second.kill();
  second = await callingCarrier(cell(), 'node-2');
  await dora.reconnect(await phoneWire(second.sipPort));
  expect(await one.callerHears.ear.tone([440, 1000])).toBe(1000);
  expect(await one.calleeHears.ear.tone([440, 1000])).toBe(440);
  // The first carrier finds the other one by the table, and the other way round.
  await ends(one.outgoing, one.incoming);
  const other = await talk();
  await isStored();
  await first.kill();
  first = await callingCarrier(cell(), 'node-1');
  await anna.reconnect(await phoneWire(first.sipPort));
  expect(await other.callerHears.ear.tone([440, 1000])).toBe(1000);
  await ends(other.incoming, other.outgoing);
  const { outgoing, incoming } = await talk();
  await ends(outgoing, incoming);
}, 60_000);

test('where nobody carries the node and no trunk is there, the company is said to be unreachable', async () => {
  const { db } = database;
  await db
    .updateTable('nodes')
    .set({ lease_until: new Date(0) })
    .where('node', '=', 'node-2')
    .execute();
  const refused = await anna.dial(numbers.dora, (await handset()).sdp()).answered.promise;
  expect(refused.status).toBe(480);
  // It died a moment ago, and its lease has not run out.
  const lease_until = new Date(Date.now() + 60_000);
  await db.updateTable('nodes').set({ lease_until, sip_address: '127.0.0.1:9' }).where('node', '=', 'node-2').execute();
  const silent = await anna.dial(numbers.dora, (await handset()).sdp()).answered.promise;
  expect(silent.status).toBe(480);
  await allEnded();
}, 20_000);
