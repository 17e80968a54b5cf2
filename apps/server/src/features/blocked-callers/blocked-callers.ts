import {
  type BlockedBefore,
  type BlockedCaller,
  mostBlockedCallers,
  type NewBlockedCaller,
} from '@sidetone/contract/entities/blocked-caller.ts';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { type SqlBool, sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { newId } from '../../requests/ids.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import { type BlockProblem, blockedNumber } from './blocked-number.ts';

/** A list of blocked callers: that of an account, or of a user of it for their own channel. */
interface BlockList {
  readonly accountId: string;
  /** Null: the account's. */
  readonly ownerUserId: string | null;
}

/** What a caller is blocked by; `isNew`: false where that was there before; `before`: what it was, where that is changed. */
interface BlockedEntry {
  readonly id: string;
  readonly isNew: boolean;
  readonly before: BlockedBefore | null;
}

/** Who changes a list, and from which network address. */
export interface ChangedBy extends Pick<Caller, 'userId' | 'accountId'> {
  readonly address: string;
}

/** The entries of a list, the newest first. */
export async function readBlocked(db: Writer, list: BlockList): Promise<(BlockedCaller & { rev: number })[]> {
  const rows = await db
    .selectFrom('blocked_callers')
    .leftJoin('users', 'users.id', 'blocked_callers.added_by')
    .selectAll('blocked_callers')
    .select(['users.first_name', 'users.last_name'])
    .where('blocked_callers.account_id', '=', list.accountId)
    .where(isOfList(list.ownerUserId))
    .orderBy('blocked_callers.created_at', 'desc')
    .orderBy('blocked_callers.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    number: row.number === '' ? null : row.number,
    note: row.note,
    asks: row.asks,
    isLearned: row.is_learned,
    addedBy: row.added_by === null ? null : `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
    addedAt: row.created_at.toISOString(),
    refused: row.refused,
    lastRefusedAt: row.last_refused_at?.toISOString() ?? null,
    rev: Number(row.rev),
  }));
}

/**
 * Blocks a caller and gives the entry, and whether it is new. A change of the account's list has its
 * line in the audit log. Throws `Refusal` INVALID_NUMBER, NEVER_BLOCKED for emergency numbers and for what would refuse a
 * number of the account, CONFLICT where the list is full.
 */
export async function block(
  db: Database,
  by: ChangedBy,
  ofAll: boolean,
  entry: NewBlockedCaller,
): Promise<BlockedEntry> {
  const list = listOf(by, ofAll);
  return await db.transaction().execute(async (trx) => {
    const { place } = await lockedAccount(trx, by.accountId);
    const number = entry.kind === 'anonymous' ? '' : kept(blockedNumber(entry.kind, entry.number, place));
    const before = await entryOf(trx, list, entry.kind, number);
    const asks = entry.kind === 'anonymous' && entry.asks;
    if (before) return await changed(trx, by, ofAll, { entry, before, number, asks });
    if (await refusesOwn(trx, by.accountId, entry.kind, number)) {
      throw new Refusal('NEVER_BLOCKED', 'Numbers of the own company are never blocked.');
    }
    const { count } = await trx
      .selectFrom('blocked_callers')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('account_id', '=', list.accountId)
      .where(isOfList(list.ownerUserId))
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostBlockedCallers) throw new Refusal('CONFLICT', 'The list has as many entries as it may.');
    const id = newId('b');
    const note = entry.kind === 'anonymous' ? null : entry.note;
    await trx
      .insertInto('blocked_callers')
      .values({
        id,
        account_id: by.accountId,
        user_id: list.ownerUserId,
        kind: entry.kind,
        number,
        note,
        asks,
        added_by: by.userId,
        last_refused_at: null,
      })
      .execute();
    if (ofAll) await auditChange(trx, by, 'blockedCaller.added', { kind: entry.kind, number, asks });
    return { id, isNew: true, before: null };
  });
}

/** What was there is as the entry wants it from now on: whether it asks, and no longer only for as long as marks last. */
async function changed(
  trx: Writer,
  by: ChangedBy,
  ofAll: boolean,
  { entry, before, number, asks }: Wanted,
): Promise<BlockedEntry> {
  const { id, is_learned } = before;
  if (before.asks === asks && !is_learned) return { id, isNew: false, before: null };
  const byHand = { is_learned: false, added_by: by.userId, note: entry.kind === 'anonymous' ? null : entry.note };
  await trx
    .updateTable('blocked_callers')
    .set(is_learned ? byHand : { asks })
    .where('id', '=', id)
    .execute();
  if (ofAll) await auditChange(trx, by, 'blockedCaller.added', { kind: entry.kind, number, asks });
  return { id, isNew: false, before: is_learned ? 'learned' : before.asks ? 'asked' : 'rejected' };
}

interface Wanted {
  readonly entry: NewBlockedCaller;
  readonly before: NonNullable<Awaited<ReturnType<typeof entryOf>>>;
  readonly number: string;
  readonly asks: boolean;
}

/** Entries of one account come one after the other, so that a list never gets longer than it may. */
export async function lockedAccount(trx: Writer, accountId: string) {
  const { country, area_code, number_plan, nuisance } = await trx
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan', 'nuisance'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { place: numberPlaceOf(country, area_code, number_plan), nuisance };
}

/** A caller who is let in again is not blocked by the next mark. */
export const forgetMarks = (trx: Writer, accountId: string, number: string) =>
  trx.deleteFrom('nuisance_marks').where('account_id', '=', accountId).where('number', '=', number).execute();

/** Takes calls of a caller again. Throws `Refusal` NOT_FOUND for what is not on the list. */
export async function unblock(db: Database, by: ChangedBy, ofAll: boolean, blockedId: string): Promise<void> {
  const list = listOf(by, ofAll);
  await db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('blocked_callers')
      .where('id', '=', blockedId)
      .where('account_id', '=', list.accountId)
      .where(isOfList(list.ownerUserId))
      .returning(['kind', 'number', 'is_learned'])
      .executeTakeFirst();
    if (!gone) throw notFound('blocked caller');
    if (gone.is_learned) await forgetMarks(trx, by.accountId, gone.number);
    if (ofAll) await auditChange(trx, by, 'blockedCaller.removed', gone);
  });
}

const listOf = (by: ChangedBy, ofAll: boolean): BlockList => ({
  accountId: by.accountId,
  ownerUserId: ofAll ? null : by.userId,
});

const isOfList = (ownerUserId: string | null) =>
  sql<SqlBool>`blocked_callers.user_id is not distinct from ${ownerUserId}`;

const whys: Readonly<Record<BlockProblem, string>> = {
  INVALID_NUMBER: 'This is no number, and no beginning of numbers with the plus.',
  NEVER_BLOCKED: 'Emergency numbers are never blocked.',
};

export function kept(read: ReturnType<typeof blockedNumber>): string {
  if ('number' in read) return read.number;
  throw new Refusal(read.problem, whys[read.problem]);
}

const entryOf = (trx: Writer, { accountId, ownerUserId }: BlockList, kind: NewBlockedCaller['kind'], number: string) =>
  trx
    .selectFrom('blocked_callers')
    .select(['id', 'asks', 'is_learned'])
    .where('account_id', '=', accountId)
    .where(isOfList(ownerUserId))
    .where('kind', '=', kind)
    .where('number', '=', number)
    .executeTakeFirst();

/** Whether an entry would refuse a number of the account. */
export async function refusesOwn(trx: Writer, accountId: string, kind: NewBlockedCaller['kind'], number: string) {
  if (kind === 'anonymous') return false;
  const own = await trx
    .selectFrom('numbers')
    .select('e164')
    .where('account_id', '=', accountId)
    .where(kind === 'number' ? sql<SqlBool>`e164 = ${number}` : sql<SqlBool>`starts_with(e164, ${number})`)
    .limit(1)
    .executeTakeFirst();
  return own !== undefined;
}

export const auditChange = (
  trx: Writer,
  by: ChangedBy,
  action: 'blockedCaller.added' | 'blockedCaller.removed',
  {
    kind,
    number,
    asks = false,
    isLearned = false,
  }: { readonly kind: string; readonly number: string; readonly asks?: boolean; readonly isLearned?: boolean },
) =>
  audit(trx, {
    accountId: by.accountId,
    actorUserId: by.userId,
    address: by.address,
    action,
    target: number === '' ? null : number,
    detail: { kind, ...(asks && { asks }), ...(isLearned && { isLearned }) },
  });
