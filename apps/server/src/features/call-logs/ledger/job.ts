import type { JobKind } from '../../../jobs/job-kind.ts';

/** Writes what is due of one connection, one entry after the other; the id is that of `connectionJob`. */
export const writeKind: JobKind = {
  name: 'crm-write',
  // Whatever a CRM does is written down in the ledger: these are for a process or a database that dies.
  tries: 50,
  withinMinutes: 10,
  pauseSeconds: 5,
  longestPauseSeconds: 60,
  atOnce: 4,
};

/** An account connects one CRM of each name. */
export const connectionJob = (accountId: string, source: string): string => `${accountId}/${source}`;
