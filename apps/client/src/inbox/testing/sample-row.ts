import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';

type Changes = Partial<Omit<InboxRow, 'call' | 'remote'>> & {
  call?: Partial<InboxRow['call']>;
  remote?: Partial<InboxRow['remote']>;
};

/** A row for tests: a talk of five minutes with a named contact, with what the test changes. */
export function sampleRow({ call, remote, ...row }: Changes = {}): InboxRow {
  return {
    id: 'pbx-1',
    rev: 1,
    channelId: 'c1',
    day: '2026-11-20',
    contactId: null,
    unresolved: true,
    unresolvedCalls: 1,
    groupSize: 1,
    owner: null,
    documentation: {},
    ...row,
    call: {
      sessionId: '1',
      onPhoneNumber: null,
      remotePhoneNumber: '+4922147103180',
      startedAt: '2026-11-20T09:00:00Z',
      establishedAt: '2026-11-20T09:00:10Z',
      terminatedAt: '2026-11-20T09:05:10Z',
      terminatedReason: 'HANGUP',
      direction: 'INCOMING',
      state: 'FINISHED',
      ...call,
    },
    remote: {
      name: 'Ulrike Sommerfeld',
      organization: null,
      avatarType: 'contact',
      isTeam: false,
      contactId: null,
      userId: null,
      ...remote,
    },
  };
}
