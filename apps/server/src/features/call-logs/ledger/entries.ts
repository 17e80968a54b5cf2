import { randomUUID } from 'node:crypto';
import { type CrmWriteCause, movedBy } from '@sidetone/contract/rules/crm/write-moves.ts';
import type { CrmWriteState, SkipReason } from '@sidetone/contract/rules/crm/write-states.ts';
import { type Selectable, sql, type UpdateObject } from 'kysely';
import { jsonText } from '../../../storage/json-text.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type EntryName, keyOf } from './entry-key.ts';

/** An entry of the ledger as it is stored. */
export type Entry = Selectable<Schema['crm_writes']>;
type Change = UpdateObject<Schema, 'crm_writes'>;

/** What is kept beside a move. `code` says why, and `milliseconds` how long a request took. */
interface Moved {
  readonly set?: Change;
  readonly code?: string | null;
  readonly milliseconds?: number | null;
}

/**
 * Moves an entry that the caller's transaction has locked, and writes the move down. Null where the cause does not move it;
 * then nothing is changed.
 */
export async function moveEntry(
  trx: Writer,
  entry: Pick<Entry, 'id' | 'state'>,
  cause: CrmWriteCause,
  { set = {}, code = cause, milliseconds = null }: Moved = {},
): Promise<CrmWriteState | null> {
  const next = movedBy(entry.state, cause);
  if (next === null) return null;
  // Given up, a removal is wanted all the same: later words do not go to a record that nobody wants.
  const removal = cause === 'gaveUp' && entry.state === 'REMOVING' ? { is_removal_wanted: true } : {};
  await trx
    .updateTable('crm_writes')
    .set({ skip_reason: null, lease_until: null, ...removal, ...set, state: next, updated_at: sql`now()` })
    .where('id', '=', entry.id)
    .execute();
  await trx
    .insertInto('crm_write_events')
    .values({ write_id: entry.id, from_state: entry.state, to_state: next, code, milliseconds })
    .execute();
  return next;
}

/** What of an entry changes without a move. */
export const changeEntry = async (trx: Writer, id: string, set: Change): Promise<void> =>
  void (await trx
    .updateTable('crm_writes')
    .set({ ...set, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute());

interface NewEntry extends EntryName {
  readonly tenant: string | null;
  /** Web user who closed the log; null for the server itself. */
  readonly actor: string | null;
  readonly remoteNumber: string | null;
  /** Why it is not written; null: it is. */
  readonly skipReason: SkipReason | null;
}

/** Writes a new entry down, to be written immediately or skipped. */
export async function newEntry(trx: Writer, secret: Uint8Array, entry: NewEntry): Promise<void> {
  const made = await trx
    .insertInto('crm_writes')
    .values({
      id: randomUUID(),
      account_id: entry.accountId,
      source: entry.source,
      tenant: entry.tenant,
      channel_id: entry.channelId,
      session_id: entry.sessionId,
      kind: entry.kind,
      unit: entry.unit,
      key: keyOf(secret, entry),
      state: 'DRAFT',
      next_try_at: sql`now()`,
      actor: entry.actor,
      remote_number: entry.remoteNumber,
    })
    .returning(['id', 'state'])
    .executeTakeFirstOrThrow();
  const { skipReason } = entry;
  if (skipReason === null) await moveEntry(trx, made, 'closed');
  else await moveEntry(trx, made, 'skipped', { set: { skip_reason: skipReason }, code: skipReason });
}

/** The contents of an entry changed. One under way, or unclear, has it written once it is known how that ended. */
export async function editEntry(trx: Writer, entry: Entry): Promise<void> {
  const set = { wanted_rev: entry.wanted_rev + 1, wanted_since: sql<Date>`now()`, next_try_at: sql<Date>`now()` };
  if (isOutOfReach(entry)) return;
  const moved = await moveEntry(trx, entry, 'edited', { set: { ...set, attempts: 0 } });
  if (moved === null && isAlive(entry)) {
    const { next_try_at: _, ...others } = set;
    await changeEntry(trx, entry.id, others);
  }
}

/** A person, or a log that no longer has it, wants the record removed. */
export async function removeEntry(trx: Writer, entry: Entry): Promise<void> {
  if (entry.state === 'SENDING' || entry.state === 'UNCLEAR') {
    await changeEntry(trx, entry.id, { is_removal_wanted: true });
    return;
  }
  const set = { next_try_at: sql<Date>`now()`, wanted_since: sql<Date>`now()`, attempts: 0 };
  const moved = await moveEntry(trx, entry, 'removalAsked', { set });
  // What was never sent is gone already; what was may be there all the same, and is looked for.
  if (moved === 'REMOVING' && entry.external_id === null && entry.sent_rev === null)
    await moveEntry(trx, { id: entry.id, state: moved }, 'removed', { code: 'neverWritten' });
}

/** Somebody says that its record is there, and nobody knows which it is: sent again, it would be a second one. */
export const isOutOfReach = ({ state, external_id }: Pick<Entry, 'state' | 'external_id'>): boolean =>
  state === 'WRITTEN' && external_id === null;

/** What an entry's problem says; never a secret. */
export const problemText = (code: string, detail: string): string => jsonText({ code, detail: detail.slice(0, 500) });

const isAlive = ({ state }: Entry): boolean =>
  state === 'READY' || state === 'SENDING' || state === 'UNCLEAR' || state === 'WAITING' || state === 'BLOCKED';
