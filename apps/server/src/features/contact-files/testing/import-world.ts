import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createAccount, createUser } from '../../../identity/accounts.ts';
import { jobsLater } from '../../../jobs/testing/some-jobs.ts';
import { type TestDatabase, testDatabase } from '../../../storage/testing/test-database.ts';
import { type ContactImports, contactImports } from '../contact-imports.ts';
import { storedFiles } from '../stored-file.ts';

/** Imports of one company, which is new for each test; what a test opens is stopped after it. */
export interface ImportWorld {
  database: TestDatabase;
  folder: string;
  imports: ContactImports;
  who: { readonly userId: string; readonly accountId: string };
  /** All that a test opened. */
  readonly opened: { stop(): Promise<void> }[];
  open(files?: ReturnType<typeof storedFiles>, jobs?: ReturnType<typeof jobsLater>): ContactImports;
  /** Imports a file, and gives its row once that is done. */
  bring(text: string | Buffer, fileName?: string): ReturnType<ImportWorld['row']>;
  row(id: string): ReturnType<typeof rowOf>;
  contacts(): ReturnType<typeof contactsOf>;
}

/** To be called once in a file of tests. */
export function importWorld(): ImportWorld {
  const opened: ImportWorld['opened'] = [];
  const world: ImportWorld = {
    opened,
    database: undefined as never,
    folder: '',
    imports: undefined as never,
    who: { userId: '', accountId: '' },
    open(files = storedFiles(world.folder), jobs = jobsLater(world.database.db)) {
      world.opened.push(jobs);
      return contactImports({ db: world.database.db, jobs, files, log: pino({ level: 'silent' }) });
    },
    async bring(text, fileName = 'people.vcf') {
      const bytes = typeof text === 'string' ? Buffer.from(text) : text;
      const { id } = await world.imports.start(world.who, fileName, bytes);
      await world.imports.idle();
      return await world.row(id);
    },
    row: (id) => rowOf(world.database, id),
    contacts: () => contactsOf(world.database, world.who.accountId),
  };

  beforeAll(async () => {
    world.database = await testDatabase();
  });
  afterAll(() => world.database.drop());
  afterEach(async () => {
    for (const one of world.opened.splice(0)) await one.stop();
  });
  beforeEach(async () => {
    world.folder = mkdtempSync(join(tmpdir(), 'files-'));
    world.imports = world.open();
    const accountId = await createAccount(world.database.db, { name: 'Acme', country: 'DE', areaCode: '30' });
    const person = { accountId, firstName: 'Anna', lastName: 'Bell', email: `anna@${accountId}.example` };
    const { userId } = await createUser(world.database.db, person);
    world.who = { userId, accountId };
  });
  return world;
}

const rowOf = ({ db }: TestDatabase, id: string) =>
  db.selectFrom('contact_imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const contactsOf = ({ db }: TestDatabase, accountId: string) =>
  db.selectFrom('contacts').selectAll().where('account_id', '=', accountId).orderBy('name').execute();
