import type { JobKind } from './job-kind.ts';

/** Where pg-boss puts a copy of each job that is not tried any longer, by whatever way that came about. */
export const givenUp: JobKind = {
  name: 'given-up',
  tries: 5,
  withinMinutes: 5,
  pauseSeconds: 10,
  longestPauseSeconds: 600,
};

/** Where jobs of a kind wait at this server. */
export const queueName = (kind: JobKind, node: string): string =>
  kind.here ? `${kind.name}${suffixOf(node)}` : kind.name;

/** What queues have at their end whose jobs are for this server alone. */
export const suffixOf = (node: string): string => `/${node.replaceAll(/[^\w.-]/g, '-')}`;

const day = 24 * 60 * 60;

/** How pg-boss keeps the jobs of a kind: one for each id, whether it waits or runs. */
export const queueSettings = (kind: JobKind) => ({
  policy: 'exclusive' as const,
  retryLimit: kind.tries - 1,
  retryDelay: kind.pauseSeconds,
  retryBackoff: true,
  retryDelayMax: kind.longestPauseSeconds,
  expireInSeconds: kind.withinMinutes * 60,
  /** A process that died is noticed after this, where no start of the same server notices it before. */
  heartbeatSeconds: 30,
  /** A job may wait for a server that is not started for long. */
  retentionSeconds: 365 * day,
  /** What has ended is kept this long; what was given up, so that the doctor can tell of it. */
  deleteAfterSeconds: kind.name === givenUp.name ? 30 * day : day,
  notify: true,
  ...(kind.name !== givenUp.name && { deadLetter: givenUp.name }),
});

type Settings = ReturnType<typeof queueSettings>;

/** True where a queue that an earlier version made has other settings. */
export const differs = (queue: Partial<Record<keyof Settings, unknown>>, settings: Settings): boolean =>
  (Object.keys(settings) as (keyof Settings)[]).some((key) => queue[key] !== settings[key]);
