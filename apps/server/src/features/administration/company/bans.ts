import { type Ban, ban, type RefusalCount, refusalCount } from '@sidetone/contract/entities/guard.ts';
import { notFound } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { type Administrator, administer } from '../administer.ts';

/** Bans of these scopes that hold now, the longest first. */
export async function readBans(db: Database, scopes: readonly string[]): Promise<(Ban & { rev: number })[]> {
  const rows = await db
    .selectFrom('bans')
    .selectAll()
    .where('scope', 'in', scopes)
    .where('until', '>', new Date())
    .where('lifted_at', 'is', null)
    .orderBy('until', 'desc')
    .orderBy('address')
    .execute();
  return rows.flatMap((row) => {
    const read = ban.safeParse({
      id: idOf(row),
      address: row.address,
      username: row.username === '' ? null : row.username,
      reason: row.reason,
      strikes: row.strikes,
      since: row.since.toISOString(),
      until: row.until.toISOString(),
      liftedAt: row.lifted_at?.toISOString() ?? null,
    });
    return read.success ? [{ ...read.data, rev: Number(row.rev) }] : [];
  });
}

/** Listens to an address again. Throws `Refusal` NOT_FOUND for a ban that is not of these scopes. */
export const liftBan = (db: Database, by: Administrator, scopes: readonly string[], id: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const [address = '', username = ''] = id.split(' ');
    const lifted = await trx
      .updateTable('bans')
      .set({ lifted_at: new Date(), lifted_by: by.userId })
      .where('address', '=', address)
      .where('username', '=', username)
      .where('scope', 'in', scopes)
      .where('lifted_at', 'is', null)
      .returning('reason')
      .executeTakeFirst();
    if (!lifted) throw notFound('ban');
    await note('ban.lifted', id, { reason: lifted.reason });
  });

/** What was refused in these scopes during the last hours, newest first; at most 1000. */
export async function readRefusals(db: Database, scopes: readonly string[], hours: number): Promise<RefusalCount[]> {
  const rows = await db
    .selectFrom('refusals')
    .selectAll()
    .where('scope', 'in', scopes)
    .where('last_at', '>', new Date(Date.now() - hours * 60 * 60 * 1000))
    .orderBy('last_at', 'desc')
    .limit(1000)
    .execute();
  return rows.flatMap((row) => {
    const hour = row.hour.toISOString();
    const read = refusalCount.safeParse({
      id: `${row.scope} ${row.kind} ${row.source} ${hour}`,
      kind: row.kind,
      source: row.source,
      hour,
      count: Number(row.count),
      detail: row.detail,
      lastAt: row.last_at.toISOString(),
    });
    return read.success ? [read.data] : [];
  });
}

const idOf = ({ address, username }: { address: string; username: string }): string =>
  username === '' ? address : `${address} ${username}`;
