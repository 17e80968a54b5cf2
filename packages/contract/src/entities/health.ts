import { z } from 'zod';
import { timestamp } from './common.ts';

/** Everything that a look at the health of a company and its server finds, with how it is to be taken. */
export const healthCodes = {
  trunkWorks: 'ok',
  trunkOff: 'ok',
  trunkTrying: 'warning',
  trunkFailing: 'problem',
  noTrunk: 'warning',
  noEmergencyTrunk: 'warning',
  accountsWork: 'ok',
  accountFailing: 'problem',
  phonesThere: 'ok',
  phonesAway: 'warning',
  phonesSilent: 'warning',
  phonesDropped: 'problem',
  queueLong: 'problem',
  queueSlow: 'problem',
  crmWaiting: 'warning',
  webhookFailed: 'warning',
  mailFailing: 'problem',
  auditLogWaiting: 'problem',
  partWorks: 'ok',
  partSilent: 'problem',
  databaseQuick: 'ok',
  databaseSlow: 'warning',
  filesWaiting: 'warning',
  diskFree: 'ok',
  diskLow: 'warning',
  diskFull: 'problem',
  certificateValid: 'ok',
  certificateEnds: 'warning',
  certificateOver: 'problem',
  certificateRefused: 'warning',
  backupFresh: 'ok',
  backupOld: 'warning',
  noBackup: 'warning',
  backupFailing: 'warning',
  backupLooked: 'ok',
  backupUnlooked: 'warning',
  backupBroken: 'problem',
  jobsFine: 'ok',
  jobsGivenUp: 'warning',
  mailSet: 'ok',
  mailMissing: 'warning',
} as const satisfies Record<string, 'ok' | 'warning' | 'problem'>;
export type HealthCode = keyof typeof healthCodes;

const codes = Object.keys(healthCodes) as [HealthCode, ...HealthCode[]];

/** One thing that was looked at. */
export const healthFinding = z.object({
  id: z.string(),
  code: z.enum(codes),
  /** Whether it is about the machine and its programs, which the operator's company alone sees. */
  isOfServer: z.boolean(),
  /** What it is about, as people call it; empty where the code says it. */
  name: z.string(),
  /** How many, or how many days or bytes. */
  count: z.number().nullable(),
  /** The server on the other side; empty where there is none. */
  host: z.string(),
  /** What the other side said, as the exchange wrote it down. */
  said: z.string().nullable(),
  since: timestamp.nullable(),
  rev: z.number(),
});
export type HealthFinding = z.infer<typeof healthFinding>;

type HealthLevel = 'ok' | 'warning' | 'problem';

const gigabyte = 1024 ** 3;

/** How good it is that so many bytes are free on the disk of the server. */
export const diskLevel = (freeBytes: number): HealthLevel =>
  freeBytes < 0.2 * gigabyte ? 'problem' : freeBytes < 2 * gigabyte ? 'warning' : 'ok';

/** How good it is that a certificate is valid for so many days. */
export const certificateLevel = (days: number): HealthLevel => (days < 0 ? 'problem' : days < 21 ? 'warning' : 'ok');
