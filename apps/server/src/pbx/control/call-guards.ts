import type { CallTable } from './call-table.ts';

/** What happens to calls because somebody may do less than before. */
export interface CallGuards {
  /** Ends a call for everybody in it; one that is over stays over. */
  endCall(callId: string): void;
  /** Ends the calls of companies that belong to another carrier by now. */
  endCallsElsewhere(isElsewhere: (accountId: string) => boolean): void;
  /** Stops what rings this user: calls of a channel that they left, or with null all of them. */
  userLeft(userId: string, channelId: string | null): void;
}

export const callGuards = (table: Pick<CallTable, 'byId' | 'calls'>): CallGuards => ({
  endCall: (callId) => table.byId(callId)?.take({ type: 'stopAsked' }),
  endCallsElsewhere(isElsewhere) {
    for (const running of table.calls) if (isElsewhere(running.call.accountId)) running.take({ type: 'stopAsked' });
  },
  userLeft(userId, channelId) {
    for (const running of table.calls) {
      const { shown, state } = running.call;
      if (state !== 'ringing' || (channelId !== null && shown.channelId !== channelId)) continue;
      running.take({ type: 'userLeft', userId });
    }
  },
});
