import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SrtpPolicy } from './media.ts';
import { MediaClient } from './media-client.ts';
import { readSdp } from './sdp.ts';
import { type MediaProcess, startMediaProcess } from './testing/media-process.ts';
import { someOwner } from './testing/owner.ts';
import { PhoneSrtp } from './testing/phone-srtp.ts';
import { rtpPacket } from './testing/rtp.ts';
import { RtpPhone } from './testing/rtp-phone.ts';

let process: MediaProcess;
const open: { close(): void }[] = [];
const tones = [440, 1000];

beforeAll(async () => {
  process = await startMediaProcess();
});
afterEach(async () => {
  for (const each of open.splice(0)) each.close();
  await process.media.closeAll();
  process.facts.length = 0;
});
afterAll(() => process.stop());

const connected = (endpointId: string) =>
  process.heard((fact) => fact.type === 'connected' && fact.endpointId === endpointId);

async function phoneCalls(endpointId: string, hertz: number, srtp?: PhoneSrtp, policy: SrtpPolicy = 'offer') {
  const phone = await RtpPhone.open('PCMU', '127.0.0.1', srtp);
  open.push(phone);
  const asked = { endpointId, kind: 'rtp', offer: phone.sdp(), farAddress: '127.0.0.1', srtp: policy } as const;
  const { sdp } = await process.media.openEndpoint(asked);
  phone.say(hertz, sdp);
  await connected(endpointId);
  return { phone, sdp };
}

async function phoneIsCalled(endpointId: string, hertz: number, srtp?: PhoneSrtp, policy: SrtpPolicy = 'offer') {
  const phone = await RtpPhone.open('PCMU', '127.0.0.1', srtp);
  open.push(phone);
  const { sdp } = await process.media.openEndpoint({ endpointId, kind: 'rtp', farAddress: '127.0.0.1', srtp: policy });
  await process.media.acceptAnswer(endpointId, phone.sdp('sendrecv', phone.port, sdp));
  phone.say(hertz, sdp);
  await connected(endpointId);
  return { phone, sdp };
}

test('two phones hear each other encrypted, whichever offered, and one in the clear is joined to them', async () => {
  const [desk, lobby] = [new PhoneSrtp('RTP/SAVP'), new PhoneSrtp('RTP/AVP')];
  const one = await phoneCalls('desk', 440, desk, 'require');
  const other = await phoneIsCalled('lobby', 1000, lobby);
  expect(one.sdp).toContain(' RTP/SAVP ');
  await process.media.bridge('desk', 'lobby');
  expect(await Promise.all([one.phone.ear.tone(tones), other.phone.ear.tone(tones)])).toEqual([1000, 440]);
  expect([desk.unreadable, lobby.unreadable]).toEqual([0, 0]);
  const { srtp } = await process.media.stats('desk');
  expect(srtp).toMatchObject({ suite: 'AES_CM_128_HMAC_SHA1_80', rejected: 0 });
  expect(Math.min(srtp?.sent ?? 0, srtp?.received ?? 0)).toBeGreaterThan(10);
  const plain = await phoneCalls('plain', 1000);
  expect(plain.sdp).not.toContain('crypto');
  await process.media.bridge('desk', 'plain');
  expect(await Promise.all([one.phone.ear.tone(tones), plain.phone.ear.tone(tones)])).toEqual([1000, 440]);
  expect((await process.media.stats('plain')).srtp).toBeUndefined();
});

test('numbers that go round, holding and a new description keep the keys; a new key of the phone begins again', async () => {
  const srtp = new PhoneSrtp();
  const { phone, sdp } = await phoneCalls('desk', 440, srtp);
  await process.media.echo('desk', true);
  // The phone's numbers begin at 65,500: after a second they have gone round.
  await phone.ear.listen(1200);
  expect(await phone.ear.tone(tones)).toBe(440);
  const ours = readSdp(sdp, 'rtp', 'offer').crypto;
  const held = await process.media.answerReoffer('desk', phone.sdp('sendonly'));
  expect(readSdp(held.sdp, 'rtp', 'offer').crypto).toEqual(ours);
  const back = await process.media.answerReoffer('desk', phone.sdp());
  expect(readSdp(back.sdp, 'rtp', 'offer').crypto).toEqual(ours);
  expect(await phone.ear.tone(tones)).toBe(440);
  const asked = await process.media.reoffer('desk', 'sendrecv');
  expect(readSdp(asked.sdp, 'rtp', 'offer').crypto).toEqual(ours);
  await process.media.acceptAnswer('desk', phone.sdp('sendrecv', phone.port, asked.sdp));
  expect(await phone.ear.tone(tones)).toBe(440);
  phone.hush();
  srtp.rekey();
  const again = await process.media.answerReoffer('desk', phone.sdp());
  expect(readSdp(again.sdp, 'rtp', 'offer').crypto[0]?.key).not.toBe(ours[0]?.key);
  phone.ssrc = 99;
  phone.say(1000, again.sdp);
  expect(await phone.ear.tone(tones)).toBe(1000);
});

test('a restart of signalling changes nothing: the endpoint that is adopted goes on with its keys', async () => {
  const srtp = new PhoneSrtp();
  const { phone, sdp } = await phoneCalls('desk', 440, srtp);
  await process.media.echo('desk', true);
  const fresh = new MediaClient({ socketPath: process.socketPath, owner: someOwner });
  try {
    expect(await fresh.adopt(['desk'])).toEqual(['desk']);
    const held = await fresh.answerReoffer('desk', phone.sdp());
    expect(readSdp(held.sdp, 'rtp', 'offer').crypto).toEqual(readSdp(sdp, 'rtp', 'offer').crypto);
    expect(await phone.ear.tone(tones)).toBe(440);
    expect(srtp.unreadable).toBe(0);
  } finally {
    fresh.stop();
  }
});

test('an encrypted call takes no offer in the clear and goes on as it was', async () => {
  const { phone } = await phoneCalls('desk', 440, new PhoneSrtp());
  await process.media.echo('desk', true);
  const clear = phone
    .sdp()
    .replace('RTP/SAVP', 'RTP/AVP')
    .replace(/a=crypto.*\r\n/g, '');
  await expect(process.media.answerReoffer('desk', clear)).rejects.toMatchObject({ code: 'NO_COMMON_CODEC' });
  expect(await phone.ear.tone(tones)).toBe(440);
});

test('keys stand in no line of the log', async () => {
  const { phone, sdp } = await phoneCalls('desk', 440, new PhoneSrtp());
  await expect(process.media.answerReoffer('desk', phone.sdp().replace('PCMU', 'G729'))).resolves.toBeDefined();
  await expect(
    process.media.answerReoffer('desk', phone.sdp().replace(/m=audio (\d+) RTP\/SAVP 0 97/, 'm=audio $1 RTP/SAVP 18')),
  ).rejects.toMatchObject({ code: 'NO_COMMON_CODEC' });
  for (const text of [sdp, phone.sdp()]) {
    for (const { key } of readSdp(text, 'rtp', 'offer').crypto) expect(process.log()).not.toContain(key);
  }
});

/** Somebody else on this machine who sends to the endpoint's port. */
async function intruder(): Promise<{ socket: Socket; heard: () => number }> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  let heard = 0;
  socket.on('message', () => {
    heard += 1;
  });
  open.push(socket);
  return { socket, heard: () => heard };
}
const noise = (sequence: number, ssrc = 666) =>
  rtpPacket({ payloadType: 0, sequence, timestamp: sequence * 160, ssrc }, new Uint8Array(160).fill(7));

test('a stranger without a key cannot make itself the phone by coming first', async () => {
  const srtp = new PhoneSrtp();
  const phone = await RtpPhone.open('PCMU', '127.0.0.1', srtp);
  open.push(phone);
  const asked = { endpointId: 'desk', kind: 'rtp', offer: phone.sdp(), srtp: 'require' } as const;
  const { sdp } = await process.media.openEndpoint(asked);
  const { port } = readSdp(sdp, 'rtp', 'require');
  const { socket, heard } = await intruder();
  for (let at = 0; at < 20; at++) socket.send(noise(at), port, '127.0.0.1');
  await expect.poll(async () => (await process.media.stats('desk')).srtp?.rejected).toBe(20);
  await process.media.echo('desk', true);
  phone.say(440, sdp);
  await connected('desk');
  expect(await phone.ear.tone(tones)).toBe(440);
  expect(heard()).toBe(0);
});

test("sound that comes before the answer is nobody's: the answer decides whose it is", async () => {
  const phone = await RtpPhone.open();
  open.push(phone);
  const { sdp } = await process.media.openEndpoint({ endpointId: 'desk', kind: 'rtp', farAddress: '127.0.0.1' });
  const { port } = readSdp(sdp, 'rtp');
  const early = await intruder();
  for (let at = 0; at < 5; at++) early.socket.send(noise(at), port, '127.0.0.1');
  await expect.poll(async () => (await process.media.stats('desk')).strangers?.packets).toBe(5);
  expect(process.facts).toEqual([]);
  phone.say(440, sdp);
  await process.media.acceptAnswer('desk', phone.sdp('sendrecv', phone.port));
  await process.media.echo('desk', true);
  expect(await phone.ear.tone(tones)).toBe(440);
  for (let at = 5; at < 25; at++) early.socket.send(noise(at), port, '127.0.0.1');
  expect(await phone.ear.tone(tones)).toBe(440);
  expect(early.heard()).toBe(0);
});

test('a phone that begins another stream from its own port is heard on, and nobody else takes its place', async () => {
  const { phone, sdp } = await phoneCalls('desk', 440);
  await process.media.echo('desk', true);
  expect(await phone.ear.tone(tones)).toBe(440);
  const { socket, heard } = await intruder();
  const { port } = readSdp(sdp, 'rtp');
  for (let at = 0; at < 30; at++) {
    socket.send(noise(at), port, '127.0.0.1');
    if (at === 10) phone.ssrc = 0x0bad_cafe;
  }
  expect(await phone.ear.tone(tones)).toBe(440);
  await phone.ear.listen(200);
  expect(await phone.ear.tone(tones)).toBe(440);
  expect(heard()).toBe(0);
  expect((socket.address() as AddressInfo).port).not.toBe(phone.port);
});
