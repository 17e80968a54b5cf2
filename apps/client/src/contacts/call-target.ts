import type { Remote } from '@sidetone/contract/entities/remote.ts';

/** Whom to call: what is dialled, and what is known of them already, so that the dock shows a name at once. */
export interface CallTarget {
  number: string;
  remote: Remote | null;
}
