import type { CallLog, CallLogEntity, SelectedOutcome } from '@sidetone/contract/entities/call-log.ts';
import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import { sql } from 'kysely';
import { notFound } from '../../../requests/refusal.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { Writer } from '../../../storage/writer.ts';
import { moveEntry, removeEntry } from '../ledger/entries.ts';
import { wakeSources } from '../ledger/wake.ts';
import type { Asker, CallLogParts } from '../parts.ts';
import { type LoggedCall, ownCall, requireLogs, requireMayLog } from './call.ts';
import { logChanged } from './close-log.ts';
import { refusalOf } from './crm-refusal.ts';
import { readEntities, requireRead } from './log-document.ts';
import { type Candidate, matchesOf, rememberChoice } from './matches.ts';
import { ownersHere } from './owners.ts';
import { type Source, sourcesOf } from './sources.ts';
import { addEntities, lockLog, makeLog, type OfCall, requireLog } from './stored.ts';

type Ground = Pick<CallLogParts, 'db' | 'jobs' | 'crm' | 'answers' | 'secret'>;

interface RecordOf extends OfCall {
  readonly integrationId: string;
  readonly type: EntityType;
  readonly entityId: string;
}

/** The outcome of a log; what is written already changes as well. Throws like `openLog`. */
export async function changeOutcome(
  ground: Ground,
  asker: Asker,
  of: OfCall,
  outcome: SelectedOutcome | null,
): Promise<CallLog> {
  await ground.db.transaction().execute(async (trx) => {
    const call = await mayChange(trx, asker, of);
    await makeLog(trx, call);
    await trx
      .updateTable('call_logs')
      .set({ selected_outcome: outcome === null ? null : jsonText(outcome) })
      .where('channel_id', '=', of.channelId)
      .where('session_id', '=', of.sessionId)
      .execute();
    await logChanged(ground, trx, call, 'all');
  });
  return await requireRead(ground.db, of);
}

const withinMs = 15_000;

/**
 * Logs a call to a record. One that the mirror knows is taken from there, else the CRM is asked. Throws `Refusal` NOT_FOUND
 * where there is no such record, and what the CRM said.
 */
export async function addEntity(ground: Ground, asker: Asker, of: RecordOf, remember: boolean): Promise<CallLogEntity> {
  const { db, crm } = ground;
  const call = await mayChange(db, asker, of);
  const source = await sourceOf(ground, asker, of.integrationId);
  if (!source.form.entityTypes.includes(of.type)) throw notFound('type of records in this CRM');
  const found = await recordOf(ground, call, source, of);
  await db.transaction().execute(async (trx) => {
    await mayChange(trx, asker, of);
    await makeLog(trx, call);
    const added = await addEntities(trx, of, [found], 'user');
    if (remember && call.remoteNumber !== null) await rememberChoice(trx, asker, found, call.remoteNumber);
    await trx
      .updateTable('call_logs')
      .set({ is_ambiguous: false })
      .where('channel_id', '=', of.channelId)
      .where('session_id', '=', of.sessionId)
      .execute();
    if (added > 0) await logChanged(ground, trx, call, [source.name]);
  });
  const entities = await readEntities(db, crm, asker.accountId, of);
  const made = entities.find(
    (one) => one.source === source.name && one.type === of.type && one.entityId === of.entityId,
  );
  if (!made) throw notFound('entity of this log');
  return made;
}

/** No longer logs a call to a record; nothing happens where it was not. */
export async function removeEntity(ground: Ground, asker: Asker, of: RecordOf): Promise<void> {
  await ground.db.transaction().execute(async (trx) => {
    const call = await mayChange(trx, asker, of);
    await requireLog(trx, of);
    const source = await nameOf(trx, asker, of.integrationId);
    const { numDeletedRows } = await trx
      .deleteFrom('call_log_entities')
      .where('channel_id', '=', of.channelId)
      .where('session_id', '=', of.sessionId)
      .where('source', '=', source)
      .where('type', '=', of.type)
      .where('external_id', '=', of.entityId)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await logChanged(ground, trx, call, [source]);
  });
}

/** Removes what was written of a call from its CRMs; the log stays, and is a draft again. */
export async function removeLog(ground: Ground, asker: Asker, of: OfCall): Promise<void> {
  await ground.db.transaction().execute(async (trx) => {
    await mayChange(trx, asker, of);
    await requireLog(trx, of);
    const entries = await entriesOf(trx, of).where('kind', '=', 'call').forUpdate().execute();
    for (const entry of entries) await removeEntry(trx, entry);
    await trx
      .updateTable('call_logs')
      .set({ ready_at: null, closed_by: null, settled_at: sql`now()` })
      .where('channel_id', '=', of.channelId)
      .where('session_id', '=', of.sessionId)
      .execute();
    await wakeSources(
      ground.jobs,
      trx,
      asker.accountId,
      entries.map(({ source }) => source),
    );
  });
}

/** Tries again immediately what waits, is blocked or was refused. */
export async function retryLog(ground: Ground, asker: Asker, of: OfCall): Promise<void> {
  await ground.db.transaction().execute(async (trx) => {
    const call = await mayChange(trx, asker, of);
    await lockLog(trx, of);
    const entries = await entriesOf(trx, of).forUpdate().execute();
    for (const entry of entries) {
      const set = { next_try_at: new Date(), wanted_since: new Date(), attempts: 0 };
      await moveEntry(trx, entry, 'retried', { set });
    }
    // What was skipped is looked at again.
    await logChanged(ground, trx, call, []);
    await wakeSources(
      ground.jobs,
      trx,
      asker.accountId,
      entries.map(({ source }) => source),
    );
  });
}

/** Contacts of connected CRMs that have the number of a call, and what belongs to them. */
export async function candidatesOf(ground: Ground, asker: Asker, of: OfCall) {
  const call = await ownCall(ground.db, asker, of.channelId, of.sessionId);
  await requireLogs(ground.db, asker.accountId);
  const sources = await sourcesOf(ground.db, ground.crm, asker.accountId);
  const matches = await matchesOf(ground.db, asker.accountId, sources, call.remoteNumber);
  const idOf = new Map(sources.map((source) => [source.name, source.integrationId]));
  const shown = ({ source, type, id, label, url, isOpen }: Candidate) => ({
    integrationId: idOf.get(source) ?? source,
    source,
    type,
    id,
    label,
    url,
    isOpen,
    ownerId: null,
    isHidden: false,
  });
  const contacts = matches.map((match) => ({ ...shown(match), contactId: match.contactId }));
  return { contacts, related: matches.flatMap(({ related }) => related.map(shown)) };
}

const entriesOf = (trx: Writer, { channelId, sessionId }: OfCall) =>
  trx
    .selectFrom('crm_writes')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('session_id', '=', sessionId)
    .orderBy('id');

async function mayChange(trx: Writer, asker: Asker, of: OfCall): Promise<LoggedCall> {
  const call = await ownCall(trx, asker, of.channelId, of.sessionId);
  await requireMayLog(trx, asker, call);
  return call;
}

async function sourceOf({ db, crm }: Ground, { accountId }: Asker, integrationId: string): Promise<Source> {
  const source = (await sourcesOf(db, crm, accountId)).find((one) => one.integrationId === integrationId);
  if (!source) throw notFound('integration');
  return source;
}

/** The integration's name; of one that is no longer connected its entities carry the name in place of the id. */
async function nameOf(trx: Writer, { accountId }: Asker, integrationId: string): Promise<string> {
  const row = await trx
    .selectFrom('integrations')
    .select('name')
    .where('account_id', '=', accountId)
    .where('id', '=', integrationId)
    .executeTakeFirst();
  return row?.name ?? integrationId;
}

async function recordOf(
  { db, crm, answers }: Ground,
  call: LoggedCall,
  source: Source,
  { type, entityId }: RecordOf,
): Promise<Candidate> {
  const matches = await matchesOf(db, call.accountId, [source], call.remoteNumber);
  const known = matches
    .flatMap((match) => [match, ...match.related])
    .find((one) => one.type === type && one.id === entityId);
  if (known) return known;
  const signal = AbortSignal.timeout(withinMs);
  const found = await crm
    .use(source.integrationId, signal, (side) => side.entity({ type, id: entityId }, signal))
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
  if (found === null) throw notFound('record in this CRM');
  const { label, url, isOpen, ownerId } = found;
  const place = { accountId: call.accountId, integrationId: source.integrationId };
  const owners = await ownersHere({ db, crm, answers }, place, ownerId === null ? [] : [ownerId], signal);
  const ownedBy = owners.get(ownerId ?? '') ?? null;
  return { source: source.name, type, id: entityId, label, url, isOpen, crmOwner: ownerId, ownedBy };
}
