import { EventEmitter } from 'node:events';
import type { RTCSession } from 'jssip/lib/RTCSession';
import { expect, test } from 'vitest';
import { handClock, settle } from '../../testing/hand-clock.ts';
import type { EngineCall, ResumedAs } from '../call-engine.ts';
import type { SipCall } from './call/sip-call-parts.ts';
import type { Invitation } from './invitation.ts';
import { createKeptDialogs, type KeptDialog, replacesHeader } from './kept-dialogs.ts';
import { takeBackKept } from './take-back.ts';
import { fakeSipServer, ongoingRow } from './testing/fake-sip-server.ts';

const dialog: KeptDialog = {
  sessionId: 's1',
  sipCallId: 'leg-1',
  localTag: 'ours',
  remoteTag: 'theirs',
  direction: 'OUTGOING',
  number: '12',
  displayName: null,
  calledNumber: null,
  channelId: 'c1',
  muted: true,
};

function storage(): () => Storage {
  const items = new Map<string, string>();
  return () =>
    ({
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
      removeItem: (key: string) => items.delete(key),
    }) as unknown as Storage;
}

function page() {
  const kept = createKeptDialogs(storage());
  const server = fakeSipServer();
  const clock = handClock();
  const sent: Invitation[] = [];
  const resumed: { call: EngineCall; establishedAt: number; as: ResumedAs | undefined }[] = [];
  const session = new EventEmitter();
  const open: boolean[] = [];
  const start = () =>
    takeBackKept({
      kept,
      ongoing: server.ongoing,
      username: 'anna',
      clock,
      log: () => {},
      async invite(invitation) {
        sent.push(invitation);
        const call = { openMicrophone: (value: boolean) => open.push(value), resumeTransfer: () => null };
        return { call: call as unknown as SipCall, session: session as unknown as RTCSession };
      },
      hear: {
        incoming() {},
        line() {},
        resumed: (call, establishedAt, as) => resumed.push({ call, establishedAt, as }),
      },
    });
  return { kept, server, clock, sent, resumed, session, open, start };
}

test('the tags of Replaces are named from the other side', () => {
  expect(replacesHeader(dialog)).toBe('Replaces: leg-1;to-tag=theirs;from-tag=ours');
});

test('a call of the page before continues as it was', async () => {
  const { kept, server, sent, resumed, session, open, start } = page();
  kept.keep(dialog);
  start();
  expect(sent).toEqual([]);
  server.knows(ongoingRow({ onHold: true }));
  await settle();
  expect(sent[0]).toMatchObject({
    extraHeaders: ['X-Client-Correlation-Id: s1', 'Replaces: leg-1;to-tag=theirs;from-tag=ours'],
    isTakenBack: true,
    facts: { sessionId: 's1', direction: 'OUTGOING', number: '12', channelId: 'c1' },
  });
  expect(resumed).toMatchObject([
    { establishedAt: Date.parse('2026-01-01T10:00:05Z'), as: { muted: true, held: true, transfer: null } },
  ]);
  expect(open).toEqual([false]);
  session.emit('confirmed');
  expect(kept.read()).toEqual([]);
  server.knows(ongoingRow());
  await settle();
  expect(sent).toHaveLength(1);
});

test('a call that the server no longer has is forgotten', () => {
  const { kept, server, sent, start } = page();
  kept.keep(dialog);
  start();
  server.knows(ongoingRow({ state: 'ended' }));
  expect([sent, kept.read()]).toEqual([[], []]);
});

test('no call is taken back before the server has told its calls, and the dialog is kept for another try', async () => {
  const { kept, server, sent, clock, start } = page();
  kept.keep(dialog);
  start();
  await clock.pass(8000);
  server.knows(ongoingRow());
  await settle();
  expect([sent, kept.read()]).toEqual([[], [dialog]]);
});

test('a dialog that an earlier version of the app stored is read, and stored as it was', () => {
  const before = storage();
  const { sipCallId, ...rest } = dialog;
  before().setItem('sidetone.dialogs', JSON.stringify([{ ...rest, callId: sipCallId }]));
  const kept = createKeptDialogs(before);
  expect(kept.read()).toEqual([dialog]);
  kept.keep({ ...dialog, muted: false });
  expect(JSON.parse(before().getItem('sidetone.dialogs') ?? '')).toEqual([
    { ...rest, callId: sipCallId, muted: false },
  ]);
});

test('a storage with other contents, or none at all, is read as empty', () => {
  const strange = storage();
  strange().setItem('sidetone.dialogs', '[{"callId":3},null]');
  expect(createKeptDialogs(strange).read()).toEqual([]);
  strange().setItem('sidetone.dialogs', '{');
  expect(createKeptDialogs(strange).read()).toEqual([]);
  const none = () => {
    throw new Error('no storage');
  };
  const kept = createKeptDialogs(none);
  kept.keep(dialog);
  expect(kept.read()).toEqual([]);
});
