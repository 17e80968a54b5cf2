import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Backup, retention } from '@sidetone/contract/entities/admin-account.ts';
import type { Logger } from 'pino';
import { writeBackup } from './backup/back-up.ts';
import { backupRuns, idOf, type Run } from './backup/schedule/runs.ts';
import type { BackupStanding, Backups } from './features/administration/company/backups.ts';
import { audit } from './requests/audit.ts';
import { Refusal } from './requests/refusal.ts';
import type { Database } from './storage/database.ts';

/** `sidetone-20261122-024500-007`: the moment it was begun, UTC. */
const idForm = /^sidetone-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})-(\d{3})$/;

interface KeptParts {
  readonly db: Database;
  readonly dataDir: string;
  readonly keyFile?: string | undefined;
  readonly release: string;
  readonly log: Logger;
  /** What is made by itself; undefined for nothing. */
  readonly schedule?: { readonly verify: 'no' | 'daily' | 'weekly' } | undefined;
  /** See `BackupSource`. */
  readonly workFactor?: number;
}

/** The folder of backups, and those of this process that are not finished. */
interface Kept {
  readonly folder: string;
  readonly unfinished: Map<string, { readonly state: 'running' | 'failed'; readonly failure: string | null }>;
  fileOf(id: string): string;
}

/**
 * Backups that administrators begin in the browser, in the folder `backups` of the data folder, which no backup holds
 * itself. They are no jobs: a later process could not go on with one without its passphrase, which is kept nowhere. What an
 * earlier process left unfinished has failed; its half file is removed.
 */
export function keptBackups(parts: KeptParts): Backups {
  const folder = join(parts.dataDir, 'backups');
  const kept: Kept = { folder, unfinished: new Map(), fileOf: (id) => join(folder, `${id}.age`) };
  for (const id of removeHalves(folder)) {
    kept.unfinished.set(id, { state: 'failed', failure: 'The server stopped while it was made.' });
  }
  return {
    start: async (passphrase) => startBackup(parts, kept, passphrase),
    list: async () => await listAll(parts.db, kept),
    standing: async () => await standingOf(parts),

    async fileOf(id) {
      if (!idForm.test(id) || kept.unfinished.has(id)) return null;
      const path = kept.fileOf(id);
      return statSync(path, { throwIfNoEntry: false })?.isFile() ? { path, name: `${id}.age` } : null;
    },

    async remove(id) {
      if (!idForm.test(id)) return false;
      const known = kept.unfinished.get(id);
      if (known?.state === 'running') throw new Refusal('CONFLICT', 'This backup is still being made.');
      if (known) return kept.unfinished.delete(id);
      if (!statSync(kept.fileOf(id), { throwIfNoEntry: false })) return false;
      rmSync(kept.fileOf(id));
      return true;
    },
  };
}

function startBackup(
  { db, dataDir, keyFile, release, log, workFactor }: KeptParts,
  { folder, unfinished, fileOf }: Kept,
  passphrase: string,
): Backup {
  if ([...unfinished.values()].some(({ state }) => state === 'running')) {
    throw new Refusal('CONFLICT', 'A backup is being made already.');
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const id = idOf(new Date());
  unfinished.set(id, { state: 'running', failure: null });
  const source = { db, dataDir, keyFile, release, passphrase, ...(workFactor === undefined ? {} : { workFactor }) };
  writeBackup(fileOf(id), source).then(
    () => {
      unfinished.delete(id);
      log.info({ backup: id }, 'backups: created');
    },
    (error: unknown) => {
      log.error({ err: error, backup: id }, 'backups: creating failed');
      unfinished.set(id, { state: 'failed', failure: error instanceof Error ? error.message : String(error) });
    },
  );
  return describe(id, 'running', null, `${fileOf(id)}.part`);
}

function listBackups({ folder, unfinished, fileOf }: Kept): Backup[] {
  const ready = namesIn(folder)
    .filter((name) => name.endsWith('.age') && idForm.test(name.slice(0, -4)))
    .map((name) => name.slice(0, -4))
    .filter((id) => !unfinished.has(id));
  return [
    ...[...unfinished].map(([id, { state, failure }]) => describe(id, state, failure, `${fileOf(id)}.part`)),
    ...ready.map((id) => describe(id, 'ready', null, fileOf(id))),
  ].sort((a, b) => b.id.localeCompare(a.id));
}

/** How old backups may become, in days, as the account that runs the server wants it; null: as old as they like. */
export const retentionOfBackups = async (db: Database): Promise<number | null> => (await wantedAge(db)).days;

async function wantedAge(db: Database) {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'retention'])
    .where('runs_server', '=', true)
    .executeTakeFirst();
  return { account, days: account ? retention.parse(account.retention).backups : null };
}

/**
 * Removes backups that are older than the account that runs the server wants them: what was deleted here is gone from them
 * then. Gives how many went.
 */
export async function forgetOldBackups(db: Database, backups: Backups): Promise<number> {
  const { account, days } = await wantedAge(db);
  if (account === undefined || days === null) return 0;
  const before = Date.now() - days * 24 * 60 * 60_000;
  let gone = 0;
  for (const { id, startedAt, state, place } of await backups.list()) {
    // Those of the schedule go by its own rule, which knows this age as well.
    if (place === null && state !== 'running' && Date.parse(startedAt) < before && (await backups.remove(id)))
      gone += 1;
  }
  if (gone > 0) {
    const about = { accountId: account.id, actorUserId: null, action: 'retention.applied' } as const;
    await audit(db, { ...about, detail: { backups: gone, days } });
  }
  return gone;
}

/** Of this server, and those of the schedule. */
async function listAll(db: Database, kept: Kept): Promise<Backup[]> {
  const runs = await backupRuns(db).all();
  const looks = runs.filter(({ kind, hasFound }) => kind === 'verification' && hasFound);
  const lookedOf = (place: string, file: string) =>
    lookedAt(looks.find((one) => one.place === place && one.file === file));
  const own = listBackups(kept).map((one) => ({ ...one, looked: lookedOf(kept.folder, `${one.id}.age`) }));
  const scheduled = runs.flatMap(({ id, kind, state, begunAt, failure, bytes, place, file }): Backup[] => {
    if (kind !== 'backup' || state === 'gone') return [];
    const about = { id, state, failure, bytes, place, startedAt: begunAt.toISOString(), isEncrypted: true };
    return [{ ...about, looked: lookedOf(place, file) }];
  });
  return [...own, ...scheduled].sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}

const lookedAt = (run: Run | undefined): Backup['looked'] =>
  run === undefined ? null : { at: run.begunAt.toISOString(), isGood: run.state === 'ready', says: run.failure };

/** A night and some hours with a schedule, since a large backup takes a while; a week by hand. */
const freshHours = { scheduled: 30, byHand: 8 * 24 };
/** Some days more than the schedule has it. */
const lookDays = { no: null, daily: 3, weekly: 10 };

async function standingOf({ db, schedule }: KeptParts): Promise<BackupStanding> {
  const ended = (await backupRuns(db).all()).filter(({ state }) => state !== 'running');
  const looks = ended.filter(({ kind }) => kind === 'verification');
  const [last] = looks;
  const made = schedule && ended.find(({ kind }) => kind === 'backup');
  return {
    freshHours: schedule ? freshHours.scheduled : freshHours.byHand,
    lookDays: schedule ? lookDays[schedule.verify] : null,
    // One that broke off says nothing of the backup.
    looked: lookedAt(looks.find(({ hasFound }) => hasFound)),
    lookFailure: last && !last.hasFound ? last.failure : null,
    failed: made?.state === 'failed' ? { at: made.begunAt.toISOString(), says: made.failure } : null,
  };
}

const describe = (id: string, state: Backup['state'], failure: string | null, file: string): Backup => ({
  id,
  startedAt: startOf(id),
  state,
  failure,
  isEncrypted: true,
  bytes: statSync(file, { throwIfNoEntry: false })?.size ?? 0,
  place: null,
  looked: null,
});

/** Removes files that an earlier process did not finish; gives their ids. */
function removeHalves(folder: string): string[] {
  const halves = namesIn(folder).filter((name) => name.endsWith('.part'));
  for (const name of halves) rmSync(join(folder, name), { force: true });
  return halves.map((name) => name.replace(/\.age\.part$/, '')).filter((id) => idForm.test(id));
}

const startOf = (id: string): string => id.replace(idForm, '$1-$2-$3T$4:$5:$6.$7Z');

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};
