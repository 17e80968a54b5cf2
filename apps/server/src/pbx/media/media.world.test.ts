import { createSocket } from 'node:dgram';
import { shareAt, toneIn } from '@sidetone/signals/spectrum.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { renderDigit, silenceIn } from './process/audio/tones.ts';
import type { MediaProcess } from './testing/media-process.ts';
import { startMediaProcess } from './testing/media-process.ts';
import { RtpPhone } from './testing/rtp-phone.ts';
import { WebRtcPeer } from './testing/webrtc-peer.ts';

let process: MediaProcess;
const open: { close(): void }[] = [];
const tones = [440, 1000, 425];

beforeAll(async () => {
  process = await startMediaProcess();
});
afterEach(async () => {
  for (const each of open.splice(0)) each.close();
  await process.media.closeAll();
  process.facts.length = 0;
});
afterAll(() => process.stop());

async function browserCalls(endpointId: string, hertz: number, codec: 'opus' | 'PCMU' = 'opus'): Promise<WebRtcPeer> {
  const peer = new WebRtcPeer(endpointId, codec);
  open.push(peer);
  const { sdp } = await process.media.openEndpoint({ endpointId, kind: 'webrtc', offer: await peer.offer() });
  peer.acceptAnswer(sdp);
  await process.heard((fact) => fact.type === 'connected' && fact.endpointId === endpointId);
  peer.say(hertz);
  return peer;
}

async function browserIsCalled(endpointId: string, hertz: number): Promise<WebRtcPeer> {
  const peer = new WebRtcPeer(endpointId);
  open.push(peer);
  const { sdp } = await process.media.openEndpoint({ endpointId, kind: 'webrtc' });
  await process.media.acceptAnswer(endpointId, await peer.answer(sdp));
  await process.heard((fact) => fact.type === 'connected' && fact.endpointId === endpointId);
  peer.say(hertz);
  return peer;
}

async function phoneCalls(endpointId: string, hertz: number, law: 'PCMU' | 'PCMA' = 'PCMU'): Promise<RtpPhone> {
  const phone = await RtpPhone.open(law);
  open.push(phone);
  const { sdp } = await process.media.openEndpoint({
    endpointId,
    kind: 'rtp',
    offer: phone.sdp(),
    farAddress: '127.0.0.1',
  });
  phone.say(hertz, sdp);
  await process.heard((fact) => fact.type === 'connected' && fact.endpointId === endpointId);
  return phone;
}

test('two browsers hear each other in Opus, whichever offered', async () => {
  const anna = await browserCalls('anna', 440);
  const bob = await browserIsCalled('bob', 1000);
  await process.media.bridge('anna', 'bob');
  expect(await Promise.all([anna.ear.tone(tones), bob.ear.tone(tones)])).toEqual([1000, 440]);
});

test('a browser in Opus and a phone in G.711 hear each other', async () => {
  const anna = await browserCalls('anna', 440);
  const desk = await phoneCalls('desk', 1000, 'PCMA');
  await process.media.bridge('anna', 'desk');
  expect(await Promise.all([anna.ear.tone(tones), desk.ear.tone(tones)])).toEqual([1000, 440]);
});

test('a browser and a phone that both speak PCMU are joined untouched', async () => {
  const anna = await browserCalls('anna', 440, 'PCMU');
  const desk = await phoneCalls('desk', 1000);
  await process.media.bridge('anna', 'desk');
  expect(await Promise.all([anna.ear.tone(tones), desk.ear.tone(tones)])).toEqual([1000, 440]);
});

test('two phones hear each other, in one law or in two', async () => {
  const desk = await phoneCalls('desk', 440, 'PCMU');
  const lobby = await phoneCalls('lobby', 1000, 'PCMA');
  const attic = await phoneCalls('attic', 425, 'PCMU');
  await process.media.bridge('desk', 'lobby');
  expect(await Promise.all([desk.ear.tone(tones), lobby.ear.tone(tones)])).toEqual([1000, 440]);
  await process.media.bridge('desk', 'attic');
  expect(await Promise.all([desk.ear.tone(tones), attic.ear.tone(tones)])).toEqual([425, 440]);
  expect(await lobby.ear.isSilent(100)).toBe(true);
  expect(desk.heard.ssrcs.size).toBe(1);
});

test('the echo test gives everyone their own voice', async () => {
  const anna = await browserCalls('anna', 440);
  const desk = await phoneCalls('desk', 1000);
  await process.media.echo('anna', true);
  await process.media.echo('desk', true);
  expect(await Promise.all([anna.ear.tone(tones), desk.ear.tone(tones)])).toEqual([440, 1000]);
});

test('while held nothing is heard either way, then all as before on one SSRC', async () => {
  const anna = await browserCalls('anna', 440);
  const desk = await phoneCalls('desk', 1000);
  await process.media.bridge('anna', 'desk');
  expect(await anna.ear.tone(tones)).toBe(1000);
  await process.media.hold('anna', true);
  await anna.ear.isSilent(50);
  expect(await Promise.all([anna.ear.isSilent(200), desk.ear.isSilent(200)])).toEqual([true, true]);
  await process.media.hold('anna', false);
  expect(await Promise.all([anna.ear.tone(tones), desk.ear.tone(tones)])).toEqual([1000, 440]);
  expect(anna.heard.ssrcs.size).toBe(1);
  expect(desk.heard.ssrcs.size).toBe(1);
});

test('a tone is heard instead of the other side, and the other side again after it', async () => {
  const anna = await browserCalls('anna', 440);
  const desk = await phoneCalls('desk', 1000);
  await process.media.bridge('anna', 'desk');
  await process.media.play('anna', 'congestion');
  await process.media.play('desk', 'busy');
  expect(await Promise.all([anna.ear.tone(tones), desk.ear.tone(tones)])).toEqual([425, 425]);
  await process.media.play('anna', null);
  await process.media.play('desk', null);
  expect(await Promise.all([anna.ear.tone(tones), desk.ear.tone(tones)])).toEqual([1000, 440]);
});

test('the beeps of a confirmation are over by themselves, and then the other side is heard', async () => {
  const anna = await browserCalls('anna', 440);
  const desk = await phoneCalls('desk', 1000);
  await process.media.bridge('anna', 'desk');
  await process.media.play('desk', 'confirmation');
  expect(toneIn(await desk.ear.listen(500), 8000, tones)).toBe(425);
  await desk.ear.listen(200);
  expect(await Promise.all([anna.ear.tone(tones), desk.ear.tone(tones)])).toEqual([1000, 440]);
});

test('digits are told once and made again for the other side', async () => {
  const anna = await browserCalls('anna', 440);
  const desk = await phoneCalls('desk', 1000);
  await process.media.bridge('anna', 'desk');
  anna.press(5);
  await process.heard((fact) => fact.type === 'dtmf' && fact.endpointId === 'anna');
  desk.press(11);
  await process.heard((fact) => fact.type === 'dtmf' && fact.endpointId === 'desk');
  expect(await Promise.all([anna.ear.tone(tones), desk.ear.tone(tones)])).toEqual([1000, 440]);
  const told = process.facts.filter((fact) => fact.type === 'dtmf');
  expect(told).toEqual([
    { type: 'dtmf', endpointId: 'anna', digit: '5', durationMs: 100 },
    { type: 'dtmf', endpointId: 'desk', digit: '#', durationMs: 60 },
  ]);
  expect([anna.heard.digits, desk.heard.digits]).toEqual(['#', '5']);
  await process.media.sendDtmf('desk', '12*');
  expect(await desk.ear.tone(tones)).toBe(440);
  expect(desk.heard.digits).toBe('512*');
});

const stepsOf = (numbers: readonly number[]) =>
  numbers.slice(1).map((each, index) => (each - (numbers[index] ?? 0)) | 0);

test('comfort noise in between neither repeats a number nor leaves a hole, transcoded or not', async () => {
  const anna = await browserCalls('anna', 440);
  const desk = await phoneCalls('desk', 1000, 'PCMA');
  const lobby = await phoneCalls('lobby', 425, 'PCMA');
  for (const listener of ['anna', 'lobby']) {
    await process.media.bridge('desk', listener);
    const { ear, heard } = listener === 'anna' ? anna : lobby;
    await ear.listen(100);
    for (let i = 0; i < 5; i++) {
      desk.sendComfortNoise();
      await ear.listen(60);
    }
    const { sequences, timestamps } = heard;
    expect(stepsOf(sequences).every((step) => step === 1)).toBe(true);
    // A repeated number would be dropped by SRTP and leave a hole in time.
    const frame = listener === 'anna' ? 960 : 160;
    expect(stepsOf(timestamps).filter((step) => step !== frame)).toEqual([]);
    expect(await ear.tone(tones)).toBe(1000);
  }
});

/** What a phone offers that does not speak telephone-event. */
const withoutEvents = (phone: RtpPhone): string =>
  phone
    .sdp()
    .replace(/(RTP\/AVP \d) 97/, '$1')
    .replace(/a=rtpmap:97.*\r\n/, '');

test.each(['PCMU', 'G722'] as const)(
  'keys that a phone without telephone-event sends as tones in %s are heard, while it is joined with nobody',
  async (codec) => {
    const pressing = async (endpointId: string, offerOf: (phone: RtpPhone) => string) => {
      const desk = await RtpPhone.open(codec);
      open.push(desk);
      const offer = { endpointId, kind: 'rtp', offer: offerOf(desk), farAddress: '127.0.0.1' } as const;
      const { sdp } = await process.media.openEndpoint(offer);
      desk.follow(sdp);
      const press = (...digits: number[]) => {
        const silence = silenceIn(codec);
        for (const digit of digits) desk.plays([...renderDigit(digit, codec), silence, silence, silence]);
      };
      return { desk, press };
    };
    const [old, newer] = [await pressing('old', withoutEvents), await pressing('newer', (phone) => phone.sdp())];
    newer.press(7);
    old.press(5, 11);
    await process.heard((fact) => fact.type === 'dtmf' && fact.digit === '#');
    await process.media.bridge('old', 'newer');
    old.press(3);
    newer.desk.press(1);
    await process.heard((fact) => fact.type === 'dtmf' && fact.digit === '1');
    const told = process.facts.flatMap((fact) => (fact.type === 'dtmf' ? [[fact.endpointId, fact.digit]] : []));
    expect(told).toEqual([
      ['old', '5'],
      ['old', '#'],
      ['newer', '1'],
    ]);
  },
);

test('to a phone without telephone-event digits go as sound', async () => {
  const desk = await RtpPhone.open();
  open.push(desk);
  const offer = withoutEvents(desk);
  const { sdp } = await process.media.openEndpoint({ endpointId: 'old', kind: 'rtp', offer });
  desk.say(1000, sdp);
  await process.heard((fact) => fact.type === 'connected' && fact.endpointId === 'old');
  await process.media.sendDtmf('old', '5');
  const heard = await desk.ear.listen(100);
  for (const hertz of [770, 1336]) expect(shareAt(hertz, heard.subarray(160, 640), 8000)).toBeGreaterThan(0.3);
});

test('a phone that keeps RTCP on its own port gets its reports there', { timeout: 20_000 }, async () => {
  const desk = await RtpPhone.open();
  open.push(desk);
  const reports = createSocket('udp4');
  const port = await new Promise<number>((resolve) => {
    reports.bind(0, '127.0.0.1', () => resolve(reports.address().port));
  });
  const heard: Buffer[] = [];
  reports.on('message', (report) => heard.push(report));
  const offer = desk.sdp().replace('a=rtcp-mux', `a=rtcp:${port}`);
  const { sdp } = await process.media.openEndpoint({ endpointId: 'desk', kind: 'rtp', offer });
  desk.say(440, sdp);
  await process.media.echo('desk', true);
  // A sender report about the phone's own stream; the first may come when hardly anything was sent.
  const isFull = (report: Buffer) => report[1] === 200 && report.readUInt32BE(20) > 20;
  await expect.poll(() => heard.find(isFull)?.readUInt32BE(28), { timeout: 14_000 }).toBe(0x1234_5678);
  reports.close();
});
