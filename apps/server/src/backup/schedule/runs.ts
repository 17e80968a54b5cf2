import { sql } from 'kysely';
import { BlobError } from '../../storage/blobs/blobs.ts';
import type { Database } from '../../storage/database.ts';
import { BackupError } from '../format.ts';

export interface Run {
  readonly id: string;
  readonly kind: 'backup' | 'verification';
  readonly place: string;
  readonly file: string;
  readonly begunAt: Date;
  readonly endedAt: Date | null;
  readonly state: 'running' | 'ready' | 'failed' | 'gone';
  readonly bytes: number;
  readonly failure: string | null;
  /** Whether a look came to a result. */
  readonly hasFound: boolean;
}

/** Longer is of no use to anybody. */
const longestFailure = 500;
/** What failed is shown for so long, and what has gone is remembered. */
const rememberedDays = 30;
/** Those of twenty years that are kept, with the attempts of a month that fail each hour. */
const mostRuns = 5000;

export async function hasRuns(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('public.backup_runs') is not null as is`.execute(db);
  return rows[0]?.is === true;
}

/** The runs of the table `backup_runs`. */
export function backupRuns(db: Database) {
  return {
    all: () => allRuns(db),

    async begin(run: Pick<Run, 'id' | 'kind' | 'place' | 'file' | 'begunAt'> & { readonly node: string }) {
      const { begunAt, ...about } = run;
      await db
        .insertInto('backup_runs')
        .values({ ...about, begun_at: begunAt, state: 'running', bytes: 0 })
        .execute();
    },

    async ready(id: string, bytes: number, found: object | null = null) {
      await db
        .updateTable('backup_runs')
        .set({ state: 'ready', bytes, ended_at: sql`now()`, found: found && JSON.stringify(found), failure: null })
        .where('id', '=', id)
        .execute();
    },

    async failed(id: string, why: string, found: object | null = null) {
      await db
        .updateTable('backup_runs')
        .set({
          state: 'failed',
          ended_at: sql`now()`,
          failure: why.slice(0, longestFailure),
          found: found && JSON.stringify(found),
        })
        .where('id', '=', id)
        .execute();
    },

    async gone(id: string) {
      await db.updateTable('backup_runs').set({ state: 'gone' }).where('id', '=', id).execute();
    },

    /** Forgets what nobody asks for any longer. */
    async tidy() {
      await db
        .deleteFrom('backup_runs')
        .where(sql<boolean>`begun_at < now() - make_interval(days => ${rememberedDays})`)
        .where((either) => either.or([either('state', 'in', ['failed', 'gone']), either('kind', '=', 'verification')]))
        // The newest verification says when backups were last looked into, however long ago.
        .where(
          sql<boolean>`id not in (select id from backup_runs where kind = 'verification' order by begun_at desc limit 2)`,
        )
        .execute();
    },
  };
}

/** Newest first. */
async function allRuns(db: Database): Promise<Run[]> {
  const rows = await db.selectFrom('backup_runs').selectAll().orderBy('begun_at', 'desc').limit(mostRuns).execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    place: row.place,
    file: row.file,
    begunAt: row.begun_at,
    endedAt: row.ended_at,
    state: row.state,
    bytes: Number(row.bytes),
    failure: row.failure,
    hasFound: row.found !== null,
  }));
}

/** As it is shown to those who run the server. */
export const wordsOf = (error: unknown): string => {
  if (error instanceof BackupError || error instanceof BlobError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
};

/** `sidetone-20261122-024500-007`: a moment, UTC. */
export const idOf = (at: Date): string => `sidetone-${at.toISOString().replace(/[-:Z]/g, '').replace(/[T.]/g, '-')}`;
