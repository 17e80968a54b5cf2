import type { DomainProblem } from '@sidetone/contract/entities/single-sign-on.ts';

/** What a look for the record of a domain found. */
export type Found = 'found' | DomainProblem;

export interface DomainState {
  readonly state: 'waiting' | 'proved' | 'lost';
  /** Since when the record of a proved domain is missing. */
  readonly missingSince: Date | null;
}

/** How long a proved domain stays one without its record: somebody may be moving it to another name service. */
const graceMs = 7 * 24 * 60 * 60 * 1000;

/** When a domain whose record is missing since then is lost. */
export const losesAt = (missingSince: Date): Date => new Date(missingSince.getTime() + graceMs);

/** The state of a domain after a look. A name service that does not answer says nothing of it. */
export function afterLook({ state, missingSince }: DomainState, found: Found, now: Date): DomainState {
  if (found === 'found') return { state: 'proved', missingSince: null };
  if (found === 'noAnswer' || found === 'taken' || state !== 'proved') return { state, missingSince };
  const since = missingSince ?? now;
  return losesAt(since) <= now ? { state: 'lost', missingSince: null } : { state, missingSince: since };
}
