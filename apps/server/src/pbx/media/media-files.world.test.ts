import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { repairWav } from '@sidetone/wav/repair-wav.ts';
import { readWav } from '@sidetone/wav/wav.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MediaFact } from './media.ts';
import { MediaClient } from './media-client.ts';
import { lineReader } from './protocol.ts';
import { soundFile } from './sounds.ts';
import { type Carrier, startCarrier } from './testing/carrier.ts';
import { type ListeningProxy, listeningProxy } from './testing/listening-proxy.ts';
import { someOwner } from './testing/owner.ts';
import { openParty, type Party } from './testing/party.ts';
import { RtpPhone } from './testing/rtp-phone.ts';
import { voicesIn } from './testing/voices.ts';

/* A media process that shares no disk with its carriers: it plays and records everything all the same. */

let root: string;
let data: string;
let host: string;
let party: Party;
const open: { stop(): unknown }[] = [];
const anna = 700;
const ben = 1000;
const tones = [anna, ben, 440, 600];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'media-files-'));
  [data, host] = [join(root, 'data'), join(root, 'host')];
  mkdirSync(data);
  party = await openParty({ MEDIA_FOLDER: host, MEDIA_SOUNDS_MB: '64' }, { root: data });
  await party.process.media.answers();
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop();
  await party.stop();
  rmSync(root, { recursive: true, force: true });
});

function tune(name: string, seconds = 4, hertz = 600): string {
  const path = join(data, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, monoWav(sine(hertz, seconds, 16_000, 0.25), 16_000));
  return path;
}
const digestOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const cached = () => readdirSync(join(host, 'sounds'));
const pathOf = (id: string, under = data) => join(under, 'recordings', 's1', '2026', '11', `${id}.wav`);
const keptAt = (node = someOwner.node) => {
  const folder = join(host, 'recordings', node);
  return existsSync(folder) ? readdirSync(folder) : [];
};
const talk = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isRecorded = (id: string) => (fact: MediaFact) => fact.type === 'recorded' && fact.recordingId === id;

function voicesOf(path: string): number[][] {
  const wav = readFileSync(path);
  const { dataStart, dataLength, channels } = readWav(wav);
  expect(channels).toBe(2);
  const sides: [number[], number[]] = [[], []];
  for (let at = dataStart; at < dataStart + dataLength; at += 4) {
    sides[0].push(wav.readInt16LE(at));
    sides[1].push(wav.readInt16LE(at + 2));
  }
  return sides.map((side) => voicesIn(side, 16_000, tones));
}

/** A recording that an earlier carrier has not fetched, as the host keeps it. */
function leave(id: string, bytes: Buffer, place = `recordings/s1/2026/11/${id}.wav`, node = someOwner.node): void {
  const folder = join(host, 'recordings', node);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.wav`), bytes);
  writeFileSync(join(folder, `${id}.json`), JSON.stringify({ recordingId: id, endpointId: 'gone', place }));
}

/** A carrier with this data folder, behind something that listens. */
async function overheard(): Promise<{ media: MediaClient; proxy: ListeningProxy; facts: MediaFact[] }> {
  party.process.media.stop();
  const proxy = await listeningProxy(party.process.socketPath);
  const media = new MediaClient({ socketPath: proxy.socketPath, owner: someOwner, files: { root: data } });
  const facts: MediaFact[] = [];
  media.onFact((fact) => facts.push(fact));
  open.push(media, proxy);
  return { media, proxy, facts };
}

async function phoneAt(media: Pick<MediaClient, 'openEndpoint'>, endpointId: string, hertz: number): Promise<RtpPhone> {
  const phone = await RtpPhone.open();
  open.push({ stop: () => phone.close() });
  const { sdp } = await media.openEndpoint({ endpointId, kind: 'rtp', offer: phone.sdp(), farAddress: '127.0.0.1' });
  phone.say(hertz, sdp);
  return phone;
}

/** What the process answers to orders that no client of ours sends. */
function asks(orders: readonly { readonly method: string; readonly params: object }[]): Promise<object[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(party.process.socketPath).setEncoding('utf8');
    const answers: object[] = [];
    const read = lineReader((line) => {
      const answer = JSON.parse(line) as { id?: number };
      if (answer.id !== undefined && answer.id > 0) answers.push(answer);
      if (answers.length < orders.length) return;
      socket.destroy();
      resolve(answers);
    });
    socket.on('data', (chunk: string) => read(chunk)).on('error', reject);
    const hello = { method: 'hello', params: { ...someOwner, node: 'node-raw' } };
    for (const [id, order] of [hello, ...orders].entries()) socket.write(`${JSON.stringify({ id, ...order })}\n`);
  });
}

test('a greeting of the carrier is heard, and is given once, however it is called', async () => {
  const { media, proxy } = await overheard();
  const phone = await phoneAt(media, 'anna', anna);
  await media.play('anna', { file: tune('greetings/ca.wav'), loop: false });
  expect(await phone.ear.tone(tones)).toBe(600);
  expect(cached()).toEqual([`${digestOf(join(data, 'greetings/ca.wav'))}.wav`]);
  const pieces = proxy.counts.get('putSound');
  await media.play('anna', { file: tune('announcements/same.wav'), loop: true });
  expect(await phone.ear.tone(tones)).toBe(600);
  expect(proxy.counts.get('putSound')).toBe(pieces);
  // One that was replaced is another sound.
  await media.play('anna', { file: tune('greetings/ca.wav', 4, 440), loop: false });
  expect(await phone.ear.tone(tones)).toBe(440);
});

test('sounds of the program are there already, and what is heard once is not kept', async () => {
  const { media, proxy } = await overheard();
  const phone = await phoneAt(media, 'anna', anna);
  await media.play('anna', { file: soundFile('holdMusic', 'de'), loop: true });
  expect(await phone.ear.isSilent(400)).toBe(false);
  expect([proxy.counts.get('putSound'), cached()]).toEqual([undefined, []]);
  await media.play('anna', { file: tune(`run/sounds/${randomUUID()}.wav`), loop: false });
  expect(await phone.ear.tone(tones)).toBe(600);
  expect(cached()).toEqual([]);
});

test('ten who wait for the same sound are given it together, with one transfer', async () => {
  const { media, proxy } = await overheard();
  const ids = Array.from({ length: 10 }, (_, index) => `p${index}`);
  const phones = await Promise.all(ids.map((id) => phoneAt(media, id, anna)));
  const file = tune('hold-music/s1.wav', 20);
  await Promise.all(ids.map((id) => media.play(id, { file, loop: true })));
  expect(await Promise.all(phones.map(({ ear }) => ear.tone(tones)))).toEqual(ids.map(() => 600));
  expect(proxy.counts.get('putSound')).toBe(Math.ceil(statSync(file).size / (128 * 1024)));
});

test('a sound that does not come within three seconds is refused as one that is missing, and the next call has it', async () => {
  const { media, proxy } = await overheard();
  const phone = await phoneAt(media, 'anna', anna);
  const sound = { file: tune('greetings/slow.wav'), loop: true };
  proxy.hold('putSound');
  const began = performance.now();
  await expect(media.play('anna', sound)).rejects.toMatchObject({ code: 'BAD_SOUND_FILE' });
  expect(performance.now() - began).toBeGreaterThan(2900);
  expect(performance.now() - began).toBeLessThan(4900);
  // Who is to hear something else by then does not hear it either.
  const late = media.play('anna', sound);
  await talk(100);
  await media.play('anna', { file: soundFile('holdMusic', 'de'), loop: true });
  await media.play('anna', null);
  proxy.release();
  await late;
  expect(await phone.ear.isSilent(300)).toBe(true);
  await media.play('anna', sound);
  expect(await phone.ear.tone(tones)).toBe(600);
});

test('both sides of a call are recorded, told once the file is here, and gone from the host then', async () => {
  await party.browser('anna', anna);
  await party.phone('ben', ben);
  const { media } = party.process;
  await media.bridge('anna', 'ben');
  const path = pathOf('r1');
  await media.startRecording('anna', { recordingId: 'r1', path });
  expect([media.isComing(path), existsSync(path), keptAt()]).toEqual([true, false, ['r1.json', 'r1.wav']]);
  await talk(1200);
  await media.stopRecording('anna', 'r1');
  const fact = await party.process.heard(isRecorded('r1'));
  expect(fact).toMatchObject({ path, endpointId: 'anna' });
  expect(voicesOf(path)).toEqual([[anna], [ben]]);
  expect([keptAt(), media.isComing(path), readdirSync(dirname(path))]).toEqual([[], false, ['r1.wav']]);
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  const { durationMs } = fact as { durationMs: number };
  expect((await repairWav(path)).durationMs).toBe(Math.round(durationMs));
});

test('a carrier that is killed while it fetches is followed by one that goes on with it', async () => {
  party.process.media.stop();
  const bytes = randomBytes(30_000_000);
  leave('long', bytes, undefined, 'node-7');
  const path = pathOf('long');
  const first: Carrier = startCarrier(party.process.socketPath, 'node-7', 1, data);
  open.push(first);
  await expect
    .poll(() => existsSync(`${path}.fetched`) && statSync(`${path}.fetched`).size, { interval: 2 })
    .toBeGreaterThan(1_000_000);
  await first.kill();
  const { ino, size } = statSync(`${path}.fetched`);
  expect(size).toBeLessThan(bytes.length);
  expect([existsSync(path), keptAt('node-7')]).toEqual([false, ['long.json', 'long.wav']]);

  const next = startCarrier(party.process.socketPath, 'node-7', 2, data);
  open.push(next);
  const told = () => next.said.flatMap((said) => ('fact' in said ? [said.fact] : []));
  await expect
    .poll(told, { timeout: 15_000 })
    .toContainEqual(expect.objectContaining({ type: 'recorded', recordingId: 'long', path }));
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect([statSync(path).ino, keptAt('node-7')]).toEqual([ino, []]);
});

test('a carrier on another machine that takes a call over has its recording in its own folder', async () => {
  party.process.media.stop();
  const first = startCarrier(party.process.socketPath, 'node-7', 1, data);
  open.push(first);
  const phone = await RtpPhone.open();
  open.push({ stop: () => phone.close() });
  const offer = { endpointId: 'anna', kind: 'rtp', offer: phone.sdp(), farAddress: '127.0.0.1' };
  phone.say(anna, ((await first.order('openEndpoint', offer)).value as { sdp: string }).sdp);
  const order = await first.order('startRecording', 'anna', { recordingId: 'r1', path: pathOf('r1') });
  expect(order).not.toHaveProperty('code');
  await talk(500);
  await first.kill();
  await talk(500);
  const elsewhere = join(root, 'other');
  mkdirSync(elsewhere);
  const next = startCarrier(party.process.socketPath, 'node-7', 2, elsewhere);
  open.push(next);
  await next.order('adopt', ['anna']);
  await talk(500);
  await next.order('close', 'anna');
  const path = pathOf('r1', elsewhere);
  await expect.poll(() => existsSync(path), { timeout: 5000 }).toBe(true);
  expect(voicesOf(path)[0]).toEqual([anna]);
  expect((await repairWav(path)).durationMs).toBeGreaterThan(1300);
  await expect.poll(() => next.said).toContainEqual({ fact: expect.objectContaining({ recordingId: 'r1', path }) });
});

test('a media process that is killed has what it recorded once it is started again', async () => {
  await party.phone('anna', anna);
  const { media, child, start, facts } = party.process;
  const path = pathOf('cut');
  await media.startRecording('anna', { recordingId: 'cut', path });
  await talk(1500);
  child.kill('SIGKILL');
  await party.process.heard((fact) => fact.type === 'lost');
  // Where nobody can ask, nobody may say that it is gone.
  expect(media.isComing(path)).toBe(true);
  start();
  await party.process.heard(isRecorded('cut'), 15_000);
  expect((await repairWav(path)).durationMs).toBeGreaterThan(900);
  expect(voicesOf(path)[0]).toEqual([anna]);
  expect([keptAt(), facts.filter(isRecorded('cut')).length, media.isComing(path)]).toEqual([[], 1, false]);
});

test('a connection that breaks while a recording is fetched costs none of it', async () => {
  const bytes = randomBytes(8_000_000);
  leave('long', bytes);
  const { proxy, facts } = await overheard();
  const path = pathOf('long');
  await expect
    .poll(() => existsSync(`${path}.fetched`) && statSync(`${path}.fetched`).size, { interval: 2 })
    .toBeGreaterThan(500_000);
  proxy.cut();
  await expect.poll(() => facts, { timeout: 15_000 }).toContainEqual(expect.objectContaining({ recordingId: 'long' }));
  expect(readFileSync(path).equals(bytes)).toBe(true);
  // What was there was not fetched again.
  expect(proxy.counts.get('readRecording')).toBeLessThan(Math.ceil(bytes.length / (128 * 1024)) + 4);
});

test('what an earlier life left damaged is fetched again from its beginning, and the digest decides', async () => {
  party.process.media.stop();
  const bytes = randomBytes(400_000);
  leave('r1', bytes, undefined, 'node-7');
  const path = pathOf('r1');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.fetched`, randomBytes(200_000));
  open.push(startCarrier(party.process.socketPath, 'node-7', 1, data));
  await expect.poll(() => existsSync(path), { timeout: 10_000 }).toBe(true);
  expect(readFileSync(path).equals(bytes)).toBe(true);
  await expect.poll(() => keptAt('node-7')).toEqual([]);
  const other = Buffer.from('something else');
  const sha256 = createHash('sha256').update('what was named').digest('hex');
  const piece = { sha256, bytes: other.length, offset: 0, data: other.toString('base64') };
  const [refused] = await asks([{ method: 'putSound', params: piece }]);
  expect(refused).toMatchObject({ error: { code: 'BAD_SOUND_FILE' } });
  expect(cached()).toEqual([]);
});

test('no path leads out of the folder, in either direction', async () => {
  const { media } = party.process;
  await party.phone('anna', anna);
  for (const path of [join(root, 'elsewhere.wav'), join(data, 'key'), join(data, 'recordings', '..', 'key.wav')]) {
    await expect(media.startRecording('anna', { recordingId: 'r1', path })).rejects.toMatchObject({
      code: 'CANNOT_RECORD',
    });
  }
  const secret = join(root, 'secret.wav');
  writeFileSync(secret, monoWav(sine(600, 1, 8000), 8000));
  const start = { endpointId: 'anna', recordingId: 'r1', path: secret };
  const answers = await asks([
    { method: 'readRecording', params: { recordingId: '../../../secret', offset: 0, length: 100 } },
    { method: 'sumRecording', params: { recordingId: '..' } },
    { method: 'dropRecording', params: { recordingId: 'r/../../x' } },
    { method: 'startRecording', params: { ...start, place: '../secret.wav' } },
    { method: 'startRecording', params: { ...start, place: 'recordings/../key.wav' } },
    { method: 'putSound', params: { sha256: '../../secret', bytes: 1, offset: 0, data: 'AA==' } },
    { method: 'readRecording', params: { recordingId: 'secret', offset: 0, length: 100 } },
  ]);
  expect(answers.map((each) => (each as { error: { code: string } }).error.code)).toEqual([
    ...Array.from({ length: 6 }, () => 'INTERNAL'),
    'NO_SUCH_RECORDING',
  ]);
  // A path means nothing there, whatever lies at it.
  const unnamed = new MediaClient({ socketPath: party.process.socketPath, owner: someOwner });
  open.push(unnamed);
  await expect(unnamed.play('anna', { file: secret, loop: false })).rejects.toMatchObject({ code: 'BAD_SOUND_FILE' });
  expect(existsSync(secret)).toBe(true);
});

test('one node neither lists nor fetches what belongs to another', async () => {
  leave('theirs', Buffer.from('secret'), undefined, 'node-9');
  const [list, read] = await asks([
    { method: 'listRecordings', params: { after: '' } },
    { method: 'readRecording', params: { recordingId: 'theirs', offset: 0, length: 100 } },
  ]);
  expect(list).toMatchObject({ result: { recordings: [], isLast: true } });
  expect(read).toMatchObject({ error: { code: 'NO_SUCH_RECORDING' } });
});

test('where the media process shares the disk, files go by their paths and nothing is asked', async () => {
  const shared = await openParty({}, { root: data });
  open.push(shared);
  await shared.phone('anna', anna);
  const path = pathOf('r1');
  mkdirSync(dirname(path), { recursive: true });
  await shared.process.media.startRecording('anna', { recordingId: 'r1', path });
  expect([existsSync(path), shared.process.media.isComing(path)]).toEqual([true, false]);
  await shared.process.media.stopRecording('anna', 'r1');
  expect(await shared.process.heard(isRecorded('r1'))).toMatchObject({ path });
});
