import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { IncomingCall, PhoneCall, SipPhone } from './control/testing/sip-phone.ts';
import { startWholeExchange, type WholeExchange } from './control/testing/whole-exchange.ts';
import type { Ear } from './media/testing/ear.ts';
import { RtpPhone } from './media/testing/rtp-phone.ts';

let whole: WholeExchange;
let anna: SipPhone;
let ben: SipPhone;
let cleo: SipPhone;
const audio: RtpPhone[] = [];

beforeAll(async () => {
  whole = await startWholeExchange();
  [anna, ben, cleo] = [await whole.phone('anna'), await whole.phone('ben'), await whole.phone('cleo')];
}, 60_000);
afterAll(() => whole.stop());
afterEach(async () => {
  for (const phone of audio.splice(0)) phone.close();
});

/** What Anna, Ben and Cleo say all the time. */
const says = { anna: 440, ben: 1000, cleo: 2000 };
const tones = Object.values(says);

interface Talking<Call extends PhoneCall = PhoneCall> {
  readonly call: Call;
  readonly ear: Ear;
}

const open = async (): Promise<RtpPhone> => {
  const phone = await RtpPhone.open();
  audio.push(phone);
  return phone;
};

const dial = async (phone: SipPhone, number: string): Promise<{ call: PhoneCall; sound: RtpPhone }> => {
  const sound = await open();
  return { call: phone.dial(number, sound.sdp()), sound };
};

/** Takes the next call of a phone and speaks. */
const takeCall = async (phone: SipPhone, hertz: number): Promise<Talking<IncomingCall>> => {
  const [call, sound] = [await phone.called(), await open()];
  call.accept(sound.sdp());
  sound.say(hertz, call.received.body);
  return { call, ear: sound.ear };
};

/** Anna called Ben, and both speak. */
const talk = async (): Promise<{ fromAnna: Talking; atBen: Talking<IncomingCall> }> => {
  const { call, sound } = await dial(anna, '12');
  const atBen = await takeCall(ben, says.ben);
  sound.say(says.anna, (await call.answered.promise).body);
  expect(await sound.ear.tone(tones)).toBe(says.ben);
  return { fromAnna: { call, ear: sound.ear }, atBen };
};

/**
 * Waits until exactly these tones make up at least a tenth each of what is heard. Not the first sound counts: where a
 * busy machine is late with a packet, a tone begins again and cancels itself in what was listened to.
 */
const expectHeard = (ear: Ear, wanted: readonly number[]) =>
  vi.waitFor(
    async () => {
      await ear.listen(600);
      expect(tones.filter((hertz) => ear.share(hertz) > 0.1)).toEqual(wanted);
    },
    { timeout: 10_000 },
  );

const events = async () => {
  const { db } = whole.database;
  const rows = await db.selectFrom('inbox_events').selectAll().orderBy('started_at', 'desc').limit(6).execute();
  return rows.map((row) => ({
    channel: row.channel_id,
    direction: row.direction,
    state: row.state,
    to: (row.transferred_to as { channelId?: string } | null)?.channelId ?? null,
    from: (row.transferred_from as { channelId?: string } | null)?.channelId ?? null,
  }));
};
const allEnded = () =>
  vi.waitFor(async () => {
    const { db } = whole.database;
    const open = await Promise.all([
      db.selectFrom('calls').select('id').where('ended_at', 'is', null).execute(),
      db.selectFrom('legs').select('id').where('ended_at', 'is', null).execute(),
      db.selectFrom('inbox_events').select('id').where('terminated_at', 'is', null).execute(),
    ]);
    expect(open.flat()).toEqual([]);
    expect(whole.exchange.activeCalls()).toBe(0);
  }, 8000);

const startTransfer = async (call: PhoneCall, number: string): Promise<string> => {
  const target = { number, ownNumber: null, sessionId: null };
  const { transferId } = await whole.exchange.startTransfer('wben', { id: call.ids.callId }, target);
  return transferId;
};

test('a warm transfer: switch, confer, and hang up to leave the other two together', async () => {
  const { fromAnna, atBen } = await talk();
  const name = { id: atBen.call.ids.callId };
  const transferId = await startTransfer(atBen.call, '13');
  const atCleo = await takeCall(cleo, says.cleo);
  expect(await atBen.ear.tone(tones)).toBe(says.cleo);
  expect(await atCleo.ear.tone(tones)).toBe(says.ben);
  expect(await fromAnna.ear.isSilent(300)).toBe(true);

  await whole.exchange.setLines('wben', name, transferId, ['INITIAL']);
  expect(await atBen.ear.tone(tones)).toBe(says.anna);
  expect(await fromAnna.ear.tone(tones)).toBe(says.ben);
  expect(await atCleo.ear.isSilent(300)).toBe(true);

  await whole.exchange.setLines('wben', name, transferId, ['INITIAL', 'TARGET']);
  await expectHeard(atBen.ear, [says.anna, says.cleo]);
  await expectHeard(fromAnna.ear, [says.ben, says.cleo]);
  await expectHeard(atCleo.ear, [says.anna, says.ben]);

  await atBen.call.hangUp();
  expect(await fromAnna.ear.tone(tones)).toBe(says.cleo);
  expect(await atCleo.ear.tone(tones)).toBe(says.anna);
  await fromAnna.call.hangUp();
  await atCleo.call.ended.promise;
  await allEnded();
  expect((await events()).slice(0, 4)).toEqual(
    expect.arrayContaining([
      { channel: 'ca', direction: 'OUTGOING', state: 'FINISHED', to: null, from: null },
      { channel: 'cb', direction: 'INCOMING', state: 'FINISHED', to: 'cc', from: null },
      { channel: 'cb', direction: 'OUTGOING', state: 'FINISHED', to: null, from: 'cb' },
      { channel: 'cc', direction: 'INCOMING', state: 'FINISHED', to: null, from: 'cb' },
    ]),
  );
}, 40_000);

test('a target that declines gives the first call back', async () => {
  const { fromAnna, atBen } = await talk();
  await startTransfer(atBen.call, '13');
  (await cleo.called()).refuse(486);
  expect(await atBen.ear.tone(tones)).toBe(says.anna);
  expect(await fromAnna.ear.tone(tones)).toBe(says.ben);
  await atBen.call.hangUp();
  await fromAnna.call.ended.promise;
  await allEnded();
}, 20_000);

test('a blind transfer rings the target, and the user who handed over is rung back when it is busy', async () => {
  const { fromAnna, atBen } = await talk();
  await whole.exchange.transferBlindly('wben', { id: atBen.call.ids.callId }, '13');
  await atBen.call.ended.promise;
  (await cleo.called()).refuse(486);
  const again = await takeCall(ben, says.ben);
  expect(again.call.header('X-Client-Correlation-Id')).toBe(atBen.call.header('X-Client-Correlation-Id'));
  expect(await fromAnna.ear.tone(tones)).toBe(says.ben);
  await again.call.hangUp();
  await fromAnna.call.ended.promise;
  await allEnded();
}, 20_000);

test('a phone that asks by REFER to be replaced by another hears how far it is, and its leg ends', async () => {
  const { fromAnna, atBen } = await talk();
  expect((await atBen.call.refer('13')).status).toBe(202);
  const atCleo = await takeCall(cleo, says.cleo);
  await atBen.call.ended.promise;
  expect(atBen.call.notified.map((line) => line.slice(0, 15))).toEqual([
    'SIP/2.0 100 Try',
    'SIP/2.0 180 Rin',
    'SIP/2.0 200 OK ',
  ]);
  expect(await fromAnna.ear.tone(tones)).toBe(says.cleo);
  expect(await atCleo.ear.tone(tones)).toBe(says.anna);
  await atCleo.call.hangUp();
  await fromAnna.call.ended.promise;
  await allEnded();
}, 20_000);

test('a phone that has two calls joins their other sides by REFER with Replaces', async () => {
  const { fromAnna, atBen } = await talk();
  const second = await dial(ben, '13');
  const atCleo = await takeCall(cleo, says.cleo);
  second.sound.say(says.ben, (await second.call.answered.promise).body);
  expect(await atCleo.ear.tone(tones)).toBe(says.ben);
  expect((await atBen.call.refer('13', second.call)).status).toBe(202);
  await Promise.all([atBen.call.ended.promise, second.call.ended.promise]);
  expect(atBen.call.notified.at(-1)).toContain('200 OK');
  expect(await fromAnna.ear.tone(tones)).toBe(says.cleo);
  expect(await atCleo.ear.tone(tones)).toBe(says.anna);
  await fromAnna.call.hangUp();
  await atCleo.call.ended.promise;
  await allEnded();
}, 20_000);

test.each([
  [
    'as soon as its REFER was accepted',
    async (call: IncomingCall) => {
      await call.refer('13');
      await call.hangUp();
    },
  ],
  [
    'right behind its REFER, without waiting for an answer',
    async (call: IncomingCall) => {
      await Promise.all([call.refer('13'), call.hangUp()]);
    },
  ],
])(
  'a phone that hangs up %s loses nobody',
  async (_when, handsOver) => {
    for (let round = 0; round < 3; round += 1) {
      const { fromAnna, atBen } = await talk();
      const [atCleo] = await Promise.all([takeCall(cleo, says.cleo), handsOver(atBen.call)]);
      expect(await fromAnna.ear.tone(tones)).toBe(says.cleo);
      expect(await atCleo.ear.tone(tones)).toBe(says.anna);
      await fromAnna.call.hangUp();
      await atCleo.call.ended.promise;
      await allEnded();
    }
  },
  60_000,
);

test('a phone that sends its calls to a colleague is not rung, and the caller hears where the call goes', async () => {
  const { call, sound } = await dial(anna, '12');
  const ringing = ben.onCall;
  ben.onCall = (called) => called.forwardTo('<sip:99@127.0.0.1>', '<sip:13@127.0.0.1>;q=0.5');
  const atCleo = await takeCall(cleo, says.cleo);
  ben.onCall = ringing;
  await ben.called();
  sound.say(says.anna, (await call.answered.promise).body);
  expect(call.heard.filter((status) => status > 100)).toEqual([181, 180]);
  expect(atCleo.call.header('To')).toContain('sip:12@');
  expect(await sound.ear.tone(tones)).toBe(says.cleo);
  expect(await atCleo.ear.tone(tones)).toBe(says.anna);
  await call.hangUp();
  await atCleo.call.ended.promise;
  await allEnded();
  const kept = await whole.database.db
    .selectFrom('inbox_events')
    .select(['channel_id', 'state', 'unresolved', 'transferred_to', 'original_channel_id'])
    .where('direction', '=', 'INCOMING')
    .orderBy('started_at', 'desc')
    .limit(2)
    .execute();
  expect(kept).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        channel_id: 'cb',
        state: 'MISSED',
        unresolved: false,
        transferred_to: expect.objectContaining({ channelId: 'cc' }),
      }),
      expect.objectContaining({ channel_id: 'cc', state: 'FINISHED', original_channel_id: 'cb' }),
    ]),
  );
}, 20_000);

test('phones that send their calls to one another let the caller go', async () => {
  const ringing = [ben.onCall, cleo.onCall] as const;
  ben.onCall = (called) => called.forwardTo('<sip:13@127.0.0.1>');
  cleo.onCall = (called) => called.forwardTo('<tel:12>');
  const { call } = await dial(anna, '12');
  expect((await call.answered.promise).status).toBe(480);
  expect(call.heard.filter((status) => status > 100)).toEqual([181]);
  [ben.onCall, cleo.onCall] = ringing;
  await Promise.all([ben.called(), cleo.called()]);
  await allEnded();
}, 20_000);
