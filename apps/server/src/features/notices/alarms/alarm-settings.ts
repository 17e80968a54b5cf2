import { randomUUID } from 'node:crypto';
import { type AlarmSettings, type AlarmTest, alarmSettings } from '@sidetone/contract/entities/alarm.ts';
import { problemOfWebhookUrl } from '@sidetone/contract/rules/ai/webhooks.ts';
import type { Selectable } from 'kysely';
import type { PrivateHosts } from '../../../network/private-hosts.ts';
import { problemOfPlace } from '../../../network/problem-of-place.ts';
import { audit } from '../../../requests/audit.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { askForErasure } from '../../../storage/erasure.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { Writer } from '../../../storage/writer.ts';
import type { SendingDeps } from '../ports.ts';
import { companyOf, mailTo, postTo } from '../send-notice.ts';
import { alarmWords } from './alarm-words.ts';

/** The administrator who asks, and from where. */
export interface AskedBy {
  readonly userId: string;
  readonly accountId: string;
  readonly address: string;
}

export interface AlarmSettingsDeps extends SendingDeps {
  /** Which hosts of the server's own network may be posted to, see WEBHOOK_PRIVATE_HOSTS. */
  readonly hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>;
  newSecret(): string;
}

/** Where alarms are reported; nowhere until someone has chosen. */
export async function readAlarmSettings(db: Writer, { accountId, userId }: AskedBy): Promise<AlarmSettings> {
  const row = await db.selectFrom('alarm_settings').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  if (row) return settingsOf(row);
  const user = await db.selectFrom('users').select('locale').where('id', '=', userId).executeTakeFirst();
  const language = user?.locale ?? 'en';
  return { emails: [], language, webhookUrl: '', off: [], mostWaiting: null, mostWaitSeconds: null, rev: 0 };
}

const settingsOf = (row: Selectable<Schema['alarm_settings']>): AlarmSettings =>
  alarmSettings.parse({
    emails: row.emails,
    language: row.language,
    webhookUrl: row.webhook_url ?? '',
    off: row.off,
    mostWaiting: row.most_waiting,
    mostWaitSeconds: row.most_wait_seconds,
    rev: Number(row.rev),
  });

/**
 * Keeps where alarms are reported; a webhook at another address has a new secret. Throws `Refusal` VALIDATION_FAILED with what is wrong by
 * field, and CONFLICT where somebody else changed it.
 */
export async function saveAlarmSettings(
  { db, box, hosts, newSecret }: AlarmSettingsDeps,
  by: AskedBy,
  change: AlarmSettings,
): Promise<{ settings: AlarmSettings; secret: string | null }> {
  const url = change.webhookUrl === '' ? null : new URL(await checked(hosts, change.webhookUrl)).href;
  return await db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('alarm_settings')
      .selectAll()
      .where('account_id', '=', by.accountId)
      .forUpdate()
      .executeTakeFirst();
    if (Number(before?.rev ?? 0) !== change.rev) throw conflict();
    const isSame = url !== null && before?.webhook_url === url;
    const secret = url === null || isSame ? null : newSecret();
    const values = {
      emails: change.emails,
      language: change.language,
      webhook_url: url,
      secret_sealed: isSame ? before.secret_sealed : secret === null ? null : box.seal(secret),
      off: change.off,
      most_waiting: change.mostWaiting,
      most_wait_seconds: change.mostWaitSeconds,
    };
    const row = before
      ? await trx
          .updateTable('alarm_settings')
          .set(values)
          .where('account_id', '=', by.accountId)
          .returningAll()
          .executeTakeFirst()
      : await trx
          .insertInto('alarm_settings')
          .values({ ...values, account_id: by.accountId })
          .onConflict((same) => same.doNothing())
          .returningAll()
          .executeTakeFirst();
    if (!row) throw conflict();
    if (before) await askForErasure(trx, ['alarm_settings']);
    const host = url === null ? null : URL.parse(url)?.host;
    const detail = { addresses: change.emails.length, webhook: host, off: change.off };
    await note(trx, by, 'alarm.settingsChanged', by.accountId, detail);
    return { settings: settingsOf(row), secret };
  });
}

async function checked(hosts: AlarmSettingsDeps['hosts'], url: string): Promise<string> {
  const problem = problemOfWebhookUrl(url) ?? (await problemOfPlace(hosts, url));
  if (problem === null) return url;
  throw new Refusal('VALIDATION_FAILED', 'The webhook cannot be posted to.', {
    issues: [{ path: 'webhookUrl', message: problem }],
  });
}

/** Sends a test to all recipients of alarms, one after the other. */
export async function testAlarm(deps: AlarmSettingsDeps, by: AskedBy): Promise<AlarmTest[]> {
  const { db, host } = deps;
  const settings = await readAlarmSettings(db, by);
  const company = await companyOf(db, by.accountId);
  if (!company) throw notFound('account');
  const { subject, text } = alarmWords[settings.language].test;
  const tests = await Promise.all(
    settings.emails.map(async (to): Promise<AlarmTest> => {
      const mail = { to, subject: subject(company.company), text, messageId: `<${randomUUID()}@${host}>` };
      return { to, way: 'mail', ...outcomeOf(await mailTo(deps, by.accountId, mail)) };
    }),
  );
  const id = randomUUID();
  const body = JSON.stringify({ type: 'test', accountId: by.accountId });
  if (settings.webhookUrl !== '') {
    const failure = await postTo(deps, by.accountId, { id, type: 'test', body }, AbortSignal.timeout(60_000));
    tests.push({ to: URL.parse(settings.webhookUrl)?.host ?? '', way: 'webhook', ...outcomeOf(failure) });
  }
  const problems = tests.map(({ problem }) => problem).filter((one) => one !== null);
  await db
    .transaction()
    .execute((trx) => note(trx, by, 'alarm.tested', by.accountId, { count: tests.length, problems }));
  return tests;
}

const outcomeOf = (failure: Awaited<ReturnType<typeof mailTo>>): Pick<AlarmTest, 'problem' | 'status'> => ({
  problem: failure?.problem ?? null,
  status: failure?.status ?? null,
});

/** Says that somebody sees to an alarm. Throws `Refusal` NOT_FOUND where the account has none of this id that has not ended. */
export async function acknowledgeAlarm(db: Database, by: AskedBy, alarmId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('alarms')
      .select(['code', 'acknowledged_at'])
      .where('id', '=', alarmId)
      .where('account_id', '=', by.accountId)
      .where('ended_at', 'is', null)
      .where('began_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('alarm');
    if (row.acknowledged_at !== null) return;
    await trx
      .updateTable('alarms')
      .set({ acknowledged_at: new Date(), acknowledged_by: by.userId })
      .where('id', '=', alarmId)
      .execute();
    await note(trx, by, 'alarm.acknowledged', alarmId, { code: row.code });
  });
}

const note = async (
  trx: Writer,
  { accountId, userId, address }: AskedBy,
  action: 'alarm.settingsChanged' | 'alarm.tested' | 'alarm.acknowledged',
  target: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => await audit(trx, { accountId, actorUserId: userId, address, action, target, detail });

const conflict = () => new Refusal('CONFLICT', 'Someone else changed where alarms are sent.');
