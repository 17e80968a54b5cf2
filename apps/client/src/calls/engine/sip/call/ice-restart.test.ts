import type { RTCSession } from 'jssip/lib/RTCSession';
import { expect, test } from 'vitest';
import { type HandClock, handClock, settle } from '../../../testing/hand-clock.ts';
import { createFactTap } from '../../fact-tap.ts';
import { createIceRestart } from './ice-restart.ts';
import { followSession } from './session-events.ts';
import type { SipCallParts } from './sip-call-parts.ts';
import { newLeg, type SipLeg, watchPeer } from './sip-leg.ts';

interface Handlers {
  onSuccessResponse(response: { body?: string }): void;
  onErrorResponse(response: { status_code: number }): void;
  onDialogError(): void;
}

/** A connection that gathers immediately and remembers what was set. */
class FakeConnection extends EventTarget {
  iceConnectionState = 'connected';
  connectionState = 'new';
  signalingState = 'stable';
  localDescription: { sdp: string } | null = null;
  configuration: RTCConfiguration = { iceServers: [], bundlePolicy: 'max-bundle' };
  getConfiguration() {
    return this.configuration;
  }
  setConfiguration(configuration: RTCConfiguration) {
    this.configuration = configuration;
  }
  readonly set: string[] = [];
  async createOffer(options: { iceRestart: boolean }) {
    return { type: 'offer', sdp: `offer ${options.iceRestart}` };
  }
  async setLocalDescription(description: { type: string; sdp?: string }) {
    this.set.push(description.type);
    this.signalingState = description.type === 'rollback' ? 'stable' : 'have-local-offer';
    if (description.sdp !== undefined) this.localDescription = { sdp: description.sdp };
  }
  async setRemoteDescription({ sdp }: { sdp: string }) {
    this.set.push(sdp);
    this.signalingState = 'stable';
  }
  becomes(state: string) {
    this.iceConnectionState = state;
    this.dispatchEvent(new Event('iceconnectionstatechange'));
  }
  /** A handshake can fail on a path that ICE is content with. */
  failsItsHandshake() {
    this.connectionState = 'failed';
    this.dispatchEvent(new Event('connectionstatechange'));
  }
}

function call() {
  const clock: HandClock = handClock();
  const connection = new FakeConnection();
  const sent: { method: string; body?: string; handlers?: Handlers }[] = [];
  const dialog = { uac_pending_reply: true };
  const line = { up: true };
  const turn = { servers: async () => [{ urls: ['turn:one'], username: '1:anna', credential: 'x' }] };
  let unknown = 0;
  const listeners = new Map<string, (event: object) => void>();
  const session = {
    on: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    _dialog: dialog,
    sendRequest: (method: string, options?: { body?: string; eventHandlers: Handlers }) =>
      sent.push({ method, ...(options && { body: options.body ?? '', handlers: options.eventHandlers }) }),
  };
  const parts = {
    session: session as unknown as RTCSession,
    clock,
    server: { iceServers: () => turn.servers() },
    isLineUp: () => line.up,
  };
  const peer = connection as unknown as RTCPeerConnection;
  const restart = createIceRestart({
    ...parts,
    connection: peer,
    onUnknownDialog: () => {
      unknown += 1;
    },
  });
  /** The leg of this call before any audio. */
  const leg = (stage: SipLeg['stage']) => {
    const facts = { direction: 'OUTGOING' };
    const made = { ...newLeg({ ...parts, facts } as unknown as SipCallParts, createFactTap()), stage } as SipLeg;
    followSession(made, made.session);
    watchPeer(made, peer);
    return made;
  };
  const invites = () => sent.filter(({ method }) => method === 'INVITE');
  const accept = () => listeners.get('accepted')?.({});
  return { clock, connection, sent, invites, dialog, line, turn, restart, leg, accept, unknown: () => unknown };
}

test('a connection that is interrupted for 2 s gets a new path by a re-INVITE', async () => {
  const { clock, connection, sent, invites } = call();
  connection.becomes('disconnected');
  await clock.pass(1999);
  expect(sent).toEqual([]);
  await clock.pass(501);
  expect(invites()[0]?.body).toBe('offer true');
  invites()[0]?.handlers?.onSuccessResponse({ body: 'answer' });
  await settle();
  expect(sent.map(({ method }) => method)).toEqual(['INVITE', 'ACK']);
  expect(connection.set).toEqual(['offer', 'answer']);
});

test('a connection that recovers by itself is left alone', async () => {
  const { clock, connection, sent } = call();
  connection.becomes('disconnected');
  connection.becomes('connected');
  await clock.pass(10_000);
  expect(sent).toEqual([]);
});

test('a first handshake that fails is tried again immediately, once there is a call', async () => {
  const { clock, connection, invites, leg } = call();
  leg('established');
  connection.failsItsHandshake();
  await clock.pass(500);
  expect(invites().map(({ body }) => body)).toEqual(['offer true']);
  for (const stage of ['waiting', 'over'] as const) {
    const none = call();
    none.leg(stage);
    none.connection.failsItsHandshake();
    await none.clock.pass(500);
    expect(none.sent, stage).toEqual([]);
  }
});

test('a handshake for early audio that fails is tried again once the call is answered', async () => {
  const { clock, connection, invites, leg, accept } = call();
  leg('waiting');
  connection.failsItsHandshake();
  await clock.pass(500);
  expect(invites()).toEqual([]);
  accept();
  await clock.pass(500);
  expect(invites().map(({ body }) => body)).toEqual(['offer true']);
});

test('a refused re-INVITE changes nothing and is tried again, although the browser reports a connection', async () => {
  const { clock, connection, invites, restart } = call();
  restart.ask();
  await clock.pass(500);
  invites()[0]?.handlers?.onErrorResponse({ status_code: 500 });
  await clock.pass(2999);
  expect([connection.set, invites().length]).toEqual([['offer', 'rollback'], 1]);
  await clock.pass(501);
  expect(invites()).toHaveLength(2);
});

test('a re-INVITE that is lost with its socket is not waited for, and another one leaves when the line is back', async () => {
  const { clock, invites, dialog, line, restart } = call();
  restart.ask();
  await clock.pass(500);
  line.up = false;
  restart.lineLost();
  await clock.pass(60_000);
  expect([dialog.uac_pending_reply, invites().length]).toEqual([false, 1]);
  line.up = true;
  restart.askUnlessWell();
  await clock.pass(500);
  expect(invites()).toHaveLength(2);
});

test('a server that never answers is asked again, and the call ends when the server does not know it', async () => {
  const { clock, invites, restart, unknown } = call();
  restart.ask();
  restart.ask();
  await clock.pass(500 + 8000 + 3000 + 500);
  expect([invites().length, unknown()]).toEqual([2, 0]);
  invites()[1]?.handlers?.onDialogError();
  expect(unknown()).toBe(1);
});

test('no re-INVITE leaves after the end of the call', async () => {
  const { clock, connection, sent, restart } = call();
  restart.stop();
  connection.becomes('failed');
  restart.ask();
  await clock.pass(60_000);
  expect(sent).toEqual([]);
});

test('a restart uses fresh TURN credentials, and the old ones where none can be fetched', async () => {
  const { clock, connection, invites, restart, turn } = call();
  restart.ask();
  await clock.pass(500);
  expect(connection.configuration).toEqual({
    bundlePolicy: 'max-bundle',
    iceServers: [{ urls: ['turn:one'], username: '1:anna', credential: 'x' }],
  });
  invites()[0]?.handlers?.onSuccessResponse({ body: 'answer' });
  await settle();
  turn.servers = async () => {
    throw new Error('no network');
  };
  restart.ask();
  await clock.pass(500);
  expect(invites()).toHaveLength(2);
  expect(connection.configuration.iceServers).toHaveLength(1);
});
