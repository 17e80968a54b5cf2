import { sql } from 'kysely';
import { CrmFailure } from '../../../crm/crm-access.ts';
import type { CrmSide, Written } from '../../../crm/crm-side.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { Writer } from '../../../storage/writer.ts';
import { lockLog } from '../log/stored.ts';
import { changeEntry, type Entry, moveEntry, problemText, removeEntry } from './entries.ts';
import { noteLogged, noteRemoved, noteTask } from './note-logged.ts';
import { clearingOf, nextTryAt } from './schedule.ts';
import { type Attempt, firstLook } from './take.ts';

/** How a request ended. `absent`: a look that found nothing. */
export type Ending =
  | { readonly kind: 'written'; readonly written: Written }
  | { readonly kind: 'gone' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly error: unknown };

interface Settling {
  readonly attempt: Attempt;
  readonly ending: Ending;
  readonly side: Pick<CrmSide, 'certainty' | 'lookupLagMs'>;
  readonly now: Date;
  /** From 0 to 1. */
  readonly random: number;
}

/** Writes down how a request ended, in one transaction. What came too late for its entry is told to nobody. */
export const settleAttempt = (db: Database, settling: Settling): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { id, attempts, channel_id: channelId, session_id: sessionId } = settling.attempt.entry;
    // The call and its log first, and the entry then, as those who change them lock them.
    await trx
      .selectFrom('inbox_events')
      .select('id')
      .where('channel_id', '=', channelId)
      .where('session_id', '=', sessionId)
      .forUpdate()
      .execute();
    await lockLog(trx, { channelId, sessionId });
    const entry = await trx.selectFrom('crm_writes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!entry) return;
    const isCurrent = entry.attempts === attempts;
    // A record that was confirmed is there, however late that is heard.
    if (!isCurrent && settling.ending.kind !== 'written') return;
    await settle(trx, entry, settling);
  });

async function settle(trx: Writer, entry: Entry, settling: Settling): Promise<void> {
  const { ending } = settling;
  const milliseconds = tookMs(settling);
  switch (ending.kind) {
    case 'written':
      return await written(trx, entry, settling, ending.written);
    case 'absent':
      return await absent(trx, entry, settling);
    case 'failed':
      return await failed(trx, entry, settling, ending.error);
    case 'gone':
      await moveEntry(trx, entry, 'gone', { set: { problem: null }, milliseconds });
      return await noteRemoved(trx, entry);
    case 'removed': {
      const set = { external_id: null, external_url: null, sent_rev: null, written_rev: 0, problem: null, attempts: 0 };
      await moveEntry(trx, entry, 'removed', { set, milliseconds });
      return await noteRemoved(trx, entry);
    }
  }
}

async function written(trx: Writer, entry: Entry, settling: Settling, { id, url }: Written): Promise<void> {
  const { attempt } = settling;
  if (entry.state === 'REMOVING') {
    await changeEntry(trx, entry.id, { external_id: id, external_url: url, next_try_at: sql`now()` });
    return;
  }
  const isFound = attempt.request === 'find' || entry.state === 'UNCLEAR';
  const set = {
    external_id: id,
    external_url: url,
    written_to: jsonText(attempt.contents?.entities ?? entry.written_to),
    written_rev: writtenRevOf(entry, attempt, isFound),
    attempts: 0,
    looks: 0,
    problem: null,
    next_try_at: sql<Date>`now()`,
  };
  const state = await moveEntry(trx, entry, isFound ? 'found' : 'answered', { set, milliseconds: tookMs(settling) });
  if (state === null) return;
  if (entry.kind === 'task') await noteTask(trx, entry, id);
  else await noteLogged(trx, entry, id, attempt.contents?.entities ?? []);
  // A wish that came meanwhile is next.
  if (entry.is_removal_wanted) {
    await changeEntry(trx, entry.id, { is_removal_wanted: false });
    await removeEntry(trx, { ...entry, state, external_id: id });
  }
}

/** The revision of the words that are in the CRM now, or an older one where nobody knows. */
function writtenRevOf(entry: Entry, { request, entry: taken, mayBeThere }: Attempt, isFound: boolean): number {
  if (isFound) return entry.sent_rev ?? 0;
  // A CRM whose keys are unique gives the record that is there, as it is.
  if (request === 'write' && mayBeThere) return taken.wanted_rev - 1;
  return Math.max(entry.written_rev, taken.wanted_rev);
}

async function absent(trx: Writer, entry: Entry, settling: Settling): Promise<void> {
  if (entry.state === 'REMOVING') {
    await moveEntry(trx, entry, 'removed', { set: { sent_rev: null, attempts: 0 }, code: 'absent' });
    return;
  }
  const { certainty, lookupLagMs } = settling.side;
  const looks = entry.looks + 1;
  const clearing = certainty === 'upsert' ? null : clearingOf(certainty, entry.sent_at ?? settling.now, lookupLagMs);
  // A person had it looked up before the CRM could know: that look only finds, and finding nothing means nothing.
  if (clearing?.kind === 'look' && settling.attempt.sentAt < clearing.notBefore) {
    await changeEntry(trx, entry.id, { next_try_at: clearing.notBefore });
    return;
  }
  if (clearing?.kind === 'look' && looks < clearing.looks) {
    const nextLook = new Date(settling.now.getTime() + clearing.pauseMs);
    await changeEntry(trx, entry.id, { looks, next_try_at: nextLook });
    return;
  }
  const set = { looks: 0, next_try_at: sql<Date>`now()` };
  const state = await moveEntry(trx, entry, 'absent', { set, milliseconds: tookMs(settling) });
  if (state !== null && entry.is_removal_wanted) {
    await changeEntry(trx, entry.id, { is_removal_wanted: false });
    await removeEntry(trx, { ...entry, state });
  }
}

async function failed(trx: Writer, entry: Entry, settling: Settling, error: unknown): Promise<void> {
  const { attempt, side, now, random } = settling;
  const failure = error instanceof CrmFailure ? error : null;
  const code = failure?.code ?? 'failed';
  const problem = problemText(code, failure?.detail ?? 'The request was broken off.');
  const retryAfterSeconds = failure?.retryAfterSeconds ?? null;
  const next = nextTryAt({
    now,
    attempts: entry.attempts || 1,
    wantedSince: entry.wanted_since,
    retryAfterSeconds,
    random,
  });
  if (attempt.request === 'find' || attempt.request === 'remove') {
    if (next === null && attempt.request === 'remove') {
      await moveEntry(trx, entry, 'gaveUp', { set: { skip_reason: 'gaveUp', problem }, code });
    } else {
      // A record that may be there is never forgotten.
      await changeEntry(trx, entry.id, { problem, next_try_at: next ?? new Date(now.getTime() + 3_600_000) });
    }
    return;
  }
  const cause = failure?.causeIf(attempt.mayRepeat) ?? (attempt.mayRepeat ? 'delayed' : 'unclear');
  const look = side.certainty === 'upsert' ? next : firstLook(side.certainty, attempt.sentAt, side.lookupLagMs);
  const times = { delayed: next, unclear: look, blocked: null, refused: null }[cause];
  // What the CRM refused is sent again once somebody has changed it.
  const rev = cause === 'refused' ? { written_rev: attempt.entry.wanted_rev } : {};
  const state = await moveEntry(trx, entry, cause, {
    set: { ...rev, problem, next_try_at: times },
    code,
    milliseconds: tookMs(settling),
  });
  if (state !== null && state !== 'UNCLEAR' && entry.is_removal_wanted) {
    await changeEntry(trx, entry.id, { is_removal_wanted: false });
    await removeEntry(trx, { ...entry, state });
  } else if (state === 'WAITING' && next === null)
    await moveEntry(trx, { id: entry.id, state }, 'gaveUp', {
      set: { skip_reason: 'gaveUp', problem },
      code: 'gaveUp',
    });
}

const tookMs = ({ attempt, now }: Settling): number => Math.max(0, now.getTime() - attempt.sentAt.getTime());
