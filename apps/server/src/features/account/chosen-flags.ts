import { type FlagName, type Flags, flagsOf } from '@sidetone/contract/entities/flags.ts';
import { sql } from 'kysely';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';

/** What is switched on for a user, with the revision of the newest row that it was made from; null for nobody. */
export async function readFlags(db: Database, userId: string): Promise<{ flags: Flags; rev: number } | null> {
  const row = await flagRow(db, userId).executeTakeFirst();
  if (!row) return null;
  return {
    flags: { ...flagsOf(row.account_flags, row), hasMicrosoftPresenceConnector: row.connector_rev !== null },
    rev: Math.max(Number(row.rev), Number(row.account_rev), Number(row.connector_rev ?? 0)),
  };
}

/** The same within a transaction that changes it: nobody else does meanwhile. */
export async function flagsToChange(trx: Writer, userId: string): Promise<Flags> {
  const row = await flagRow(trx, userId).forUpdate('users').executeTakeFirst();
  if (!row) throw notFound('user');
  return flagsOf(row.account_flags, row);
}

/** Flags that are kept in the user's record, where the contract has them as fields. */
const inRecord: readonly FlagName[] = ['hasCallTranscription', 'hasCallSummary'];

/** Writes what a user chose, each where it is kept; `more` goes to the record with it. */
export async function writeChosen(
  trx: Writer,
  userId: string,
  changes: Readonly<Partial<Record<FlagName, boolean>>>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const all = Object.entries(changes);
  const of = (kept: boolean) => all.filter(([name]) => inRecord.includes(name as FlagName) === kept);
  const record = { ...Object.fromEntries(of(true)), ...more };
  await trx
    .updateTable('users')
    // Merged in the database, so that two changes at the same time both stay.
    .set({
      flags: sql<string>`flags || ${JSON.stringify(Object.fromEntries(of(false)))}::jsonb`,
      settings: sql<string>`settings || ${jsonText(record)}::jsonb`,
    })
    .where('id', '=', userId)
    .execute();
}

const flagRow = (db: Writer, userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.flags', 'users.settings', 'users.rev', 'accounts.flags as account_flags'])
    .select('accounts.rev as account_rev')
    .select((eb) =>
      eb
        .selectFrom('presence_connectors')
        .select('presence_connectors.rev')
        .whereRef('presence_connectors.user_id', '=', 'users.id')
        .where('state', '=', 'connected')
        .as('connector_rev'),
    )
    .where('users.id', '=', userId);
