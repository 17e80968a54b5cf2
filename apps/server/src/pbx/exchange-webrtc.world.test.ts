import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { SipPhone } from './control/testing/sip-phone.ts';
import { startWholeExchange, type WholeExchange } from './control/testing/whole-exchange.ts';
import { RtpPhone } from './media/testing/rtp-phone.ts';
import { WebRtcPeer } from './media/testing/webrtc-peer.ts';

let whole: WholeExchange;
let anna: SipPhone;
let ben: SipPhone;
let cleo: SipPhone;
const opened: { close(): void }[] = [];

beforeAll(async () => {
  whole = await startWholeExchange();
  anna = await whole.browser('anna');
  ben = await whole.browser('ben');
  cleo = await whole.phone('cleo');
}, 60_000);
afterAll(() => whole.stop());
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

const peer = (name: string): WebRtcPeer => {
  const made = new WebRtcPeer(name);
  opened.push(made);
  return made;
};
const handset = async (): Promise<RtpPhone> => {
  const made = await RtpPhone.open('PCMA');
  opened.push(made);
  return made;
};
const allEnded = () =>
  vi.waitFor(async () => {
    const open = await whole.database.db.selectFrom('calls').select('id').where('ended_at', 'is', null).execute();
    expect(open).toEqual([]);
  }, 8000);

test('two browsers talk in Opus, hold and hang up', async () => {
  const [atAnna, atBen] = [peer('anna'), peer('ben')];
  const session = [['X-Client-Correlation-Id', 'two-browsers']] as const;
  const outgoing = anna.dial('12', await atAnna.offer(), session);
  const incoming = await ben.called();
  expect(incoming.header('X-Client-Correlation-Id')).toBe('two-browsers');
  expect(incoming.header('To')).toContain('"12_cb"');
  incoming.accept(await atBen.answer(incoming.received.body));
  const answer = await outgoing.answered.promise;
  expect(answer.status).toBe(200);
  expect(answer.body).toContain('opus/48000/2');
  atAnna.acceptAnswer(answer.body);
  atAnna.say(440);
  atBen.say(1000);
  expect(await atBen.ear.tone([440, 1000])).toBe(440);
  expect(await atAnna.ear.tone([440, 1000])).toBe(1000);

  await whole.exchange.hold('wben', { id: incoming.ids.callId }, true);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await atAnna.ear.isSilent(300)).toBe(true);
  await whole.exchange.hold('wben', { id: incoming.ids.callId }, false);
  expect(await atAnna.ear.tone([440, 1000])).toBe(1000);

  await incoming.hangUp();
  await outgoing.ended.promise;
  await allEnded();
}, 30_000);

test('a desk phone calls a browser and both are heard', async () => {
  const [atCleo, atBen] = [await handset(), peer('ben')];
  const outgoing = cleo.dial('12', atCleo.sdp());
  const incoming = await ben.called();
  incoming.accept(await atBen.answer(incoming.received.body));
  const answer = await outgoing.answered.promise;
  expect(answer.status).toBe(200);
  atCleo.say(440, answer.body);
  atBen.say(1000);
  expect(await atCleo.ear.tone([440, 1000])).toBe(1000);
  expect(await atBen.ear.tone([440, 1000])).toBe(440);
  await outgoing.hangUp();
  await incoming.ended.promise;
  await allEnded();
}, 30_000);

test('a browser calls a desk phone, and a key pressed in the browser arrives', async () => {
  const [atAnna, atCleo] = [peer('anna'), await handset()];
  const outgoing = anna.dial('13', await atAnna.offer());
  const incoming = await cleo.called();
  incoming.accept(atCleo.sdp());
  const answer = await outgoing.answered.promise;
  expect(answer.status).toBe(200);
  atAnna.acceptAnswer(answer.body);
  atAnna.say(440);
  atCleo.say(1000, incoming.received.body);
  expect(await atCleo.ear.tone([440, 1000])).toBe(440);
  expect(await atAnna.ear.tone([440, 1000])).toBe(1000);
  atAnna.press(9);
  await vi.waitFor(() => expect(atCleo.heard.digits).toBe('9'), 8000);
  await incoming.hangUp();
  await outgoing.ended.promise;
  await allEnded();
}, 30_000);

test('a browser hears itself in the echo test, after the beeps, and # ends it', async () => {
  const atAnna = peer('anna');
  const outgoing = anna.dial('*43', await atAnna.offer());
  const answer = await outgoing.answered.promise;
  atAnna.acceptAnswer(answer.body);
  atAnna.say(700);
  await vi.waitFor(async () => expect(await atAnna.ear.tone([425, 700])).toBe(425), 5000);
  await vi.waitFor(async () => expect(await atAnna.ear.tone([425, 700])).toBe(700), 5000);
  atAnna.press(11);
  await outgoing.ended.promise;
  await allEnded();
}, 30_000);
