import { setTimeout as pause } from 'node:timers/promises';
import type { JobWithMetadata } from 'pg-boss';
import { codeOfOutput } from './failure.ts';
import type { JobGround } from './ground.ts';
import type { JobKind, JobWorker } from './job-kind.ts';
import { spareTry, withoutPause } from './job-tables.ts';
import { givenUp } from './queue-settings.ts';

type Job = JobWithMetadata<{ id: string }>;

const stopWithinMs = 2000;
/** How often workers look by themselves: while notices of new jobs are heard, and while they are not. */
const lookSeconds = { heard: 60, unheard: 10 };

/** See `Jobs`. */
export async function work(ground: JobGround, kind: JobKind, worker: JobWorker): Promise<{ stop(): Promise<void> }> {
  const queue = await ground.queues.of(kind);
  ground.workers.set(queue, worker);
  await look(ground, kind, (job) => ground.performing.perform(kind, worker, job));
  return { stop: () => leave(ground, [queue]) };
}

/** Logs each job that is not tried any longer, and tells those who do its kind. */
export async function hearGivenUp(ground: JobGround): Promise<void> {
  await look(ground, givenUp, async ({ sourceName, sourceOutput, sourceRetryCount, data }) => {
    const code = codeOfOutput(sourceOutput);
    const about = { job: sourceName, jobId: data.id, code, attempt: (sourceRetryCount ?? 0) + 1 };
    ground.log.error(about, 'jobs: job given up');
    await ground.workers.get(sourceName ?? '')?.gaveUp?.(data.id, code);
    ground.wake.now(givenUp.name);
  });
}

/** Ends what runs of these queues, which costs it no try, and looks for nothing more there. */
export async function leave({ boss, db, log, performing }: JobGround, queues: readonly string[]): Promise<void> {
  const running = performing.jobIds(queues);
  const onTrouble = (err: unknown) => log.warn({ err }, 'jobs: giving jobs back failed');
  if (running.length > 0) await spareTry(db, running).catch(onTrouble);
  performing.stop(queues);
  const ended = Promise.all(queues.map((queue) => boss.offWork(queue, { wait: true })));
  await Promise.race([ended, pause(stopWithinMs, undefined, { ref: false })]);
  if (running.length > 0) await withoutPause(db, running).catch(onTrouble);
}

async function look({ boss, queues, wake }: JobGround, kind: JobKind, perform: (job: Job) => Promise<void>) {
  const queue = await queues.of(kind);
  const options = {
    includeMetadata: true as const,
    pollingIntervalSeconds: lookSeconds.unheard,
    notifyPollingIntervalSeconds: lookSeconds.heard,
  };
  for (let one = 0; one < (kind.atOnce ?? 1); one += 1) {
    const handle = async ([job]: Job[]) => {
      if (job) await perform(job);
    };
    wake.add(queue, await boss.work<{ id: string }, void, typeof options>(queue, options, handle));
  }
}
