import type { RTCSession } from 'jssip/lib/RTCSession';
import { handClock } from '../../../testing/hand-clock.ts';
import type { EngineFact } from '../../call-engine.ts';
import { createSipCall } from '../call/sip-call.ts';
import type { SipCallParts } from '../call/sip-call-parts.ts';
import type { KeptDialog } from '../kept-dialogs.ts';
import { FakeSession } from './fake-session.ts';
import { fakeSipServer } from './fake-sip-server.ts';

/** A call on a fake session and server, with all that it told. */
export function callWith(direction: 'INCOMING' | 'OUTGOING', like: Partial<SipCallParts> = {}) {
  const session = new FakeSession();
  const clock = handClock();
  const facts: EngineFact[] = [];
  const server = fakeSipServer();
  const kept = new Map<string, KeptDialog>();
  const call = createSipCall({
    session: session as unknown as RTCSession,
    sipCallId: () => 'leg-1',
    facts: { sessionId: 's1', direction, number: '12', displayName: null, calledNumber: null, channelId: null },
    clock,
    log: () => {},
    media: () => Promise.reject(new Error('no microphone in this test')),
    server,
    kept: {
      read: () => [...kept.values()],
      keep: (dialog) => kept.set(dialog.sipCallId, dialog),
      forget: (sipCallId) => kept.delete(sipCallId),
    },
    isLineUp: () => true,
    goodbyes: { say: ({ send }) => send() },
    onEnd: () => {},
    ...like,
  });
  call.listen((fact) => facts.push(fact));
  return { session, clock, facts, call, server, kept };
}
