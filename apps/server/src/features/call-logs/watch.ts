import { sql } from 'kysely';
import type { Again, JobKind } from '../../jobs/job-kind.ts';
import type { Database } from '../../storage/database.ts';
import { wakeAllDue } from './ledger/wake.ts';
import { callOf } from './log/call.ts';
import { closeByItself, writeLog } from './log/close-log.ts';
import { applyDefaults } from './log/open-log.ts';
import { lockLog, makeLog, type OfCall } from './log/stored.ts';
import type { CallLogParts } from './parts.ts';

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

type Ground = Pick<CallLogParts, 'db' | 'jobs' | 'crm' | 'secret'>;

export async function watch(ground: Ground): Promise<Again> {
  for (const of of await closedWhileTheyRan(ground.db)) await settle(ground, of, false);
  for (const of of await nobodyClosed(ground.db)) await settle(ground, of, true);
  await wakeAllDue(ground.jobs, ground.db);
  return { againAfterSeconds: everySeconds };
}

/** The end of a call is in the book: what users closed while it ran is written immediately. */
export async function callEnded(ground: Ground, sessionId: string): Promise<void> {
  const rows = await ground.db
    .selectFrom('call_logs')
    .select(['channel_id as channelId', 'session_id as sessionId'])
    .where('session_id', '=', sessionId)
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
    .where((eb) => eb.or([eb('event.established_at', 'is not', null), eb('event.direction', '=', 'OUTGOING')]))
    .where('log.settled_at', 'is', null)
    .where((eb) => eb.or([eb('log.panel_until', 'is', null), eb('log.panel_until', '<', sql<Date>`now()`)]))
    .orderBy('event.terminated_at')
    .limit(atOnce)
    .execute();

/** Writes the log of a call whose time has come, in one transaction of its own. */
const settle = ({ db, ...ground }: Ground, of: OfCall, byItself: boolean): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const call = await callOf(trx, of.channelId, of.sessionId);
    if (!call || call.endedAt === null) return;
    const log = byItself ? await makeLog(trx, call) : await lockLog(trx, of);
    if (log === null || log.settled_at !== null) return;
    if (log.ready_at !== null) {
      await writeLog(ground, trx, call, log, []);
    } else if (byItself) {
      await applyDefaults(trx, ground.crm, call, log, call.owner);
      await closeByItself({ db, ...ground }, trx, call);
    }
  });
