import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareAt } from '@sidetone/signals/spectrum.ts';
import { repairWav } from '@sidetone/wav/repair-wav.ts';
import { readWav } from '@sidetone/wav/wav.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { MediaFact, Speaker } from './media.ts';
import { soundFile } from './sounds.ts';
import type { Party } from './testing/party.ts';
import { openParty } from './testing/party.ts';
import { voicesIn } from './testing/voices.ts';

let party: Party;
let folder: string;
let count = 0;
const anna = 700;
const bob = 1000;
const carol = 1700;
const everybody = [anna, bob, carol, 425];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recordings-'));
  party = await openParty();
});
afterEach(() => party.clear());
afterAll(async () => {
  await party.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Recording {
  readonly recordingId: string;
  readonly path: string;
}

async function record(endpointId: string, speakers?: readonly Speaker[]): Promise<Recording> {
  count += 1;
  const recording = { recordingId: `r${count}`, path: join(folder, `r${count}.wav`) };
  await party.process.media.startRecording(endpointId, { ...recording, ...(speakers ? { speakers } : {}) });
  return recording;
}

type Recorded = Extract<MediaFact, { type: 'recorded' }>;

async function recorded({ recordingId }: Recording): Promise<Recorded> {
  const fact = await party.process.heard((each) => each.type === 'recorded' && each.recordingId === recordingId);
  return fact as Recorded;
}

/** Both channels of a stereo file at 16 kHz. */
function channelsOf(path: string): { left: number[]; right: number[] } {
  const wav = readFileSync(path);
  const shape = readWav(wav);
  expect(shape).toMatchObject({ sampleRate: 16_000, channels: 2, bitsPerSample: 16 });
  const left: number[] = [];
  const right: number[] = [];
  for (let at = shape.dataStart; at < shape.dataStart + shape.dataLength; at += 4) {
    left.push(wav.readInt16LE(at));
    right.push(wav.readInt16LE(at + 2));
  }
  return { left, right };
}

/** The voices in a stretch of a channel, seconds from the beginning. */
function voices(samples: readonly number[], from = 0, to = samples.length / 16_000): number[] {
  return voicesIn(samples.slice(from * 16_000, to * 16_000), 16_000, everybody);
}

const talk = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.each([
  ['untouched in Opus', 'opus', 'opus'],
  ['untouched in G.711', 'PCMU', 'PCMU'],
  ['from one law to the other', 'PCMU', 'PCMA'],
  ['transcoded', 'opus', 'PCMA'],
] as const)(
  'of a call that is joined %s, left is the user alone and right the other alone',
  async (_how, own, other) => {
    const a = await party.browser('anna', anna, own);
    const b = other === 'opus' ? await party.browser('bob', bob) : await party.phone('bob', bob, other);
    await party.process.media.bridge('anna', 'bob');
    const recording = await record('anna');
    await talk(1200);
    await party.process.media.stopRecording('anna', recording.recordingId);
    const { durationMs } = await recorded(recording);
    const { left, right } = channelsOf(recording.path);
    expect(left.length).toBe((durationMs * 16_000) / 1000);
    expect(Math.abs(durationMs - 1220)).toBeLessThan(150);
    expect([voices(left), voices(right)]).toEqual([[anna], [bob]]);
    expect(shareAt(bob, left, 16_000)).toBeLessThan(0.001);
    expect(shareAt(anna, right, 16_000)).toBeLessThan(0.001);
    expect(await Promise.all([a.ear.tone(everybody), b.ear.tone(everybody)])).toEqual([bob, anna]);
  },
);

test.each([
  [['USER'], [[anna], []]],
  [['REMOTE'], [[], [bob]]],
] as const)('of %s alone, the other channel is silence', async (speakers, heard) => {
  await party.browser('anna', anna);
  await party.phone('bob', bob);
  await party.process.media.bridge('anna', 'bob');
  const recording = await record('anna', speakers);
  await talk(1000);
  await party.process.media.stopRecording('anna', recording.recordingId);
  await recorded(recording);
  const { left, right } = channelsOf(recording.path);
  expect([voices(left), voices(right)]).toEqual(heard);
});

test('in a conference right is the sum of the others, and it goes on through every change of partners', async () => {
  await party.browser('anna', anna);
  await party.phone('bob', bob);
  await party.phone('carol', carol, 'PCMA');
  const { media } = party.process;
  await media.bridge('anna', 'bob');
  const recording = await record('anna');
  await talk(1000);
  await media.confer(['anna', 'bob', 'carol']);
  await talk(1000);
  await media.bridge('anna', 'carol');
  await talk(1000);
  await media.unbridge('anna');
  await talk(500);
  await media.stopRecording('anna', recording.recordingId);
  const { durationMs } = await recorded(recording);
  expect(Math.abs(durationMs - 3540)).toBeLessThan(300);
  const { left, right } = channelsOf(recording.path);
  expect([0.3, 1.3, 2.3, 3.2].map((at) => voices(left, at, at + 0.3))).toEqual([[anna], [anna], [anna], [anna]]);
  expect([0.3, 1.3, 2.3, 3.2].map((at) => voices(right, at, at + 0.3))).toEqual([[bob], [bob, carol], [carol], []]);
});

test('tones, prompts and music are not in it; while either is held there is silence for as long', async () => {
  const a = await party.browser('anna', anna);
  await party.phone('bob', bob);
  const { media } = party.process;
  await media.bridge('anna', 'bob');
  const recording = await record('anna');
  await media.play('anna', 'congestion');
  expect(await a.ear.tone(everybody)).toBe(425);
  await media.play('anna', null);
  await media.hold('bob', true);
  await media.play('bob', { file: soundFile('holdMusic', 'en'), loop: true });
  await talk(600);
  await media.hold('anna', true);
  await talk(600);
  await media.stopRecording('anna', recording.recordingId);
  const { durationMs } = await recorded(recording);
  const { left, right } = channelsOf(recording.path);
  const end = durationMs / 1000;
  expect([voices(left, 0.1, 0.6), voices(right, 0.1, 0.6)]).toEqual([[anna], [bob]]);
  expect([voices(left, end - 1.1, end - 0.75), voices(right, end - 1.1, end - 0.75)]).toEqual([[anna], []]);
  expect([voices(left, end - 0.4, end), voices(right, end - 0.4, end)]).toEqual([[], []]);
});

test('a pause is left out', async () => {
  await party.browser('anna', anna);
  await party.phone('bob', bob);
  const { media } = party.process;
  await media.bridge('anna', 'bob');
  const recording = await record('anna');
  const { recordingId } = recording;
  await talk(500);
  await media.pauseRecording('anna', recordingId, true);
  await media.bridge('anna', 'bob');
  await talk(800);
  await media.pauseRecording('anna', recordingId, true);
  await media.pauseRecording('anna', recordingId, false);
  await talk(500);
  await media.stopRecording('anna', recordingId);
  const { durationMs } = await recorded(recording);
  expect(Math.abs(durationMs - 1040)).toBeLessThan(200);
  const { left, right } = channelsOf(recording.path);
  expect([voices(left, 0.6), voices(right, 0.6)]).toEqual([[anna], [bob]]);
});

test('closing the leg ends it; moved to another leg it goes on there, in the same file', async () => {
  await party.browser('anna', anna);
  await party.phone('bob', bob);
  const { media } = party.process;
  await media.bridge('anna', 'bob');
  const recording = await record('anna');
  await talk(600);
  await party.browser('carol', carol);
  await media.bridge('carol', 'bob');
  await media.moveRecording('anna', 'carol');
  await media.close('anna');
  await talk(800);
  expect(party.process.facts.filter((fact) => fact.type === 'recorded')).toEqual([]);
  await media.close('carol');
  const { endpointId, durationMs, path } = await recorded(recording);
  expect([endpointId, path]).toEqual(['carol', recording.path]);
  const { left, right } = channelsOf(path);
  const end = durationMs / 1000;
  expect([voices(left, 0.2, 0.5), voices(left, end - 0.5, end)]).toEqual([[anna], [carol]]);
  expect([voices(right, 0.2, 0.5), voices(right, end - 0.5, end)]).toEqual([[bob], [bob]]);
  await expect(media.stopRecording('bob', recording.recordingId)).rejects.toMatchObject({ code: 'NO_SUCH_RECORDING' });
});

test('a file that cannot be made, or is there already, is refused', async () => {
  await party.phone('bob', bob);
  const { media } = party.process;
  const nowhere = { recordingId: 'x', path: join(folder, 'none', 'x.wav') };
  await expect(media.startRecording('bob', nowhere)).rejects.toMatchObject({ code: 'CANNOT_RECORD' });
  const recording = await record('bob');
  await expect(media.startRecording('bob', recording)).rejects.toMatchObject({ code: 'CANNOT_RECORD' });
  const again = { ...recording, recordingId: 'y' };
  await expect(media.startRecording('bob', again)).rejects.toMatchObject({ code: 'CANNOT_RECORD' });
  await expect(media.startRecording('nobody', nowhere)).rejects.toMatchObject({ code: 'NO_SUCH_ENDPOINT' });
});

test('after kill -9 the file holds all but the last second', async () => {
  const own = await openParty();
  await own.browser('anna', anna);
  await own.phone('bob', bob);
  await own.process.media.bridge('anna', 'bob');
  const path = join(folder, 'killed.wav');
  await own.process.media.startRecording('anna', { recordingId: 'killed', path });
  await talk(2300);
  const gone = own.process.heard((fact) => fact.type === 'lost');
  own.process.child.kill('SIGKILL');
  await gone;
  const asFound = channelsOf(path);
  expect(asFound.left.length / 16_000).toBeGreaterThan(1.3);
  const { durationMs } = await repairWav(path);
  expect(durationMs).toBeGreaterThan(1300);
  expect(durationMs).toBeLessThan(2600);
  const { left, right } = channelsOf(path);
  expect([voices(left), voices(right)]).toEqual([[anna], [bob]]);
  await own.stop();
});

test('an orderly end of the process completes the file', async () => {
  const own = await openParty();
  await own.phone('bob', bob);
  const path = join(folder, 'ended.wav');
  await own.process.media.startRecording('bob', { recordingId: 'ended', path });
  await talk(700);
  await own.stop();
  expect(channelsOf(path).left.length / 16_000).toBeGreaterThan(0.6);
});

const canLimit = existsSync('/usr/bin/prlimit');

test.skipIf(!canLimit)('a disk that is full ends the recording, not the call', async () => {
  const own = await openParty();
  const a = await own.browser('anna', anna);
  await own.phone('bob', bob);
  await own.process.media.bridge('anna', 'bob');
  const path = join(folder, 'full.wav');
  execFileSync('/usr/bin/prlimit', ['--pid', String(own.process.child.pid), '--fsize=100000']);
  await own.process.media.startRecording('anna', { recordingId: 'full', path });
  const fact = await own.process.heard((each) => each.type === 'recordingFailed');
  expect(fact).toMatchObject({ endpointId: 'anna', recordingId: 'full', why: 'EFBIG' });
  expect(await a.ear.tone(everybody)).toBe(bob);
  expect((await repairWav(path)).durationMs).toBeGreaterThan(1000);
  expect(voices(channelsOf(path).left)).toEqual([anna]);
  await own.stop();
});
