import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditCommands } from '../cli/audit-commands.ts';
import type { CommandGround } from '../cli/command.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { audit } from './audit.ts';
import { auditHead, headText, readHead, verifyAuditChain } from './audit-chain.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterEach(() => database.drop());

const write = (target: string, detail: Record<string, unknown> = {}) =>
  database.db
    .transaction()
    .execute((trx) => audit(trx, { accountId: 's1', actorUserId: 'wanna', action: 'user.changed', target, detail }));
/** With the rights of the owner of the tables, past the triggers. */
const tamper = (statement: ReturnType<typeof sql>) =>
  database.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await statement.execute(trx);
  });
const verify = (head?: string) =>
  auditCommands[0]?.run({ db: database.db } as CommandGround, {
    words: [],
    options: head === undefined ? {} : { head },
  });

test('lines of many transactions at the same time make one chain that holds', async () => {
  expect(await verifyAuditChain(database.db)).toEqual({ holds: true, head: null });
  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      database.db.transaction().execute(async (trx) => {
        await audit(trx, {
          accountId: 's1',
          actorUserId: null,
          action: 'user.changed',
          target: `${at}`,
          detail: { ä: '“ü”\n', n: 1.5 },
        });
        await audit(trx, {
          accountId: null,
          actorUserId: null,
          action: 'refusal.ban',
          target: `${at}`,
          address: '192.0.2.1',
        });
      }),
    ),
  );
  await database.db
    .transaction()
    .execute(async (trx) => {
      await audit(trx, { accountId: 's1', actorUserId: null, action: 'user.changed' });
      await sql`rollback`.execute(trx);
    })
    .catch(() => {});
  expect(await verifyAuditChain(database.db)).toMatchObject({ holds: true, head: { position: 80 } });
  expect(await verify()).toContain('The audit log holds: 80 lines.');
});

test('two that write lines and wait for each other’s rows end as they would without a chain', async () => {
  const touch = (id: string) => sql`update users set last_name = last_name || 'x' where id = ${id}`;
  let wrote: () => void = () => {};
  const hasWritten = new Promise<void>((resolve) => {
    wrote = resolve;
  });
  const first = database.db.transaction().execute(async (trx) => {
    await audit(trx, { accountId: 's1', actorUserId: null, action: 'user.changed', target: 'first' });
    wrote();
    await second;
    await touch('wanna').execute(trx);
  });
  const second = hasWritten.then(() =>
    database.db.transaction().execute(async (trx) => {
      await touch('wanna').execute(trx);
      await audit(trx, { accountId: 's1', actorUserId: null, action: 'user.changed', target: 'second' });
    }),
  );
  await Promise.all([first, second]);
  const { rows } = await sql<{ target: string }>`
    select target from audit_chain join audit_log on id = entry_id order by position`.execute(database.db);
  expect(rows.map(({ target }) => target)).toEqual(['second', 'first']);
  expect(await verifyAuditChain(database.db)).toMatchObject({ holds: true });
});

test.each([
  [
    'changed',
    sql`update audit_log set detail = '{"by": "nobody"}' where target = '3'`,
    'was changed after it was written',
  ],
  [
    'changed',
    sql`update audit_log set at = at + interval '1 microsecond' where target = '3'`,
    'was changed after it was written',
  ],
  ['removed', sql`delete from audit_log where target = '3'`, 'was removed'],
  ['cut', sql`delete from audit_chain where position = 3`, 'cut at position 3'],
  ['smuggled', sql`insert into audit_log (scope, action) values ('s1', 'user.changed')`, 'past the chain'],
] as const)('a log of which something was %s does not hold', async (kind, statement, words) => {
  for (let at = 1; at <= 5; at += 1) await write(`${at}`);
  await tamper(statement);
  expect(await verifyAuditChain(database.db)).toMatchObject({ holds: false, because: { kind } });
  await expect(verify()).rejects.toThrow(words);
});

test('the newest lines cannot be cut off where a head was noted', async () => {
  for (let at = 1; at <= 5; at += 1) await write(`${at}`);
  const head = await auditHead(database.db);
  const noted = head ? headText(head) : '';
  await write('6');
  expect(await verify(noted)).toContain('6 lines');
  await tamper(sql`delete from audit_chain where position >= 5`);
  await tamper(sql`delete from audit_log where target in ('5', '6')`);
  expect(await verify()).toContain('4 lines');
  await expect(verify(noted)).rejects.toThrow('at position 5');
  await write('other');
  await expect(verify(noted)).rejects.toThrow('at position 5');
  await expect(verify('5:abc')).rejects.toThrow('is not the head');
  expect(readHead('0:00')).toBeNull();
});

test('the chain is never changed either, and continues when an account goes', async () => {
  await write('1');
  for (const attempt of [
    sql`update audit_chain set hash = ''`,
    sql`delete from audit_chain`,
    sql`truncate audit_chain`,
  ]) {
    await expect(attempt.execute(database.db)).rejects.toThrow('only grows');
  }
  await database.db.deleteFrom('accounts').where('id', '=', 's1').execute();
  await write('2');
  expect(await verifyAuditChain(database.db)).toMatchObject({ holds: true, head: { position: 2 } });
});
