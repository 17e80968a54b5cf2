import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { type Database, urlOf } from '../storage/database.ts';
import type { Writer } from '../storage/writer.ts';
import { enqueue } from './enqueue.ts';
import type { JobGround } from './ground.ts';
import type { JobKind, JobWorker, Sweeps } from './job-kind.ts';
import { cancelled, idsWithJob, isBusy, takeBack } from './job-tables.ts';
import { performer } from './perform.ts';
import { suffixOf } from './queue-settings.ts';
import { openQueues } from './queues.ts';
import { sweep } from './sweeps.ts';
import { waker } from './waker.ts';
import { leave, work } from './work.ts';

/** Work that outlives the process which asked for it. */
export interface Jobs {
  /**
   * Asks for work, within the transaction of the change that needs it: it begins once that has committed. One job of an id
   * waits or runs at a time: another one is none more, but a job that waits for later comes as early as the earliest was
   * asked for.
   */
  enqueue(db: Writer, kind: JobKind, id: string, when?: { readonly afterSeconds: number }): Promise<void>;
  /** Does the jobs of a kind from now on, those of earlier lives too. */
  work(kind: JobKind, worker: JobWorker): Promise<Working>;
  /** Ends the job of an id, within a transaction; one that runs here is told immediately, elsewhere within half a minute. */
  cancel(db: Writer, kind: JobKind, id: string): Promise<void>;
  /** Which of these ids have a job of this kind, waiting or running, here or at another server. */
  among(db: Writer, kind: JobKind, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Does these every hour, one after the other. */
  sweep(sweeps: Sweeps): Promise<void>;
  /** Fulfils when no job of this kind runs or could begin; one that is tried again later is not waited for. */
  idle(kind: JobKind): Promise<void>;
  /** Tells running jobs to end and gives them two seconds; the next start goes on with them. */
  stop(): Promise<void>;
}

/** Jobs of one kind are being done here. */
interface Working {
  /** Tells those that run to end and gives them two seconds; the next who works goes on with them. */
  stop(): Promise<void>;
}

interface JobsDeps {
  readonly db: Database;
  readonly log: Logger;
  /** The name of this server. */
  readonly node: string;
  /** It has claimed the name, so that what runs under it is left by an earlier life. */
  readonly isServer?: boolean;
}

/** Opens the jobs of this database; `work` and `sweep` begin to do them. Rejects when its tables are of another version. */
export async function openJobs({ db, log, node, isServer = false }: JobsDeps): Promise<Jobs> {
  const boss = newBoss(urlOf(db), log);
  if (isServer) {
    const taken = await takeBack(db, node, suffixOf(node));
    if (taken > 0) log.info({ jobs: taken }, 'jobs: taken up after a restart');
  }
  await boss.start();
  const queues = await openQueues(boss, node);
  const wake = waker(boss);
  const performing = performer({ log, wake });
  const ground: JobGround = { boss, db, log, queues, wake, performing, sweeps: new Map() };
  return {
    enqueue: (...given) => enqueue(ground, ...given),
    work: (...given) => work(ground, ...given),
    async cancel(writer, kind, id) {
      const queue = await queues.of(kind);
      await cancelled(writer, queue, id);
      performing.abort(queue, id);
    },
    among: (writer, { name }, ids) => idsWithJob(writer, name, ids),
    sweep: (sweeps) => sweep(ground, sweeps),
    async idle(kind) {
      const queue = await queues.of(kind);
      while (performing.isBusy(queue) || (await isBusy(db, queue))) await pause(20);
    },
    async stop() {
      wake.stop();
      await leave(ground, queues.names());
      await boss.stop({ graceful: false });
    },
  };
}

function newBoss(url: string, log: Logger): PgBoss {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'pgboss',
    max: 2,
    // Our own migrations make its tables, as their owner.
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    useListenNotify: true,
    notifyHeartbeatIntervalMs: 30_000,
    maintenanceIntervalSeconds: 60 * 60,
    // No job of ours waits for others.
    flowIntervalSeconds: 24 * 60 * 60,
  });
  boss.on('error', (err) => log.warn({ err }, 'jobs: looking for work failed, trying later'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'jobs: something needs attention'));
  return boss;
}
