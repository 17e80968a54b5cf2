import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';

const settings = {
  rev: 0,
  emails: [],
  language: 'en',
  webhookUrl: '',
  off: [],
  mostWaiting: null,
  mostWaitSeconds: null,
};
const stream = { rev: 0, target: { way: 'webhook', url: 'https://9.9.9.9/log' } };
const report = { rev: 0, rhythm: 'off', emails: [], language: 'en' };

/** Requests about alarms, reports and where the audit log is sent: a good one of each route, and one that cannot be read. */
export const alarmSamples = {
  alarmSettings: { good: () => ({}), isOwn: true as const },
  saveAlarmSettings: {
    good: () => ({ body: settings }),
    bad: { body: { ...settings, emails: ['a@b\r\nBcc: c@d'], mostWaiting: 0 } },
    isOwn: true as const,
  },
  testAlarm: { good: () => ({}), isOwn: true as const },
  auditStream: { good: () => ({}), isOwn: true as const },
  saveAuditStream: {
    good: () => ({ body: stream }),
    bad: { body: { ...stream, target: { way: 'syslogTls', host: 'a b', port: 0, ca: '' } } },
    isOwn: true as const,
  },
  removeAuditStream: { good: () => ({}), isOwn: true as const },
  testAuditStream: { good: () => ({}), isOwn: true as const },
  acknowledgeAlarm: {
    good: ({ alarmId }: { alarmId: string }) => ({ params: { alarmId } }),
    bad: { params: { alarmId: 'x' } },
  },
  reportSettings: { good: () => ({}), isOwn: true as const },
  saveReportSettings: {
    good: () => ({ body: report }),
    bad: { body: { ...report, rhythm: 'hourly' } },
    isOwn: true as const,
  },
};

/** An alarm of the account of a user; gives its id. */
export async function someAlarm(db: Database, userId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into alarms (account_id, key, kind, code, worst, is_of_server, name, host, seen_at, began_at)
    select account_id, 'trunks t', 'trunks', 'trunkFailing', 'trunkFailing', false, 'East', '', now(), now() from users where id = ${userId}
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}
