import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { someJobs } from '../../jobs/testing/some-jobs.ts';
import type { ContactImports } from './contact-imports.ts';
import { storedFiles } from './stored-file.ts';
import { card, many } from './testing/cards.ts';

import { importWorld } from './testing/import-world.ts';

const world = importWorld();
const { open, bring, row, contacts } = world;
const file = (text: string) => Buffer.from(text);

describe('when it is cut off', () => {
  /** Someone who is there already and is being changed just now: the portion that has them waits until that is done. */
  const holds = async (uid: string): Promise<() => Promise<void>> => {
    await bring(card('Held', `UID:${uid}`));
    const trx = await world.database.db.startTransaction().execute();
    await trx
      .selectFrom('contacts')
      .select('id')
      .where('account_id', '=', world.who.accountId)
      .where('external_id', '=', uid)
      .forUpdate()
      .execute();
    let isHeld = true;
    const stop = async () => {
      if (isHeld) await trx.rollback().execute();
      isHeld = false;
    };
    world.opened.push({ stop });
    return stop;
  };
  /** An import of 3,000 that was asked to leave off before its second portion was written; nobody goes on with it yet. */
  const leftOff = async () => {
    const letGo = await holds('u700');
    const { id } = await world.imports.start(world.who, 'people.vcf', file(many(3000)));
    await expect.poll(async () => (await row(id)).done, { timeout: 15_000 }).toBe(500);
    const stopped = world.imports.stop();
    await letGo();
    await stopped;
    return id;
  };

  test('after a restart it continues where it stopped, and nothing is created twice', async () => {
    // It leaves off after a portion, as it does when the process is asked to end.
    const id = await leftOff();
    const between = await row(id);
    expect(between.state).toBe('RUNNING');
    expect([500, 1000]).toContain(between.done);
    expect(await contacts()).toHaveLength(between.created + 1);

    world.imports = open();
    await world.imports.resume();
    await world.imports.idle();
    expect(await row(id)).toMatchObject({ state: 'DONE', done: 3000, created: 2999, skipped: 0, problems: [] });
    expect(await readdir(world.folder)).toEqual([]);
  });

  test('after its server was killed the next goes on, and nothing is created twice or left out', async () => {
    const letGo = await holds('u700');
    await world.imports.stop();
    const { id } = await world.imports.start(world.who, 'people.vcf', file(many(3000)));
    const script = fileURLToPath(new URL('./testing/import-process.ts', import.meta.url));
    const child = fork(script, [world.database.url, world.folder], { execArgv: [] });
    world.opened.push({ stop: async () => void child.kill('SIGKILL') });
    await expect.poll(async () => (await row(id)).done, { timeout: 15_000 }).toBe(500);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await letGo();
    world.imports = open(storedFiles(world.folder), await someJobs(world.database.db, { isServer: true }));
    await expect.poll(async () => (await row(id)).state, { timeout: 15_000 }).toBe('DONE');
    expect(await row(id)).toMatchObject({ done: 3000, created: 2999, skipped: 0, problems: [] });
    expect(await contacts()).toHaveLength(3000);
  });

  test('two processes that go on with the same import do it once, and the file stays for the one that reads it', async () => {
    const states: string[] = [];
    const files = storedFiles(world.folder);
    const watched = {
      ...files,
      remove: async (id: string) => {
        states.push((await row(id)).state);
        await files.remove(id);
      },
    };
    await world.imports.stop();
    const [one, second] = [1, 2].map(() => open(watched)) as [ContactImports, ContactImports];
    const { id } = await one.start(world.who, 'people.vcf', file(many(2000)));
    await second.resume();
    await Promise.all([one.idle(), second.idle()]);
    expect(new Set(states)).toEqual(new Set(['DONE']));
    expect(await row(id)).toMatchObject({ state: 'DONE', done: 2000, created: 2000, skipped: 0 });
  });

  test('without its file it has failed, and says what was done', async () => {
    const id = await leftOff();
    await storedFiles(world.folder).remove(id);
    world.imports = open();
    await world.imports.resume();
    await world.imports.idle();
    const failed = await row(id);
    expect(failed).toMatchObject({ state: 'FAILED', created: failed.done - failed.updated });
    expect(failed.problems).toEqual([{ place: failed.done + 1, code: 'CUT_OFF', text: 'people.vcf' }]);
    await world.imports.undo(world.who, id);
    expect(await contacts()).toHaveLength(1);
  });

  test('a file that is no longer needed is deleted', async () => {
    await storedFiles(world.folder).keep('mleft', file('x'), 'acc');
    await storedFiles(world.folder).keep('mcoming', file('x'), 'acc');
    const before = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(world.folder, 'mleft'), before, before);
    await world.imports.resume();
    expect(await readdir(world.folder)).toEqual(['mcoming']);
  });
});

test('thirty days after its end an import is forgotten, with the names in it, and is to be erased', async () => {
  const { db } = world.database;
  const [old, young] = [await bring(many(1)), await bring(many(1, 1))];
  const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000);
  await db
    .updateTable('contact_imports')
    .set({ ended_at: days(31) })
    .where('id', '=', old.id)
    .execute();
  await db
    .updateTable('contact_imports')
    .set({ ended_at: days(29) })
    .where('id', '=', young.id)
    .execute();
  await db.deleteFrom('erasures').execute();
  await world.imports.resume();
  const left = await db.selectFrom('contact_imports').select('id').where('user_id', '=', world.who.userId).execute();
  expect(left).toEqual([{ id: young.id }]);
  expect(await db.selectFrom('erasures').select('tables').execute()).toEqual([{ tables: ['contact_imports'] }]);
  expect(await contacts()).toHaveLength(2);
});

test('it stops in time, even while the database keeps a portion waiting', async () => {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = world.database.db.transaction().execute(async (trx) => {
    await sql`lock table contacts in exclusive mode`.execute(trx);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const { id } = await world.imports.start(world.who, 'people.vcf', file(many(10)));
  const waiting = sql<{ count: number }>`
    select count(*)::int as count from pg_locks where relation = 'contacts'::regclass and not granted`;
  const isWaiting = async () => (await waiting.execute(world.database.db)).rows[0]?.count;
  await expect.poll(isWaiting, { interval: 5, timeout: 15_000 }).toBe(1);
  await world.imports.stop();
  expect([await isWaiting(), (await row(id)).state]).toEqual([1, 'RUNNING']);
  released.resolve();
  await holding;
  await world.imports.idle();
});

test('of one company one import runs at a time', async () => {
  const { id } = await world.imports.start(world.who, 'people.vcf', file(many(2000)));
  await expect(world.imports.start(world.who, 'more.vcf', file(many(1)))).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(world.imports.undo(world.who, id)).rejects.toMatchObject({ code: 'CONFLICT' });
  await world.imports.idle();
  const both = await Promise.allSettled(
    [1, 2].map((at) => world.imports.start(world.who, `${at}.vcf`, file(many(1500, at)))),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await world.imports.idle();
  expect(await readdir(world.folder)).toEqual([]);
});

test('without the grant nothing comes in and nothing is taken back', async () => {
  const { id } = await bring(many(1));
  await world.database.db
    .updateTable('users')
    .set({ grants: ['CONTACT_READ'] })
    .where('id', '=', world.who.userId)
    .execute();
  await expect(world.imports.start(world.who, 'x.vcf', file(many(1)))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(world.imports.undo(world.who, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('more than 50 MB are refused while they come in, and so is nothing', async () => {
  function* endless() {
    for (;;) yield Buffer.alloc(1_000_000, 'x');
  }
  await expect(world.imports.start(world.who, 'x.vcf', Readable.from(endless()))).rejects.toMatchObject({
    code: 'BODY_TOO_LARGE',
  });
  await expect(world.imports.start(world.who, 'x.vcf', file(''))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  expect(await readdir(world.folder)).toEqual([]);
});

/**
 * Watches the event loop from now on; the function it gives ends that and tells the longest turn and all of them together,
 * in milliseconds of this thread's processor: how busy the machine is with others makes both longer alike.
 */
const turns = () => {
  const told = { longest: 0, all: 0 };
  let isWatched = true;
  let since = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(since);
    const ms = (user + system) / 1000;
    told.longest = Math.max(told.longest, ms);
    told.all += ms;
    since = process.threadCpuUsage();
    if (isWatched) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isWatched = false;
    return told;
  };
};

test('a large file does not block the work of others', async () => {
  const photo = `PHOTO;ENCODING=b:${'QUJD'.repeat(200_000)}`;
  const text = `${many(2000) + card('Large', photo, photo)}${'x'.repeat(5_000_000)}\n${many(500, 2000)}`;
  const { id } = await world.imports.start(world.who, 'people.vcf', file(text));
  const watched = turns();
  await world.imports.idle();
  expect(await row(id)).toMatchObject({ state: 'DONE', created: 2501 });
  const { longest, all } = watched();
  expect(longest).toBeLessThan(all / 5);
});
