import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount, createUser } from '../../identity/accounts.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { someJobs } from '../../jobs/testing/some-jobs.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { type ContactImports, contactImports } from './contact-imports.ts';
import { exportContacts } from './export-contacts.ts';
import { storedFiles } from './stored-file.ts';

let database: TestDatabase;
let folder: string;
let jobs: Jobs;
let imports: ContactImports;
let who: { userId: string; accountId: string };
const log = pino({ level: 'silent' });

beforeAll(async () => {
  database = await testDatabase();
  jobs = await someJobs(database.db);
});
afterAll(async () => {
  await jobs.stop();
  await database.drop();
});
afterEach(() => imports.stop());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
  imports = contactImports({ db: database.db, jobs, files: storedFiles(folder), log });
  const accountId = await createAccount(database.db, { name: 'Acme', country: 'DE', areaCode: '30' });
  const { userId } = await createUser(database.db, {
    accountId,
    firstName: 'Anna',
    lastName: 'Bell',
    email: `anna@${accountId}.example`,
  });
  who = { userId, accountId };
});

const card = (name: string, ...lines: string[]) =>
  ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, ...lines, 'END:VCARD', ''].join('\r\n');
const many = (count: number, from = 0): string =>
  Array.from({ length: count }, (_none, at) =>
    card(`Person ${from + at}`, `UID:u${from + at}`, `TEL;TYPE=WORK:030 ${901_000_000 + from + at}`),
  ).join('');
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

describe('the address book goes out', () => {
  const exported = async (format: 'vcard' | 'csv') => {
    const { stream } = await exportContacts(database.db, who.accountId, format);
    return (await stream.toArray()).join('');
  };

  test.each(['vcard', 'csv'] as const)('as %s, and comes in again as it was', async (format) => {
    await bring(
      card(
        'Anna Bell',
        'UID:1',
        'N:Bell;Anna',
        'ORG:Acme\\, Inc',
        'EMAIL:a@b.example',
        'TEL;TYPE=CELL:0170 1234567',
        'NOTE:kept',
      ) +
        card('=1+1', 'TEL;TYPE=FAX:030 901820') +
        many(1200),
    );
    await database.db
      .insertInto('contacts')
      .values({
        id: `hand${who.accountId}`,
        account_id: who.accountId,
        name: '@Ünal "x"\nGmbH',
        first_name: null,
        last_name: null,
        organization: null,
        email: null,
        avatar_url: null,
        contact_url: null,
      })
      .execute();
    const text = await exported(format);
    if (format === 'vcard') expect(text).toContain('VERSION:4.0\r\n');
    expect(text).toContain(format === 'vcard' ? 'NOTE:kept' : `"'@Ünal ""x""\nGmbH"`);
    if (format === 'csv') {
      expect(text.startsWith('\uFEFFUID,Name,')).toBe(true);
      expect(text).toContain("'=1+1");
      expect(text).toContain(',+491701234567');
    }
    expect(await bring(text)).toMatchObject({ state: 'DONE', created: 0, updated: 1 });
    const before = (await contacts()).map(({ name, e164s, email, organization }) => ({
      name,
      e164s,
      email,
      organization,
    }));
    await database.db.deleteFrom('contacts').where('account_id', '=', who.accountId).execute();
    expect(await bring(text)).toMatchObject({ state: 'DONE', created: 1203 });
    const after = (await contacts()).map(({ name, e164s, email, organization }) => ({
      name,
      e164s,
      email,
      organization,
    }));
    expect(after).toEqual(before);
  });

  test('only the own one', async () => {
    const { db } = database;
    await db
      .insertInto('integrations')
      .values({
        id: `other${who.accountId}`,
        account_id: who.accountId,
        name: 'CARDDAV',
        connected_by: null,
        url: null,
        user_name: null,
        key_sealed: null,
        last_synced_at: null,
        next_sync_at: null,
      })
      .execute();
    await bring(card('Mine'));
    await db
      .updateTable('contacts')
      .set({ integration_id: `other${who.accountId}` })
      .where('name', '=', 'Mine')
      .execute();
    expect(await exported('vcard')).toBe('');
  });
});
