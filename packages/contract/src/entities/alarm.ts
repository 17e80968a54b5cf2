import { z } from 'zod';
import { locale, timestamp } from './common.ts';
import { type HealthCode, healthFinding } from './health.ts';
import { mailAddress } from './mail.ts';
import { queueLimits } from './queue-limits.ts';

/** The kinds of alarms, as administrators choose them. Those of the server are for its operator. */
export const alarmKinds = [
  'trunks',
  'registrations',
  'queues',
  'mail',
  'auditLog',
  'disk',
  'certificate',
  'backup',
  'programs',
  'database',
] as const;
export const alarmKind = z.enum(alarmKinds);
export type AlarmKind = z.infer<typeof alarmKind>;

export const serverAlarmKinds: readonly AlarmKind[] = ['disk', 'certificate', 'backup', 'programs', 'database'];

/** The findings of the health page that raise an alarm. */
export const alarmKindOf: Readonly<Partial<Record<HealthCode, AlarmKind>>> = {
  trunkFailing: 'trunks',
  accountFailing: 'registrations',
  phonesDropped: 'registrations',
  queueLong: 'queues',
  queueSlow: 'queues',
  mailFailing: 'mail',
  auditLogWaiting: 'auditLog',
  diskLow: 'disk',
  diskFull: 'disk',
  certificateEnds: 'certificate',
  certificateOver: 'certificate',
  certificateRefused: 'certificate',
  backupOld: 'backup',
  noBackup: 'backup',
  backupFailing: 'backup',
  backupUnlooked: 'backup',
  backupBroken: 'backup',
  partSilent: 'programs',
  databaseSlow: 'database',
};

/** An alarm, now or before. */
export const raisedAlarm = healthFinding
  .pick({ code: true, isOfServer: true, name: true, host: true, count: true, said: true })
  .extend({
    id: z.string(),
    kind: alarmKind,
    beganAt: timestamp,
    endedAt: timestamp.nullable(),
    acknowledgedAt: timestamp.nullable(),
    /** Who has seen to it. */
    acknowledgedBy: z.string().nullable(),
    rev: z.number(),
  });
export type RaisedAlarm = z.infer<typeof raisedAlarm>;

export const mostAddresses = 10;
/** Each of them once, whatever the case. */
export const noticeAddresses = z
  .array(z.string().trim().pipe(mailAddress))
  .max(mostAddresses)
  .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, 'twice');

/** Where alarms are reported, and which of them. */
export const alarmSettings = z.object({
  emails: noticeAddresses,
  /** The language of emails. */
  language: locale,
  /** Where alarms are posted to; empty for nowhere. */
  webhookUrl: z.string().trim().max(2000),
  /** Kinds that are not reported. */
  off: z.array(alarmKind).max(alarmKinds.length),
  /** Of channels that have no limits of their own. */
  ...queueLimits.shape,
  rev: z.int().nonnegative(),
});
export type AlarmSettings = z.infer<typeof alarmSettings>;

/** What became of a test, for each address and the webhook. */
export const alarmTest = z.object({
  /** An address, or the host of the webhook. */
  to: z.string(),
  way: z.enum(['mail', 'webhook']),
  /** `mailProblem` or `webhookProblem`; null: it arrived. */
  problem: z.string().nullable(),
  status: z.int().nullable(),
});
export type AlarmTest = z.infer<typeof alarmTest>;

export const reportRhythms = ['off', 'daily', 'monthly'] as const;
export const reportRhythm = z.enum(reportRhythms);
export type ReportRhythm = z.infer<typeof reportRhythm>;

/** Who gets a report of the calls of the company by email. */
export const reportSettings = z.object({
  rhythm: reportRhythm,
  emails: noticeAddresses,
  language: locale,
  rev: z.int().nonnegative(),
});
export type ReportSettings = z.infer<typeof reportSettings>;
