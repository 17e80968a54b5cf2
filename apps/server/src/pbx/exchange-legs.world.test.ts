import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { SipPhone } from './control/testing/sip-phone.ts';
import { startWholeExchange, type WholeExchange } from './control/testing/whole-exchange.ts';
import { RtpPhone } from './media/testing/rtp-phone.ts';

let whole: WholeExchange;
let anna: SipPhone;
let ben: SipPhone;
const audio: RtpPhone[] = [];

beforeAll(async () => {
  whole = await startWholeExchange();
  [anna, ben] = [await whole.phone('anna'), await whole.phone('ben')];
}, 60_000);
afterAll(() => whole.stop());
afterEach(() => {
  for (const phone of audio.splice(0)) phone.close();
});

const tones = [440, 1000, 2000];
const open = async (): Promise<RtpPhone> => {
  const phone = await RtpPhone.open();
  audio.push(phone);
  return phone;
};
const allEnded = () =>
  vi.waitFor(async () => {
    const { db } = whole.database;
    const calls = await db.selectFrom('calls').select('id').where('ended_at', 'is', null).execute();
    const events = await db.selectFrom('inbox_events').select('id').where('terminated_at', 'is', null).execute();
    expect([...calls, ...events]).toEqual([]);
  }, 8000);

test('a device that speaks before it answers is heard, by the one SDP that the caller gets', async () => {
  const [annaHears, benHears] = [await open(), await open()];
  const outgoing = anna.dial('12', annaHears.sdp());
  const incoming = await ben.called();
  incoming.reply(incoming.received, 183, benHears.sdp());
  benHears.say(1000, incoming.received.body);
  expect(await annaHears.ear.tone(tones)).toBe(1000);
  expect(outgoing.heard).toContain(183);
  incoming.accept(benHears.sdp());
  annaHears.say(440, (await outgoing.answered.promise).body);
  expect(await benHears.ear.tone(tones)).toBe(440);
  expect(await annaHears.ear.tone(tones)).toBe(1000);
  await outgoing.hangUp();
  await incoming.ended.promise;
  await allEnded();
}, 20_000);

test('a phone takes the place of its own leg: the other side notices nothing, and the inbox keeps one call', async () => {
  const [annaHears, benHears, fresh] = [await open(), await open(), await open()];
  const outgoing = anna.dial('12', annaHears.sdp());
  const incoming = await ben.called();
  incoming.accept(benHears.sdp());
  annaHears.say(440, (await outgoing.answered.promise).body);
  benHears.say(1000, incoming.received.body);
  expect(await annaHears.ear.tone(tones)).toBe(1000);
  const count = outgoing.requests.length;

  const again = ben.dial('11', fresh.sdp(), [['Replaces', incoming.replaces()]]);
  const { status, body } = await again.answered.promise;
  expect(status).toBe(200);
  fresh.say(2000, body);
  await incoming.ended.promise;
  expect(await annaHears.ear.tone(tones)).toBe(2000);
  expect(await fresh.ear.tone(tones)).toBe(440);
  expect(outgoing.requests.length).toBe(count);
  await whole.exchange.hold('wben', { id: incoming.ids.callId }, true);
  await whole.exchange.hold('wben', { id: again.ids.callId }, false);
  expect(await annaHears.ear.tone(tones)).toBe(2000);

  await again.hangUp();
  await outgoing.ended.promise;
  await allEnded();
  const rows = await whole.database.db.selectFrom('inbox_events').select(['channel_id', 'state']).execute();
  // Two of the call before, two of this one.
  expect(rows.filter(({ state }) => state === 'FINISHED')).toHaveLength(4);
}, 20_000);
