import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { powerOf, shareAt } from '@sidetone/signals/spectrum.ts';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Party } from './testing/party.ts';
import { openParty } from './testing/party.ts';

let party: Party;
let folder: string;
const tones = [440, 1000, 600];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sounds-'));
  party = await openParty();
});
afterEach(() => party.clear());
afterAll(async () => {
  await party.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A file that says 600 Hz for a while. */
function tuneFile(sampleRate: number, seconds: number): string {
  const path = join(folder, `tune-${sampleRate}-${seconds}.wav`);
  writeFileSync(path, monoWav(sine(600, seconds, sampleRate, 0.25), sampleRate));
  return path;
}

const isUnbroken = (sequences: readonly number[]) =>
  sequences.slice(1).every((sequence, index) => ((sequence - (sequences[index] ?? 0)) & 0xffff) === 1);

test('a file of any rate is heard in Opus and in G.711, at its own height', async () => {
  const [anna, desk] = [await party.browser('anna', 440), await party.phone('desk', 1000, 'PCMA')];
  for (const sampleRate of [8000, 16_000, 48_000]) {
    const file = tuneFile(sampleRate, 4);
    for (const id of ['anna', 'desk']) await party.process.media.play(id, { file, loop: false });
    expect(await Promise.all([anna.ear.tone(tones), desk.ear.tone(tones)])).toEqual([600, 600]);
  }
});

test('once, a file is told as over and the other side is heard again, all numbered on', async () => {
  const [anna, desk] = [await party.browser('anna', 440), await party.phone('desk', 1000)];
  await party.process.media.bridge('anna', 'desk');
  await anna.ear.listen(100);
  await party.process.media.play('desk', { file: tuneFile(16_000, 0.5), loop: false });
  const began = performance.now();
  expect(shareAt(600, (await desk.ear.listen(300)).subarray(800), 8000)).toBeGreaterThan(0.9);
  await party.process.heard((fact) => fact.type === 'played' && fact.endpointId === 'desk');
  expect(performance.now() - began).toBeGreaterThan(440);
  expect(await Promise.all([anna.ear.tone(tones), desk.ear.tone(tones)])).toEqual([1000, 440]);
  expect([isUnbroken(desk.heard.sequences), desk.heard.ssrcs.size]).toEqual([true, 1]);
  expect(party.process.facts.filter((fact) => fact.type === 'played')).toHaveLength(1);
});

test('looped, it goes on past its end, until it is stopped', async () => {
  const desk = await party.phone('desk', 1000);
  await party.process.media.play('desk', { file: tuneFile(8000, 0.2), loop: true });
  await desk.ear.listen(400);
  expect(await desk.ear.tone(tones)).toBe(600);
  await party.process.media.play('desk', null);
  expect(await desk.ear.isSilent(100)).toBe(true);
  expect(party.process.facts.filter((fact) => fact.type === 'played')).toEqual([]);
});

test('what a narrow line cannot carry is not folded into what is heard', async () => {
  const desk = await party.phone('desk', 1000);
  const file = join(folder, 'high.wav');
  writeFileSync(file, monoWav(sine(5000, 2, 16_000, 0.5), 16_000));
  await party.process.media.play('desk', { file, loop: true });
  await desk.ear.listen(100);
  expect(powerOf(await desk.ear.listen(300))).toBeLessThan(10_000);
});

test('a file that is missing or of another kind is refused in words, and what plays goes on', async () => {
  const desk = await party.phone('desk', 1000);
  const { media } = party.process;
  await media.play('desk', { file: tuneFile(8000, 4), loop: true });
  const written = (name: string, bytes: Buffer) => {
    const file = join(folder, name);
    writeFileSync(file, bytes);
    return { file, loop: true };
  };
  const stereo = monoWav(sine(600, 1, 8000), 8000);
  stereo.writeUInt16LE(2, 22);
  for (const [sound, why] of [
    [{ file: join(folder, 'none.wav'), loop: true }, 'cannot be read'],
    [written('text.wav', Buffer.from('hello')), 'no WAV file'],
    [written('stereo.wav', stereo), '2 channels'],
    [written('rate.wav', monoWav(sine(600, 1, 44_100), 44_100)), '44100 Hz'],
    [written('empty.wav', monoWav(new Float32Array(0), 8000)), 'no samples'],
  ] as const) {
    await expect(media.play('desk', sound)).rejects.toMatchObject({
      code: 'BAD_SOUND_FILE',
      message: expect.stringContaining(why),
    });
  }
  await expect(media.play('nobody', { file: 'none.wav', loop: true })).rejects.toMatchObject({
    code: 'NO_SUCH_ENDPOINT',
  });
  expect(await desk.ear.tone(tones)).toBe(600);
});
