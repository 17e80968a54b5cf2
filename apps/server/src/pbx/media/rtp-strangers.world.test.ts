import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OpenEndpoint } from './media.ts';
import { MediaClient } from './media-client.ts';
import { readSdp } from './sdp.ts';
import { type MediaProcess, startMediaProcess } from './testing/media-process.ts';
import { someOwner } from './testing/owner.ts';
import { PhoneSrtp } from './testing/phone-srtp.ts';
import { RtpPhone } from './testing/rtp-phone.ts';
import { openSprayer, type Sprayer } from './testing/sprayer.ts';
import { WebRtcPeer } from './testing/webrtc-peer.ts';

const first = 21_400;
const everyPort = Array.from({ length: 100 }, (_, at) => first + at);
const tones = [440, 1000, 425];
let process: MediaProcess;
let sprayer: Sprayer;
const open: { close(): void }[] = [];

beforeAll(async () => {
  process = await startMediaProcess({ RTP_PORTS: `${first}-${first + 99}` });
  // Of all that is asked, only the first has to wait for the process to start.
  const patient = new MediaClient({ socketPath: process.socketPath, owner: someOwner, timeoutMs: 50_000 });
  await patient.closeAll();
  patient.stop();
}, 60_000);
afterEach(async () => {
  for (const each of open.splice(0)) each.close();
  await process.media.closeAll();
  process.facts.length = 0;
});
afterAll(() => process.stop());

async function sprays(ports: readonly number[]): Promise<void> {
  sprayer = await openSprayer();
  open.push(sprayer);
  sprayer.spray(ports);
}

async function phoneAt(srtp?: PhoneSrtp): Promise<RtpPhone> {
  const phone = await RtpPhone.open('PCMU', '127.0.0.1', srtp);
  open.push(phone);
  return phone;
}

const packetsOfStrangers = async (endpointId: string) =>
  (await process.media.stats(endpointId)).strangers?.packets ?? 0;
const connected = (endpointId: string) =>
  process.heard((fact) => fact.type === 'connected' && fact.endpointId === endpointId);

test('two desk phones hear each other three times of three while somebody sprays every RTP port', async () => {
  await sprays(everyPort);
  for (const round of [1, 2, 3]) {
    const [desk, lobby] = [await phoneAt(), await phoneAt()];
    const [caller, callee] = [`desk ${round}`, `lobby ${round}`];
    const asked = { kind: 'rtp', farAddress: '127.0.0.1' } as const;
    const offered = await process.media.openEndpoint({ ...asked, endpointId: callee });
    // It rings, and the sprayer has all the time it wants.
    await expect.poll(() => packetsOfStrangers(callee)).toBeGreaterThan(10);
    await process.media.acceptAnswer(callee, lobby.sdp('sendrecv', lobby.port, offered.sdp));
    const answered = await process.media.openEndpoint({ ...asked, endpointId: caller, offer: desk.sdp() });
    await process.media.bridge(caller, callee);
    desk.say(440, answered.sdp);
    lobby.say(1000, offered.sdp);
    expect(await Promise.all([desk.ear.tone(tones), lobby.ear.tone(tones)])).toEqual([1000, 440]);
    await process.media.close(caller);
    await process.media.close(callee);
    await expect.poll(process.log).toMatch(/"strangers":\{"packets":\d+,"first":"127\.0\.0\.4"\}/);
  }
  expect(sprayer.heard()).toBe(0);
});

/** Every port that takes RTP or RTCP and is found in a description; the far side is silent at first. */
const walks: readonly (readonly [string, Partial<OpenEndpoint>, 'plain' | 'encrypted'])[] = [
  ['a desk phone', { far: 'device' }, 'plain'],
  ['a phone of which nobody knows where its SIP comes from', { far: 'device', farAddress: '127.0.0.1' }, 'plain'],
  ['a trunk', { far: 'trunk' }, 'plain'],
  ['a desk phone with keys in its description', { far: 'device', srtp: 'require' }, 'encrypted'],
  ['a trunk with keys in its description', { far: 'trunk', srtp: 'require' }, 'encrypted'],
];
for (const [who, asked, audio] of walks) {
  for (const whoOffers of ['it', 'we'] as const) {
    test(`${who}, where ${whoOffers} offered, is waited for: no stranger takes its place`, {
      timeout: 20_000,
    }, async () => {
      const phone = await phoneAt(audio === 'encrypted' ? new PhoneSrtp() : undefined);
      const request = { endpointId: 'far', kind: 'rtp', farAddress: '127.0.0.1', ...asked } as const;
      const offer = whoOffers === 'it' ? { offer: phone.sdp() } : {};
      const { sdp } = await process.media.openEndpoint({ ...request, ...offer });
      if (whoOffers === 'we') await process.media.acceptAnswer('far', phone.sdp('sendrecv', phone.port, sdp));
      const { port } = readSdp(sdp, 'rtp', asked.srtp);
      await sprays([port, port + 1]);
      // What could leak, for longer than a silent phone is waited for.
      await process.media.play('far', 'ringback');
      const refused = async () => {
        const { srtp, strangers } = await process.media.stats('far');
        return (srtp?.rejected ?? 0) + (strangers?.packets ?? 0);
      };
      await expect.poll(refused, { timeout: 10_000 }).toBeGreaterThan(250);
      expect(process.facts).toEqual([]);
      expect((await process.media.stats('far')).packetsReceived).toBe(0);
      await process.media.play('far', null);
      await process.media.echo('far', true);
      phone.say(440, sdp);
      await connected('far');
      expect(await phone.ear.tone(tones)).toBe(440);
      expect(sprayer.heard()).toBe(0);
    });
  }
}

test('the one port of all browsers answers no stranger', async () => {
  const peer = new WebRtcPeer('anna', 'opus');
  open.push(peer);
  const { sdp } = await process.media.openEndpoint({
    endpointId: 'anna',
    kind: 'webrtc',
    offer: await peer.offer(),
  });
  const { port } = readSdp(sdp, 'webrtc');
  await sprays([port, port]);
  peer.acceptAnswer(sdp);
  await connected('anna');
  await process.media.echo('anna', true);
  peer.say(440);
  expect(await peer.ear.tone(tones)).toBe(440);
  const { packetsReceived, lostIn } = await process.media.stats('anna');
  expect(packetsReceived).toBeGreaterThan(5);
  expect(lostIn).toBe(0);
  expect(sprayer.heard()).toBe(0);
});

test('a phone whose SDP names another address than its SIP comes from is found there, and takes back what is its own', async () => {
  // Described is 127.0.0.1, where the phone is; its SIP is said to come from the address of the sprayer.
  const phone = await phoneAt();
  const asked = { endpointId: 'nat', kind: 'rtp', farAddress: '127.0.0.4', offer: phone.sdp() } as const;
  const { sdp } = await process.media.openEndpoint(asked);
  await sprays([readSdp(sdp, 'rtp').port]);
  await connected('nat');
  const strangersFirst = await packetsOfStrangers('nat');
  expect(strangersFirst).toBeGreaterThan(50);
  await process.media.echo('nat', true);
  phone.say(1000, sdp);
  expect(await phone.ear.tone(tones)).toBe(1000);
  const atTheEnd = sprayer.heard();
  await phone.ear.listen(200);
  expect(sprayer.heard()).toBe(atTheEnd);
});
