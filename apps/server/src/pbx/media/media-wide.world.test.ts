import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareAt } from '@sidetone/signals/spectrum.ts';
import { readWav } from '@sidetone/wav/wav.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Ear } from './testing/ear.ts';
import { openParty, type Party } from './testing/party.ts';

let party: Party;
let folder: string;
/** Above all that G.711 carries. */
const high = 5000;
const low = 1000;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sidetone-wide-'));
  party = await openParty();
});
afterEach(() => party.clear());
afterAll(async () => {
  await party.stop();
  rmSync(folder, { recursive: true, force: true });
});

const hears = (ear: Ear, hertz: number, share: number) =>
  vi.waitFor(async () => expect(shareAt(hertz, await ear.listen(300), ear.rate)).toBeGreaterThan(share), 10_000);

test('phones in G.722 hear each other in the whole width of a voice, by a bridge and in a conference', async () => {
  const [anna, bob] = [await party.phone('anna', high, 'G722'), await party.phone('bob', low, 'G722')];
  await party.process.media.bridge('anna', 'bob');
  await Promise.all([hears(anna.ear, low, 0.9), hears(bob.ear, high, 0.9)]);
  const carol = await party.phone('carol', 440, 'PCMA');
  await party.process.media.confer(['anna', 'bob', 'carol']);
  // Two others speak as loudly, so each has half of what is heard; G.711 leaves out what it cannot carry.
  await Promise.all([hears(bob.ear, high, 0.35), hears(anna.ear, low, 0.35), hears(carol.ear, low, 0.8)]);
});

test('a phone in G.722, one in G.711 and a browser in Opus understand each other', async () => {
  const [wide, narrow] = [await party.phone('wide', low, 'G722'), await party.phone('narrow', 440, 'PCMU')];
  await party.process.media.bridge('wide', 'narrow');
  await Promise.all([hears(wide.ear, 440, 0.9), hears(narrow.ear, low, 0.9)]);
  const browser = await party.browser('browser', 700);
  await party.process.media.bridge('wide', 'browser');
  await Promise.all([hears(wide.ear, 700, 0.8), hears(browser.ear, low, 0.8)]);
});

test('a message that is left in G.722 is recorded in its whole width', async () => {
  await party.phone('anna', high, 'G722');
  const path = join(folder, 'message.wav');
  const { media } = party.process;
  await media.startRecording('anna', { recordingId: 'message', path });
  // What comes from the phone is the left of two channels.
  const kept = () => {
    const wav = readFileSync(path);
    const { sampleRate, dataStart, dataLength } = readWav(wav);
    const left = Array.from({ length: dataLength / 4 }, (_none, at) => wav.readInt16LE(dataStart + at * 4));
    return { sampleRate, left };
  };
  await vi.waitFor(() => expect(kept().left.length).toBeGreaterThan(16_000), 10_000);
  await media.stopRecording('anna', 'message');
  await party.process.heard((fact) => fact.type === 'recorded');
  const { sampleRate, left } = kept();
  expect(sampleRate).toBe(16_000);
  expect(shareAt(high, left.slice(sampleRate / 2), sampleRate)).toBeGreaterThan(0.8);
});
