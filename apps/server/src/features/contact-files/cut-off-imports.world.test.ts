import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readdir, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount, createUser } from '../../identity/accounts.ts';
import { jobsLater, someJobs } from '../../jobs/testing/some-jobs.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { type ContactImports, contactImports } from './contact-imports.ts';
import { storedFiles } from './stored-file.ts';
import { card, many } from './testing/cards.ts';

let database: TestDatabase;
let folder: string;
/** All that a test opened. */
const opened: { stop(): Promise<void> }[] = [];
let imports: ContactImports;
let who: { userId: string; accountId: string };
const log = pino({ level: 'silent' });

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});
const open = (files = storedFiles(folder), jobs = jobsLater(database.db)) => {
  opened.push(jobs);
  return contactImports({ db: database.db, jobs, files, log });
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
  imports = open();
  const accountId = await createAccount(database.db, { name: 'Acme', country: 'DE', areaCode: '30' });
  const { userId } = await createUser(database.db, {
    accountId,
    firstName: 'Anna',
    lastName: 'Bell',
    email: `anna@${accountId}.example`,
  });
  who = { userId, accountId };
});

const file = (text: string) => Buffer.from(text);
const bring = async (text: string | Buffer, fileName = 'people.vcf') => {
  const { id } = await imports.start(who, fileName, typeof text === 'string' ? file(text) : text);
  await imports.idle();
  return await row(id);
};
const row = (id: string) =>
  database.db.selectFrom('contact_imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const contacts = () =>
  database.db.selectFrom('contacts').selectAll().where('account_id', '=', who.accountId).orderBy('name').execute();

describe('when it is cut off', () => {
  /** Someone who is there already and is being changed just now: the portion that has them waits until that is done. */
  const holds = async (uid: string): Promise<() => Promise<void>> => {
    await bring(card('Held', `UID:${uid}`));
    const trx = await database.db.startTransaction().execute();
    await trx
      .selectFrom('contacts')
      .select('id')
      .where('account_id', '=', who.accountId)
      .where('external_id', '=', uid)
      .forUpdate()
      .execute();
    return () => trx.rollback().execute();
  };
  /** An import of 3,000 that was asked to leave off before its second portion was written; nobody goes on with it yet. */
  const leftOff = async () => {
    const letGo = await holds('u700');
    const { id } = await imports.start(who, 'people.vcf', file(many(3000)));
    await expect.poll(async () => (await row(id)).done, { timeout: 15_000 }).toBe(500);
    const stopped = imports.stop();
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

    imports = open();
    await imports.resume();
    await imports.idle();
    expect(await row(id)).toMatchObject({ state: 'DONE', done: 3000, created: 2999, skipped: 0, problems: [] });
    expect(await readdir(folder)).toEqual([]);
  });

  test('after its server was killed the next goes on, and nothing is created twice or left out', async () => {
    const letGo = await holds('u700');
    await imports.stop();
    const { id } = await imports.start(who, 'people.vcf', file(many(3000)));
    const script = fileURLToPath(new URL('./testing/import-process.ts', import.meta.url));
    const child = fork(script, [database.url, folder], { execArgv: [] });
    await expect.poll(async () => (await row(id)).done, { timeout: 15_000 }).toBe(500);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await letGo();
    imports = open(storedFiles(folder), await someJobs(database.db, { isServer: true }));
    await expect.poll(async () => (await row(id)).state, { timeout: 15_000 }).toBe('DONE');
    expect(await row(id)).toMatchObject({ done: 3000, created: 2999, skipped: 0, problems: [] });
    expect(await contacts()).toHaveLength(3000);
  });

  test('two who go on with the same do it once, and the file stays for who reads it', async () => {
    const states: string[] = [];
    const files = storedFiles(folder);
    const watched = {
      ...files,
      remove: async (id: string) => {
        states.push((await row(id)).state);
        await files.remove(id);
      },
    };
    await imports.stop();
    const [one, second] = [1, 2].map(() => open(watched)) as [ContactImports, ContactImports];
    const { id } = await one.start(who, 'people.vcf', file(many(2000)));
    await second.resume();
    await Promise.all([one.idle(), second.idle()]);
    expect(new Set(states)).toEqual(new Set(['DONE']));
    expect(await row(id)).toMatchObject({ state: 'DONE', done: 2000, created: 2000, skipped: 0 });
  });

  test('without its file it has failed, and says what was done', async () => {
    const id = await leftOff();
    await storedFiles(folder).remove(id);
    imports = open();
    await imports.resume();
    await imports.idle();
    const failed = await row(id);
    expect(failed).toMatchObject({ state: 'FAILED', created: failed.done - failed.updated });
    expect(failed.problems).toEqual([{ place: failed.done + 1, code: 'CUT_OFF', text: 'people.vcf' }]);
    await imports.undo(who, id);
    expect(await contacts()).toHaveLength(1);
  });

  test('a file that is no longer needed is deleted', async () => {
    await storedFiles(folder).keep('mleft', file('x'));
    await storedFiles(folder).keep('mcoming', file('x'));
    const before = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(folder, 'mleft'), before, before);
    await imports.resume();
    expect(await readdir(folder)).toEqual(['mcoming']);
  });
});

test('thirty days after its end an import is forgotten, with the names in it, and is to be erased', async () => {
  const { db } = database;
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
  await imports.resume();
  const left = await db.selectFrom('contact_imports').select('id').where('user_id', '=', who.userId).execute();
  expect(left).toEqual([{ id: young.id }]);
  expect(await db.selectFrom('erasures').select('tables').execute()).toEqual([{ tables: ['contact_imports'] }]);
  expect(await contacts()).toHaveLength(2);
});

test('it stops in time, even while the database keeps a portion waiting', async () => {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = database.db.transaction().execute(async (trx) => {
    await sql`lock table contacts in exclusive mode`.execute(trx);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const { id } = await imports.start(who, 'people.vcf', file(many(10)));
  const waiting = sql<{ count: number }>`
    select count(*)::int as count from pg_locks where relation = 'contacts'::regclass and not granted`;
  const isWaiting = async () => (await waiting.execute(database.db)).rows[0]?.count;
  await expect.poll(isWaiting, { interval: 5, timeout: 15_000 }).toBe(1);
  await imports.stop();
  expect([await isWaiting(), (await row(id)).state]).toEqual([1, 'RUNNING']);
  released.resolve();
  await holding;
  await imports.idle();
});

test('of one company one import runs at a time', async () => {
  const { id } = await imports.start(who, 'people.vcf', file(many(2000)));
  await expect(imports.start(who, 'more.vcf', file(many(1)))).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(imports.undo(who, id)).rejects.toMatchObject({ code: 'CONFLICT' });
  await imports.idle();
  const both = await Promise.allSettled([1, 2].map((at) => imports.start(who, `${at}.vcf`, file(many(1500, at)))));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await imports.idle();
  expect(await readdir(folder)).toEqual([]);
});

test('without the grant nothing comes in and nothing is taken back', async () => {
  const { id } = await bring(many(1));
  await database.db
    .updateTable('users')
    .set({ grants: ['CONTACT_READ'] })
    .where('id', '=', who.userId)
    .execute();
  await expect(imports.start(who, 'x.vcf', file(many(1)))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(imports.undo(who, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('more than 50 MB are refused while they come in, and so is nothing', async () => {
  function* endless() {
    for (;;) yield Buffer.alloc(1_000_000, 'x');
  }
  await expect(imports.start(who, 'x.vcf', Readable.from(endless()))).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
  await expect(imports.start(who, 'x.vcf', file(''))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  expect(await readdir(folder)).toEqual([]);
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
  const { id } = await imports.start(who, 'people.vcf', file(text));
  const watched = turns();
  await imports.idle();
  expect(await row(id)).toMatchObject({ state: 'DONE', created: 2501 });
  const { longest, all } = watched();
  expect(longest).toBeLessThan(all / 5);
});
