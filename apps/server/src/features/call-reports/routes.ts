import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import { hourlyLimit } from './hourly-limit.ts';

/** Reports and figures of one user within an hour: many times what calling all day makes. */
const mostPerHour = 2000;
/** A user's reports and figures are kept so long. */
const keptDays = 30;

/** What clients note of their calls, for people who look for a fault: the steps, and at the end the figures of the audio. */
export function callReportRoutes(db: Database): Answer[] {
  const limit = hourlyLimit(mostPerHour);
  return [
    answer(routes.addMonitoringReport, async ({ caller, body }) => {
      if (body.userId !== caller.userId) throw new Refusal('FORBIDDEN', 'You can report only your own calls.');
      limit(caller.userId);
      await addReport(db, caller, body);
      return {};
    }),
    answer(routes.addCallStatistics, async ({ caller, body }) => {
      limit(caller.userId);
      const { sessionId, ...figures } = body;
      await db
        .insertInto('call_statistics')
        .values({
          session_id: sessionId,
          user_id: caller.userId,
          account_id: caller.accountId,
          figures: jsonText(figures),
        })
        // Sent again after a lost reply, they are the same or better.
        .onConflict((conflict) =>
          conflict.columns(['session_id', 'user_id']).doUpdateSet({ figures: jsonText(figures) }),
        )
        .execute();
      return {};
    }),
  ];
}

/** Forgets what is too old to look for a fault in; gives how many rows. */
export async function forgetOldReports(db: Database): Promise<number> {
  const old = sql<boolean>`at < now() - ${`${keptDays} days`}::interval`;
  const reports = await db.deleteFrom('monitoring_reports').where(old).executeTakeFirst();
  const statistics = await db.deleteFrom('call_statistics').where(old).executeTakeFirst();
  return Number(reports.numDeletedRows + statistics.numDeletedRows);
}

type Report = z.output<(typeof routes)['addMonitoringReport']['body']>;

const addReport = async (db: Database, caller: Caller, report: Report): Promise<void> => {
  await db
    .insertInto('monitoring_reports')
    .values({
      account_id: caller.accountId,
      user_id: caller.userId,
      call_id: report.callId,
      event_type: report.eventType,
      sip_server: report.sipServer,
      result: report.result,
    })
    .execute();
};
