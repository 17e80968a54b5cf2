import { createSocket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MediaError } from '../media.ts';
import { readSdp } from '../sdp.ts';
import { type MediaProcess, startMediaProcess } from '../testing/media-process.ts';
import { RtpPhone } from '../testing/rtp-phone.ts';
import { WebRtcPeer } from '../testing/webrtc-peer.ts';

let process: MediaProcess;

beforeAll(async () => {
  process = await startMediaProcess();
});
afterAll(() => process.stop());

const hasEnded = (child: MediaProcess['child']) =>
  new Promise<number | string | null>((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));

test('malformed descriptions are refused one by one and harm nobody', async () => {
  const peer = new WebRtcPeer('fuzz');
  const whole = await peer.offer();
  const bystander = await RtpPhone.open();
  const { sdp } = await process.media.openEndpoint({ endpointId: 'bystander', kind: 'rtp', offer: bystander.sdp() });
  bystander.say(440, sdp);
  await process.media.echo('bystander', true);
  const lines = whole.split('\r\n');
  const edit = fc.tuple(
    fc.nat(lines.length),
    fc.nat(2),
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...lines, 'a=setup:passive', 'm=audio 9 RTP/SAVPF 0')),
  );
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 4 }), async (edits) => {
      const changed = [...lines];
      for (const [at, remove, line] of edits) changed.splice(at, remove, line);
      const endpointId = `fuzz${count++}`;
      const outcome = await process.media
        .openEndpoint({ endpointId, kind: count % 2 === 0 ? 'webrtc' : 'rtp', offer: changed.join('\r\n') })
        .then(
          () => 'opened',
          (error: unknown) => (error instanceof MediaError ? error.code : error),
        );
      expect(['opened', 'BAD_SDP', 'NO_COMMON_CODEC']).toContain(outcome);
      await process.media.close(endpointId);
    }),
    { numRuns: 150 },
  );
  expect(await bystander.ear.tone([440, 1000])).toBe(440);
  bystander.close();
  peer.close();
});

test('broken packets are dropped', async () => {
  const phone = await RtpPhone.open();
  const { sdp } = await process.media.openEndpoint({ endpointId: 'phone', kind: 'rtp', offer: phone.sdp() });
  await process.media.openEndpoint({ endpointId: 'other', kind: 'rtp', codecs: ['opus'] });
  await process.media.bridge('phone', 'other');
  await process.media.echo('phone', true);
  const { port } = readSdp(sdp, 'rtp');
  phone.say(440, sdp);
  await process.heard((fact) => fact.type === 'connected' && fact.endpointId === 'phone');
  for (const bytes of fc.sample(fc.uint8Array({ maxLength: 60 }), 300)) phone.sendRaw(Buffer.from(bytes), port);
  for (const bytes of fc.sample(fc.uint8Array({ maxLength: 40 }), 300)) {
    phone.sendRaw(
      Buffer.from([0x80 | ((bytes[0] ?? 0) & 0x3f), [0, 97, 200, 201][(bytes[1] ?? 0) % 4] ?? 0, ...bytes]),
      port,
    );
  }
  expect(await phone.ear.tone([440, 1000])).toBe(440);
  phone.close();
  await process.media.closeAll();
});

test('the first valid source is locked: an intruder is neither heard nor answered', async () => {
  const phone = await RtpPhone.open();
  const { sdp } = await process.media.openEndpoint({ endpointId: 'locked', kind: 'rtp', offer: phone.sdp() });
  await process.media.echo('locked', true);
  phone.say(440, sdp);
  await process.heard((fact) => fact.type === 'connected' && fact.endpointId === 'locked');
  const intruder = await RtpPhone.open();
  intruder.say(1000, sdp);
  expect(await phone.ear.tone([440, 1000])).toBe(440);
  expect(intruder.heard.sequences).toEqual([]);
  intruder.close();
  phone.close();
  await process.media.closeAll();
});

test('a phone whose description names another port is answered where it really is', async () => {
  const phone = await RtpPhone.open();
  const behindNat = phone.sdp('sendrecv', 9999);
  const { sdp } = await process.media.openEndpoint({ endpointId: 'nat', kind: 'rtp', offer: behindNat });
  await process.media.echo('nat', true);
  phone.say(440, sdp);
  expect(await phone.ear.tone([440, 1000])).toBe(440);
  phone.close();
  await process.media.closeAll();
});

test('a phone that offers another port is followed there, and only there', async () => {
  const [before, after] = [await RtpPhone.open(), await RtpPhone.open()];
  const { sdp } = await process.media.openEndpoint({ endpointId: 'moved', kind: 'rtp', offer: before.sdp() });
  await process.media.echo('moved', true);
  before.say(440, sdp);
  expect(await before.ear.tone([440, 1000])).toBe(440);
  const answer = await process.media.answerReoffer('moved', after.sdp());
  before.hush();
  after.say(1000, answer.sdp);
  expect(await after.ear.tone([440, 1000])).toBe(1000);
  before.heard.sequences.length = 0;
  before.say(440, sdp);
  expect(await after.ear.tone([440, 1000])).toBe(1000);
  expect(before.heard.sequences).toEqual([]);
  before.close();
  after.close();
  await process.media.closeAll();
});

test('what signalling asks wrongly is answered with a code', async () => {
  const { media } = process;
  await expect(media.play('nobody', 'busy')).rejects.toMatchObject({ code: 'NO_SUCH_ENDPOINT' });
  await expect(media.sendDtmf('nobody', 'xyz')).rejects.toMatchObject({ code: 'INTERNAL' });
  await media.openEndpoint({ endpointId: 'twice', kind: 'webrtc' });
  await expect(media.openEndpoint({ endpointId: 'twice', kind: 'rtp' })).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(media.acceptAnswer('twice', 'v=0')).rejects.toMatchObject({ code: 'NO_COMMON_CODEC' });
  await media.close('twice');
  await media.close('twice');
});

test('on loopback nothing but loopback is offered', async () => {
  const { sdp } = await process.media.openEndpoint({ endpointId: 'loop', kind: 'webrtc' });
  expect(sdp.match(/^a=candidate.*$/gm)?.map((line) => line.split(' ')[4])).toEqual(['127.0.0.1']);
  await process.media.closeAll();
});

test('on every interface a browser and a phone of this machine are served too', async () => {
  const own = await startMediaProcess({ HOST: '0.0.0.0', PUBLIC_ADDRESS: '203.0.113.1' });
  const peer = new WebRtcPeer('anna');
  const opened = await own.media.openEndpoint({ endpointId: 'anna', kind: 'webrtc', offer: await peer.offer() });
  expect(opened.sdp).toMatch(/^a=candidate.* 203\.0\.113\.1 /m);
  peer.acceptAnswer(opened.sdp);
  await own.heard((fact) => fact.type === 'connected' && fact.endpointId === 'anna');
  peer.say(440);
  const phone = await RtpPhone.open();
  const offer = { endpointId: 'phone', kind: 'rtp', offer: phone.sdp(), farAddress: '127.0.0.1' } as const;
  const { sdp } = await own.media.openEndpoint(offer);
  expect(readSdp(sdp, 'rtp').address).toBe('127.0.0.1');
  phone.say(1000, sdp);
  await own.media.bridge('anna', 'phone');
  expect(await Promise.all([peer.ear.tone([440, 1000]), phone.ear.tone([440, 1000])])).toEqual([1000, 440]);
  peer.close();
  phone.close();
  await own.stop();
});

const hasIpv6 = Object.values(networkInterfaces()).some((entries) => entries?.some((entry) => entry.address === '::1'));

test.skipIf(!hasIpv6)('over IPv6 a browser and a phone hear each other', async () => {
  const own = await startMediaProcess({ HOST: '::1' });
  const peer = new WebRtcPeer('anna', 'opus', '::1');
  const opened = await own.media.openEndpoint({ endpointId: 'anna', kind: 'webrtc', offer: await peer.offer() });
  expect(opened.sdp).toMatch(/^a=candidate.* ::1 /m);
  peer.acceptAnswer(opened.sdp);
  await own.heard((fact) => fact.type === 'connected' && fact.endpointId === 'anna');
  peer.say(440);
  const phone = await RtpPhone.open('PCMA', '::1');
  const offer = { endpointId: 'phone', kind: 'rtp', offer: phone.sdp(), farAddress: '::1' } as const;
  phone.say(1000, (await own.media.openEndpoint(offer)).sdp);
  await own.media.bridge('anna', 'phone');
  expect(await Promise.all([peer.ear.tone([440, 1000]), phone.ear.tone([440, 1000])])).toEqual([1000, 440]);
  peer.close();
  phone.close();
  await own.stop();
});

test('killed and started again, it is told as lost and serves again', async () => {
  const own = await startMediaProcess();
  await own.media.openEndpoint({ endpointId: 'a', kind: 'webrtc' });
  const ended = hasEnded(own.child);
  own.child.kill('SIGKILL');
  await ended;
  await own.heard((fact) => fact.type === 'lost');
  own.start();
  await own.media.closeAll();
  await own.media.openEndpoint({ endpointId: 'a', kind: 'webrtc' });
  await own.stop();
});

test('a port that somebody else has ends the process with an error', async () => {
  const holder = createSocket('udp4');
  await new Promise<void>((resolve) => holder.bind(0, '127.0.0.1', resolve));
  const own = await startMediaProcess({ MEDIA_PORT: String(holder.address().port) });
  expect(await hasEnded(own.child)).toBe(1);
  holder.close();
  await own.stop();
});

test('when the supervisor is gone it ends itself five seconds later, not before', async () => {
  const own = await startMediaProcess();
  await own.media.closeAll();
  const began = performance.now();
  const ended = hasEnded(own.child);
  own.child.stdin?.end();
  await own.media.openEndpoint({ endpointId: 'still', kind: 'webrtc' });
  expect(await ended).toBe(0);
  const after = performance.now() - began;
  expect(after).toBeGreaterThan(4500);
  expect(after).toBeLessThan(8000);
  await own.stop();
});
