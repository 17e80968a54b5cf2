import type { JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import { codeOf, JobFailure } from './failure.ts';
import type { Again, JobKind, JobWorker } from './job-kind.ts';
import { givenUpOf } from './queue-settings.ts';

interface Running {
  readonly queue: string;
  readonly jobId: string;
  readonly controller: AbortController;
  readonly ended: Promise<unknown>;
}

/** Does single jobs, and knows which run in this process. */
export function performer({
  log,
  wake,
}: {
  readonly log: Logger;
  readonly wake: { now(queue: string): void; after(queue: string, seconds: number): void };
}) {
  const running = new Map<string, Running>();
  const stopped = new Set<string>();
  const placeOf = (queue: string, id: string) => `${queue} ${id}`;

  const of = (queues: readonly string[]) => [...running.values()].filter(({ queue }) => queues.includes(queue));

  /** Rejects with a `JobFailure` alone: what it has is kept in the tables of pg-boss. */
  async function perform(
    kind: JobKind,
    worker: JobWorker,
    job: JobWithMetadata<{ id: string }>,
  ): Promise<Again | undefined> {
    const { id } = job.data;
    const queue = job.name;
    const place = placeOf(queue, id);
    // A try whose time was over may not have ended yet.
    await running.get(place)?.ended.catch(() => undefined);
    if (stopped.has(queue)) throw new JobFailure('STOPPED');
    const controller = new AbortController();
    const isLastTry = job.retryCount >= job.retryLimit;
    const work = worker.run(id, { signal: AbortSignal.any([job.signal, controller.signal]), isLastTry });
    running.set(place, { queue, jobId: job.id, controller, ended: work });
    try {
      return (await work) ?? undefined;
    } catch (error) {
      if (stopped.has(queue)) throw new JobFailure('STOPPED');
      if (controller.signal.aborted) return undefined; // Cancelled.
      const about = { err: error, job: kind.name, jobId: id, attempt: job.retryCount + 1 };
      log.warn(about, isLastTry ? 'jobs: last try failed' : 'jobs: try failed, trying again later');
      if (isLastTry) wake.after(givenUpOf(queue), 0.2);
      else wake.after(queue, longestPause(kind, job.retryCount));
      throw new JobFailure(codeOf(error));
    } finally {
      running.delete(place);
      // pg-boss looks for one job at a time, and the next one may have waited.
      wake.now(queue);
    }
  }

  return {
    perform,
    abort: (queue: string, id: string) => running.get(placeOf(queue, id))?.controller.abort(),
    /** Whether a job of this queue runs here. One that was cancelled does until it has ended, whatever its row says. */
    isBusy: (queue: string): boolean => of([queue]).length > 0,
    jobIds: (queues: readonly string[]) => of(queues).map(({ jobId }) => jobId),
    /** Somebody does the jobs of this queue, perhaps again. */
    begin: (queue: string) => void stopped.delete(queue),
    stop(queues: readonly string[]) {
      for (const queue of queues) stopped.add(queue);
      for (const { controller } of of(queues)) controller.abort();
    },
  };
}

/** pg-boss pauses twice as long after each try, and up to that again, by chance. */
const longestPause = ({ pauseSeconds, longestPauseSeconds }: JobKind, retryCount: number): number =>
  Math.min(longestPauseSeconds, pauseSeconds * 2 ** (retryCount + 1));
