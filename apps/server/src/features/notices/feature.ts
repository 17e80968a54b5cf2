import { healthQueries } from '@sidetone/contract/documents/health-query.ts';
import { raisedAlarm } from '@sidetone/contract/entities/alarm.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import type { Selectable } from 'kysely';
import { topic } from '../../documents/live-source.ts';
import { adminSource } from '../../requests/admin-source.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import {
  type AlarmSettingsDeps,
  type AskedBy,
  acknowledgeAlarm,
  readAlarmSettings,
  saveAlarmSettings,
  testAlarm,
} from './alarms/alarm-settings.ts';
import { type LookDeps, lookAtAll } from './alarms/look.ts';
import { mailReports, type ReadTotals } from './reports/mail-reports.ts';
import { readReportSettings, saveReportSettings } from './reports/report-settings.ts';
import { giveUpNotice, noticeKind, sendNotice } from './send-notice.ts';
import { forgetNotices, resumeNotices } from './write-notices.ts';

interface NoticesParts extends AlarmSettingsDeps, LookDeps {
  readonly readTotals: ReadTotals;
  /** Between two looks. */
  readonly everyMs: number;
  /** Closes what `post` keeps open. */
  close(): void;
}

/** What is sent by itself: alarms by mail and webhook, and reports of calls by mail. */
export function noticesFeature(parts: NoticesParts): Feature {
  const { db, jobs, log } = parts;
  const working = jobs.work(noticeKind, {
    run: (id, { signal }) => sendNotice(parts, id, signal),
    gaveUp: (id) => giveUpNotice(db, id),
  });
  working.catch((error: unknown) => log.error({ err: error }, 'notices: sending cannot begin'));
  return {
    answers: noticeAnswers(parts),
    sources: [
      adminSource<typeof healthQueries.adminAlarms>(db, {
        query: healthQueries.adminAlarms,
        topics: ({ accountId }) => [topic('alarms', 'account_id', accountId)],
        rows: ({ accountId }) => readAlarms(db, accountId),
      }),
    ],
    jobs: [{ name: 'notices: what waits', resume: () => resumeNotices(db, jobs) }],
    sweeps: [{ name: 'old notices', run: () => forgetNotices(db) }],
    hears: () => keepLooking(parts),
    async stop() {
      await (await working).stop();
      parts.close();
    },
  };
}

/** Looks again and again, one look after the other. Gives the way to stop. */
function keepLooking(parts: NoticesParts): () => void {
  const { log, everyMs } = parts;
  let isLooking = false;
  const onTrouble = (error: unknown, accountId: string) =>
    log.warn({ err: error, accountId }, 'notices: looking failed, trying later');
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await lookAtAll(parts, new Date(), onTrouble);
      await mailReports(parts, new Date(), onTrouble);
    } catch (error) {
      log.warn({ err: error }, 'notices: looking failed, trying later');
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

const noticeAnswers = (parts: NoticesParts): Answer[] => [
  answer(routes.alarmSettings, async (asked) => ({ settings: await readAlarmSettings(parts.db, byOf(asked)) })),
  answer(routes.saveAlarmSettings, (asked) => saveAlarmSettings(parts, byOf(asked), asked.body)),
  answer(routes.testAlarm, async (asked) => ({ tests: await testAlarm(parts, byOf(asked)) })),
  answer(routes.acknowledgeAlarm, async (asked) => {
    await acknowledgeAlarm(parts.db, byOf(asked), asked.params.alarmId);
    return {};
  }),
  answer(routes.reportSettings, async (asked) => ({ settings: await readReportSettings(parts.db, byOf(asked)) })),
  answer(routes.saveReportSettings, async (asked) => ({
    settings: await saveReportSettings(parts.db, byOf(asked), asked.body),
  })),
];

const byOf = ({ caller, address }: { readonly caller: Caller; readonly address: string }): AskedBy => ({
  userId: caller.userId,
  accountId: caller.accountId,
  address,
});

const mostBefore = 100;

/** Alarms that were reported: those that have not ended first, then the last that have. */
async function readAlarms(db: Database, accountId: string) {
  const rows = await db
    .selectFrom('alarms')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('began_at', 'is not', null)
    .orderBy('ended_at', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .limit(mostBefore)
    .execute();
  return rows.flatMap((row) => {
    // One of another version has no words here.
    const read = raisedAlarm.safeParse(shownOf(row));
    return read.success ? [read.data] : [];
  });
}

const shownOf = (row: Selectable<Schema['alarms']>) => ({
  id: row.id,
  kind: row.kind,
  code: row.code,
  isOfServer: row.is_of_server,
  name: row.name,
  host: row.host,
  count: row.count,
  said: row.said,
  beganAt: row.began_at?.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
  acknowledgedBy: row.acknowledged_by,
  rev: Number(row.rev),
});
