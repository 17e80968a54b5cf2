import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWav } from '@sidetone/wav/wav.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MediaFact } from './media.ts';
import { MediaClient } from './media-client.ts';
import { MediaPool } from './media-pool.ts';
import type { Ear } from './testing/ear.ts';
import { type MediaProcess, startMediaProcess } from './testing/media-process.ts';
import { someOwner } from './testing/owner.ts';
import { RtpPhone } from './testing/rtp-phone.ts';
import { voicesIn } from './testing/voices.ts';
import { WebRtcPeer } from './testing/webrtc-peer.ts';

const [anna, bob, carol, dave] = [700, 1000, 1700, 2300];
const everybody = [anna, bob, carol, dave];

let processes: MediaProcess[];
let media: MediaPool;
let facts: MediaFact[];
let folder: string;
const open: { close(): void }[] = [];
const clients: MediaClient[] = [];

/** Signalling over both processes: the clients of the helpers at first, fresh ones after a restart. */
function poolOf(of: readonly MediaClient[]): MediaPool {
  const pool = new MediaPool(of.map((client, index) => ({ name: `media-${index + 1}`, client })));
  facts = [];
  pool.onFact((fact) => facts.push(fact));
  return pool;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pool-'));
  processes = await Promise.all([startMediaProcess(), startMediaProcess()]);
  media = poolOf(processes.map((each) => each.media));
  await media.closeAll();
});
afterEach(async () => {
  for (const each of open.splice(0)) each.close();
  for (const client of clients.splice(0)) client.stop();
  await Promise.all(processes.map((each) => each.stop()));
  rmSync(folder, { recursive: true, force: true });
});

/** A phone whose endpoint is opened beside another, else where the fewest are. */
async function phone(endpointId: string, hertz: number, beside: readonly string[] = []): Promise<RtpPhone> {
  const made = await RtpPhone.open('PCMA');
  open.push(made);
  const request = { endpointId, kind: 'rtp', offer: made.sdp(), farAddress: '127.0.0.1', beside } as const;
  made.say(hertz, (await media.openEndpoint(request)).sdp);
  return made;
}

async function browser(endpointId: string, hertz: number, beside: readonly string[] = []): Promise<WebRtcPeer> {
  const peer = new WebRtcPeer(endpointId);
  open.push(peer);
  const { sdp } = await media.openEndpoint({ endpointId, kind: 'webrtc', offer: await peer.offer(), beside });
  peer.acceptAnswer(sdp);
  await expect.poll(() => facts).toContainEqual({ type: 'connected', endpointId });
  peer.say(hertz);
  return peer;
}

/** Waits until each ear hears exactly these voices for half a second, once what was under way is over. */
async function expectVoices(...wanted: readonly (readonly [Ear, readonly number[]])[]): Promise<void> {
  await Promise.all(
    wanted.map(async ([ear, voices]) => {
      await ear.listen(300);
      const listen = async () => expect(voicesIn(await ear.listen(500), 8000, everybody)).toEqual(voices);
      await vi.waitFor(listen, { timeout: 8000 });
    }),
  );
}

const sizes = () => Promise.all(processes.map(async (each) => (await each.media.list()).length));

test('a call stays in one process, and the next one begins in the other', async () => {
  const a = await browser('anna', anna);
  const b = await phone('bob', bob, ['anna']);
  const c = await phone('carol', carol);
  const d = await phone('dave', dave, ['nobody', 'carol']);
  expect(await sizes()).toEqual([2, 2]);
  await media.bridge('anna', 'bob');
  await media.bridge('carol', 'dave');
  await expectVoices([a.ear, [bob]], [b.ear, [anna]], [c.ear, [dave]], [d.ear, [carol]]);
  expect(media.tied).toBe(0);
});

test('those of two calls who are joined hear each other across processes, with keys, hold and recording', async () => {
  const a = await browser('anna', anna);
  const c = await phone('carol', carol);
  expect(await sizes()).toEqual([1, 1]);
  await media.bridge('anna', 'carol');
  await expectVoices([a.ear, [carol]], [c.ear, [anna]]);
  expect([media.tied, await sizes()]).toEqual([1, [2, 2]]);

  const path = join(folder, 'r.wav');
  await media.startRecording('carol', { recordingId: 'r', path });
  a.press(5);
  // Told of who pressed it alone, and heard by the other.
  await expect
    .poll(() => facts.filter(({ type }) => type === 'dtmf'))
    .toEqual([expect.objectContaining({ endpointId: 'anna', digit: '5' })]);
  await expect.poll(() => c.heard.digits).toContain('5');
  await c.ear.listen(1000);
  await media.stopRecording('carol', 'r');
  await expect.poll(() => facts).toContainEqual(expect.objectContaining({ type: 'recorded', recordingId: 'r' }));
  const wav = readFileSync(path);
  const { dataStart, dataLength } = readWav(wav) ?? { dataStart: 0, dataLength: 0 };
  const channel = (offset: number) =>
    Array.from({ length: Math.floor(dataLength / 4) }, (_, at) => wav.readInt16LE(dataStart + at * 4 + offset));
  expect([channel(0), channel(2)].map((samples) => voicesIn(samples.slice(-12_000), 16_000, everybody))).toEqual([
    [carol],
    [anna],
  ]);

  await media.hold('carol', true);
  expect(await a.ear.isSilent(600)).toBe(true);
  await media.hold('carol', false);
  await expectVoices([a.ear, [carol]], [c.ear, [anna]]);

  // Handed over to somebody beside anna: nothing is left of the tie.
  const b = await phone('bob', bob, ['anna']);
  await media.bridge('anna', 'bob');
  await media.close('carol');
  await expectVoices([a.ear, [bob]], [b.ear, [anna]]);
  expect([media.tied, await sizes()]).toEqual([0, [2, 0]]);
});

test('a conference across processes: each hears the others and not itself, and a listener is not heard', async () => {
  const a = await phone('anna', anna);
  const b = await phone('bob', bob);
  const c = await phone('carol', carol, ['anna']);
  const d = await phone('dave', dave, ['bob']);
  expect(await sizes()).toEqual([2, 2]);
  await media.confer(['anna', 'bob', 'carol', 'dave'], { listeners: ['dave'], keepsKeys: true });
  await expectVoices([a.ear, [bob, carol]], [b.ear, [anna, carol]], [c.ear, [anna, bob]], [d.ear, [anna, bob, carol]]);
  await media.confer(['anna', 'bob', 'carol', 'dave'], { keepsKeys: true });
  await expectVoices([a.ear, [bob, carol, dave]], [d.ear, [anna, bob, carol]], [b.ear, [anna, carol, dave]]);
  expect(media.tied).toBe(2);
  await media.unbridge('bob');
  await expectVoices([a.ear, [carol, dave]], [d.ear, [anna, carol]]);
  expect(await b.ear.isSilent(300)).toBe(true);
  await media.close('bob');
  await media.close('dave');
  expect([media.tied, await sizes()]).toEqual([0, [2, 0]]);
});

test('a guest in another process hears the two, is heard by one, and hears them again after they were apart', async () => {
  const [a, c] = [await phone('anna', anna), await phone('carol', carol)];
  const g = await phone('guest', dave, ['carol']);
  await media.bridge('anna', 'carol');
  await media.attach('guest', { pair: ['anna', 'carol'], heardBy: ['anna'] });
  await expectVoices([a.ear, [carol, dave]], [c.ear, [anna]], [g.ear, [anna, carol]]);
  await media.unbridge('carol');
  expect(await a.ear.isSilent(400)).toBe(true);
  await media.bridge('carol', 'anna');
  await expectVoices([a.ear, [carol, dave]], [c.ear, [anna]], [g.ear, [anna, carol]]);
  await media.detach('guest');
  await expectVoices([a.ear, [carol]], [c.ear, [anna]]);
});

test('signalling that begins again takes the ties over, and closes what it does not want', async () => {
  const [a, c] = [await phone('anna', anna), await phone('carol', carol)];
  await phone('lobby', bob);
  await media.bridge('anna', 'carol');
  await expectVoices([a.ear, [carol]], [c.ear, [anna]]);
  for (const each of processes) each.media.stop();
  const fresh = processes.map(({ socketPath }) => new MediaClient({ socketPath, owner: someOwner }));
  clients.push(...fresh);
  media = poolOf(fresh);
  expect([...(await media.adopt(['anna', 'carol', 'of-yesterday']))].sort()).toEqual(['anna', 'carol']);
  await expectVoices([a.ear, [carol]], [c.ear, [anna]]);
  expect(media.tied).toBe(1);
  await media.unbridge('carol');
  await media.unbridge('anna');
  expect(await Promise.all([a.ear.isSilent(400), c.ear.isSilent(400)])).toEqual([true, true]);
  const left = await Promise.all(fresh.map((client) => client.list()));
  expect(left.flat().sort()).toEqual(['anna', 'carol']);
});

test('a process that is killed takes with it what was there, and no other call', async () => {
  const a = await phone('anna', anna);
  const b = await phone('bob', bob);
  const c = await phone('carol', carol, ['anna']);
  await phone('dave', dave, ['bob']);
  await media.confer(['anna', 'bob', 'carol']);
  await expectVoices([a.ear, [bob, carol]], [b.ear, [anna, carol]]);
  processes[1]?.child.kill('SIGKILL');
  await expect
    .poll(() => facts.filter(({ type }) => type === 'lost'))
    .toEqual([{ type: 'lost', endpointIds: new Set(['bob', 'dave']) }]);
  await expectVoices([a.ear, [carol]], [c.ear, [anna]]);
  await expect(media.stats('bob')).rejects.toMatchObject({ code: 'NO_SUCH_ENDPOINT' });
  // New calls go where there is somebody, until the other one is back.
  const e = await phone('eve', bob);
  await media.bridge('eve', 'anna');
  await expectVoices([a.ear, [bob]], [e.ear, [anna]]);
  expect(media.tied).toBe(0);
  processes[1]?.start();
  await expect.poll(() => processes[1]?.media.isConnected, { timeout: 8000 }).toBe(true);
  await phone('frank', dave);
  expect(await sizes()).toEqual([3, 1]);
});
