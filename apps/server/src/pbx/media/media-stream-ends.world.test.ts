import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sine } from '@sidetone/signals/tones.ts';
import type { BotOptions } from '@sidetone/simulator/bots/bot.ts';
import type { BotManner } from '@sidetone/simulator/bots/manners.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeAuthority, makeServerCertificate } from '../../tls/certificate.ts';
import { MediaClient } from './media-client.ts';
import { someOwner } from './testing/owner.ts';
import type { Party } from './testing/party.ts';
import { openParty } from './testing/party.ts';
import { openProgram, type Program } from './testing/program.ts';

const authority = { name: 'Authority of a test', ...makeAuthority('Authority of a test', new Date()) };
const programs: Program[] = [];
let party: Party;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stream-ends-'));
  const trusted = join(folder, 'authority.pem');
  writeFileSync(trusted, authority.cert);
  party = await openParty({ NODE_EXTRA_CA_CERTS: trusted });
});
afterEach(async () => {
  for (const program of programs.splice(0)) await program.close();
  await party.clear();
});
afterAll(async () => {
  await party.stop();
  rmSync(folder, { recursive: true });
});

async function program(manner: BotManner, options?: BotOptions): Promise<Program> {
  const opened = await openProgram(party.process, manner, options);
  programs.push(opened);
  return opened;
}

const ended = (timeoutMs?: number) => party.process.heard((fact) => fact.type === 'streamEnded', timeoutMs);
const fact = (end: 'closed' | 'failed', why: string) => ({
  type: 'streamEnded',
  endpointId: 'desk',
  streamId: 'stream',
  end,
  why,
});

test('a program that closes with 1000 is heard to its end, and then the end is told', async () => {
  const desk = await party.phone('desk', 440);
  const stream = await (await program({ does: 'silent' })).talksWith('desk');
  const began = performance.now();
  stream.says(sine(1000, 1, 8000));
  stream.closes(1000);
  expect(await desk.ear.tone([440, 1000])).toBe(1000);
  expect(await ended()).toEqual(fact('closed', 'the program closed the connection'));
  expect(performance.now() - began).toBeGreaterThan(950);
});

test.each([
  [{ does: 'close', code: 1011, afterMs: 50 }, 'the program closed the connection with code 1011'],
  [{ does: 'break', afterMs: 50 }, 'the connection broke'],
  [{ does: 'malformed' }, 'the program sent what is no message of a stream'],
  [{ does: 'hurry' }, 'the program sent too many messages'],
] as const)('%j ends the stream as a failure, and the leg lives on', async (manner, why) => {
  const desk = await party.phone('desk', 440);
  const opened = await program(manner);
  const stream = await opened.talksWith('desk');
  expect(await ended()).toEqual(fact('failed', why));
  await expect.poll(() => stream.closedWith).not.toBeNull();
  await party.process.media.echo('desk', true);
  expect(await desk.ear.tone([440, 1000])).toBe(440);
  expect(party.process.log()).not.toContain('secrets');
});

test('a flood is cleared once and then ends the stream', async () => {
  const desk = await party.phone('desk', 440);
  const opened = await program({ does: 'silent' });
  const stream = await opened.talksWith('desk');
  stream.says(sine(1000, 120.1, 8000));
  await pause(200); // a word of it may have been heard
  expect(await desk.ear.isSilent(300)).toBe(true);
  stream.says(sine(1000, 2, 8000));
  expect(await desk.ear.tone([440, 1000])).toBe(1000);
  stream.says(sine(1000, 120.1, 8000));
  expect(await ended()).toEqual(fact('failed', 'the program sent more audio than can be played'));
  await expect.poll(() => stream.closedWith).toBe(1008);
  expect(await desk.ear.isSilent(200)).toBe(true);
});

test('ten minutes at once end the stream', async () => {
  await party.phone('desk', 440);
  await (await program({ does: 'flood' })).talksWith('desk');
  expect(await ended()).toEqual(fact('failed', 'the program sent more audio than can be played'));
});

test('a message that is too long and one that is no text end the stream', async () => {
  await party.phone('desk', 440);
  const opened = await program({ does: 'silent' });
  const stream = await opened.talksWith('desk');
  stream.sends(' '.repeat(100_001));
  expect(await ended()).toEqual(fact('failed', 'the program sent a message that is too long'));
  party.process.facts.length = 0;
  const next = await opened.talksWith('desk');
  next.sends(Buffer.from('{"event":"clear"}'));
  expect(await ended()).toEqual(fact('failed', 'the program sent what is no message of a stream'));
});

test('a program that stops reading is given up, and nobody else misses a word', {
  timeout: 30_000,
}, async () => {
  const [anna, desk] = [await party.browser('anna', 600), await party.phone('desk', 440)];
  await party.phone('lobby', 1000);
  await party.process.media.bridge('anna', 'lobby');
  await (await program({ does: 'stuck' })).talksWith('desk');
  expect(await anna.ear.tone([440, 600, 1000])).toBe(1000);
  expect(await ended(20_000)).toEqual(fact('failed', 'the program answers no ping'));
  expect(await anna.ear.tone([440, 600, 1000])).toBe(1000);
  expect(await desk.ear.isSilent(100)).toBe(true);
});

const refusal = (message: string) => ({ code: 'STREAM_REFUSED', message });

test('a program that never answers the upgrade is refused at the second try, and nobody waits with it', async () => {
  await party.phone('desk', 440);
  const opened = await program({ does: 'mute' });
  const began = performance.now();
  const starting = party.process.media.startStream('desk', opened.order());
  const outcome = expect(starting).rejects.toMatchObject(refusal('the program does not answer in time'));
  await party.process.media.stats('desk');
  expect(performance.now() - began).toBeLessThan(1000);
  await outcome;
  expect(performance.now() - began).toBeGreaterThan(3900);
  expect(opened.bot.calls.attempts).toBe(2);
});

test('a second try succeeds where the first was refused', async () => {
  await party.phone('desk', 440);
  const opened = await program({ does: 'tone', hertz: 1000 });
  opened.bot.calls.atFirst.push({ does: 'refuse', status: 503 });
  await opened.talksWith('desk');
  expect([opened.bot.calls.attempts, opened.bot.calls.streams.length]).toEqual([2, 1]);
});

test('a refusal that signalling did not live to hear is told to the next one', async () => {
  const own = await openParty();
  await own.phone('desk', 440);
  const opened = await openProgram(own.process, { does: 'mute' });
  own.process.media.startStream('desk', opened.order()).catch(() => undefined);
  await expect.poll(() => opened.bot.calls.attempts).toBe(1);
  own.process.media.stop();
  await expect.poll(own.process.log).toContain('signalling connection closed');
  const media = new MediaClient({ socketPath: own.process.socketPath, owner: someOwner });
  const facts: unknown[] = [];
  media.onFact((told) => facts.push(told));
  expect(await media.adopt(['desk'])).toEqual(['desk']);
  await expect.poll(() => facts, { timeout: 6000 }).toEqual([fact('failed', 'the program does not answer in time')]);
  media.stop();
  await own.stop();
  await opened.close();
});

test('an attempt ends with the endpoint, and with stopStream', async () => {
  await party.phone('desk', 440);
  const opened = await program({ does: 'mute' });
  for (const end of ['stopStream', 'close'] as const) {
    const starting = party.process.media.startStream('desk', opened.order());
    const outcome = expect(starting).rejects.toMatchObject(refusal('the stream was stopped'));
    await pause(100);
    await party.process.media[end]('desk');
    await outcome;
  }
  expect(opened.bot.calls.attempts).toBe(2);
});

test('refusals and redirects are not followed, and say only their status', async () => {
  await party.phone('desk', 440);
  const elsewhere = await program({ does: 'silent' });
  for (const manner of [
    { does: 'refuse', status: 403 },
    { does: 'refuse', status: 307, location: elsewhere.bot.url },
  ] as const) {
    const opened = await program(manner);
    await expect(party.process.media.startStream('desk', opened.order())).rejects.toMatchObject(
      refusal(`the program answers with status ${manner.status}`),
    );
  }
  expect(elsewhere.bot.calls.attempts).toBe(0);
});

test('only the addresses that were checked are connected to, each in turn', async () => {
  await party.phone('desk', 440);
  const opened = await program({ does: 'silent' });
  const { media } = party.process;
  await expect(media.startStream('desk', opened.order({ addresses: ['127.0.0.2'] }))).rejects.toMatchObject(
    refusal('the address is not the one that was checked'),
  );
  const named = `ws://bot.example:${opened.bot.port}/`;
  await expect(
    media.startStream('desk', opened.order({ url: named, addresses: ['127.0.0.2', '127.0.0.3'] })),
  ).rejects.toMatchObject(refusal('nobody listens there'));
  expect(opened.bot.calls.attempts).toBe(0);
  await opened.talksWith('desk', { url: named, addresses: ['127.0.0.2', '127.0.0.3', '127.0.0.1'] });
  expect(opened.bot.calls.attempts).toBe(1);
  await expect(media.startStream('nobody', opened.order())).rejects.toMatchObject({ code: 'NO_SUCH_ENDPOINT' });
});

test('the certificate is checked for the name, at the address that was checked', async () => {
  await party.phone('desk', 440);
  const tls = makeServerCertificate(authority, ['bot.example'], new Date());
  const opened = await program({ does: 'silent' }, { tls });
  const at = (name: string) => `wss://${name}:${opened.bot.port}/`;
  await opened.talksWith('desk', { url: at('bot.example') });
  for (const url of [at('other.example'), at('127.0.0.1')]) {
    await expect(party.process.media.startStream('desk', opened.order({ url }))).rejects.toMatchObject(
      refusal('the certificate of the program is not trusted'),
    );
  }
});

test('two legs talk with one program, each in a stream of its own', async () => {
  const [desk, lobby] = [await party.phone('desk', 440), await party.phone('lobby', 600)];
  const opened = await program({ does: 'echo' });
  await opened.talksWith('desk');
  await opened.talksWith('lobby', { streamId: 'another' });
  expect(await Promise.all([desk.ear.tone([440, 600]), lobby.ear.tone([440, 600])])).toEqual([440, 600]);
  expect(opened.bot.calls.streams.flatMap(({ faults }) => faults)).toEqual([]);
});
