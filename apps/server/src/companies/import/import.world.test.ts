import { execFileSync, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silence, tone, writeWav } from '@sidetone/signals/recording.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { demoPlace } from '../../demo/company.ts';
import { createCompany } from '../../demo/create-company.ts';
import {
  commandLineOperator,
  noteImport,
  removeCompany,
  resumeCompany,
  suspendCompany,
} from '../../features/administration/company/companies.ts';
import { hashPassword } from '../../identity/passwords.ts';
import { verifyAuditChain } from '../../requests/audit-chain.ts';
import type { Database } from '../../storage/database.ts';
import { sealingKey, secretBox } from '../../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { password, signInAs, testApi } from '../../testing/test-api.ts';
import { tablesOfCompany } from '../company-scope.ts';
import { exportCompany } from '../export-company.ts';
import { importCompany } from './import-company.ts';
import { lostRows } from './secrets-of-rows.ts';
import { forgedExports } from './testing/forged-exports.ts';

const root = mkdtempSync(join(tmpdir(), 'sidetone-import-'));
const [oldDir, newDir] = ['old', 'new'].map((name) => join(root, name)) as [string, string];
const file = join(root, 'company.tar.gz');
const databases: TestDatabase[] = [];
let old: TestDatabase;
let fresh: TestDatabase;
let companyId: string;
let email: string;

const opened = async () => {
  const made = await testDatabase();
  databases.push(made);
  return made;
};
beforeAll(async () => {
  for (const folder of [oldDir, newDir]) mkdirSync(folder);
  [old, fresh] = [await opened(), await opened()];
  const given = { now: new Date('2026-11-20T11:00:00Z'), hashes: [], makesSounds: false, place: demoPlace };
  [companyId = ''] = await createCompany(old.db, oldDir, { ...given, runsServer: true });
  const { rows } = await sql<{ path: string }>`select original_path as path from voicemails
    where account_id = ${companyId}`.execute(old.db);
  for (const { path } of rows) {
    mkdirSync(dirname(join(oldDir, 'voicemails', path)), { recursive: true });
    writeWav(join(oldDir, 'voicemails', path), { seconds: 1, left: tone(440), right: silence });
  }
  await sql`update voicemails set state = 'ready' where account_id = ${companyId}`.execute(old.db);
  await sql`update accounts set runs_server = false, host = 'phone.north.example', public_url = 'https://phone.north.example'
    where id = ${companyId}`.execute(old.db);
  await sql`insert into trunks (id, account_id, name, kind, transport, username, host, password_sealed)
    values ('trunk-n', ${companyId}, 'North', 'registration', 'udp', 'north', 'sip.example', ${Buffer.from('sealed')})`.execute(
    old.db,
  );
  // For all companies of that server, and without a proof where nobody else was.
  await sql`insert into info_banners (id, account_id, scope, enabled, content)
    values ('banner-n', ${companyId}, 'server', true, '{}')`.execute(old.db);
  await sql`insert into single_sign_ons (account_id, issuer, client_id, is_on, is_required, creates_users,
      trusts_addresses, steps, group_claim, groups)
    values (${companyId}, 'https://id.north.example', 'north', true, false, false, false, 'stated', '', '[]')`.execute(
    old.db,
  );
  await sql`insert into single_sign_on_domains (domain, account_id, token, state, kept_until)
    values ('north.example', ${companyId}, 'token-n', 'waiting', 'infinity'), ('proved.example', ${companyId}, 'token-p', 'proved', null)`.execute(
    old.db,
  );
  await sql`insert into audit_log (scope, account_id, action) values (${companyId}, ${companyId}, 'account.added')`.execute(
    old.db,
  );
  await exportCompany(file, { db: old.db, dataDir: oldDir, release: '0.0.1', accountId: companyId });
}, 120_000);
afterAll(async () => {
  for (const database of databases) await database.drop();
  rmSync(root, { recursive: true });
});

const bring = (into: TestDatabase, dataDir: string, more: { file?: string; ownHost?: string; db?: Database } = {}) =>
  importCompany(more.file ?? file, {
    db: more.db ?? into.db,
    dataDir,
    box: secretBox(sealingKey(dataDir)),
    node: 'node-7',
    ownHost: more.ownHost,
    done: (trx, company) => noteImport(trx, commandLineOperator, company),
  });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'imported',
    ({ code, conflicts }: { code?: string; conflicts?: string[] }) => [code, ...(conflicts ?? [])],
  );

/** What is the other installation's to say. */
const ownColumns: Readonly<Record<string, readonly string[]>> = {
  accounts: ['node', 'suspended_at'],
  trunks: ['is_enabled', 'state'],
  info_banners: ['scope'],
  single_sign_on_domains: ['state', 'kept_until', 'created_at'],
};

/** All rows of the company as text, without what is another installation's to say. */
async function rowsOf(db: Database): Promise<Record<string, string[]>> {
  const { tables } = await tablesOfCompany(db, companyId);
  const { rows: numbered } = await sql<{ table: string; column: string }>`
    select attrelid::regclass::text as table, attname as column from pg_attribute where attidentity <> ''`.execute(db);
  const all: Record<string, string[]> = {};
  for (const { table, columns, rows } of tables) {
    if (table in lostRows) continue;
    const others = numbered.filter((one) => one.table === table).map(({ column }) => column);
    const own = ownColumns[table] ?? [];
    const left = columns.filter((column) => !['rev', ...others, ...own].includes(column));
    const { rows: found } = await sql<{ row: string }>`select row_to_json(own)::text as row from
      (select ${sql.join(left.map((column) => sql.ref(column)))} from ${sql.table(table)} where ${rows}) as own`.execute(
      db,
    );
    all[table] = found.map(({ row }) => row).sort();
  }
  return all;
}
const filesBelow = (folder: string) =>
  ['voicemails', 'recordings', 'hold-music'].flatMap((name) =>
    existsSync(join(folder, name))
      ? readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      : [],
  );
const accountsIn = async ({ db }: TestDatabase) =>
  (await db.selectFrom('accounts').select('id').execute()).map(({ id }) => id);

test('an exported company is the same elsewhere, table by table and file by file, and suspended', async () => {
  const imported = await bring(fresh, newDir);
  expect(imported).toMatchObject({ company: { id: companyId }, missing: 0 });
  expect(imported.again).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\d+ users without a password/),
      '2 trunks without their password: enter it and switch them on',
    ]),
  );
  const [before, after] = [await rowsOf(old.db), await rowsOf(fresh.db)];
  // Besides the line that says so.
  const isImport = (row: string) => row.includes('"account.imported"');
  expect(after['audit_log']?.filter(isImport)).toHaveLength(1);
  after['audit_log'] = after['audit_log']?.filter((row) => !isImport(row)) ?? [];
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const [table, rows] of Object.entries(before)) expect([table, after[table]]).toEqual([table, rows]);
  expect(Object.values(before).flat().length).toBeGreaterThan(100);
  expect(filesBelow(newDir)).toEqual(filesBelow(oldDir));
  for (const name of filesBelow(oldDir)) {
    expect(readFileSync(join(newDir, name)).equals(readFileSync(join(oldDir, name))), name).toBe(true);
  }
  expect(filesBelow(oldDir).length).toBeGreaterThan(0);
  const account = await fresh.db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
  expect(account).toMatchObject({ node: 'node-7', runs_server: false, suspended_at: expect.any(Date) });
  expect((await verifyAuditChain(fresh.db)).holds).toBe(true);
  const trunk = await fresh.db.selectFrom('trunks').selectAll().where('id', '=', 'trunk-n').executeTakeFirstOrThrow();
  expect(trunk).toMatchObject({ is_enabled: false, password_sealed: null });
  expect(existsSync(join(newDir, '.importing'))).toBe(false);
}, 60_000);

test('what is here already is said before anything is written', async () => {
  expect(await refusal(bring(fresh, newDir))).toEqual([
    'CONFLICTS',
    expect.stringContaining(`the id of the company: ${companyId}`),
  ]);
  const other = await opened();
  const user = await old.db
    .selectFrom('users')
    .select('email')
    .where('account_id', '=', companyId)
    .executeTakeFirstOrThrow();
  email = user.email;
  const dir = mkdtempSync(join(root, 'other-'));
  await sql`insert into accounts (id, name, host, public_url, plan)
    values ('a-other', 'Another', 'phone.north.example', 'https://phone.north.example', '{}')`.execute(other.db);
  await sql`insert into users (id, account_id, first_name, last_name, email)
    values ('w-other', 'a-other', 'Anna', 'Ahorn', ${email.toUpperCase()})`.execute(other.db);
  const refused = await refusal(bring(other, dir, { ownHost: 'phone.north.example' }));
  expect(refused).toEqual([
    'CONFLICTS',
    'the host name: phone.north.example',
    `the email address: ${email.toLowerCase()}`,
    'the host name: phone.north.example is that of this server',
  ]);
  expect(await accountsIn(other)).toEqual(['a-other']);
  expect(readdirSync(dir)).toEqual(['key']);
}, 60_000);

/** The export with some of its files changed. */
function forged(...changes: readonly (readonly [name: string, change: (text: string) => string])[]): string {
  const folder = mkdtempSync(join(root, 'forged-'));
  execFileSync('tar', ['-xzf', file, '-C', folder]);
  for (const [name, change] of changes) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, change(existsSync(path) ? readFileSync(path, 'utf8') : ''));
  }
  const made = `${folder}.tar.gz`;
  const inOrder = [
    'sidetone-company.json',
    'tables',
    ...(existsSync(join(folder, 'files')) ? ['files'] : []),
    'end.json',
  ];
  execFileSync('tar', ['--format=ustar', '--no-recursion', '-czf', made, '-C', folder, '--files-from', '-'], {
    input: inOrder
      .flatMap((one) =>
        one.endsWith('.json')
          ? [one]
          : readdirSync(join(folder, one), { recursive: true, withFileTypes: true })
              .filter((entry) => entry.isFile())
              .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)),
      )
      .join('\n'),
  });
  return made;
}
test.each(forgedExports)('an export with %s is refused, and nothing is there', async (_what, name, change, code) => {
  const into = await opened();
  const dir = mkdtempSync(join(root, 'into-'));
  await sql`insert into accounts (id, name, plan) values ('a-victim', 'Victim', '{}')`.execute(into.db);
  expect(await refusal(bring(into, dir, { file: forged([name, change]) }))).toEqual([code]);
  expect(await accountsIn(into)).toEqual(['a-victim']);
  expect(readdirSync(dir)).toEqual(['key']);
});

test('an export that bans addresses from the whole server is refused', async () => {
  const into = await opened();
  const dir = mkdtempSync(join(root, 'into-'));
  const ban = { address: '192.0.2.1', username: '', scope: companyId, reason: 'wrongPasswords', strikes: 1 };
  const forever = { since: '2026-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z', rev: 0 };
  const banning = forged(
    ['tables/bans/00000001.ndjson', () => `${JSON.stringify({ ...ban, ...forever })}\n`],
    ['end.json', (text) => text.replace('"bans":0,', '').replace('"rows":{', '"rows":{"bans":1,')],
  );
  expect(await refusal(bring(into, dir, { file: banning }))).toEqual(['DAMAGED']);
  expect(await into.db.selectFrom('bans').selectAll().execute()).toEqual([]);
});

test('what a company said to a whole server, and what that server took as proved, counts for nobody else here', async () => {
  const into = await opened();
  await sql`insert into accounts (id, name, plan) values ('a-victim', 'Victim', '{}')`.execute(into.db);
  const { again } = await bring(into, mkdtempSync(join(root, 'into-')));
  expect(again).toContain('2 domains of single sign-on that wait for their proof');
  const banners = await into.db.selectFrom('info_banners').select(['id', 'scope']).execute();
  expect(banners).toEqual([{ id: 'banner-n', scope: companyId }]);
  const domains = into.db.selectFrom('single_sign_on_domains').select(['domain', 'state', 'kept_until']);
  expect(await domains.orderBy('domain').execute()).toEqual([
    { domain: 'north.example', state: 'waiting', kept_until: null },
    { domain: 'proved.example', state: 'waiting', kept_until: null },
  ]);
}, 60_000);

test('what is cut off or no archive is refused', async () => {
  const into = await opened();
  const dir = mkdtempSync(join(root, 'into-'));
  const bytes = readFileSync(file);
  writeFileSync(join(root, 'cut.tar.gz'), bytes.subarray(0, bytes.length - 2000));
  writeFileSync(join(root, 'text'), 'no archive');
  expect(await refusal(bring(into, dir, { file: join(root, 'cut.tar.gz') }))).toEqual(['DAMAGED']);
  // In the middle of a file as well, where only its reader hears of it.
  const long = forged([`files/recordings/${companyId}/2026/x.wav`, () => randomBytes(3_000_000).toString('hex')]);
  truncateSync(long, bytes.length + 1_000_000);
  expect(await refusal(bring(into, dir, { file: long }))).toEqual(['DAMAGED']);
  expect(await refusal(bring(into, dir, { file: join(root, 'text') }))).toEqual(['NOT_AN_EXPORT']);
  expect(await refusal(bring(into, dir, { file: join(root, 'nowhere') }))).toEqual(['ENOENT']);
  expect(await accountsIn(into)).toEqual([]);
});

test('a killed import leaves nothing that the next one stumbles over', async () => {
  const into = await opened();
  const dir = mkdtempSync(join(root, 'killed-'));
  const importing = fork(fileURLToPath(new URL('../../testing/import-process.ts', import.meta.url)), [
    into.url,
    dir,
    file,
  ]);
  await once(importing, 'message');
  expect(await refusal(bring(into, dir))).toEqual(['BUSY']);
  importing.kill('SIGKILL');
  await once(importing, 'exit');
  expect(await accountsIn(into)).toEqual([]);
  await expect.poll(() => refusal(bring(into, dir)), { timeout: 20_000 }).toBe('imported');
  expect(filesBelow(dir)).toEqual(filesBelow(oldDir));
  expect(readdirSync(dir)).not.toContain('.importing');
}, 60_000);

test('it comes in as well where nobody may leave triggers out, and others’ triggers work afterwards', async () => {
  const into = await opened();
  const dir = mkdtempSync(join(root, 'plain-'));
  await sql`create role plain_owner login password 'x'`.execute(into.db).catch(() => {});
  const name = new URL(into.url).pathname.slice(1);
  await sql`grant all on database ${sql.id(name)} to plain_owner`.execute(into.db);
  await sql`grant all on schema public to plain_owner`.execute(into.db);
  const { rows } = await sql<{ statement: string }>`
    select format('alter table public.%I owner to plain_owner', tablename) as statement from pg_tables where schemaname = 'public'
    union all select format('alter sequence public.%I owner to plain_owner', sequencename) from pg_sequences
      where schemaname = 'public' and sequencename = 'revisions'
    union all select format('alter routine %s owner to plain_owner', p.oid::regprocedure) from pg_proc p
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(into.db);
  for (const { statement } of rows) await sql.raw(statement).execute(into.db);
  const db = into.db;
  await db.connection().execute(async (connection) => {
    await sql`set session authorization plain_owner`.execute(connection);
    await bring(into, dir, { db: connection as Database });
    await sql`reset session authorization`.execute(connection);
  });
  const { rows: off } = await sql`select from pg_trigger where not tgisinternal and tgenabled <> 'O'`.execute(db);
  expect(off).toEqual([]);
  expect((await rowsOf(db))['inbox_events']).toEqual((await rowsOf(old.db))['inbox_events']);
  await sql`reassign owned by plain_owner to current_user`.execute(db);
  await sql`drop owned by plain_owner`.execute(db);
}, 60_000);

test('removed and brought back, its users sign in with a new password and hear their voicemail', async () => {
  const { db } = old;
  await suspendCompany(db, commandLineOperator, companyId);
  const again = join(root, 'again.tar.gz');
  await exportCompany(again, { db, dataDir: oldDir, release: '0.0.1', accountId: companyId });
  const before = await rowsOf(db);
  const { name } = await db.selectFrom('accounts').select('name').where('id', '=', companyId).executeTakeFirstOrThrow();
  await removeCompany(db, commandLineOperator, { accountId: companyId, name }, async () => {});
  for (const folder of ['voicemails', 'recordings']) rmSync(join(oldDir, folder), { recursive: true, force: true });
  await bring(old, oldDir, { file: again });
  const after = await rowsOf(db);
  for (const [table, rows] of Object.entries(before)) {
    if (table !== 'audit_log') expect([table, after[table]]).toEqual([table, rows]);
  }
  // Its own lines were never gone, and are not there twice.
  expect(new Set(after['audit_log']).size).toBe(after['audit_log']?.length);
  await resumeCompany(db, commandLineOperator, companyId);

  const { rows } = await sql<{ id: string; docId: string; channelId: string; email: string }>`
    select voicemails.id, voicemails.doc_id as "docId", voicemails.channel_id as "channelId", users.email
    from voicemails join channel_members using (channel_id) join users on users.id = channel_members.user_id
    where voicemails.account_id = ${companyId} limit 1`.execute(db);
  const [heard] = rows;
  expect(heard).toBeDefined();
  await sql`update users set password_hash = ${await hashPassword(password)} where email = ${heard?.email}`.execute(db);
  const api = await testApi({ database: await keptOpen(old), config: { ...readConfig({}), port: 0, dataDir: oldDir } });
  try {
    const { access_token: token } = await signInAs(api.url, heard?.email ?? '');
    const answer = await fetch(`${api.url}/api/voicemail/${heard?.channelId}/${heard?.docId}/recording?format=wav`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 4)).toBe('RIFF');
  } finally {
    await api.stop();
  }
}, 60_000);

/** The API drops its database in the end; this one is dropped by us. */
const keptOpen = async (database: TestDatabase): Promise<TestDatabase> => ({ ...database, drop: async () => {} });
