import type { CrmWrite } from '@sidetone/contract/entities/call-log.ts';
import type { CrmWriteAction } from '@sidetone/contract/http/admin/crm-routes.ts';
import { causeOfAction, type MovingAction } from '@sidetone/contract/rules/crm/write-moves.ts';
import { audit } from '../../../requests/audit.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import { changeEntry, type Entry, moveEntry } from '../ledger/entries.ts';
import { wakeSources } from '../ledger/wake.ts';
import type { Asker, CallLogParts } from '../parts.ts';
import { readEntries } from './read-entries.ts';

interface By extends Asker {
  readonly address: string;
}

/** What people know of a record that the server does not. */
interface Known {
  readonly recordId?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/**
 * Does with an entry what an administrator wants. Throws `Refusal` NOT_FOUND for one of another account, CONFLICT where its
 * state does not allow that.
 */
export async function actOnEntry(
  { db, jobs }: Pick<CallLogParts, 'db' | 'jobs'>,
  by: By,
  id: string,
  action: CrmWriteAction,
  known: Known,
): Promise<CrmWrite> {
  await db.transaction().execute(async (trx) => {
    const entry = await trx
      .selectFrom('crm_writes')
      .selectAll()
      .where('id', '=', id)
      .where('account_id', '=', by.accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!entry) throw notFound('entry');
    const isDone = action === 'lookNow' ? await lookNow(trx, entry) : await moved(trx, entry, action, known);
    if (!isDone) throw new Refusal('CONFLICT', 'The state of this entry does not allow that.');
    await wakeSources(jobs, trx, by.accountId, [entry.source]);
    await note(trx, by, id, { action, crm: entry.source });
  });
  const [entry] = await readEntries(db, by.accountId, { id });
  if (!entry) throw notFound('entry');
  return entry;
}

/**
 * An entry that nobody knows of is looked up immediately instead of later. Looks that were counted before are counted again,
 * so that the pause between them stays; see `absent` in the ledger for one that comes too early. It counts as an attempt of
 * its own: a look that is under way at this moment finds a record, but its finding none no longer counts.
 */
async function lookNow(trx: Writer, entry: Entry): Promise<boolean> {
  if (entry.state !== 'UNCLEAR' || entry.next_try_at === null) return false;
  await changeEntry(trx, entry.id, { next_try_at: new Date(), looks: 0, attempts: entry.attempts + 1 });
  return true;
}

const moved = async (trx: Writer, entry: Entry, action: MovingAction, known: Known): Promise<boolean> =>
  (await moveEntry(trx, entry, causeOfAction[action], { set: settingOf(action, entry, known) })) !== null;

function settingOf(action: CrmWriteAction, entry: Entry, { recordId, url }: Known) {
  const again = { next_try_at: new Date(), wanted_since: new Date(), attempts: 0, looks: 0 };
  switch (action) {
    case 'itIsThere':
      // Without its id the record cannot be changed from here.
      return {
        external_id: recordId ?? entry.external_id,
        external_url: url ?? entry.external_url,
        written_rev: (recordId ?? entry.external_id) === null ? entry.wanted_rev : (entry.sent_rev ?? 0),
        next_try_at: new Date(),
        problem: null,
        attempts: 0,
      };
    case 'giveUp':
      return { skip_reason: 'gaveUp' as const };
    default:
      return again;
  }
}

/** Tries everything of a connection again; gives how many entries. */
export async function retryConnection(
  { db, jobs }: Pick<CallLogParts, 'db' | 'jobs'>,
  by: By,
  integrationId: string,
): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const connection = await trx
      .selectFrom('integrations')
      .select('name')
      .where('id', '=', integrationId)
      .where('account_id', '=', by.accountId)
      .executeTakeFirst();
    if (!connection) throw notFound('integration');
    const entries = await trx
      .selectFrom('crm_writes')
      .selectAll()
      .where('account_id', '=', by.accountId)
      .where('source', '=', connection.name)
      .where('state', 'in', ['WAITING', 'BLOCKED', 'REFUSED'])
      .orderBy('id')
      .forUpdate()
      .execute();
    const now = new Date();
    for (const entry of entries)
      await moveEntry(trx, entry, 'retried', { set: { next_try_at: now, wanted_since: now, attempts: 0 } });
    await wakeSources(jobs, trx, by.accountId, [connection.name]);
    if (entries.length > 0)
      await note(trx, by, integrationId, { action: 'retry', crm: connection.name, entries: entries.length });
    return entries.length;
  });
}

const mostEvents = 200;

/** The moves of an entry, oldest first. Throws `Refusal` NOT_FOUND for one of another account. */
export async function eventsOf({ db }: Pick<CallLogParts, 'db'>, { accountId }: Asker, id: string) {
  const [entry] = await readEntries(db, accountId, { id });
  if (!entry) throw notFound('entry');
  const rows = await db
    .selectFrom('crm_write_events')
    .selectAll()
    .where('write_id', '=', id)
    .orderBy('id', 'desc')
    .limit(mostEvents)
    .execute();
  return rows.reverse().map((row) => ({
    at: row.at.toISOString(),
    from: row.from_state,
    to: row.to_state,
    code: row.code,
    requestId: null,
    milliseconds: row.milliseconds,
  }));
}

const note = (trx: Writer, by: By, target: string, detail: object): Promise<void> =>
  audit(trx, {
    accountId: by.accountId,
    actorUserId: by.userId,
    address: by.address,
    action: 'crm.entrySettled',
    target,
    detail: { ...detail },
  });
