import { silence, tone, writeWav } from '@sidetone/signals/recording.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { mumble, mumbleRate } from '../demo/mumble.ts';
import { someEvent } from '../features/sounds/testing/some-keeper.ts';
import { someVoicemails } from '../features/sounds/testing/some-voicemails.ts';
import type { SipPhone } from './control/testing/sip-phone.ts';
import { startWholeExchange, type WholeExchange } from './control/testing/whole-exchange.ts';
import { RtpPhone } from './media/testing/rtp-phone.ts';

// Phones that know neither telephone-events (RFC 4733) nor INFO: their keys are two tones in what they say.

let whole: WholeExchange;
let voicemails: ReturnType<typeof someVoicemails>;
let anna: SipPhone;
let ben: SipPhone;
const audio: RtpPhone[] = [];

beforeAll(async () => {
  whole = await startWholeExchange({}, (db) => {
    voicemails = someVoicemails(db);
    return { voicemails: voicemails.keeper };
  });
  const { db } = whole.database;
  const settings = { keys: [{ key: '2', target: { kind: 'channel', channelId: 'cb' } }], waitSeconds: 20 };
  await db
    .insertInto('voice_menus')
    .values({ id: 'm1', account_id: 's1', name: 'Welcome', settings: JSON.stringify(settings) })
    .execute();
  await db
    .updateTable('channels')
    .set({ routing: JSON.stringify({ menuId: 'm1' }) })
    .where('id', '=', 'cteam')
    .execute();
  [anna, ben] = [await whole.phone('anna'), await whole.phone('ben')];
}, 60_000);
afterAll(async () => {
  await whole.stop();
  await voicemails.stop();
});
afterEach(() => {
  for (const phone of audio.splice(0)) phone.close();
});

const hertzOf = (key: string): readonly [number, number] => {
  const at = '123A456B789C*0#D'.indexOf(key);
  return [[697, 770, 852, 941][at >> 2] ?? 0, [1209, 1336, 1477, 1633][at & 3] ?? 0];
};
/** A key as a phone plays it: 100 ms of both tones, the higher one a little louder, then a rest. */
const pressed = (key: string, rate: number): Int16Array => {
  const [low, high] = hertzOf(key);
  const turn = (hertz: number, at: number) => Math.sin((2 * Math.PI * hertz * at) / rate);
  return Int16Array.from({ length: rate / 5 }, (_none, at) =>
    at < rate / 10 ? Math.round(3000 * turn(low, at) + 3600 * turn(high, at)) : 0,
  );
};
/** What people say, at the rate of the phone. */
const speech = (seconds: number, rate: number): Int16Array => {
  const said = mumble({ pitch: 190, turns: [{ from: 0, until: seconds }] }, seconds);
  const step = mumbleRate / rate;
  return Int16Array.from({ length: Math.floor(said.length / step) }, (_none, at) => said[at * step] ?? 0);
};
const keysHeard = () => whole.media.facts.flatMap((fact) => (fact.type === 'dtmf' ? [fact.digit] : []));

type PhoneCodec = Parameters<typeof RtpPhone.open>[0] & {};

async function calls(called: string, codec: PhoneCodec) {
  const phone = await RtpPhone.open(codec);
  audio.push(phone);
  whole.media.facts.length = 0;
  const call = anna.dial(called, phone.toneSdp());
  const { status, body } = await call.answered.promise;
  expect(status).toBe(200);
  expect(body).not.toContain('telephone-event');
  phone.follow(body);
  return { phone, call };
}

let left = 10;
/** Two messages for Anna, the older one first. */
async function leaveMessages(): Promise<readonly string[]> {
  left += 2;
  const ids = [`vm${left - 1}`, `vm${left}`];
  for (const [at, id] of ids.entries()) {
    await someEvent(whole.database.db, `pbx-${id}`);
    const { path } = await voicemails.keeper.opened({
      voicemailId: id,
      accountId: 's1',
      channelId: 'ca',
      docId: `pbx-${id}`,
      sessionId: id,
      at: new Date(Date.now() - 60_000 + at * 1000),
    });
    writeWav(path, { seconds: 3, left: tone(440), right: silence });
    await voicemails.keeper.finished(id, 3000);
  }
  await voicemails.keeper.idle();
  return ids;
}
const messages = async () =>
  (await whole.database.db.selectFrom('voicemails').select('id').orderBy('id').execute()).map(({ id }) => id);

test.each(['PCMA', 'G722', 'opus'] as const)(
  'at *97 a phone deletes a message by tones in %s, and what is said there is no key',
  async (codec) => {
    const ids = await leaveMessages();
    const { phone, call } = await calls('*97', codec);
    const { rate } = phone.ear;
    await phone.speaks(speech(2, rate));
    expect(keysHeard()).toEqual([]);
    // The message that is announced is deleted, and the next one is played.
    await phone.speaks(pressed('7', rate));
    await vi.waitFor(() => expect(keysHeard()).toEqual(['7']));
    await phone.speaks(speech(1, rate));
    await phone.speaks(pressed('#', rate));
    await vi.waitFor(async () => expect(await messages()).toHaveLength(1), 8000);
    expect(keysHeard()).toEqual(['7', '#']);
    await call.hangUp();
    expect(ids).toContain((await messages())[0]);
    await whole.database.db.deleteFrom('voicemails').execute();
  },
  30_000,
);

test.each(['PCMU', 'G722', 'opus'] as const)(
  'in a voice menu a phone chooses by tones in %s, after it was spoken to for seconds',
  async (codec) => {
    const { phone, call } = await calls('20', codec);
    const { rate } = phone.ear;
    await phone.speaks(speech(3, rate));
    expect(keysHeard()).toEqual([]);
    const rings = ben.called();
    await phone.speaks(pressed('2', rate));
    const incoming = await rings;
    expect(keysHeard()).toEqual(['2']);
    const bens = await RtpPhone.open('PCMA');
    audio.push(bens);
    incoming.accept(bens.sdp());
    bens.say(1000, incoming.received.body);
    expect(await phone.ear.tone([440, 1000])).toBe(1000);
    // Who talks with somebody presses keys for them alone.
    await phone.speaks(pressed('5', rate));
    expect(keysHeard()).toEqual(['2']);
    await call.hangUp();
  },
  30_000,
);
