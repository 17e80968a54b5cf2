import { existsSync } from 'node:fs';
import { silence, tone, writeWav } from '@sidetone/signals/recording.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { jobsLater } from '../../jobs/testing/some-jobs.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { someEvent, someKeeper } from './testing/some-keeper.ts';

/* Recordings whose files lie at a media host that cannot be asked, for now or for good. */

let database: TestDatabase;
let world: ReturnType<typeof someKeeper>;
let isAtHost: boolean;
let count = 0;
let id: string;
const day = 24 * 3_600_000;

beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  count += 1;
  id = `r${count}`;
  isAtHost = true;
  world = someKeeper(database.db, undefined, jobsLater(database.db), () => isAtHost);
  await someEvent(database.db, `pbx-${count}`);
});
afterEach(() => world.stop());

const open = (at = new Date()) =>
  world.keeper.opened(
    {
      recordingId: id,
      accountId: 's1',
      userId: 'wanna',
      channelId: 'ca',
      docId: `pbx-${count}`,
      sessionId: String(count),
      mode: 'manual' as const,
      at,
    },
    false,
  );
const rowOf = () => database.db.selectFrom('recordings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('a recording that lies at a host is no failure, and is ready once it came', async () => {
  const { path } = await open();
  // What the exchange says when it loses the host in mid-call.
  await world.keeper.finished(id, Number.POSITIVE_INFINITY);
  await world.keeper.idle();
  expect([(await rowOf()).state, world.told]).toEqual(['processing', []]);
  writeWav(path, { seconds: 1, left: tone(440), right: silence });
  // The host says that it has ended once the file is here.
  await world.keeper.finished(id, 1000);
  await expect.poll(async () => (await rowOf()).state, { timeout: 10_000 }).toBe('ready');
  expect((await rowOf()).duration_ms).toBe(1000);
});

test('one that was told as failed waits for what the host has of it', async () => {
  const { path } = await open();
  await world.keeper.failed(id, 'media did not complete the file');
  await world.keeper.idle();
  expect((await rowOf()).state).toBe('processing');
  writeWav(path, { seconds: 1, left: tone(440), right: silence });
  await world.keeper.finished(id);
  await expect.poll(async () => (await rowOf()).state, { timeout: 10_000 }).toBe('ready');
});

test('a start leaves alone what may still be recorded at a host', async () => {
  const { path } = await open();
  await world.keeper.stateChanged(id, 'recording');
  expect(await world.keeper.resume()).toBeGreaterThan(0);
  await world.keeper.idle();
  expect([(await rowOf()).state, existsSync(path)]).toEqual(['recording', false]);
});

test.each([
  ['no host has it', () => new Date(), false],
  ['its host has been away for a week', () => new Date(Date.now() - 8 * day), true],
] as const)('it fails where %s', async (_why, at, atHost) => {
  isAtHost = atHost;
  await open(at());
  await world.keeper.stateChanged(id, 'recording');
  await world.keeper.resume();
  await world.keeper.idle();
  await expect.poll(async () => (await rowOf()).state, { timeout: 10_000 }).toBe('failed');
  expect(world.told).toEqual([`failed ${id} wanna pbx-${count}`]);
});
