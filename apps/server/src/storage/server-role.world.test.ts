import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../requests/audit.ts';
import type { Database } from './database.ts';
import { openServerDatabase, type ServerDatabase } from './server-role.ts';
import { emptyDatabase, type TestDatabase } from './testing/test-database.ts';

const role = `server_${randomBytes(6).toString('hex')}`;
const onIdleError = () => undefined;
let database: TestDatabase;
let server: ServerDatabase;
let url: string;
beforeAll(async () => {
  database = await emptyDatabase();
  const other = new URL(database.url);
  [other.username, other.password] = [role, 'of the server'];
  url = other.href;
  server = await openServerDatabase({ url, ownerUrl: database.url, onIdleError });
});
afterAll(async () => {
  await server.close();
  await sql`drop owned by ${sql.id(role)}`.execute(database.db);
  await sql`drop role ${sql.id(role)}`.execute(database.db);
  await database.drop();
});

const refused = async (statement: string, db: Database = server.db) =>
  await sql
    .raw(statement)
    .execute(db)
    .then(
      () => 'done',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    );
const insufficientPrivilege = '42501';

test('the server works as the plain role, and its tables belong to the other', async () => {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(server.db);
  expect(rows).toEqual([{ name: role }]);
  expect(server.migrations.length).toBeGreaterThan(10);
  await server.db.insertInto('accounts').values({ id: 's1', name: 'Acme', plan: '{}' }).execute();
  await server.db.updateTable('accounts').set({ name: 'Acme & Co' }).where('id', '=', 's1').execute();
  expect(await server.db.selectFrom('accounts').select('name').execute()).toEqual([{ name: 'Acme & Co' }]);
  await server.db.deleteFrom('accounts').where('id', '=', 's1').execute();
});

test('it writes into the audit log and reads it, and can neither change nor empty it', async () => {
  await audit(server.db, { accountId: null, actorUserId: null, action: 'refusal.ban', target: '192.0.2.1' });
  expect(await server.db.selectFrom('audit_log').select('target').execute()).toEqual([{ target: '192.0.2.1' }]);
  for (const statement of [
    'delete from audit_log',
    "update audit_log set target = ''",
    'truncate audit_log',
    'alter table audit_log disable trigger all',
    'drop trigger only_grows on audit_log',
    'create or replace function keep_audit_log() returns trigger language plpgsql as $$ begin return null; end $$',
    'set session_replication_role = replica',
    'drop table audit_log',
  ]) {
    expect([statement, await refused(statement)]).toEqual([statement, insufficientPrivilege]);
  }
});

test('it can become nobody else, and leads to nothing outside the database', async () => {
  const owner = new URL(database.url).username;
  for (const statement of [
    `set role ${owner}`,
    `set session authorization ${owner}`,
    `alter role ${role} superuser`,
    "copy (select 1) to program 'true'",
    "select pg_read_file('/etc/passwd')",
    'create table more (id int)',
    'delete from kysely_migration',
    'create role another',
  ]) {
    expect([statement, await refused(statement)]).toEqual([statement, insufficientPrivilege]);
  }
});

test('a database in which one role did everything is converted at the next start, and tables of later versions follow', async () => {
  await sql`create table of_a_later_version (id int)`.execute(database.db);
  await sql`grant all on audit_log to ${sql.id(role)}`.execute(database.db);
  const again = await openServerDatabase({ url, ownerUrl: database.url, onIdleError });
  try {
    expect(again.migrations).toEqual([]);
    expect(await refused('insert into of_a_later_version values (1)', again.db)).toBe('done');
    expect(await refused('delete from audit_log', again.db)).toBe(insufficientPrivilege);
  } finally {
    await again.close();
  }
});

test('where one role does everything it stays as it was', async () => {
  const alone = await openServerDatabase({ url: database.url, ownerUrl: undefined, onIdleError });
  try {
    expect(alone.db).toBe(alone.owner);
    // The database itself still sees to it that no line of the audit log changes.
    expect(await refused('delete from audit_log', alone.db)).toBe('P0001');
  } finally {
    await alone.close();
  }
});

test('an owner that is named for both is refused, and keeps what it may', async () => {
  const both = openServerDatabase({ url: database.url, ownerUrl: database.url, onIdleError });
  await expect(both).rejects.toThrow('DATABASE_URL and DATABASE_OWNER_URL name the same role.');
  const may = sql<{ may: boolean }>`
    select bool_and(has_table_privilege(${new URL(database.url).username}::regrole, oid, 'delete')) as may
    from pg_class where relname in ('audit_log', 'kysely_migration')`;
  const { rows } = await may.execute(database.db);
  expect(rows).toEqual([{ may: true }]);
});

test('an address that names no role is refused in words', async () => {
  const nameless = new URL(database.url);
  [nameless.username, nameless.password] = ['', ''];
  const opened = openServerDatabase({ url: nameless.href, ownerUrl: database.url, onIdleError });
  await expect(opened).rejects.toThrow('DATABASE_URL names no role');
});
