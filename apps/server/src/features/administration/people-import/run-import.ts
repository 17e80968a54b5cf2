import { type NewUser, newUser } from '@sidetone/contract/entities/admin-user.ts';
import { type PersonProblemCode, personProblems } from '@sidetone/contract/entities/people-import.ts';
import { sql } from 'kysely';
import { Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, type Note } from '../administer.ts';
import { addPerson } from '../users/add-person.ts';

interface Row {
  readonly importId: string;
  readonly place: number;
  readonly person: NewUser;
}

/**
 * Creates the people of an import that are not created yet, each in one transaction with the note that it is done, or all
 * of them in one. Fulfils quietly where nothing is to be done; may be run again at any time.
 */
export async function runImport(db: Database, importId: string, signal: AbortSignal): Promise<void> {
  const found = await db
    .selectFrom('people_imports')
    .select(['account_id as accountId', 'user_id as userId', 'mode'])
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (!found) return;
  const by = { accountId: found.accountId, userId: found.userId, address: null };
  const rows = await waiting(db, importId);
  if (found.mode === 'all') return await createAll(db, by, importId, rows, signal);
  for (const row of rows) {
    if (signal.aborted) return;
    await createOne(db, by, row);
  }
  await end(db, importId, 'done');
}

/** Ends an import that cannot go on: what was created stays, and rows that wait are refused. */
export const giveUp = (db: Database, importId: string): Promise<void> =>
  db.transaction().execute((trx) => fail(trx, importId));

async function waiting(db: Database, importId: string): Promise<Row[]> {
  const rows = await db
    .selectFrom('people_import_rows')
    .select(['place', 'person'])
    .where('import_id', '=', importId)
    .where('state', '=', 'waiting')
    .orderBy('place')
    .execute();
  return rows.map(({ place, person }) => ({ importId, place, person: newUser.parse(person) }));
}

async function createOne(db: Database, by: Administrator, row: Row): Promise<void> {
  try {
    await administer(db, by, (trx, note) => create(trx, note, by, row));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await db.transaction().execute((trx) => refuse(trx, row, problemOf(error)));
  }
}

async function createAll(
  db: Database,
  by: Administrator,
  importId: string,
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<void> {
  let current: Row | undefined;
  try {
    await administer(db, by, async (trx, note) => {
      for (const row of rows) {
        signal.throwIfAborted();
        current = row;
        await create(trx, note, by, row);
      }
      await end(trx, importId, 'done');
    });
  } catch (error) {
    if (!(error instanceof Refusal) || current === undefined) throw error;
    const refused = current;
    await db.transaction().execute(async (trx) => {
      await refuse(trx, refused, problemOf(error));
      await fail(trx, importId);
    });
  }
}

async function create(trx: Writer, note: Note, by: Administrator, row: Row): Promise<void> {
  const { importId, place, person } = row;
  // Of two tries at the same time, one finds nothing to do.
  const mine = await trx
    .selectFrom('people_import_rows')
    .select('place')
    .where('import_id', '=', importId)
    .where('place', '=', place)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  if (!mine) return;
  const there = await trx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', by.accountId)
    .where(sql<string>`lower(email)`, '=', person.email.toLowerCase())
    .executeTakeFirst();
  if (there) return await settle(trx, row, { state: 'here' });
  const { userId } = await addPerson(trx, note, by, person);
  await settle(trx, row, { state: 'created', user_id: userId });
}

const refuse = (trx: Writer, row: Row, problem: PersonProblemCode | null): Promise<void> =>
  settle(trx, row, { state: 'refused', problem });

/** Says what became of a row that waits, and counts it. */
async function settle(
  trx: Writer,
  { importId, place }: Row,
  outcome:
    | { readonly state: 'created'; readonly user_id: string }
    | { readonly state: 'here' }
    | { readonly state: 'refused'; readonly problem: PersonProblemCode | null },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('people_import_rows')
    .set(outcome)
    .where('import_id', '=', importId)
    .where('place', '=', place)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const { state } = outcome;
  await trx
    .updateTable('people_imports')
    .set((eb) => ({ [state]: eb(state, '+', 1) }))
    .where('id', '=', importId)
    .execute();
}

/** Nobody of the rows that still wait is created. */
const fail = async (trx: Writer, importId: string): Promise<void> => {
  const { numUpdatedRows } = await trx
    .updateTable('people_import_rows')
    .set({ state: 'refused', problem: null })
    .where('import_id', '=', importId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  await trx
    .updateTable('people_imports')
    .set((eb) => ({ refused: eb('refused', '+', Number(numUpdatedRows)) }))
    .where('id', '=', importId)
    .execute();
  await end(trx, importId, 'failed');
};

const end = async (db: Writer, importId: string, state: 'done' | 'failed'): Promise<void> => {
  await db
    .updateTable('people_imports')
    .set({ state, ended_at: sql<Date>`now()` })
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .execute();
};

/** What the refusal of a person means for its row; a channel that is gone meanwhile is an unknown queue. */
function problemOf({ issues = [] }: Refusal): PersonProblemCode | null {
  const message = issues[0]?.message;
  if (message === 'channelUnknown') return 'queueUnknown';
  return personProblems.find((problem) => problem === message) ?? null;
}
