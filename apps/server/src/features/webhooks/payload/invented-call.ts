import { documentation } from '@sidetone/contract/entities/documentation.ts';
import type { SentCall } from './sent-call.ts';

/** What a test sends: a call that never was, with numbers that are nobody's. */
export function inventedCall(account: { readonly id: string; readonly name: string }, at: Date): SentCall {
  const by = { madeBy: { kind: 'basic', language: 'en', at: at.toISOString() } };
  return {
    id: 'pbx-test',
    accountId: account.id,
    accountName: account.name,
    channel: { id: 'test', name: 'Test' },
    direction: 'INCOMING',
    ownNumber: '+493023125000',
    remoteNumber: '+493023125001',
    remoteName: 'Test Caller',
    startedAt: new Date(at.getTime() - 12_000),
    endedAt: at,
    user: { userId: 'wtest', firstName: 'Test', lastName: 'User' },
    parts: documentation.parse({
      transcription: {
        status: 'success',
        ...by,
        items: [
          { id: 's1', speaker: 1, startTime: 0.5, endTime: 3, text: 'Hello, this call is only a test.' },
          { id: 's2', speaker: 0, startTime: 4, endTime: 6, text: 'Thank you, it has arrived.' },
        ],
      },
      summary: { status: 'success', ...by, keyPoints: ['Hello, this call is only a test.'], topics: ['Test'] },
      callHeadline: { status: 'success', ...by, text: 'Hello, this call is only a test.' },
    }),
  };
}
