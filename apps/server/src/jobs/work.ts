import { setTimeout as pause } from 'node:timers/promises';
import type { JobWithMetadata } from 'pg-boss';
import { within } from './enqueue.ts';
import { codeOfOutput } from './failure.ts';
import type { JobGround } from './ground.ts';
import type { Again, JobKind, JobWorker } from './job-kind.ts';
import { spareTry, withoutPause } from './job-tables.ts';
import { givenUpOf } from './queue-settings.ts';

type Job = JobWithMetadata<{ id: string }>;

const stopWithinMs = 2000;
/** How often workers look by themselves: while notices of new jobs are heard, and while they are not. */
const lookSeconds = { heard: 120, unheard: 10 };

/** See `Jobs`. */
export async function work(ground: JobGround, kind: JobKind, worker: JobWorker): Promise<{ stop(): Promise<void> }> {
  const queue = await ground.queues.of(kind);
  ground.performing.begin(queue);
  for (let one = 0; one < (kind.atOnce ?? 1); one += 1) {
    await look(ground, queue, async (job) => {
      const again = await ground.performing.perform(kind, worker, job);
      if (again) await replace(ground, job, again);
    });
  }
  const givenUp = givenUpOf(queue);
  await look(ground, givenUp, async ({ sourceOutput, sourceRetryCount, data }) => {
    const code = codeOfOutput(sourceOutput);
    const about = { job: queue, jobId: data.id, code, attempt: (sourceRetryCount ?? 0) + 1 };
    ground.log.error(about, 'jobs: job given up');
    await worker.gaveUp?.(data.id, code);
    ground.wake.now(givenUp);
  });
  return { stop: () => leave(ground, [queue]) };
}

/** Ends a job and asks for it again, at the same moment: in between it would be nobody's. */
async function replace({ boss, db, wake }: JobGround, job: Job, { againAfterSeconds }: Again): Promise<void> {
  const startAfter = Math.ceil(againAfterSeconds);
  await db.transaction().execute(async (trx) => {
    await boss.complete(job.name, { id: job.id, retryCount: job.retryCount }, null, { db: within(trx) });
    await boss.send(job.name, job.data, { singletonKey: job.data.id, startAfter, db: within(trx) });
  });
  wake.after(job.name, startAfter);
}

/** Ends what runs of these queues, which costs it no try, and looks for nothing more there. */
export async function leave({ boss, db, log, performing, wake }: JobGround, queues: readonly string[]): Promise<void> {
  const running = performing.jobIds(queues);
  const onTrouble = (err: unknown) => log.warn({ err }, 'jobs: giving jobs back failed');
  if (running.length > 0) await spareTry(db, running).catch(onTrouble);
  performing.stop(queues);
  const all = [...queues, ...queues.map(givenUpOf)];
  for (const queue of all) wake.remove(queue);
  const ended = Promise.all(all.map((queue) => boss.offWork(queue, { wait: true })));
  await Promise.race([ended, pause(stopWithinMs, undefined, { ref: false })]);
  if (running.length > 0) await withoutPause(db, running).catch(onTrouble);
}

async function look({ boss, wake }: JobGround, queue: string, perform: (job: Job) => Promise<void>): Promise<void> {
  const options = {
    includeMetadata: true as const,
    pollingIntervalSeconds: lookSeconds.unheard,
    notifyPollingIntervalSeconds: lookSeconds.heard,
  };
  const handle = async ([job]: Job[]) => {
    if (job) await perform(job);
  };
  wake.add(queue, await boss.work<{ id: string }, void, typeof options>(queue, options, handle));
}
