import { X509Certificate } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Backup } from '@sidetone/contract/entities/admin-account.ts';
import { certificateLevel, diskLevel } from '@sidetone/contract/entities/health.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { waitsLongSeconds } from '../../storage/files/far-files.ts';
import { type Found, found } from './finding.ts';

/** What is known of backups besides each of them. */
interface BackupStanding {
  /** How many hours the newest one may be old. */
  readonly freshHours: number;
  /** How many days ago somebody has to have looked into one; null: as they like. */
  readonly lookDays: number | null;
  readonly looked: Backup['looked'];
  /** Why the last attempt to look into one came to nothing. */
  readonly lookFailure: string | null;
  /** The last attempt of the schedule, where it failed. */
  readonly failed: { readonly at: string; readonly says: string | null } | null;
}

/** What only the running server knows of itself. */
export interface Machine {
  readonly dataDir: string;
  /** Whether mail of an account goes out. */
  sendsMail(accountId: string): Promise<boolean>;
  /** Programs that the server needs, each of which answers or rejects. */
  readonly parts: Readonly<Record<string, () => Promise<unknown>>>;
  /** What HTTPS is served with; undefined where it is not. */
  certificate(): string | undefined;
  /** Why the certificate in the files is not used, but the one before; null where it is. */
  refusedCertificate(): string | null;
  /** How many files have been waiting to go to a bucket for so long. */
  readonly filesWaiting?: ((seconds: number) => Promise<number>) | undefined;
  backups(): Promise<readonly Backup[]>;
  backupStanding(): Promise<BackupStanding>;
}

/** The state of the machine and its programs, for its operator. */
export async function serverHealth(db: Database, machine: Machine, accountId: string, now: Date): Promise<Found[]> {
  const all = await Promise.all([
    ...Object.entries(machine.parts).map(([name, ask]) => part(name, ask)),
    filesWaiting(machine),
    disk(machine.dataDir),
    certificate(machine.certificate(), now),
    refusedCertificate(machine.refusedCertificate()),
    ...(await backups(machine, now)),
    jobs(db),
    database(db),
    mail(machine, accountId),
  ]);
  return all.filter((one) => one !== null);
}

/** A program that has not answered by then does not. */
const answerWithinMs = 3_000;

async function part(name: string, ask: () => Promise<unknown>): Promise<Found> {
  const answered = ask().then(
    () => true,
    () => false,
  );
  const isThere = await Promise.race([answered, sleep(answerWithinMs, false, { ref: false })]);
  return found(isThere ? 'partWorks' : 'partSilent', { about: name, name });
}

async function filesWaiting(machine: Machine): Promise<Found | null> {
  const count = (await machine.filesWaiting?.(waitsLongSeconds)) ?? 0;
  return count === 0 ? null : found('filesWaiting', { count });
}

const diskCodes = { ok: 'diskFree', warning: 'diskLow', problem: 'diskFull' } as const;

async function disk(folder: string): Promise<Found> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  return found(diskCodes[diskLevel(free)], { count: free });
}

const dayMs = 86_400_000;

const certificateCodes = { ok: 'certificateValid', warning: 'certificateEnds', problem: 'certificateOver' } as const;

function certificate(pem: string | undefined, now: Date): Found | null {
  if (pem === undefined) return null;
  const { validToDate } = new X509Certificate(pem);
  const days = Math.floor((validToDate.getTime() - now.getTime()) / dayMs);
  return found(certificateCodes[certificateLevel(days)], { count: days });
}

const refusedCertificate = (why: string | null): Found | null =>
  why === null ? null : found('certificateRefused', { said: why.slice(0, 500) });

const hourMs = 3_600_000;

async function backups(machine: Machine, now: Date): Promise<(Found | null)[]> {
  const [all, standing] = await Promise.all([machine.backups(), machine.backupStanding()]);
  return [newestBackup(all, standing, now), scheduledBackup(standing), lookInto(standing, now)];
}

/** Older copies say little of what would be lost. */
function newestBackup(all: readonly Backup[], { freshHours }: BackupStanding, now: Date): Found {
  const ready = all.filter(({ state }) => state === 'ready').map(({ startedAt }) => Date.parse(startedAt));
  if (ready.length === 0) return found('noBackup');
  const newest = Math.max(...ready);
  const ageMs = now.getTime() - newest;
  const isFresh = ageMs < freshHours * hourMs;
  return found(isFresh ? 'backupFresh' : 'backupOld', { count: Math.floor(ageMs / dayMs), since: new Date(newest) });
}

const scheduledBackup = ({ failed }: BackupStanding): Found | null =>
  failed && found('backupFailing', { said: failed.says, since: new Date(failed.at) });

function lookInto({ lookDays, looked, lookFailure }: BackupStanding, now: Date): Found | null {
  if (looked === null) return lookDays === null || lookFailure === null ? null : unlooked(lookFailure, null);
  const since = new Date(looked.at);
  const days = Math.floor((now.getTime() - since.getTime()) / dayMs);
  if (!looked.isGood) return found('backupBroken', { said: looked.says, since });
  if (lookDays !== null && days > lookDays) return unlooked(lookFailure, since);
  return found('backupLooked', { count: days, since });
}

const unlooked = (said: string | null, since: Date | null): Found => found('backupUnlooked', { said, since });

/** A database that takes longer for the smallest question holds up every call. */
const slowMs = 250;

/** The middle one of three answers: a single one may have waited for something else. */
async function database(db: Database): Promise<Found> {
  const times: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    const begun = performance.now();
    await sql`select 1`.execute(db);
    times.push(performance.now() - begun);
  }
  const ms = Math.round(times.toSorted((one, other) => one - other)[1] ?? 0);
  return found(ms > slowMs ? 'databaseSlow' : 'databaseQuick', { count: ms });
}

async function jobs(db: Database): Promise<Found> {
  const { rows } = await sql<{ count: number; names: string[] }>`
    select count(*)::int as count, coalesce(array_agg(distinct source_name), '{}') as names from pgboss.job
    where name like '%.given-up' and created_on > now() - interval '7 days'`.execute(db);
  const { count = 0, names = [] } = rows[0] ?? {};
  return count === 0 ? found('jobsFine') : found('jobsGivenUp', { count, name: names.join(', ') });
}

const mail = async (machine: Machine, accountId: string): Promise<Found> =>
  found((await machine.sendsMail(accountId)) ? 'mailSet' : 'mailMissing');
