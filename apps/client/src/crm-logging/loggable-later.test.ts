import { type InboxRow, inboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { expect, test } from 'vitest';
import { isLoggableLater } from './loggable-later.ts';

const call = {
  sessionId: 'one',
  onPhoneNumber: '+4940123',
  remotePhoneNumber: '+49301234567',
  startedAt: '2026-11-20T09:42:00Z',
  establishedAt: '2026-11-20T09:42:05Z',
  terminatedAt: '2026-11-20T09:50:00Z',
  terminatedReason: 'HANGUP',
  direction: 'INCOMING',
  state: 'FINISHED',
} as const;
const missed = { establishedAt: null, terminatedReason: 'CANCELLED', state: 'MISSED' } as const;

const row = (about: { call?: Partial<InboxRow['call']>; owner?: string | null; isTeam?: boolean } = {}): InboxRow =>
  inboxRow.parse({
    id: 'pbx-one',
    rev: 1,
    channelId: 'sales',
    day: '2026-11-20',
    contactId: null,
    unresolved: true,
    owner: about.owner === undefined ? 'priya' : about.owner,
    call: { ...call, ...about.call },
    remote: {
      name: null,
      organization: null,
      avatarType: 'unknown',
      isTeam: about.isTeam ?? false,
      contactId: null,
      userId: null,
    },
  });

test.each<[string, Parameters<typeof row>[0], boolean]>([
  ['SPERM-021: its owner logs a call', {}, true],
  ['another member does not', { owner: 'jonas' }, false],
  ['SPERM-024: any member logs a missed one', { owner: null, call: missed }, true],
  ['none an outgoing one that nobody took', { owner: 'jonas', call: { ...missed, direction: 'OUTGOING' } }, false],
  ['a call with a colleague is not logged', { isTeam: true }, false],
  ['a call to a short number is not logged', { call: { remotePhoneNumber: '11' } }, false],
  ['an anonymous one is', { call: { remotePhoneNumber: null } }, true],
  ['one that runs is not logged from the list', { call: { terminatedAt: null } }, false],
])('%s', (_what, about, can) => {
  expect(isLoggableLater(row(about), 'priya')).toBe(can);
});
