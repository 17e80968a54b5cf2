import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { modelWorker } from './fetch-job.ts';
import type { ModelParts } from './server-models.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('a download that is resumed immediately waits until the stopped one no longer writes', async () => {
  const { db } = database;
  await db.insertInto('ai_models').values({ id: 'small', state: 'waiting' }).execute();
  const model = { id: 'small' };
  let writing = 0;
  let most = 0;
  const fetcher = {
    async fetch(_model: unknown, _progress: unknown, signal: AbortSignal) {
      writing += 1;
      most = Math.max(most, writing);
      // What is written when somebody stops it takes its time.
      await pause(200);
      writing -= 1;
      signal.throwIfAborted();
    },
  };
  const log = pino({ level: 'silent' });
  const worker = modelWorker({ db, log, models: [model], fetcher } as unknown as ModelParts);
  const stopped = new AbortController();
  const first = worker.run('small', { signal: stopped.signal } as Parameters<typeof worker.run>[1]);
  await pause(50);
  stopped.abort();
  const second = worker.run('small', { signal: new AbortController().signal } as Parameters<typeof worker.run>[1]);
  await expect(first).rejects.toThrow();
  await second;
  expect(most).toBe(1);
  expect(await db.selectFrom('ai_models').select('id').execute()).toEqual([]);
});
