import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';

/** Where the engines learn what the server knows of the user's calls. */
export interface OngoingSource {
  /** Calls back at every change until the returned function is called. */
  watch(onChange: () => void): () => void;
  /** The calls as they are now; null before the server has sent them. */
  read(): readonly OngoingCall[] | null;
}
