import { type Alert, alert } from '@sidetone/contract/entities/guard.ts';
import { notFound } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { type Administrator, administer } from '../administer.ts';

/** As many as one request dismisses. */
const mostShown = 100;

/** Alerts of these scopes that nobody has dismissed, newest first; at most 100. */
export async function readAlerts(db: Database, scopes: readonly string[]): Promise<(Alert & { rev: number })[]> {
  const rows = await db
    .selectFrom('alerts')
    .select(['id', 'kind', 'source', 'at', 'rev'])
    .where('scope', 'in', scopes)
    .where('dismissed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute();
  return rows.flatMap(({ id, kind, source, at, rev }) => {
    // One that another version raised has no words here.
    const read = alert.safeParse({ id, kind, source, at: at.toISOString() });
    return read.success ? [{ ...read.data, rev: Number(rev) }] : [];
  });
}

/** Dismisses alerts for all administrators. Throws `Refusal` NOT_FOUND where none of them is there in these scopes. */
export const dismissAlerts = (
  db: Database,
  by: Administrator,
  scopes: readonly string[],
  ids: readonly string[],
): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const dismissed = await trx
      .updateTable('alerts')
      .set({ dismissed_at: new Date(), dismissed_by: by.userId })
      .where('id', 'in', ids)
      .where('scope', 'in', scopes)
      .where('dismissed_at', 'is', null)
      .returning(['kind', 'source'])
      .execute();
    const [first] = dismissed;
    if (!first) throw notFound('alert');
    const kinds = [...new Set(dismissed.map(({ kind }) => kind))];
    await note('alert.dismissed', dismissed.length === 1 ? first.source : null, { count: dismissed.length, kinds });
  });
