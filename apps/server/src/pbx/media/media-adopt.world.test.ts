import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MediaFact } from './media.ts';
import { MediaClient } from './media-client.ts';
import { someOwner } from './testing/owner.ts';
import type { Party } from './testing/party.ts';
import { openParty } from './testing/party.ts';

let party: Party;
let folder: string;
const clients: MediaClient[] = [];
const tones = [440, 1000];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adopt-'));
  party = await openParty();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.stop();
  await party.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Signalling as it is after its restart: a fresh client that knows nothing. */
function signalling(): { media: MediaClient; facts: MediaFact[] } {
  const media = new MediaClient({ socketPath: party.process.socketPath, owner: someOwner });
  clients.push(media);
  const facts: MediaFact[] = [];
  media.onFact((fact) => facts.push(fact));
  return { media, facts };
}

/** Waits until the media process has noticed that signalling connection closed. */
async function signallingDies(): Promise<void> {
  party.process.media.stop();
  await expect.poll(party.process.log).toContain('signalling connection closed');
}

test('a call goes on without signalling, and the new one goes on with it; what it does not want is closed', async () => {
  const [anna, desk] = [await party.browser('anna', 440), await party.phone('desk', 1000)];
  const lobby = await party.phone('lobby', 1700);
  await party.process.media.bridge('anna', 'desk');
  await party.process.media.echo('lobby', true);
  await signallingDies();
  expect(await Promise.all([anna.ear.tone(tones), desk.ear.tone(tones)])).toEqual([1000, 440]);
  const { media, facts } = signalling();
  expect([...(await media.adopt(['anna', 'desk', 'of-yesterday']))].sort()).toEqual(['anna', 'desk']);
  expect(await Promise.all([anna.ear.tone(tones), desk.ear.tone(tones)])).toEqual([1000, 440]);
  expect(await lobby.ear.isSilent(100)).toBe(true);
  await expect(media.stats('lobby')).rejects.toMatchObject({ code: 'NO_SUCH_ENDPOINT' });
  expect(facts).toEqual([]);
  await media.hold('anna', true);
  await desk.ear.isSilent(50);
  expect(await desk.ear.isSilent(200)).toBe(true);
});

test('a recording goes on meanwhile; what ended or came unheard is told after the adoption, digits are not', async () => {
  const anna = await party.browser('anna', 440);
  await party.phone('desk', 1000);
  const path = join(folder, 'r.wav');
  await party.process.media.bridge('anna', 'desk');
  await party.process.media.startRecording('anna', { recordingId: 'r', path });
  await party.process.media.play('desk', 'confirmation');
  await signallingDies();
  anna.press(5);
  await expect.poll(() => existsSync(path)).toBe(true);
  const { media, facts } = signalling();
  // A client that connects first and adopts later hears nothing of endpoints it doesn't know yet.
  await media.openEndpoint({ endpointId: 'early', kind: 'rtp' });
  await anna.ear.listen(600);
  expect(facts).toEqual([]);
  await media.adopt(['desk']);
  await expect.poll(() => facts.map((fact) => fact.type).sort()).toEqual(['played', 'recorded']);
  expect(facts).toContainEqual(
    expect.objectContaining({ type: 'recorded', endpointId: 'anna', recordingId: 'r', path }),
  );
});

test('signalling that closes all instead still hears what became of its recordings', async () => {
  await party.phone('desk', 1000);
  const path = join(folder, 'r.wav');
  await party.process.media.startRecording('desk', { recordingId: 'r', path });
  await signallingDies();
  const { media, facts } = signalling();
  await media.closeAll();
  await expect.poll(() => facts).toEqual([expect.objectContaining({ type: 'recorded', recordingId: 'r' })]);
  expect(await media.adopt(['desk'])).toEqual([]);
});
