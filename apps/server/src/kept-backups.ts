import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Backup, retention } from '@sidetone/contract/entities/admin-account.ts';
import type { Logger } from 'pino';
import { writeBackup } from './backup/back-up.ts';
import type { Backups } from './features/administration/company/backups.ts';
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
    list: async () => listBackups(kept),

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

/**
 * Removes backups that are older than the account that runs the server wants them: what was deleted here is gone from them
 * then. Gives how many went.
 */
export async function forgetOldBackups(db: Database, backups: Backups): Promise<number> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'retention'])
    .where('runs_server', '=', true)
    .executeTakeFirst();
  const days = account ? retention.parse(account.retention).backups : null;
  if (!account || days === null) return 0;
  const before = Date.now() - days * 24 * 60 * 60_000;
  let gone = 0;
  for (const { id, startedAt, state } of await backups.list()) {
    if (state !== 'running' && Date.parse(startedAt) < before && (await backups.remove(id))) gone += 1;
  }
  if (gone > 0) {
    const about = { accountId: account.id, actorUserId: null, action: 'retention.applied' } as const;
    await audit(db, { ...about, detail: { backups: gone, days } });
  }
  return gone;
}

const describe = (id: string, state: Backup['state'], failure: string | null, file: string): Backup => ({
  id,
  startedAt: startOf(id),
  state,
  failure,
  isEncrypted: true,
  bytes: statSync(file, { throwIfNoEntry: false })?.size ?? 0,
});

/** Removes files that an earlier process did not finish; gives their ids. */
function removeHalves(folder: string): string[] {
  const halves = namesIn(folder).filter((name) => name.endsWith('.part'));
  for (const name of halves) rmSync(join(folder, name), { force: true });
  return halves.map((name) => name.replace(/\.age\.part$/, '')).filter((id) => idForm.test(id));
}

const idOf = (at: Date): string => `sidetone-${at.toISOString().replace(/[-:Z]/g, '').replace(/[T.]/g, '-')}`;

const startOf = (id: string): string => id.replace(idForm, '$1-$2-$3T$4:$5:$6.$7Z');

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};
