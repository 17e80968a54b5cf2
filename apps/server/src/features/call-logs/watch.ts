import { sql } from 'kysely';
import type { Again, JobKind } from '../../jobs/job-kind.ts';
import type { Database } from '../../storage/database.ts';
import { wakeAllDue } from './ledger/wake.ts';
import { callOf, mayLogCalls } from './log/call.ts';
import { closeByItself, writeLog } from './log/close-log.ts';
import { applyDefaults } from './log/open-log.ts';
import { hasNoDefaults, type Related, relatedNow } from './log/related.ts';
import { lockLog, makeLog, type OfCall } from './log/stored.ts';
import type { CallLogParts } from './parts.ts';
import { createDrafted } from './tasks/create-drafted.ts';

/** Looks every minute for calls that are to be logged by themselves, and for entries that wait for nobody's job. */
export const watchKind: JobKind = {
  name: 'crm-watch',
  tries: 1000,
  withinMinutes: 10,
  pauseSeconds: 5,
  longestPauseSeconds: 60,
};
export const watchId = 'all';
const everySeconds = 60;

/** After the end of a call users have so long to open its panel. */
const afterEndSeconds = 60;
/** Calls that ended longer ago are not logged by themselves any longer, such as after a long outage. */
const atMostHours = 24;
const atOnce = 200;
/** So long CRMs are asked in one look. */
const mostAskingMs = 60_000;

type Ground = Pick<CallLogParts, 'db' | 'jobs' | 'crm' | 'answers' | 'secret'>;

export async function watch(ground: Ground): Promise<Again> {
  for (const of of await closedWhileTheyRan(ground.db)) await settle(ground, of, false);
  await wakeAllDue(ground.jobs, ground.db);
  const silent = new Set<string>();
  const endsAt = Date.now() + mostAskingMs;
  for (const of of await nobodyClosed(ground.db)) {
    // What is left comes with the next look.
    if (Date.now() > endsAt) break;
    const related = await relatedOf(ground, of, silent);
    if (related !== null) await settle(ground, of, true, related);
  }
  await wakeAllDue(ground.jobs, ground.db);
  return { againAfterSeconds: everySeconds };
}

/** The ends of these calls are in the book: what users closed while they ran is written now. */
export async function callsEnded(ground: Ground, sessionIds: readonly string[]): Promise<void> {
  const rows = await ground.db
    .selectFrom('call_logs')
    .select(['channel_id as channelId', 'session_id as sessionId'])
    .where(sql<boolean>`session_id = any(${[...sessionIds]}::text[])`)
    .where('settled_at', 'is', null)
    .where('ready_at', 'is not', null)
    .execute();
  for (const of of rows) await settle(ground, of, false);
}

const closedWhileTheyRan = (db: Database): Promise<OfCall[]> =>
  db
    .selectFrom('call_logs as log')
    .innerJoin('inbox_events as event', (join) =>
      join.onRef('event.channel_id', '=', 'log.channel_id').onRef('event.session_id', '=', 'log.session_id'),
    )
    .select(['log.channel_id as channelId', 'log.session_id as sessionId'])
    .where('log.settled_at', 'is', null)
    .where('log.ready_at', 'is not', null)
    .where('event.terminated_at', 'is not', null)
    .limit(atOnce)
    .execute();

/** Calls of channels that log by themselves, which no panel shows. */
const nobodyClosed = (db: Database): Promise<OfCall[]> =>
  db
    .selectFrom('channel_log_modes as mode')
    .innerJoin('inbox_events as event', 'event.channel_id', 'mode.channel_id')
    .leftJoin('call_logs as log', (join) =>
      join.onRef('log.channel_id', '=', 'event.channel_id').onRef('log.session_id', '=', 'event.session_id'),
    )
    .select(['event.channel_id as channelId', 'event.session_id as sessionId'])
    .where('mode.mode', '=', 'auto')
    // As the index of a channel's calls has them; no call lasts for a day.
    .where('event.started_at', '>', sql<Date>`now() - make_interval(hours => ${2 * atMostHours})`)
    .where('event.terminated_at', '<', sql<Date>`now() - make_interval(secs => ${afterEndSeconds})`)
    .where('event.terminated_at', '>', sql<Date>`now() - make_interval(hours => ${atMostHours})`)
    // Calls that ended before the channel was set to this stay as users left them.
    .where((eb) =>
      eb.or([eb('mode.auto_since', 'is', null), eb('event.terminated_at', '>', eb.ref('mode.auto_since'))]),
    )
    .where((eb) => eb.or([eb('event.established_at', 'is not', null), eb('event.direction', '=', 'OUTGOING')]))
    .where('log.settled_at', 'is', null)
    .where((eb) => eb.or([eb('log.panel_until', 'is', null), eb('log.panel_until', '<', sql<Date>`now()`)]))
    .orderBy('event.terminated_at')
    .limit(atOnce)
    .execute();

/**
 * What the CRMs say that belongs to who called; null where one of them does not say, which may be over in a minute. `silent`:
 * connections that have not answered in this round.
 */
async function relatedOf(ground: Ground, of: OfCall, silent: Set<string>): Promise<Related | null> {
  const call = await callOf(ground.db, of.channelId, of.sessionId);
  if (!call || !(await mayLogCalls(ground.db, call.accountId))) return new Map();
  if (!(await hasNoDefaults(ground.db, of))) return new Map();
  const { related, isWhole } = await relatedNow(ground, call, call.owner, silent);
  const endedAt = call.endedAt?.getTime() ?? 0;
  return isWhole || Date.now() - endedAt > waitForCrmMs ? related : null;
}

/** So long after its end a call waits for a CRM to say what belongs to who called; then it is logged without. */
const waitForCrmMs = 10 * 60_000;

/** Writes the log of a call whose time has come, and its follow-up task, in one transaction of its own. */
const settle = (
  { db, ...ground }: Ground,
  of: OfCall,
  byItself: boolean,
  related: Related = new Map(),
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const call = await callOf(trx, of.channelId, of.sessionId);
    if (!call || call.endedAt === null) return;
    const log = byItself ? await makeLog(trx, call) : await lockLog(trx, of);
    if (log === null || log.settled_at !== null) return;
    // A panel was opened while CRMs were asked.
    if (byItself && log.ready_at === null && (log.panel_until?.getTime() ?? 0) > Date.now()) return;
    if (log.ready_at !== null) {
      await writeLog(ground, trx, call, log, []);
    } else if (byItself) {
      await applyDefaults(trx, ground.crm, { call, log, userId: call.owner, related });
      await closeByItself({ db, ...ground }, trx, call);
    }
    await createDrafted(ground, trx, call);
  });
