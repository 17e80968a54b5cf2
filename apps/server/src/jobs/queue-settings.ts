import type { JobKind } from './job-kind.ts';

/** Where pg-boss puts a copy of each job of a queue that is not tried any longer, by whatever way that came about. */
export const givenUpOf = (queue: string): string => `${queue}.given-up`;

/** How often those who do jobs of a kind are told of one that was given up, until they have written it down. */
const telling: JobKind = { name: 'given-up', tries: 5, withinMinutes: 5, pauseSeconds: 10, longestPauseSeconds: 600 };

/** Where jobs of a kind wait at this server. */
export const queueName = (kind: JobKind, node: string): string =>
  kind.here ? `${kind.name}${suffixOf(node)}` : kind.name;

/** What queues have at their end whose jobs are for this server alone. */
export const suffixOf = (node: string): string => `/${node.replaceAll(/[^\w.-]/g, '-')}`;

const day = 24 * 60 * 60;

/** How pg-boss keeps the jobs of a kind: one for each id, whether it waits or runs. */
const settingsOf = (kind: JobKind) => ({
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
  deleteAfterSeconds: day,
  notify: true,
});

export const queueSettings = (kind: JobKind, queue: string) => ({
  ...settingsOf(kind),
  deadLetter: givenUpOf(queue),
});

/** Kept for a month, so that the doctor can tell of it; two may be of one id. */
export const givenUpSettings = () => ({
  ...settingsOf(telling),
  policy: 'standard' as const,
  deleteAfterSeconds: 30 * day,
});

export type Settings = ReturnType<typeof queueSettings> | ReturnType<typeof givenUpSettings>;

/** True where a queue that an earlier version made has other settings. */
export const differs = (queue: Readonly<Record<string, unknown>>, settings: Settings): boolean =>
  Object.entries(settings).some(([key, value]) => queue[key] !== value);
