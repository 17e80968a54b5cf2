import { alwaysRemovable, usualRemovablePercent } from '@sidetone/contract/entities/directory.ts';
import { sql } from 'kysely';
import { raiseAlert } from '../../../requests/alerts.ts';
import { audit } from '../../../requests/audit.ts';
import { ScimError } from '../../../requests/scim-error.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';

/** A directory wants to take away more users than it may. */
export class DirectoryStopped extends ScimError {
  readonly allowed: number;

  constructor(allowed: number) {
    super(
      403,
      `Stopped: this directory may deactivate or delete ${allowed} users within an hour. An administrator can let it continue under Administration, API and directory. Nothing was changed.`,
    );
    this.allowed = allowed;
  }
}

/** How many of so many users a directory may take away within an hour. */
const removable = (users: number, percent: number): number =>
  Math.max(alwaysRemovable, Math.floor((users * percent) / 100));

/**
 * Counts a user whom a directory takes away, in the transaction that does it, one after the other in an account. Throws
 * `DirectoryStopped` for one too many, and for every other until an administrator has decided: a directory that tries again
 * each hour would have taken away everyone in a day.
 */
export async function countRemoval(trx: Writer, accountId: string, userId: string): Promise<void> {
  const guard = await guardOf(trx, accountId);
  const { rows } = await sql<{ active: number; removed: number }>`select
      (select count(*)::int from users where account_id = ${accountId} and deactivated_at is null) as active,
      (select count(distinct user_id)::int from directory_removals
        where account_id = ${accountId} and at > now() - interval '1 hour') as removed`.execute(trx);
  const { active = 0, removed = 0 } = rows[0] ?? {};
  const allowed = removable(active + removed, guard.removablePercent);
  const mayAll = guard.allowedUntil !== null && guard.allowedUntil.getTime() > Date.now();
  if (!mayAll && (guard.stopped !== null || removed + 1 > allowed)) {
    throw new DirectoryStopped(guard.stopped?.allowed ?? allowed);
  }
  await trx.insertInto('directory_removals').values({ account_id: accountId, user_id: userId }).execute();
  await trx
    .deleteFrom('directory_removals')
    .where('account_id', '=', accountId)
    .where('at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}

interface Guard {
  readonly removablePercent: number;
  readonly stopped: { readonly at: Date; readonly allowed: number } | null;
  readonly allowedUntil: Date | null;
}

/** What an account lets its directory take away, and whether it was stopped. */
export async function guardOf(db: Writer, accountId: string): Promise<Guard> {
  const row = await db
    .selectFrom('directory_guards')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return {
    removablePercent: row?.removable_percent ?? usualRemovablePercent,
    stopped: row?.stopped_at ? { at: row.stopped_at, allowed: row.stopped_allowed ?? 0 } : null,
    allowedUntil: row?.allowed_until ?? null,
  };
}

/** Remembers that a directory was stopped, and tells administrators; again only once they have decided. */
export const noteStop = (
  db: Database,
  { accountId, tokenId, address }: { readonly accountId: string; readonly tokenId: string; readonly address: string },
  allowed: number,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('directory_guards')
      .values({ account_id: accountId, stopped_at: new Date(), stopped_allowed: allowed, allowed_until: null })
      .onConflict((conflict) =>
        conflict
          .column('account_id')
          .doUpdateSet({ stopped_at: new Date(), stopped_allowed: allowed, allowed_until: null })
          .where('directory_guards.stopped_at', 'is', null),
      )
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return;
    const about = { accountId, actorUserId: tokenId, address };
    await audit(trx, { ...about, action: 'directory.stopped', target: accountId, detail: { allowed } });
    await raiseAlert(trx, { accountId, kind: 'directoryStopped', source: accountId, at: new Date() });
  });
