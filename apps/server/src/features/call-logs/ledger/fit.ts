import type { SkipReason } from '@sidetone/contract/rules/crm/write-states.ts';
import type { Writer } from '../../../storage/writer.ts';
import type { LoggedCall } from '../log/call.ts';
import type { Source } from '../log/sources.ts';
import { type LoggedTo, loggedTo } from '../log/stored.ts';
import { type Entry, editEntry, moveEntry, newEntry, removeEntry } from './entries.ts';

interface Fitting {
  readonly secret: Uint8Array;
  readonly call: LoggedCall;
  readonly sources: readonly Source[];
  /** Web user who closed the log; null for the server itself. */
  readonly actor: string | null;
  /** Why nothing is written to a CRM; null: it is. */
  skipReasonOf(source: Source): SkipReason | null;
  /** CRMs whose entries have other contents than before, by name. */
  readonly changed: readonly string[];
}

/**
 * Makes the ledger fit a log that was closed and whose call is over: an entry for each record that it needs, and what no
 * longer belongs to it removed. Done again, it changes nothing.
 */
export async function fitLedger(trx: Writer, fitting: Fitting): Promise<void> {
  const { call } = fitting;
  const entities = await loggedTo(trx, call);
  const entries = await trx
    .selectFrom('crm_writes')
    .selectAll()
    .where('channel_id', '=', call.channelId)
    .where('session_id', '=', call.sessionId)
    .where('kind', '=', 'call')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const source of fitting.sources) {
    const ofSource = entities.filter((one) => one.source === source.name);
    const there = entries.filter((one) => one.source === source.name);
    await fitSource(trx, fitting, source, ofSource, there);
  }
}

async function fitSource(
  trx: Writer,
  { secret, call, actor, skipReasonOf, changed }: Fitting,
  source: Source,
  entities: readonly LoggedTo[],
  entries: readonly Entry[],
): Promise<void> {
  const units = entities.length === 0 ? [] : source.form.unitsOf(entities).map(({ name }) => name);
  const skipReason = skipReasonOf(source);
  for (const unit of units) {
    const entry = entries.find((one) => one.unit === unit);
    if (!entry) {
      const { accountId, channelId, sessionId, remoteNumber } = call;
      const name = { accountId, source: source.name, kind: 'call' as const, channelId, sessionId, unit };
      await newEntry(trx, secret, { ...name, tenant: source.tenant, actor, remoteNumber, skipReason });
    } else if (!isClosed(entry)) {
      await reopen(trx, entry, skipReason, actor);
    } else if (changed.includes(source.name)) {
      await editEntry(trx, entry);
    }
  }
  for (const entry of entries) if (!units.includes(entry.unit)) await removeEntry(trx, entry);
}

/** What was skipped, or removed, is looked at again once its log is closed again. */
async function reopen(trx: Writer, entry: Entry, skipReason: SkipReason | null, actor: string | null): Promise<void> {
  const set = {
    actor,
    wanted_rev: entry.wanted_rev + 1,
    wanted_since: new Date(),
    attempts: 0,
    is_removal_wanted: false,
  };
  if (skipReason === null) await moveEntry(trx, entry, 'closed', { set: { ...set, next_try_at: new Date() } });
  else await moveEntry(trx, entry, 'skipped', { set: { ...set, skip_reason: skipReason }, code: skipReason });
}

const isClosed = ({ state }: Entry): boolean => state !== 'DRAFT' && state !== 'SKIPPED' && state !== 'REMOVED';
