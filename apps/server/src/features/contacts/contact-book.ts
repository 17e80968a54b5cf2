import { createHash } from 'node:crypto';
import type { LiveRow } from '@sidetone/contract/documents/live-query.ts';
import type { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { readTeam } from './team.ts';

type Row = LiveRow<(typeof liveQueries)['contactBook']>;

/**
 * Reads how many contacts and other colleagues an account has. `rev` is the time of the reading that first found them as
 * they are: it grows with whatever changed, who is gone included, and stays while nothing did.
 */
export function contactBook(db: Database): (accountId: string) => Promise<Row> {
  const known = new Map<string, { readonly print: string; readonly rev: number }>();
  return async (accountId) => {
    const [contacts, team] = await Promise.all([
      printOf(db, 'contacts', accountId),
      readTeam(db, accountId, sql`true`),
    ]);
    const people = team.map(({ rev: _, ...colleague }) => colleague).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const print = createHash('sha256')
      .update(JSON.stringify([contacts, people]))
      .digest('base64');
    const before = known.get(accountId);
    const now = before?.print === print ? before : { print, rev: Math.max(Date.now(), (before?.rev ?? 0) + 1) };
    known.set(accountId, now);
    return { id: accountId, personal: contacts.count, team: Math.max(0, team.length - 1), rev: now.rev };
  };
}

/** What a table has of an account, so that two are alike only where nothing was written in between. */
export interface Print {
  readonly count: number;
  readonly newest: string;
  readonly sum: string;
}

/** Revisions are given once each: what was added or changed has the highest, and what went is missing in the sum. */
export async function printOf(db: Database, table: 'contacts' | 'users', accountId: string): Promise<Print> {
  const { rows } = await sql<Print>`
    select count(*)::int as count, coalesce(max(rev), 0)::text as newest, coalesce(sum(rev), 0)::text as sum
    from ${sql.table(table)} where account_id = ${accountId}`.execute(db);
  return rows[0] ?? { count: 0, newest: '0', sum: '0' };
}
