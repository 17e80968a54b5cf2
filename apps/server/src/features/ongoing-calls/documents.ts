import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { type LiveSource, liveSource } from '../../documents/live-source.ts';

/** Where users look for their live calls. */
export interface LiveCalls {
  /** Those of a user, by their sessions; one that has ended stays for a moment. */
  of(userId: string): readonly (OngoingCall & { readonly rev: number })[];
  /** Calls back after a change of a call of this user; gives the way to stop. */
  onChange(userId: string, listener: () => void): () => void;
}

/** Every live call of the asker, on whatever device, from memory; nobody sees the calls of others. */
export const ongoingCallDocuments = (calls: LiveCalls | undefined): LiveSource[] => [
  liveSource<typeof liveQueries.ongoingCalls>({
    query: liveQueries.ongoingCalls,
    authorize: async () => true,
    topics: () => [],
    onChange: ({ userId }, changed) => calls?.onChange(userId, changed) ?? (() => {}),
    rows: async ({ userId }) => calls?.of(userId) ?? [],
  }),
];
