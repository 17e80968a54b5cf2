import type { RealtimeEventName, RealtimePayload } from '@sidetone/contract/realtime/events.ts';
import type { FactBoard } from '../../events.ts';

/** What it needs of the realtime channel. */
interface NoticeParts {
  readonly facts: FactBoard;
  tellUser<N extends RealtimeEventName>(userId: string, name: N, payload: RealtimePayload<N>): Promise<void>;
  onTrouble(error: unknown): void;
}

/**
 * Tells users on their own realtime channel, of either generation, what became of a call after it: a notice that may be
 * missed, since the inbox event says the same. Gives the way to stop.
 */
export function callNotices({ facts, tellUser, onTrouble }: NoticeParts): () => void {
  const notice = ({ accountId, channelId, docId }: { accountId: string; channelId: string; docId: string }) => ({
    callId: docId,
    inboxEventIdentifier: {
      accountId,
      channelId,
      docId,
      originalIncomingChannelId: null,
      isUserInOriginalIncomingChannel: false,
      phoneId: null,
    },
  });
  const stopping = [
    facts.on('recording.stored', (recording) => {
      tellUser(recording.userId, 'recording-processed', notice(recording)).catch(onTrouble);
    }),
    facts.on('summary.ready', ({ quota, hasSummary, ...call }) => {
      tellUser(call.userId, 'summary-processed', { ...notice(call), hasSummary, quota }).catch(onTrouble);
    }),
    facts.on('recording.failed', (recording) => {
      tellUser(recording.userId, 'recording-processing-failed', notice(recording)).catch(onTrouble);
    }),
  ];
  return () => {
    for (const stop of stopping) stop();
  };
}
