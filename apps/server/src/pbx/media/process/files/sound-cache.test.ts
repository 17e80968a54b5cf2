import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SoundFiles } from '../sound-file.ts';
import { openOwnFolder, sweepRecordings } from './own-folder.ts';
import { SoundCache } from './sound-cache.ts';

let folder: string;
const long = new Date(Date.now() - 3_600_000);
const day = 24 * 3_600_000;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const named = (content: Buffer) => ({
  sha256: createHash('sha256').update(content).digest('hex'),
  bytes: content.length,
});
const give = async (cache: SoundCache, content: Buffer) => {
  const half = content.length >> 1;
  for (const [offset, piece] of [
    [0, content.subarray(0, half)],
    [half, content.subarray(half)],
  ] as const)
    await cache.put('node-1', { ...named(content), offset, data: piece.toString('base64') });
};
const age = (content: Buffer, when: Date) => utimesSync(join(folder, `${named(content).sha256}.wav`), when, when);
const [one, two, three] = [Buffer.alloc(600, 1), Buffer.alloc(600, 2), Buffer.alloc(600, 3)];

test('of too many sounds those that were asked for longest ago go', async () => {
  const cache = await SoundCache.open(folder, 1300);
  await give(cache, one);
  await give(cache, two);
  age(two, long);
  age(one, new Date(long.getTime() - 1000));
  // Asked for again, it is the newest.
  await cache.find(named(one));
  await give(cache, three);
  await cache.find(named(three));
  await cache.find(named(one));
  await expect(cache.find(named(two))).rejects.toMatchObject({ code: 'SOUND_WANTED' });
  expect(readdirSync(folder)).toHaveLength(2);
});

test('what was asked for a moment ago stays, and what nobody asked for within a month goes', async () => {
  const cache = await SoundCache.open(folder, 700);
  await give(cache, one);
  await give(cache, two);
  expect(readdirSync(folder)).toHaveLength(2);
  age(one, new Date(Date.now() - 31 * day));
  await cache.sweep();
  expect(readdirSync(folder)).toEqual([`${named(two).sha256}.wav`]);
});

test('a sound that is played again is not read again', async () => {
  const cache = await SoundCache.open(folder, 100_000);
  const tune = monoWav(sine(440, 1, 8000), 8000);
  await give(cache, tune);
  const files = new SoundFiles();
  const first = await files.open(await cache.find(named(tune)));
  await pause(20);
  expect(await files.open(await cache.find(named(tune)))).toBe(first);
});

test('pieces out of their turn are refused, and a sound that broke off begins again', async () => {
  const cache = await SoundCache.open(folder, 10_000);
  const piece = (offset: number, data: Buffer) =>
    cache.put('node-1', { ...named(one), offset, data: data.toString('base64') });
  await expect(piece(300, one.subarray(300))).rejects.toMatchObject({ code: 'INTERNAL' });
  await piece(0, one.subarray(0, 300));
  await expect(piece(200, one.subarray(200))).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(piece(300, Buffer.alloc(400))).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(cache.find(named(one))).rejects.toMatchObject({ code: 'SOUND_WANTED' });
  await give(cache, one);
  await cache.find(named(one));
  expect(readdirSync(folder)).toHaveLength(1);
  // What a killed process left half is removed.
  writeFileSync(join(folder, '7.part'), 'half');
  await SoundCache.open(folder, 10_000);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('a node with an odd name has a folder among those of the others', async () => {
  const log = pino({ level: 'silent' });
  const own = await openOwnFolder({ folder, mostSoundBytes: 10_000 }, log);
  const place = 'recordings/s1/2026/11/r1.wav';
  for (const node of ['.', '..', '../x']) {
    const path = await own.recordingsOf(node, () => false).begin({ recordingId: 'r1', endpointId: 'anna', place });
    expect(dirname(dirname(path))).toBe(join(folder, 'recordings'));
  }
});

test('a recording that nobody fetched within two weeks is removed with a line in the log, and no other', async () => {
  const of = join(folder, 'node-1');
  mkdirSync(of);
  const old = new Date(Date.now() - 15 * day);
  for (const [name, when] of [
    ['old.wav', old],
    ['old.json', old],
    ['long.json', old],
    ['long.wav', new Date()],
    ['new.wav', new Date()],
    ['new.json', new Date()],
  ] as const) {
    writeFileSync(join(of, name), 'x');
    utimesSync(join(of, name), when, when);
  }
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  expect(await sweepRecordings(folder, log)).toBe(2);
  expect(readdirSync(of).sort()).toEqual(['long.json', 'long.wav', 'new.json', 'new.wav']);
  expect(lines.filter((line) => line.includes('"recordingId":"old"'))).toHaveLength(1);
});
