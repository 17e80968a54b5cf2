import type {
  CheckedPerson,
  ImportedRow,
  NewPeopleImport,
  PeopleCheck,
  PeopleImport,
} from '@sidetone/contract/entities/people-import.ts';
import { mayDoAllOf } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { hasComeIn } from '../../../identity/has-come-in.ts';
import type { JobKind } from '../../../jobs/job-kind.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { adminRightsOf } from '../../../requests/admin-rights.ts';
import { newId } from '../../../requests/ids.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer } from '../administer.ts';
import { removePerson } from '../users/users.ts';
import { companyNow } from './company-now.ts';
import { importOf, rowOf } from './import-row.ts';
import { type ReadPerson, readPeople } from './read-people.ts';
import { giveUp, runImport } from './run-import.ts';

/** Imports of people from tables into a company. */
export interface PeopleImports {
  /** What would become of each row; nothing is written. */
  check(by: Administrator, asked: PeopleCheck): Promise<CheckedPerson[]>;
  /**
   * Takes rows and creates their people after it has fulfilled. Throws `Refusal` CONFLICT where all are to be created and
   * one cannot be.
   */
  start(by: Administrator, asked: NewPeopleImport): Promise<PeopleImport>;
  /** Throws `Refusal` NOT_FOUND for an import of another company. */
  rows(accountId: string, importId: string): Promise<ImportedRow[]>;
  /**
   * Removes whom an import created, except those who have come in, have a phone or have had calls,
   * and those who may do more than the one who asks. Throws
   * `Refusal` NOT_FOUND, CONFLICT while it runs and once it was undone.
   */
  undo(by: Administrator, importId: string): Promise<PeopleImport>;
  /** Continues what was cut off, and forgets imports of more than 30 days ago. Harmless to repeat. */
  resume(): Promise<void>;
  /** Leaves off after the row that is being written, and the next start continues; of `all`, nothing is kept. */
  stop(): Promise<void>;
}

/** Creates the people of an import; the id is that of the import. */
export const importJob: JobKind = {
  name: 'people-import',
  tries: 5,
  withinMinutes: 30,
  pauseSeconds: 2,
  longestPauseSeconds: 60,
};

interface Parts {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly log: Logger;
}

export function peopleImports(parts: Parts): PeopleImports {
  const { db, jobs, log } = parts;
  const working = jobs.work(importJob, {
    run: (importId, { signal }) => runImport(db, importId, signal),
    gaveUp: async (importId) => {
      log.error({ importId }, 'people imports: given up');
      await giveUp(db, importId);
    },
  });
  working.catch((error: unknown) => log.error({ err: error }, 'people imports: imports cannot begin'));
  return {
    async check(by, asked) {
      return (await read(db, by, asked)).map(checkedOf);
    },
    start: (by, asked) => start(parts, by, asked),
    rows: (accountId, importId) => rows(db, accountId, importId),
    undo: (by, importId) => undo(db, by, importId),
    resume: () => resume(parts),
    stop: async () => await (await working).stop(),
  };
}

const read = async (db: Writer, by: Administrator, { people, ...options }: PeopleCheck): Promise<ReadPerson[]> => {
  const company = await companyNow(
    db,
    by.accountId,
    people.map(({ email }) => email),
  );
  return readPeople(people, company, { ...options, rights: await adminRightsOf(db, by) });
};

const checkedOf = (row: ReadPerson): CheckedPerson => {
  if (row.state === 'here') return { state: 'here', extension: null, number: null, problems: [] };
  if (row.state === 'problem') {
    const { extension, number, problems } = row;
    return { state: 'problem', extension, number, problems: [...problems] };
  }
  const { extension, number } = row.person;
  return { state: 'ready', extension, number, problems: [] };
};

const start = ({ db, jobs }: Parts, by: Administrator, asked: NewPeopleImport): Promise<PeopleImport> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const found = await read(trx, by, asked);
    const wrong = found.findIndex(({ state }) => state === 'problem');
    if (asked.mode === 'all' && wrong !== -1) {
      const row = found[wrong];
      const issues = row?.state === 'problem' ? row.problems : [];
      throw new Refusal('CONFLICT', `Row ${wrong + 1} cannot be created, so nobody is.`, {
        issues: issues.map(({ cell, problem }) => ({ path: `people.${wrong}.${cell}`, message: problem })),
      });
    }
    const id = newId('m');
    const refused = found.filter(({ state }) => state === 'problem').length;
    const here = found.filter(({ state }) => state === 'here').length;
    const made = await trx
      .insertInto('people_imports')
      .values({
        id,
        account_id: accountId,
        user_id: by.userId,
        name: asked.name,
        mode: asked.mode,
        total: found.length,
        refused,
        here,
        ended_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('people_import_rows')
      .values(
        found.map((row, at) => ({
          import_id: id,
          account_id: accountId,
          place: at + 1,
          person: jsonText(row.state === 'ready' ? row.person : asked.people[at]),
          state: row.state === 'ready' ? ('waiting' as const) : row.state === 'here' ? row.state : ('refused' as const),
          user_id: null,
          problem: row.state === 'problem' ? (row.problems[0]?.problem ?? null) : null,
        })),
      )
      .execute();
    await note('people.imported', id, { name: asked.name, total: found.length, refused, here });
    await jobs.enqueue(trx, importJob, id);
    return importOf(made);
  });

async function rows(db: Database, accountId: string, importId: string): Promise<ImportedRow[]> {
  await importRow(db, accountId, importId);
  const found = await db
    .selectFrom('people_import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy('place')
    .execute();
  return found.map(rowOf);
}

const undo = (db: Database, by: Administrator, importId: string): Promise<PeopleImport> =>
  administer(db, by, async (trx, note) => {
    const { state } = await importRow(trx, by.accountId, importId);
    if (state === 'running') throw new Refusal('CONFLICT', 'The import is still running.');
    if (state === 'undone') throw new Refusal('CONFLICT', 'The import has already been undone.');
    const rights = await adminRightsOf(trx, by);
    const unused = await unusedOf(trx, by.accountId, importId);
    const guests = unused.filter(({ admin, roles }) => mayDoAllOf(rights, { admin, roles }));
    for (const { id, admin: _admin, roles: _roles, ...who } of guests) {
      await removePerson(trx, id, note);
      await note('user.removed', id, who);
      await trx
        .updateTable('people_import_rows')
        .set({ state: 'removed' })
        .where('import_id', '=', importId)
        .where('user_id', '=', id)
        .execute();
    }
    await note('people.importUndone', importId, { removed: guests.length });
    return importOf(
      await trx
        .updateTable('people_imports')
        .set({ state: 'undone', removed: guests.length })
        .where('id', '=', importId)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  });

/** Whom an import created and nobody uses yet; their rows are held, so that nobody adds a phone meanwhile. */
async function unusedOf(trx: Writer, accountId: string, importId: string) {
  const created = await trx
    .selectFrom('people_import_rows')
    .innerJoin('users', 'users.id', 'people_import_rows.user_id')
    .select([
      'users.id',
      'users.admin',
      'users.roles',
      'users.email',
      'users.first_name as firstName',
      'users.last_name as lastName',
    ])
    .where('people_import_rows.import_id', '=', importId)
    .where('people_import_rows.state', '=', 'created')
    .where('users.account_id', '=', accountId)
    .where((eb) => eb.not(hasComeIn))
    .orderBy('people_import_rows.place')
    .forUpdate('users')
    .execute();
  if (created.length === 0) return [];
  const ids = created.map(({ id }) => id);
  const withPhones = await trx.selectFrom('endpoints').select('user_id as id').where('user_id', 'in', ids).execute();
  const withCalls = await trx
    .selectFrom('channels')
    .select('owner_user_id as id')
    .where('owner_user_id', 'in', ids)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('inbox_events').select('inbox_events.id').whereRef('inbox_events.channel_id', '=', 'channels.id'),
      ),
    )
    .execute();
  const used = new Set([...withPhones, ...withCalls].map(({ id }) => id));
  return created.filter(({ id }) => !used.has(id));
}

const importRow = async (db: Writer, accountId: string, importId: string) => {
  const row = await db
    .selectFrom('people_imports')
    .select('state')
    .where('id', '=', importId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('import');
  return row;
};

async function resume({ db, jobs }: Parts): Promise<void> {
  const running = await db.selectFrom('people_imports').select('id').where('state', '=', 'running').execute();
  for (const { id } of running) await jobs.enqueue(db, importJob, id);
  await db.deleteFrom('people_imports').where('ended_at', '<', sql<Date>`now() - interval '30 days'`).execute();
}
