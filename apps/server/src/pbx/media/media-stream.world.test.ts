import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { toneIn } from '@sidetone/signals/spectrum.ts';
import { sine } from '@sidetone/signals/tones.ts';
import type { BotStream } from '@sidetone/simulator/bots/bot-stream.ts';
import type { BotManner } from '@sidetone/simulator/bots/manners.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MediaClient } from './media-client.ts';
import { someOwner } from './testing/owner.ts';
import type { Party } from './testing/party.ts';
import { openParty } from './testing/party.ts';
import { endsOf, openProgram, type Program } from './testing/program.ts';
import { voicesIn } from './testing/voices.ts';

let party: Party;
const programs: Program[] = [];
const tones = [440, 1000, 600];

beforeAll(async () => {
  party = await openParty();
});
afterEach(async () => {
  for (const program of programs.splice(0)) {
    for (const { faults } of program.bot.calls.streams) expect(faults).toEqual([]);
    await program.close();
  }
  await party.clear();
});
afterAll(() => party.stop());

async function program(manner: BotManner): Promise<Program> {
  const opened = await openProgram(party.process, manner);
  programs.push(opened);
  return opened;
}

/** What the program hears of the next half second. */
async function heardBy(stream: BotStream): Promise<number | undefined> {
  const from = stream.heardCount + 800;
  await expect.poll(() => stream.heardCount, { timeout: 5000 }).toBeGreaterThan(from + 4000);
  return toneIn(stream.heard(from), 8000, tones);
}

test.each(['PCMU', 'PCMA'] as const)('a phone in %s and a program hear each other', async (law) => {
  const desk = await party.phone('desk', 440, law);
  const stream = await (await program({ does: 'tone', hertz: 1000 })).talksWith('desk');
  expect(await Promise.all([desk.ear.tone(tones), heardBy(stream)])).toEqual([1000, 440]);
  expect(desk.heard.ssrcs.size).toBe(1);
  expect(stream.headers['x-twilio-signature']).toBe('signed');
  expect(stream.start).toMatchObject({
    accountSid: 'AC1',
    callSid: 'CA1',
    customParameters: { From: '+4930111', language: 'de' },
  });
});

test('a browser in Opus and a program hear each other, as levels tell too', async () => {
  const anna = await party.browser('anna', 440);
  const stream = await (await program({ does: 'tone', hertz: 1000 })).talksWith('anna');
  expect(await Promise.all([anna.ear.tone(tones), heardBy(stream)])).toEqual([1000, 440]);
  expect((await party.process.media.stats('anna')).levelOut).toBeGreaterThan(0.3);
});

test('what is cleared is silent within 100 ms, and its marks come back immediately', async () => {
  const desk = await party.phone('desk', 440);
  const stream = await (await program({ does: 'silent' })).talksWith('desk');
  stream.says(sine(1000, 8, 8000));
  stream.marksEnd('said');
  expect(await desk.ear.tone(tones)).toBe(1000);
  stream.clears();
  await pause(100);
  expect(await desk.ear.isSilent(200)).toBe(true);
  expect(stream.marks).toEqual(['said']);
  stream.says(sine(600, 2, 8000));
  expect(await desk.ear.tone(tones)).toBe(600);
});

test('a mark comes back when what was said before it has been heard, in its order', async () => {
  await party.phone('desk', 440);
  const stream = await (await program({ does: 'silent' })).talksWith('desk');
  const began = performance.now();
  stream.says(sine(1000, 0.6, 8000));
  stream.marksEnd('one');
  stream.says(sine(1000, 0.4, 8000));
  stream.marksEnd('two');
  await expect.poll(() => stream.marks, { timeout: 3000, interval: 10 }).toEqual(['one']);
  const first = performance.now() - began;
  await expect.poll(() => stream.marks, { timeout: 3000, interval: 10 }).toEqual(['one', 'two']);
  expect(first).toBeGreaterThan(550);
  expect(performance.now() - began).toBeGreaterThan(950);
});

test('a caller who talks while a program speaks interrupts it', async () => {
  const desk = await party.phone('desk', 440);
  desk.hush();
  const sound = { samples: sine(1000, 20, 8000), loops: false };
  const stream = await (await program({ does: 'speak', sound })).talksWith('desk');
  expect(await desk.ear.tone(tones)).toBe(1000);
  expect(stream.marks).toEqual([]);
  const { sdp } = await party.process.media.reoffer('desk', 'sendrecv');
  await party.process.media.acceptAnswer('desk', desk.sdp());
  desk.say(440, sdp);
  await expect.poll(() => stream.marks, { timeout: 3000 }).toEqual(['said']);
  await desk.ear.isSilent(100); // what was under way
  expect(await desk.ear.isSilent(300)).toBe(true);
});

test('digits go to the program and are told', async () => {
  const anna = await party.browser('anna', 440);
  const stream = await (await program({ does: 'silent' })).talksWith('anna');
  anna.press(5);
  await party.process.heard((fact) => fact.type === 'dtmf' && fact.digit === '5');
  await expect.poll(() => stream.digits).toBe('5');
});

test('in a hold nothing flows either way, then all as before', async () => {
  const desk = await party.phone('desk', 440);
  const stream = await (await program({ does: 'tone', hertz: 1000 })).talksWith('desk');
  expect(await heardBy(stream)).toBe(440);
  await party.process.media.hold('desk', true);
  await desk.ear.isSilent(50);
  const { heardCount } = stream;
  expect(await desk.ear.isSilent(300)).toBe(true);
  expect(stream.heardCount).toBe(heardCount);
  await party.process.media.hold('desk', false);
  expect(await Promise.all([desk.ear.tone(tones), heardBy(stream)])).toEqual([1000, 440]);
});

test('a recording has the leg on the left and the program on the right', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'streamed-'));
  const path = join(folder, 'r.wav');
  await party.phone('desk', 440);
  await (await program({ does: 'tone', hertz: 1000 })).talksWith('desk');
  await party.process.media.startRecording('desk', { recordingId: 'r', path });
  await pause(1500);
  await party.process.media.stopRecording('desk', 'r');
  await party.process.heard((fact) => fact.type === 'recorded');
  const bytes = readFileSync(path);
  const channel = (first: number) =>
    Int16Array.from({ length: (bytes.length - 44) >> 2 }, (_, i) => bytes.readInt16LE(44 + i * 4 + first * 2));
  expect([0, 1].map((first) => voicesIn(channel(first), 16_000, tones))).toEqual([[440], [1000]]);
  rmSync(folder, { recursive: true });
});

test.each(['stopStream', 'unbridge', 'close', 'bridge', 'confer', 'startStream'] as const)(
  '%s ends the stream with stop, and no fact follows',
  async (how) => {
    await party.phone('desk', 440);
    const other = await party.phone('other', 1000);
    const opened = await program({ does: 'tone', hertz: 600 });
    const stream = await opened.talksWith('desk');
    const { media } = party.process;
    if (how === 'bridge') await media.bridge('other', 'desk');
    else if (how === 'confer') await media.confer(['desk', 'other']);
    else if (how === 'startStream') await media.startStream('desk', opened.order({ streamId: 'next' }));
    else await media[how]('desk');
    await expect.poll(() => stream.closedWith).toBe(1000);
    expect(stream.came.map(({ event }) => event)).toEqual(['connected', 'start', 'stop']);
    if (how === 'bridge') expect(await other.ear.tone(tones)).toBe(440);
    await pause(50);
    expect(endsOf(party.process.facts)).toEqual([]);
  },
);

test('a stream goes on without signalling, and an end that nobody heard is told after the adoption', async () => {
  const own = await openParty();
  const desk = await own.phone('desk', 440);
  await own.phone('lobby', 600);
  const opened = await openProgram(own.process, { does: 'tone', hertz: 1000 });
  const [stream, ending] = [await opened.talksWith('desk'), await opened.talksWith('lobby', { streamId: 'ending' })];
  own.process.media.stop();
  await expect.poll(own.process.log).toContain('signalling connection closed');
  ending.closes(1011);
  expect(await Promise.all([desk.ear.tone(tones), heardBy(stream)])).toEqual([1000, 440]);
  const media = new MediaClient({ socketPath: own.process.socketPath, owner: someOwner });
  const facts: unknown[] = [];
  media.onFact((fact) => facts.push(fact));
  expect([...(await media.adopt(['desk', 'lobby']))].sort()).toEqual(['desk', 'lobby']);
  await expect
    .poll(() => facts)
    .toEqual([
      {
        type: 'streamEnded',
        endpointId: 'lobby',
        streamId: 'ending',
        end: 'failed',
        why: 'the program closed the connection with code 1011',
      },
    ]);
  expect(await Promise.all([desk.ear.tone(tones), heardBy(stream)])).toEqual([1000, 440]);
  media.stop();
  await own.stop();
  expect(stream.came.map(({ event }) => event)).toEqual(['connected', 'start', 'stop']);
  await opened.close();
});
