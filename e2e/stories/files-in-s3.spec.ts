import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toneIn } from '@sidetone/signals/spectrum.ts';
import { type S3Double, s3Double } from '../../apps/server/src/testing/s3/s3-double.ts';
import { ApiSession } from '../people/api-session.ts';
import { heardMp3 } from '../people/heard-mp3.ts';
import { recordsNow } from '../people/record-call.ts';
import { needs } from '../world/needs.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads } from '../world/story.ts';
import { test as base, expect } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

/** A Sidetone whose files lie in S3, and the service of that. */
const test = base.extend<object, { sidetone: Sidetone; s3: S3Double }>({
  sidetone: [
    async ({ s3 }, use) => {
      const sidetone = await ownSidetone({ settings: s3.env });
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  s3: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const s3 = await s3Double();
      await use(s3);
      await s3.close();
    },
    { scope: 'worker' },
  ],
});

const tones = [440, 1000];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** What of a call lies in the bucket, by the end of its name. */
const inBucket = (s3: S3Double, ending: string, sound: string) =>
  [...s3.objects].filter(([key]) => key.includes(`/${sound}~`) && key.endsWith(ending)).map(([, { body }]) => body);

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('a call recorded while S3 stalls waits, is played, survives a kill, arrives whole, and is played from S3', async ({
  atTelephone,
  people: [anna, ben],
  seat,
  sidetone,
  s3,
}) => {
  test.setTimeout(180_000);
  needs('chromium');
  const annas = await ApiSession.signIn(sidetone.origin, anna);
  const caller = await atTelephone(anna, 440);
  const called = await atTelephone(ben, 1000);
  await Promise.all([caller.calls(ben.extension), called.answers()]);
  const { event, address } = await recordsNow(annas, sidetone);
  s3.mood = 'stalled';
  await pause(3000);
  await caller.hangsUp();

  await expect.poll(async () => (await annas.request('GET', address)).status, { timeout: 30_000 }).toBe(200);
  const [row] = await sidetone.query<{ id: string }>('select id from recordings where doc_id = $1', [event.id]);
  const sound = row?.id ?? '';
  const states = () =>
    sidetone.query<{ state: string }>('select state from far_files where path like $1 order by path', [`%${sound}%`]);
  expect(await states()).toEqual([{ state: 'waiting' }, { state: 'waiting' }]);
  expect(inBucket(s3, '', sound)).toEqual([]);

  // It waits on the disk, where a kill leaves it, and it is listened to from there.
  await sidetone.killTree();
  await sidetone.start();
  const { page } = await seat(0, { microphone: tone(440) });
  await page.goto(`/main/channels/${event.channel_id}?call=${event.id}`);
  const player = page.getByRole('group', { name: 'Recording' });
  await player.getByRole('button', { name: /^Play: / }).click();
  const second = async () => Number(await player.getByRole('slider').getAttribute('aria-valuenow'));
  await expect.poll(second, { timeout: 15_000 }).toBeGreaterThan(0);

  s3.mood = 'well';
  await expect.poll(states, { timeout: 60_000 }).toEqual([{ state: 'stored' }, { state: 'stored' }]);
  const [mp3, wav] = [inBucket(s3, '.mp3', sound), inBucket(s3, '.wav', sound)];
  expect([mp3.length, wav.length]).toEqual([1, 1]);
  const heard = await heardMp3(mp3[0] ?? Buffer.alloc(0));
  expect(heard.seconds).toBeGreaterThan(2);
  expect(heard.channels.map((channel) => toneIn(channel, 16_000, tones))).toEqual([440, 1000]);

  // Without a copy on this machine, its parts come from the bucket.
  const again = await ApiSession.signIn(sidetone.origin, anna);
  const copies = join(sidetone.dataFolder, 'files-cache');
  for (const name of readdirSync(copies)) rmSync(join(copies, name), { force: true });
  s3.asked.length = 0;
  const headers = { authorization: `Bearer ${again.accessToken}`, range: 'bytes=100-299' };
  const part = await fetch(`${sidetone.origin}/api${address}`, { headers });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(mp3[0]?.subarray(100, 300));
  expect(s3.asked.filter((asked) => asked.startsWith('GET ')).length).toBe(1);
  expect(readdirSync(copies).filter((name) => name.includes(sound))).toEqual([]);

  expect(await sidetone.cli('doctor').catch(String)).toContain('can be reached');
  expect((await again.request('DELETE', address)).status).toBe(200);
  await expect.poll(() => inBucket(s3, '', sound), { timeout: 20_000 }).toEqual([]);
  expect((await again.request('GET', address)).status).toBe(404);
});

test('files of an earlier release move to S3 while the server runs, and back while it is stopped', async ({
  sidetone,
  s3,
}) => {
  test.setTimeout(120_000);
  const recordings = join(sidetone.dataFolder, 'recordings');
  const sounds = () =>
    readdirSync(recordings, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mp3'));
  const before = sounds();
  expect(before.length).toBeGreaterThan(0);
  expect(await sidetone.cli('files', 'move', '--to', 's3')).toMatch(/^Moved [1-9]\d* files \(.* MB\) to S3\.$/m);
  expect(sounds()).toEqual([]);
  expect([...s3.objects.keys()].filter((key) => key.endsWith('.mp3')).length).toBeGreaterThanOrEqual(before.length);
  await sidetone.stop();
  expect(await sidetone.cli('files', 'move', '--to', 'folder')).toMatch(
    /^Moved [1-9]\d* files \(.* MB\) to this machine\.$/m,
  );
  expect([...s3.objects.keys()]).toEqual([]);
  expect(sounds().toSorted()).toEqual(before.toSorted());
});
