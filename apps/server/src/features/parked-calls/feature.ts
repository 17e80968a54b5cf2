import { parkedCallsQueries } from '@sidetone/contract/documents/parked-calls-query.ts';
import { liveSource } from '../../documents/live-source.ts';
import type { Feature } from '../../requests/feature.ts';

/** A caller who waits in a place, as the exchange knows it. */
interface ParkedCall {
  readonly slot: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly parkedBy: string;
  /** In ms since 1970. */
  readonly since: number;
}

/** Where the exchange keeps which calls are parked. */
export interface ParkedCalls {
  of(accountId: string): readonly ParkedCall[];
  onChange(accountId: string, listener: () => void): () => void;
}

/** Parked calls, for everybody of their account: from memory, so that none costs a statement. */
export const parkedCallsFeature = (calls: ParkedCalls | undefined): Feature => ({
  sources: [
    liveSource<typeof parkedCallsQueries.parkedCalls>({
      query: parkedCallsQueries.parkedCalls,
      authorize: async () => true,
      topics: () => [],
      sharedBy: ({ accountId }) => accountId,
      onChange: ({ accountId }, changed) => calls?.onChange(accountId, changed) ?? (() => {}),
      rows: async ({ accountId }) => [
        {
          id: accountId,
          rev: 1,
          calls: (calls?.of(accountId) ?? []).map((call) => ({ ...call, since: new Date(call.since).toISOString() })),
        },
      ],
    }),
  ],
});
