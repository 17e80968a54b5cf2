import { type ReportSettings, reportSettings } from '@sidetone/contract/entities/alarm.ts';
import type { Selectable } from 'kysely';
import { audit } from '../../../requests/audit.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { AskedBy } from '../alarms/alarm-settings.ts';

/** Who gets reports by email; nobody until someone has chosen. */
export async function readReportSettings(db: Database, { accountId, userId }: AskedBy): Promise<ReportSettings> {
  const row = await db.selectFrom('report_settings').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  if (row) return settingsOf(row);
  const user = await db.selectFrom('users').select('locale').where('id', '=', userId).executeTakeFirst();
  return { rhythm: 'off', emails: [], language: user?.locale ?? 'en', rev: 0 };
}

const settingsOf = ({ rhythm, emails, language, rev }: Selectable<Schema['report_settings']>): ReportSettings =>
  reportSettings.parse({ rhythm, emails, language, rev: Number(rev) });

/** Keeps who is mailed reports; those of another rhythm are of calls from today on. Throws `Refusal` CONFLICT where somebody else changed it. */
export const saveReportSettings = (db: Database, by: AskedBy, change: ReportSettings): Promise<ReportSettings> =>
  db.transaction().execute(async (trx) => {
    const { accountId } = by;
    const before = await trx
      .selectFrom('report_settings')
      .select(['rev', 'rhythm', 'emails'])
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (Number(before?.rev ?? 0) !== change.rev) throw conflict();
    const { rhythm, emails, language } = change;
    const values = { rhythm, emails, language };
    // Another address gets what the one before would have got.
    const isSame = before?.rhythm === rhythm && before.emails.length > 0;
    const row = before
      ? await trx
          .updateTable('report_settings')
          .set(isSame ? values : { ...values, since: new Date() })
          .where('account_id', '=', accountId)
          .returningAll()
          .executeTakeFirst()
      : await trx
          .insertInto('report_settings')
          .values({ ...values, account_id: accountId })
          .onConflict((same) => same.doNothing())
          .returningAll()
          .executeTakeFirst();
    if (!row) throw conflict();
    await audit(trx, {
      accountId,
      actorUserId: by.userId,
      address: by.address,
      action: 'report.settingsChanged',
      target: accountId,
      detail: { rhythm, addresses: emails.length },
    });
    return settingsOf(row);
  });

const conflict = () => new Refusal('CONFLICT', 'Someone else changed who is mailed reports.');
