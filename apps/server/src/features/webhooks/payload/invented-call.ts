import { inboxEvent } from '@sidetone/contract/entities/inbox-event.ts';
import type { SentCall } from './sent-call.ts';

/** What a test sends: a call that never was, with numbers that are nobody's. */
export function inventedCall(account: SentCall['account'], at: Date): SentCall {
  const [start, end] = [new Date(at.getTime() - 12_000).toISOString(), at.toISOString()];
  const quote = 'Hello, this call is only a test.';
  const madeBy = { kind: 'basic', language: 'en', at: end };
  return {
    account,
    channel: { id: 'test', name: 'Test' },
    user: { userId: 'wtest', firstName: 'Test', lastName: 'User' },
    theirs: { name: 'Test Caller', organization: null, isTeam: false, userId: null },
    event: inboxEvent.parse({
      id: 'pbx-test',
      channelId: 'test',
      day: end.slice(0, 10),
      contactId: null,
      unresolved: false,
      owner: 'wtest',
      call: {
        sessionId: 'test',
        onPhoneNumber: '+493023125000',
        remotePhoneNumber: '+493023125001',
        startedAt: start,
        establishedAt: start,
        terminatedAt: end,
        terminatedReason: null,
        direction: 'INCOMING',
        state: 'FINISHED',
      },
      documentation: {
        transcription: {
          status: 'success',
          madeBy,
          items: [
            { id: 's1', speaker: 1, startTime: 0.5, endTime: 3, text: quote },
            { id: 's2', speaker: 0, startTime: 4, endTime: 6, text: 'Thank you, it has arrived.' },
          ],
        },
        summary: { status: 'success', madeBy, keyPoints: [quote], topics: ['Test'] },
        callHeadline: { status: 'success', madeBy, text: quote },
      },
    }),
  };
}
