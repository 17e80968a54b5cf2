import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import type { SipServer } from '../sip-server.ts';

/** A server whose rows a test writes and whose orders it sees. */
export interface FakeSipServer extends SipServer {
  /** Orders in the order in which they came, like `hold leg-1 true`. */
  readonly orders: string[];
  /** The next order fails. */
  failNext(): void;
  /** What the server knows from now on. */
  knows(...rows: OngoingCall[]): void;
}

export function fakeSipServer(): FakeSipServer {
  const orders: string[] = [];
  const watchers = new Set<() => void>();
  let rows: readonly OngoingCall[] | null = null;
  let fails = false;

  async function order(...words: unknown[]) {
    orders.push(words.join(' '));
    const failed = fails;
    fails = false;
    if (failed) throw new Error('refused');
  }

  return {
    orders,
    failNext() {
      fails = true;
    },
    knows(...known) {
      rows = known;
      for (const watcher of [...watchers]) watcher();
    },
    extension: () => Promise.reject(new Error('no extension in this test')),
    currentExtension: async () => null,
    iceServers: async () => [],
    hangUp: (sipCallId, as) => order('hang up', sipCallId, ...(as ? [as] : [])),
    hold: (sipCallId, value) => order('hold', sipCallId, value),
    sendTones: (sipCallId, tones) => order('tones', sipCallId, tones),
    async startRecording(sipCallId) {
      await order('record', sipCallId);
      return 'recording-1';
    },
    stopRecording: (sipCallId, recordingId) => order('stop', sipCallId, recordingId),
    async startTransfer(sipCallId, { number, sessionId }) {
      await order('transfer', sipCallId, number, sessionId);
      return 'transfer-1';
    },
    setLines: (sipCallId, transferId, lines) => order('lines', sipCallId, transferId, ...lines),
    dropTransfer: (sipCallId, transferId) => order('drop', sipCallId, transferId),
    transferTo: (sipCallId, number, to) => order('blind', sipCallId, number, ...(to ? [to] : [])),
    park: (sessionId) => order('park', sessionId),
    joinCalls: (sessionId, otherSessionId) => order('join', sessionId, otherSessionId),
    ongoing: {
      read: () => rows,
      watch(onChange) {
        watchers.add(onChange);
        return () => watchers.delete(onChange);
      },
    },
  };
}

/** A row of a call that runs: session `s1`, leg `leg-1`. */
export function ongoingRow(like: Partial<OngoingCall> = {}): OngoingCall {
  return {
    id: 's1',
    callId: 'leg-1',
    docId: 'pbx-s1',
    channelId: null,
    direction: 'OUTGOING',
    state: 'talking',
    number: '12',
    name: null,
    ownNumber: null,
    originalChannelId: null,
    startedAt: '2026-01-01T10:00:00Z',
    establishedAt: '2026-01-01T10:00:05Z',
    endpointId: 'app',
    onHold: false,
    recording: null,
    transfer: null,
    transferredTo: null,
    ...like,
  };
}
