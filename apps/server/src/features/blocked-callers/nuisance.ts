import { mostBlockedCallers } from '@sidetone/contract/entities/blocked-caller.ts';
import {
  mostNuisanceMarks,
  type NuisanceCaller,
  type NuisanceSettings,
  nuisanceDays,
  nuisanceSettings,
} from '@sidetone/contract/entities/nuisance.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import { newId } from '../../requests/ids.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';
import { auditChange, type ChangedBy, forgetMarks, kept, lockedAccount, refusesOwn } from './blocked-callers.ts';
import { blockedNumber } from './blocked-number.ts';

const usual: NuisanceSettings = nuisanceSettings.parse({});
const readSettings = (stored: unknown): NuisanceSettings => nuisanceSettings.safeParse(stored).data ?? usual;

/** Marks count for so long, also before they are deleted. */
const isLive = sql<boolean>`nuisance_marks.marked_at > now() - make_interval(days => ${nuisanceDays})`;

/** The numbers that a user has marked. */
export async function ownMarks(db: Database, { accountId, userId }: ChangedBy): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('nuisance_marks')
    .select('number')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where(isLive)
    .orderBy('number')
    .execute();
  return rows.map(({ number }) => number);
}

/**
 * A user marks a caller; again is the same mark, which lasts from now on. Throws `Refusal` INVALID_NUMBER, NEVER_BLOCKED as
 * for the lists, CONFLICT for more marks than one user may have.
 */
export async function mark(db: Database, by: ChangedBy, typed: string): Promise<{ isBlocked: boolean }> {
  return await db.transaction().execute(async (trx) => {
    const { place, nuisance } = await lockedAccount(trx, by.accountId);
    const number = kept(blockedNumber('number', typed, place));
    if (await refusesOwn(trx, by.accountId, 'number', number)) {
      throw new Refusal('NEVER_BLOCKED', 'Numbers of the own company are never blocked.');
    }
    const { count } = await trx
      .selectFrom('nuisance_marks')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('account_id', '=', by.accountId)
      .where('user_id', '=', by.userId)
      .where('number', '!=', number)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostNuisanceMarks) throw new Refusal('CONFLICT', 'A user has as many marks as they may.');
    await sql`insert into nuisance_marks (account_id, number, user_id) values (${by.accountId}, ${number}, ${by.userId})
      on conflict (account_id, number, user_id) do update set marked_at = now()`.execute(trx);
    await learn(trx, by, readSettings(nuisance));
    return { isBlocked: await isBlocked(trx, by.accountId, number) };
  });
}

/** A user takes their mark back. Throws `Refusal` NOT_FOUND where they have none. */
export async function unmark(db: Database, by: ChangedBy, number: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockedAccount(trx, by.accountId);
    const gone = await trx
      .deleteFrom('nuisance_marks')
      .where('account_id', '=', by.accountId)
      .where('number', '=', number)
      .where('user_id', '=', by.userId)
      .returning('number')
      .executeTakeFirst();
    if (!gone) throw notFound('mark');
    await unlearn(trx, by.accountId);
  });
}

/** What administrators see: the callers that have marks, and what the marks come to. */
export async function readNuisance(
  db: Database,
  accountId: string,
): Promise<{ settings: NuisanceSettings; callers: NuisanceCaller[] }> {
  const { nuisance } = await db
    .selectFrom('accounts')
    .select('nuisance')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const settings = readSettings(nuisance);
  const { rows } = await sql<{ number: string; users: string[]; last: Date; learned: boolean | null }>`
    select number, max(marked_at) as last,
      array_agg(btrim(first_name || ' ' || last_name) order by marked_at desc, users.id) as users,
      (select bool_and(b.is_learned) from blocked_callers b where b.account_id = ${accountId} and b.user_id is null
        and b.kind = 'number' and b.number = nuisance_marks.number) as learned
    from nuisance_marks join users on users.id = nuisance_marks.user_id and users.deactivated_at is null
    where nuisance_marks.account_id = ${accountId} and ${isLive}
    group by number order by count(*) desc, max(marked_at) desc, number limit 200`.execute(db);
  const callers = rows.map(({ number, users, last, learned }) => ({
    number,
    users,
    lastMarkedAt: last.toISOString(),
    isProposed: users.length >= settings.after,
    isBlocked: learned !== null,
    isLearned: learned === true,
  }));
  return { settings, callers };
}

/** What marks come to from now on; those that are there count too. */
export async function changeSettings(
  db: Database,
  by: ChangedBy,
  change: { readonly [Key in keyof NuisanceSettings]?: NuisanceSettings[Key] | undefined },
): Promise<NuisanceSettings> {
  return await db.transaction().execute(async (trx) => {
    const { nuisance } = await lockedAccount(trx, by.accountId);
    const from = readSettings(nuisance);
    const to: NuisanceSettings = { after: change.after ?? from.after, action: change.action ?? from.action };
    await trx
      .updateTable('accounts')
      .set({ nuisance: jsonText(to) })
      .where('id', '=', by.accountId)
      .execute();
    const detail = { from, to };
    await audit(trx, { ...actorOf(by), action: 'nuisance.changed', target: null, detail });
    await unlearn(trx, by.accountId);
    await learn(trx, by, to);
    return to;
  });
}

/** Deletes all marks of a caller, and the entry that came of them. Throws `Refusal` NOT_FOUND where there are none. */
export async function dismiss(db: Database, by: ChangedBy, number: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockedAccount(trx, by.accountId);
    const gone = await forgetMarks(trx, by.accountId, number);
    if (Number(gone[0]?.numDeletedRows ?? 0) === 0) throw notFound('marked caller');
    await unlearn(trx, by.accountId);
    await audit(trx, { ...actorOf(by), action: 'nuisance.dismissed', target: number, detail: {} });
  });
}

/** Old marks are deleted, and what came of them alone. */
export async function forgetOldMarks(db: Database): Promise<void> {
  await db.deleteFrom('nuisance_marks').where(sql<boolean>`not ${isLive}`).execute();
  await unlearn(db, null);
}

const actorOf = ({ accountId, userId, address }: ChangedBy) => ({ accountId, actorUserId: userId, address });

const isBlocked = async (trx: Writer, accountId: string, number: string): Promise<boolean> =>
  (await trx
    .selectFrom('blocked_callers')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_id', 'is', null)
    .where('kind', '=', 'number')
    .where('number', '=', number)
    .executeTakeFirst()) !== undefined;

/** Blocks the callers with enough marks, where the company wants that and its list has room. */
async function learn(trx: Writer, by: ChangedBy, { after, action }: NuisanceSettings): Promise<void> {
  if (action !== 'block') return;
  const { rows } = await sql<{ number: string }>`
    select number from nuisance_marks
    join users on users.id = nuisance_marks.user_id and users.deactivated_at is null
    where nuisance_marks.account_id = ${by.accountId} and ${isLive}
      and not exists (select from blocked_callers b where b.account_id = ${by.accountId} and b.user_id is null
        and b.kind = 'number' and b.number = nuisance_marks.number)
    group by number having count(*) >= ${after} order by number
    limit greatest(0, ${mostBlockedCallers} - (select count(*) from blocked_callers
      where account_id = ${by.accountId} and user_id is null))`.execute(trx);
  for (const { number } of rows) {
    const row = { id: newId('b'), account_id: by.accountId, user_id: null, kind: 'number' as const, number };
    await trx
      .insertInto('blocked_callers')
      .values({ ...row, note: null, is_learned: true, added_by: null, last_refused_at: null })
      .execute();
    await auditChange(trx, by, 'blockedCaller.added', { kind: 'number', number, isLearned: true });
  }
}

/** Lets callers in again who have no longer enough marks. Null: of all accounts. */
async function unlearn(trx: Writer, accountId: string | null): Promise<void> {
  await sql`delete from blocked_callers b using accounts
    where b.is_learned and b.account_id = accounts.id and (${accountId}::text is null or b.account_id = ${accountId})
      and (coalesce(accounts.nuisance ->> 'action', ${usual.action}) <> 'block'
        or (select count(*) from nuisance_marks join users on users.id = nuisance_marks.user_id
            and users.deactivated_at is null
          where nuisance_marks.account_id = b.account_id and nuisance_marks.number = b.number and ${isLive})
        < coalesce((accounts.nuisance ->> 'after')::int, ${usual.after}))`.execute(trx);
}
