import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../storage/database.ts';
import type { Writer } from '../storage/writer.ts';
import { codeOfOutput } from './failure.ts';
import type { JobKind, JobWorker, Sweeps } from './job-kind.ts';
import { broughtForward, cancelled, isBusy, spareTry, takeBack, withoutPause } from './job-tables.ts';
import { performer } from './perform.ts';
import { differs, givenUp, queueSettings } from './queue-settings.ts';
import { nextSweep, sweepKind, sweepSeconds } from './sweeps.ts';

/** Work that outlives the process which asked for it. */
export interface Jobs {
  /**
   * Asks for work, within the transaction of the change that needs it: it begins once that has committed. One job of an id
   * waits or runs at a time: another one is none more, but a job that waits for later comes as early as the earliest was
   * asked for.
   */
  enqueue(db: Writer, kind: JobKind, id: string, when?: { readonly afterSeconds: number }): Promise<void>;
  /** Does the jobs of a kind from now on, those of earlier lives too. */
  work(kind: JobKind, worker: JobWorker): Promise<void>;
  /** Ends the job of an id, within a transaction; one that runs here is told immediately, elsewhere within half a minute. */
  cancel(db: Writer, kind: JobKind, id: string): Promise<void>;
  /** Does these every hour, on one server at a time, one after the other. */
  sweep(sweeps: Sweeps): Promise<void>;
  /** Fulfils when no job of this kind runs or could begin; one that is tried again later is not waited for. */
  idle(kind: JobKind): Promise<void>;
  /** Tells running jobs to end and gives them two seconds; the next start goes on with them. */
  stop(): Promise<void>;
}

interface JobsDeps {
  readonly db: Database;
  /** Of the same database: jobs have connections of their own. */
  readonly url: string;
  readonly log: Logger;
  /** The name of this server, whose earlier life may have left jobs; none where this is no server. */
  readonly node?: string;
}

const stopWithinMs = 2000;
/** While notices of new jobs are heard, and while they are not. */
const lookSeconds = { heard: 60, unheard: 10 };

/** Opens the jobs of this database; `work` and `sweep` begin to do them. Rejects when its tables are of another version. */
export async function openJobs({ db, url, log, node }: JobsDeps): Promise<Jobs> {
  const boss = newBoss(url, log);
  if (node !== undefined) {
    const taken = await takeBack(db, node);
    if (taken > 0) log.info({ jobs: taken }, 'jobs: taken up after a restart');
  }
  await boss.start();
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const made = new Map<string, Promise<void>>();
  const workers = new Map<string, JobWorker>();
  const sweeps = new Map<string, () => Promise<unknown>>();
  const wake = waker(boss);
  const performing = performer({ log, wake });

  const makeQueue = async (kind: JobKind): Promise<void> => {
    const settings = queueSettings(kind);
    const found = known.get(kind.name);
    if (!found) return await boss.createQueue(kind.name, settings);
    const { policy: _, ...others } = settings;
    if (differs(found, settings)) await boss.updateQueue(kind.name, others);
  };
  const queueOf = async (kind: JobKind): Promise<void> => {
    if (kind !== givenUp) await queueOf(givenUp);
    const making = made.get(kind.name) ?? makeQueue(kind);
    made.set(kind.name, making);
    making.catch(() => made.delete(kind.name));
    await making;
  };

  const enqueue: Jobs['enqueue'] = async (writer, kind, id, { afterSeconds } = { afterSeconds: 0 }) => {
    await queueOf(kind);
    const options = { singletonKey: id, startAfter: afterSeconds, db: within(writer) };
    const isNew = (await boss.send(kind.name, { id }, options)) !== null;
    if (!isNew && !(await broughtForward(writer, kind.name, id, afterSeconds))) return;
    // What begins immediately is announced by the database, once it has committed.
    if (afterSeconds > 0 || !isNew) wake.after(kind.name, afterSeconds);
  };

  const work = async (kind: JobKind, perform: (jobs: JobWithMetadata<{ id: string }>[]) => Promise<void>) => {
    await queueOf(kind);
    for (let one = 0; one < (kind.atOnce ?? 1); one += 1) {
      const options = {
        includeMetadata: true as const,
        pollingIntervalSeconds: lookSeconds.unheard,
        notifyPollingIntervalSeconds: lookSeconds.heard,
      };
      wake.add(kind.name, await boss.work<{ id: string }, void, typeof options>(kind.name, options, perform));
    }
  };

  await work(givenUp, async ([job]) => {
    if (!job) return;
    const { sourceName: name, sourceOutput, data } = job;
    const code = codeOfOutput(sourceOutput);
    log.error({ job: name, jobId: data.id, code, tries: (job.sourceRetryCount ?? 0) + 1 }, 'jobs: job given up');
    await workers.get(name ?? '')?.gaveUp?.(data.id, code);
    wake.now(givenUp.name);
  });

  const planSweeps = async (names: readonly string[]) => {
    await queueOf(sweepKind);
    const planned = names.map((name) => ({ data: { id: name }, ...nextSweep(name, new Date()) }));
    await boss.insert(sweepKind.name, planned, { returnId: false });
    wake.after(sweepKind.name, sweepSeconds);
  };

  return {
    enqueue,

    async work(kind, worker) {
      workers.set(kind.name, worker);
      await work(kind, async ([job]) => void (job && (await performing.perform(kind, worker, job))));
    },

    async cancel(writer, kind, id) {
      await cancelled(writer, kind.name, id);
      performing.abort(kind, id);
    },

    async sweep(more) {
      const isFirst = sweeps.size === 0;
      for (const [name, sweep] of Object.entries(more)) sweeps.set(name, sweep);
      await planSweeps(Object.keys(more));
      if (!isFirst) return;
      const worker: JobWorker = {
        async run(name) {
          const sweep = sweeps.get(name);
          if (!sweep) return; // Of another version.
          await planSweeps([name]);
          await sweep();
        },
      };
      await work(sweepKind, async ([job]) => void (job && (await performing.perform(sweepKind, worker, job))));
    },

    async idle(kind) {
      while (await isBusy(db, kind.name)) await pause(20);
    },

    async stop() {
      wake.stop();
      const running = performing.jobIds();
      if (running.length > 0) await spareTry(db, running).catch((err) => log.warn({ err }, 'jobs: stopping failed'));
      performing.stop();
      const ended = Promise.all([...made.keys()].map((name) => boss.offWork(name, { wait: true })));
      await Promise.race([ended, pause(stopWithinMs, undefined, { ref: false })]);
      await boss.stop({ graceful: false });
      if (running.length > 0)
        await withoutPause(db, running).catch((err) => log.warn({ err }, 'jobs: stopping failed'));
    },
  };
}

/** A statement of pg-boss, done by a transaction of ours. */
const within = (writer: Writer) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await writer.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  },
});

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
  });
  boss.on('error', (err) => log.warn({ err }, 'jobs: looking for work failed, trying later'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'jobs: something needs attention'));
  return boss;
}

/** Lets workers of this process look for work before it is their time. */
function waker(boss: PgBoss) {
  const ids = new Map<string, string[]>();
  const timers = new Set<NodeJS.Timeout>();
  /** Later than any job of ours is; and what timers can hold. */
  const longestSeconds = 24 * 60 * 60;
  const now = (queue: string) => {
    for (const id of ids.get(queue) ?? []) boss.notifyWorker(id);
  };
  return {
    now,
    add: (queue: string, workerId: string) => void ids.set(queue, [...(ids.get(queue) ?? []), workerId]),
    after(queue: string, seconds: number): void {
      if (seconds > longestSeconds) return;
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          now(queue);
        },
        seconds * 1000 + 50,
      );
      timer.unref();
      timers.add(timer);
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
