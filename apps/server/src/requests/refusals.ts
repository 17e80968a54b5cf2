import type { RefusalKind } from '@sidetone/contract/entities/guard.ts';
import { sql } from 'kysely';
import { jsonText } from '../storage/json-text.ts';
import type { Writer } from '../storage/writer.ts';
import { alertOf, raiseAlert } from './alerts.ts';
import { serverScope } from './audit.ts';

/** What was refused to one source, `count` times. */
export interface Refused {
  /** Null for what concerns no account. */
  readonly accountId: string | null;
  readonly kind: RefusalKind;
  /** A network address or the id of a user. */
  readonly source: string;
  readonly at: Date;
  readonly count?: number;
  /** Of the last one; never what someone typed as a password. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

const hourMs = 60 * 60 * 1000;
/** Sources that are told apart within one hour, for each scope and kind; all that come later are one. */
const mostSources = 1000;

/**
 * Counts refusals for administrators: one row for each source, kind and hour, however many there are, and an alert where
 * they become many. Gives whether it was the first of its row.
 */
export async function countRefusals(db: Writer, refused: Refused): Promise<boolean> {
  const { accountId, kind, at, count = 1, detail = {} } = refused;
  const source = await roomFor(db, refused);
  const row = await db
    .insertInto('refusals')
    .values({
      scope: accountId ?? serverScope,
      kind,
      source,
      hour: new Date(Math.floor(at.getTime() / hourMs) * hourMs),
      count,
      last_at: at,
      detail: jsonText(detail),
    })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'kind', 'source', 'hour']).doUpdateSet({
        count: sql<string>`refusals.count + excluded.count`,
        last_at: sql<Date>`greatest(refusals.last_at, excluded.last_at)`,
        detail: sql<string>`excluded.detail`,
      }),
    )
    .returning([sql<boolean>`xmax = 0`.as('isFirst'), 'count'])
    .executeTakeFirstOrThrow();
  const now = Number(row.count);
  const alert = alertOf(kind, now - count, now);
  if (alert !== null) await raiseAlert(db, { accountId, kind: alert, source, at, detail });
  return row.isFirst;
}

/** A flood from ever new addresses must not fill the table. */
const roomFor = async (db: Writer, { accountId, kind, source, at }: Refused): Promise<string> => {
  const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
  const { rows } = await sql<{ there: boolean; sources: number }>`
    select coalesce(bool_or(source = ${source}), false) as there, count(*)::int as sources from refusals
    where scope = ${accountId ?? serverScope} and kind = ${kind} and hour = ${hour}`.execute(db);
  const [row] = rows;
  return row && !row.there && row.sources >= mostSources ? 'others' : source;
};

const keptDays = 90;

/** Removes counts that are older than 90 days. */
export async function forgetOldRefusals(db: Writer): Promise<void> {
  await sql`delete from refusals where hour < now() - ${keptDays} * interval '1 day'`.execute(db);
}
