import type { Remote } from '@sidetone/contract/entities/remote.ts';

/** Whom to call: the number to dial, and what is known of them already, so that the dock shows a name immediately. */
export interface CallTarget {
  number: string;
  remote: Remote | null;
}
