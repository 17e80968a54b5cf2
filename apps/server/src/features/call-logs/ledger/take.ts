import { type Selectable, sql } from 'kysely';
import type { CrmSide } from '../../../crm/crm-side.ts';
import type { Database } from '../../../storage/database.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Contents, readContents, type UnitsOf } from './contents.ts';
import { changeEntry, type Entry, isOutOfReach, moveEntry, problemText } from './entries.ts';
import { clearingOf } from './schedule.ts';

/** What a CRM promises of lookups. */
type Lookups = Pick<CrmSide, 'certainty' | 'lookupLagMs'>;

/** A request that is about to leave, and everything that it needs. */
export interface Attempt {
  readonly entry: Entry;
  readonly request: 'write' | 'change' | 'find' | 'remove';
  /** What is written, as it was when the entry was taken; null for a removal. */
  readonly contents: Contents | null;
  /** Sending it again makes no second record. */
  readonly mayRepeat: boolean;
  readonly sentAt: Date;
  /** An earlier request for the same record may have made it, with the words of then. */
  readonly mayBeThere: boolean;
}

/** What the ledger knows of time; tests move it. */
export interface LedgerTimes {
  now(): Date;
  readonly leaseMs: number;
}

/** What taking needs besides the database. */
interface Taking {
  readonly side: Lookups;
  readonly times: LedgerTimes;
  readonly unitsOf: UnitsOf;
}

/** How an entry is due: as SQL on `crm_writes`. What is sent without an answer is, once its lease is over. */
export const isDue = sql<boolean>`(
  (state in ('READY', 'WAITING', 'REMOVING', 'UNCLEAR') and next_try_at <= now())
  or (state = 'SENDING' and lease_until <= now())
  or (state in ('WRITTEN', 'REFUSED') and wanted_rev > written_rev and next_try_at <= now()))`;

/** The entry of a connection that is next, and whose CRM it is for: calls before tasks, what has waited longest first. */
export async function firstDue(
  db: Database,
  accountId: string,
  source: string,
): Promise<Pick<Entry, 'id' | 'tenant'> | null> {
  const row = await db
    .selectFrom('crm_writes')
    .select(['id', 'tenant'])
    .where('account_id', '=', accountId)
    .where('source', '=', source)
    .where(isDue)
    .orderBy('kind')
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Takes an entry whose turn it is, in a transaction that has committed before anything is sent. Null where there is nothing
 * to send after all, which is written down as well.
 */
export const takeEntry = (db: Database, id: string, taking: Taking): Promise<Attempt | null> =>
  db.transaction().execute(async (trx) => {
    const entry = await trx
      .selectFrom('crm_writes')
      .selectAll()
      .where('id', '=', id)
      .where(isDue)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    return entry ? await take(trx, entry, taking) : null;
  });

async function take(trx: Writer, entry: Entry, taking: Taking): Promise<Attempt | null> {
  switch (entry.state) {
    case 'SENDING':
      await outlivedLease(trx, entry, taking.side);
      return null;
    case 'WRITTEN':
    case 'REFUSED': {
      if (isOutOfReach(entry)) {
        await changeEntry(trx, entry.id, { written_rev: entry.wanted_rev });
        return null;
      }
      const state = await moveEntry(trx, entry, 'edited', { set: { attempts: 0 } });
      return state === null ? null : await send(trx, { ...entry, state, attempts: 0 }, taking);
    }
    case 'READY':
    case 'WAITING':
      return await send(trx, entry, taking);
    case 'UNCLEAR':
      return await look(trx, entry, taking);
    case 'REMOVING':
      return await remove(trx, entry, taking);
    default:
      return null;
  }
}

async function send(trx: Writer, entry: Entry, { side, times, unitsOf }: Taking): Promise<Attempt | null> {
  const contents = await readContents(trx, entry, unitsOf);
  if (contents === null) {
    await callIsGone(trx, entry);
    return null;
  }
  const sentAt = times.now();
  const leaseUntil = new Date(sentAt.getTime() + times.leaseMs);
  const attempts = entry.attempts + 1;
  const sent = { sent_at: sentAt, sent_rev: entry.wanted_rev };
  await moveEntry(trx, entry, 'taken', { set: { ...sent, attempts, lease_until: leaseUntil, looks: 0 } });
  const request = entry.external_id === null ? 'write' : 'change';
  return {
    entry: { ...entry, ...sent, state: 'SENDING', attempts },
    request,
    contents,
    mayRepeat: request === 'change' || side.certainty === 'upsert',
    sentAt,
    mayBeThere: request === 'write' && entry.sent_rev !== null && entry.wanted_rev > 1,
  };
}

/** The call was deleted here. What is in the CRM stays as it is, and what is not never gets there. */
async function callIsGone(trx: Writer, entry: Entry): Promise<void> {
  if (entry.external_id === null) {
    await moveEntry(trx, entry, 'gaveUp', { set: { skip_reason: 'deleted' }, code: 'deleted' });
    return;
  }
  // The words that the CRM has are the last ones.
  await trx
    .updateTable('crm_writes')
    .set({ state: 'WRITTEN', written_rev: entry.wanted_rev })
    .where('id', '=', entry.id)
    .execute();
}

/** The worker that sent it died, or stopped for too long. */
async function outlivedLease(trx: Writer, entry: Entry, side: Lookups): Promise<void> {
  if (entry.external_id !== null || side.certainty === 'upsert') {
    await moveEntry(trx, entry, 'delayed', { set: { next_try_at: sql<Date>`now()` }, code: 'leaseOver' });
    return;
  }
  const set = { next_try_at: firstLook(side.certainty, entry.sent_at ?? new Date(), side.lookupLagMs), looks: 0 };
  await moveEntry(trx, entry, 'unclear', { set, code: 'leaseOver' });
}

/** When an unclear entry is looked up first; null where a person has to. */
export function firstLook(
  certainty: Exclude<CrmSide['certainty'], 'upsert'>,
  sentAt: Date,
  lookupLagMs: number,
): Date | null {
  const clearing = clearingOf(certainty, sentAt, lookupLagMs);
  return clearing.kind === 'look' ? clearing.notBefore : null;
}

async function look(trx: Writer, entry: Entry, { times, unitsOf }: Taking): Promise<Attempt | null> {
  const contents = await readContents(trx, entry, unitsOf);
  if (contents === null) {
    // Nobody can tell any longer what it would be found by; a person can.
    const problem = problemText('deleted', 'The call was deleted here before anyone knew whether it was written.');
    await changeEntry(trx, entry.id, { next_try_at: null, problem });
    return null;
  }
  await hold(trx, entry, times);
  return { entry, request: 'find', contents, mayRepeat: true, sentAt: times.now(), mayBeThere: true };
}

async function remove(trx: Writer, entry: Entry, { times, unitsOf }: Taking): Promise<Attempt | null> {
  const isKnown = entry.external_id !== null;
  const contents = isKnown || entry.sent_rev === null ? null : await readContents(trx, entry, unitsOf);
  if (!isKnown && contents === null) {
    await moveEntry(trx, entry, 'removed', { code: 'neverWritten' });
    return null;
  }
  const attempts = entry.attempts + 1;
  await hold(trx, entry, times, { attempts });
  const request = isKnown ? 'remove' : 'find';
  return { entry: { ...entry, attempts }, request, contents, mayRepeat: true, sentAt: times.now(), mayBeThere: true };
}

/** Nobody else takes it while its request is under way. */
const hold = (
  trx: Writer,
  { id }: Entry,
  { now, leaseMs }: LedgerTimes,
  more: Partial<Pick<Selectable<Schema['crm_writes']>, 'attempts'>> = {},
): Promise<void> => changeEntry(trx, id, { ...more, next_try_at: new Date(now().getTime() + leaseMs) });
