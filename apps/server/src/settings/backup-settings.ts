// Backups that the server makes by itself.
import { isAbsolute } from 'node:path';
import { backupPassphraseMinLength } from '@sidetone/contract/entities/admin-account.ts';
import { z } from 'zod';
import { ConfigError } from '../config-values.ts';
import { type FilesConfig, fileSettings, filesOf, type S3Config, s3Of, s3Place } from './file-settings.ts';

/** How many of the newest days, weeks and months keep a backup each. */
interface KeepRule {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

type BackupTarget =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'bucket'; readonly s3: S3Config };

interface BackupSchedule {
  /** By the clock of this server and in its time zone. */
  readonly at: { readonly hour: number; readonly minute: number };
  readonly to: BackupTarget;
  readonly keep: KeepRule;
  readonly verify: 'no' | 'daily' | 'weekly';
  readonly passphrase: string;
}

export interface BackupConfig {
  /** Where those lie that were made by themselves; undefined where none were. */
  readonly to: BackupTarget | undefined;
  /** Undefined where none is made by itself. */
  readonly schedule: BackupSchedule | undefined;
  /** For commands; undefined where it is asked for. */
  readonly passphrase: string | undefined;
}

const keepWords = 'must be such as 7d,4w,6m: of how many days, weeks and months a backup is kept';
const units = { d: 'days', w: 'weeks', m: 'months' } as const;

const keepRule = z.string().transform((text, context): KeepRule => {
  const rule = { days: 0, weeks: 0, months: 0 };
  for (const part of text.split(/[,\s]+/).filter(Boolean)) {
    const [, count, unit] = /^(\d{1,4})([dwm])$/.exec(part) ?? [];
    if (count === undefined || unit === undefined) {
      context.addIssue(keepWords);
      return z.NEVER;
    }
    rule[units[unit as keyof typeof units]] = Number(count);
  }
  if (rule.days + rule.weeks + rule.months === 0) context.addIssue(keepWords);
  return rule;
});

const target = z
  .string()
  .max(1000)
  .transform((text, context) => {
    if (text.startsWith('s3://')) {
      const place = s3Place.safeParse(text);
      if (place.success) return { kind: 'bucket', ...place.data } as const;
    } else if (!text.includes('://') && isAbsolute(text)) return { kind: 'folder', folder: text } as const;
    context.addIssue('must be a folder from the root, such as /safe, or s3://bucket/prefix');
    return z.NEVER;
  });

export const backupSettings = {
  BACKUP_AT: z
    .string()
    .regex(/^([01]?[0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time of day such as 03:00')
    .optional(),
  BACKUP_TO: target.optional(),
  BACKUP_KEEP: keepRule.default({ days: 7, weeks: 4, months: 6 }),
  BACKUP_VERIFY: z.enum(['no', 'daily', 'weekly'], 'must be no, daily or weekly').default('no'),
  BACKUP_PASSPHRASE: z.string().max(1000).optional(),
};

const settings = z.object({ ...backupSettings, ...fileSettings });
type Values = z.output<typeof settings>;

/** Where files and backups are kept. Throws `ConfigError`. */
export const keptOf = (values: Values): { readonly files: FilesConfig | undefined; readonly backup: BackupConfig } => ({
  files: filesOf(values),
  backup: backupOf(values),
});

const backupOf = (values: Values): BackupConfig => ({
  to: targetOf(values),
  schedule: scheduleOf(values),
  passphrase: values.BACKUP_PASSPHRASE,
});

function targetOf(values: Values): BackupTarget | undefined {
  const { BACKUP_TO: to } = values;
  if (to?.kind !== 'bucket') return to;
  return { kind: 'bucket', s3: s3Of('BACKUP_TO', { bucket: to.bucket, prefix: to.prefix }, values) };
}

function scheduleOf(values: Values): BackupSchedule | undefined {
  const { BACKUP_AT: at, BACKUP_KEEP: keep, BACKUP_VERIFY: verify } = values;
  const to = targetOf(values);
  if (at === undefined) {
    if (verify === 'no') return undefined;
    throw new ConfigError('BACKUP_VERIFY looks into backups that BACKUP_AT makes, and BACKUP_AT is not set.');
  }
  if (to === undefined) throw new ConfigError('BACKUP_AT is set without BACKUP_TO, which says where backups go.');
  const passphrase = values.BACKUP_PASSPHRASE ?? '';
  if (passphrase.length < backupPassphraseMinLength) {
    throw new ConfigError(
      `BACKUP_AT needs a passphrase of at least ${backupPassphraseMinLength} characters, in BACKUP_PASSPHRASE or in the file that BACKUP_PASSPHRASE_FILE names.`,
    );
  }
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  return { at: { hour, minute }, to, keep, verify, passphrase };
}
