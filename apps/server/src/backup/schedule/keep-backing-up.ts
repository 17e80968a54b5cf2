import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { openBackup } from '../back-up.ts';
import type { BackupPlace } from '../places/place.ts';
import { isTried } from '../verify/throw-away.ts';
import type { VerifyFound } from '../verify/verify-backup.ts';
import { lookRecorded } from './look-recorded.ts';
import { isDue, isVerificationDue, type KeepRule, toForget } from './rules.ts';
import { backupRuns, idOf, wordsOf } from './runs.ts';

interface ScheduleParts {
  readonly db: Database;
  readonly dataDir: string;
  readonly keyFile?: string | undefined;
  /** Of Sidetone, such as 0.3.0. */
  readonly release: string;
  readonly node: string;
  readonly place: BackupPlace;
  readonly schedule: {
    readonly at: { readonly hour: number; readonly minute: number };
    readonly keep: KeepRule;
    readonly verify: 'no' | 'daily' | 'weekly';
    readonly passphrase: string;
  };
  /** What the account that runs the server lets backups become at most, in days. */
  mostDays(): Promise<number | null>;
  /** Looks into a backup; gives what it found. Rejects with `BackupError` where the backup is of no use. */
  verify(file: string, signal: AbortSignal): Promise<VerifyFound>;
  readonly log: Logger;
  /** See `BackupSource`. */
  readonly workFactor?: number;
  readonly lookMs?: number;
}

const lookEveryMs = 30_000;

/**
 * Makes backups by the schedule, one at a time over all servers of a database: the server that holds the lock does, and the lock
 * ends with its process. A job of the queue would be held until its time is over, which for a backup is hours.
 */
export function keepBackingUp(parts: ScheduleParts): { stop(): Promise<void> } {
  const ended = new AbortController();
  let looking: Promise<unknown> = Promise.resolve();
  let isLooking = false;
  const look = () => {
    if (isLooking || ended.signal.aborted) return;
    isLooking = true;
    looking = lookOnce(parts, ended.signal, new Date())
      .catch((error: unknown) => {
        if (!ended.signal.aborted) parts.log.error({ err: error }, 'backups: looking at the schedule failed');
      })
      .finally(() => {
        isLooking = false;
      });
  };
  const timer = setInterval(look, parts.lookMs ?? lookEveryMs);
  look();
  return {
    async stop() {
      clearInterval(timer);
      ended.abort();
      await looking;
    },
  };
}

/** Does what is due at this moment. */
export async function lookOnce(parts: ScheduleParts, signal: AbortSignal, now: Date): Promise<void> {
  await underLock(parts.db, async () => {
    await settleCutOff(parts);
    const { at, verify } = parts.schedule;
    const runs = backupRuns(parts.db);
    const backups = (await runs.all()).filter(({ kind, place }) => kind === 'backup' && place === parts.place.shown);
    if (!isDue(at, backups, now)) return;
    const made = await backUp(parts, signal, now);
    if (made === null) return;
    await forgetOld(parts, now);
    const looks = (await runs.all()).filter(({ kind, state }) => kind === 'verification' && state === 'ready');
    if (isVerificationDue(verify, looks[0]?.begunAt ?? null, now)) await lookInto(parts, made, signal);
    await runs.tidy();
  });
}

/** While no other process does; false: one does. */
async function underLock(db: Database, work: () => Promise<void>): Promise<boolean> {
  return await db.connection().execute(async (connection: Kysely<Schema>) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(hashtext('sidetone'), hashtext('backup schedule')) as taken`.execute(connection);
    if (!rows[0]?.taken) return false;
    try {
      await work();
      return true;
    } finally {
      await sql`select pg_advisory_unlock(hashtext('sidetone'), hashtext('backup schedule'))`.execute(connection);
    }
  });
}

/**
 * We hold the lock, so the process that began these is gone; a command may look into a backup at any time, and holds another one. A
 * backup out of which this database was restored is whole.
 */
async function settleCutOff({ db, place, log }: ScheduleParts): Promise<void> {
  const runs = backupRuns(db);
  const running = (await runs.all()).filter(({ state }) => state === 'running');
  const isLookedInto = running.some(({ kind }) => kind === 'verification') && (await isTried(db));
  const cutOff = isLookedInto ? running.filter(({ kind }) => kind === 'backup') : running;
  for (const run of cutOff) {
    if (run.kind === 'backup' && run.place === place.shown) {
      const bytes = await place.bytesOf(run.file);
      if (bytes !== null) {
        await runs.ready(run.id, bytes);
        continue;
      }
      await place.removeHalf(run.file);
    }
    log.warn({ run: run.id, kind: run.kind }, 'backups: cut off, its process was gone');
    await runs.failed(run.id, 'The server stopped while it was made.');
  }
}

/** Gives the name of the backup; null where it failed. */
async function backUp(parts: ScheduleParts, signal: AbortSignal, now: Date): Promise<string | null> {
  const { db, dataDir, keyFile, release, node, place, schedule, log, workFactor } = parts;
  const runs = backupRuns(db);
  const id = idOf(now);
  const file = `${id}.age`;
  await runs.begin({ id, kind: 'backup', place: place.shown, file, node, begunAt: now });
  try {
    const source = { db, dataDir, keyFile, release, passphrase: schedule.passphrase };
    const body = await openBackup({ ...source, ...(workFactor !== undefined && { workFactor }) });
    const bytes = await place.write(file, body, signal);
    await runs.ready(id, bytes);
    log.info({ backup: file, to: place.shown, bytes }, 'backups: created by the schedule');
    return file;
  } catch (error) {
    // The next look, of whichever server, finds it cut off.
    if (signal.aborted) throw error;
    log.error({ err: error, backup: file, to: place.shown }, 'backups: the scheduled one failed, trying later');
    await runs.failed(id, wordsOf(error));
    return null;
  }
}

/** Only those that this installation has made: others may keep theirs in the same place. */
async function forgetOld({ db, place, schedule, mostDays, log }: ScheduleParts, now: Date): Promise<void> {
  const runs = backupRuns(db);
  const own = (await runs.all()).filter(
    ({ kind, state, place: where }) => kind === 'backup' && state === 'ready' && where === place.shown,
  );
  const ids = toForget(own, schedule.keep, now, await mostDays());
  for (const { id, file } of own.filter((run) => ids.includes(run.id))) {
    try {
      await place.remove(file);
      await runs.gone(id);
    } catch (error) {
      log.warn({ err: error, backup: file }, 'backups: removing an old one failed, trying after the next one');
    }
  }
}

async function lookInto(parts: ScheduleParts, file: string, signal: AbortSignal): Promise<void> {
  const { db, node, place, verify, log } = parts;
  try {
    const { wrong } = await lookRecorded({ db, node, place: place.shown, file }, () => verify(file, signal));
    log.info({ backup: file, wrong }, 'backups: looked into one');
  } catch (error) {
    if (signal.aborted) throw error;
    log.error({ err: error, backup: file }, 'backups: looking into one failed');
  }
}
