import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const night = { BACKUP_AT: '3:00', BACKUP_TO: '/safe', BACKUP_PASSPHRASE: 'seven grey herons' };
const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

test('backups by the schedule need a time, a place and a passphrase', () => {
  expect(readConfig({}).backup).toEqual({ to: undefined, schedule: undefined, passphrase: undefined });
  expect(readConfig(night).backup.schedule).toEqual({
    at: { hour: 3, minute: 0 },
    to: { kind: 'folder', folder: '/safe' },
    keep: { days: 7, weeks: 4, months: 6 },
    verify: 'no',
    passphrase: 'seven grey herons',
  });
  const set = {
    ...night,
    BACKUP_TO: 's3://safe-bucket/phones/',
    ...keys,
    BACKUP_KEEP: '30d, 12m',
    BACKUP_VERIFY: 'weekly',
  };
  expect(readConfig(set).backup.schedule).toMatchObject({
    to: { kind: 'bucket', s3: { bucket: 'safe-bucket', prefix: 'phones/', region: 'us-east-1' } },
    keep: { days: 30, weeks: 0, months: 12 },
    verify: 'weekly',
  });
});

test.each([
  [{ BACKUP_AT: '3 am' }, 'BACKUP_AT'],
  [{ BACKUP_AT: '24:00' }, 'BACKUP_AT'],
  [{ BACKUP_TO: 'safe' }, 'BACKUP_TO'],
  [{ BACKUP_TO: 'ftp://safe' }, 'BACKUP_TO'],
  [{ BACKUP_TO: 's3://x' }, 'BACKUP_TO'],
  [{ BACKUP_TO: 's3://safe-bucket' }, 'S3_ACCESS_KEY_ID'],
  [{ BACKUP_TO: '' }, 'BACKUP_TO'],
  [{ BACKUP_KEEP: '7' }, 'BACKUP_KEEP'],
  [{ BACKUP_KEEP: '0d' }, 'BACKUP_KEEP'],
  [{ BACKUP_VERIFY: 'monthly' }, 'BACKUP_VERIFY'],
  [{ BACKUP_AT: '', BACKUP_VERIFY: 'daily' }, 'BACKUP_VERIFY'],
  [{ BACKUP_PASSPHRASE: 'short' }, 'BACKUP_PASSPHRASE'],
])('%o is refused', (change, name) => {
  expect(() => readConfig({ ...night, ...change })).toThrow(name);
});
