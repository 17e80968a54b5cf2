import { X509Certificate } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { Backup } from '@sidetone/contract/entities/admin-account.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { type Found, found } from './finding.ts';

/** What only the running server knows of itself. */
export interface Machine {
  readonly dataDir: string;
  readonly sendsMail: boolean;
  /** Programs that the server needs, each of which answers or rejects. */
  readonly parts: Readonly<Record<string, () => Promise<unknown>>>;
  /** What HTTPS is served with; undefined where it is not. */
  certificate(): string | undefined;
  backups(): Promise<readonly Backup[]>;
}

/** How the machine and its programs stand, for whoever runs it. */
export async function serverHealth(db: Database, machine: Machine, now: Date): Promise<Found[]> {
  const all = await Promise.all([
    ...Object.entries(machine.parts).map(([name, ask]) => part(name, ask)),
    disk(machine.dataDir),
    certificate(machine.certificate(), now),
    backup(await machine.backups(), now),
    jobs(db),
  ]);
  return [...all, found(machine.sendsMail ? 'mailSet' : 'mailMissing')].filter((one) => one !== null);
}

/** A program that has not answered by then does not. */
const answerWithinMs = 3_000;

async function part(name: string, ask: () => Promise<unknown>): Promise<Found> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), answerWithinMs);
  });
  const answered = ask().then(
    () => true,
    () => false,
  );
  const isThere = await Promise.race([answered, tooLong]);
  clearTimeout(timer);
  return found(isThere ? 'partWorks' : 'partSilent', { about: name, name });
}

const gigabyte = 1024 ** 3;

async function disk(folder: string): Promise<Found> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const code = free < 0.2 * gigabyte ? 'diskFull' : free < 2 * gigabyte ? 'diskLow' : 'diskFree';
  return found(code, { count: free });
}

const dayMs = 86_400_000;

function certificate(pem: string | undefined, now: Date): Found | null {
  if (pem === undefined) return null;
  const { validToDate } = new X509Certificate(pem);
  const days = Math.floor((validToDate.getTime() - now.getTime()) / dayMs);
  return found(days < 0 ? 'certificateOver' : days < 21 ? 'certificateEnds' : 'certificateValid', { count: days });
}

/** Older copies say little of what would be lost. */
const freshDays = 7;

function backup(backups: readonly Backup[], now: Date): Found {
  const ready = backups.filter(({ state }) => state === 'ready').map(({ startedAt }) => Date.parse(startedAt));
  if (ready.length === 0) return found('noBackup');
  const newest = Math.max(...ready);
  const days = Math.floor((now.getTime() - newest) / dayMs);
  return found(days > freshDays ? 'backupOld' : 'backupFresh', { count: days, since: new Date(newest) });
}

async function jobs(db: Database): Promise<Found> {
  const { rows } = await sql<{ count: number; names: string[] }>`
    select count(*)::int as count, coalesce(array_agg(distinct source_name), '{}') as names from pgboss.job
    where name like '%.given-up' and created_on > now() - interval '7 days'`.execute(db);
  const { count = 0, names = [] } = rows[0] ?? {};
  return count === 0 ? found('jobsFine') : found('jobsGivenUp', { count, name: names.join(', ') });
}
