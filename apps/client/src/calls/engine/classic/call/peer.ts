import { classicIceGatheringTimeoutMs } from '@sidetone/contract/rules/call-timing.ts';
import type { Log } from '../../../conductor/parts.ts';
import type { Clock } from '../../../core/clock.ts';
import { CallError, wordsForLog } from '../../call-error.ts';
import { iceServersOrNone, renewIceServers } from '../../ice-servers.ts';
import type { ClassicServer } from '../classic-server.ts';

export interface PeerParts {
  readonly server: Pick<ClassicServer, 'iceServers' | 'openPeer' | 'answerPeer' | 'offerPeer' | 'closePeer'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Makes the connection; tests give one of their own. */
  readonly connect: (configuration: RTCConfiguration) => RTCPeerConnection;
}

export interface PeerEars {
  audio(remote: MediaStream, connection: RTCPeerConnection): void;
  /** Audio can flow. May come more than once: a connection that was cut is made again. */
  connected(): void;
}

/** This device's audio for one call. */
export interface Peer {
  /** Whether sound is arriving from the other side. */
  hears(): boolean;
  /** The line was lost and is back: finds a new path for the audio unless it kept flowing. Never throws. */
  lineBack(): void;
  /** Gives the audio up; the server is informed unless another window continues it. */
  close(how: 'end' | 'leave'): void;
}

/** A restart that failed is repeated after this, as long as the call runs. */
const restartAgainMs = 2_000;
/** A connection that is interrupted for longer than this is made again. */
const cutOffMs = 3_000;
/** Audio without a new packet within this does not flow. */
const flowLookMs = 500;
/** The server may still be making its offer. */
const offerAttempts = 4;
const offerAgainMs = 300;

/** The audio of a call between this device and the server, and the search for a new path for it. */
interface PeerState {
  readonly parts: PeerParts;
  readonly deviceId: string;
  readonly sipCallId: string;
  readonly connection: RTCPeerConnection;
  state: 'idle' | 'restarting' | 'closed';
  hasTrack: boolean;
  /** Cancels the wait for the next look at the connection. */
  stopWaiting: () => void;
}

/**
 * Opens the audio of a call: the server offers, we answer, with ICE gathering counted as complete after 2 s. Throws
 * `CallError` AUDIO_CREATION_ERROR where the browser cannot make a connection, else the error of the server.
 */
export async function openPeer(
  parts: PeerParts,
  deviceId: string,
  sipCallId: string,
  microphone: MediaStream,
  ears: PeerEars,
): Promise<Peer> {
  const [offer, iceServers] = await Promise.all([
    fetchOffer(parts, deviceId, sipCallId),
    iceServersOrNone(() => parts.server.iceServers(), parts.log),
  ]);
  const connection = created(() => parts.connect({ iceServers }));
  const peer: PeerState = {
    parts,
    deviceId,
    sipCallId,
    connection,
    state: 'idle',
    hasTrack: false,
    stopWaiting: () => {},
  };
  watch(peer, ears);
  try {
    await answerOffer(peer, offer, microphone);
  } catch (cause) {
    close(peer, 'end');
    throw cause;
  }
  return {
    hears: () => connection.getReceivers().some((receiver) => receiver.getSynchronizationSources().some(isLoud)),
    lineBack: () => lineBack(peer),
    close: (how) => close(peer, how),
  };
}

const isClosed = ({ state }: PeerState): boolean => state === 'closed';

function watch(peer: PeerState, ears: PeerEars) {
  const { connection } = peer;
  connection.addEventListener('track', ({ streams, track }) => {
    peer.hasTrack = true;
    ears.audio(streams[0] ?? new MediaStream([track]), connection);
  });
  connection.addEventListener('connectionstatechange', () => follow(peer, ears));
}

function follow(peer: PeerState, ears: PeerEars) {
  const { connection, sipCallId, parts } = peer;
  peer.stopWaiting();
  switch (connection.connectionState) {
    case 'connected':
      if (!peer.hasTrack) {
        const cause = wordsForLog(new CallError('MISSING_OUTPUT_STREAM'));
        parts.log('error', 'MISSING_OUTPUT_STREAM', { sipCallId, cause });
      }
      ears.connected();
      break;
    case 'disconnected':
      peer.stopWaiting = parts.clock.after(cutOffMs, () => restart(peer));
      break;
    case 'failed':
      restart(peer);
      break;
    default:
  }
}

/** Answers the server's offer with our microphone. */
async function answerOffer({ connection, deviceId, parts }: PeerState, offer: string, microphone: MediaStream) {
  await connection.setRemoteDescription({ type: 'offer', sdp: offer });
  created(() => {
    for (const track of microphone.getAudioTracks()) connection.addTrack(track, microphone);
  });
  await connection.setLocalDescription(await connection.createAnswer());
  await gathered(connection, parts.clock);
  await parts.server.answerPeer(deviceId, connection.localDescription?.sdp ?? '');
}

/** Makes an offer of our own, so that the audio finds another path. */
async function offerAgain(peer: PeerState) {
  const { connection, deviceId, parts } = peer;
  const { server, clock } = parts;
  if (connection.signalingState !== 'stable') await connection.setLocalDescription({ type: 'rollback' });
  await renewIceServers(connection, () => server.iceServers());
  await connection.setLocalDescription(await connection.createOffer({ iceRestart: true }));
  await gathered(connection, clock);
  const answer = await server.offerPeer(deviceId, connection.localDescription?.sdp ?? '');
  if (!isClosed(peer)) await connection.setRemoteDescription({ type: 'answer', sdp: answer });
}

function restart(peer: PeerState) {
  const { connection, sipCallId, parts } = peer;
  if (peer.state !== 'idle') return;
  peer.state = 'restarting';
  peer.stopWaiting();
  parts.log('info', 'audio restarts', { sipCallId });
  offerAgain(peer).then(
    () => {
      if (isClosed(peer)) return;
      peer.state = 'idle';
      peer.stopWaiting = parts.clock.after(restartAgainMs * 4, () => {
        if (connection.connectionState !== 'connected') restart(peer);
      });
    },
    (cause: unknown) => {
      if (isClosed(peer)) return;
      peer.state = 'idle';
      parts.log('warn', 'audio not restarted', { sipCallId, cause: String(cause) });
      peer.stopWaiting = parts.clock.after(restartAgainMs, () => restart(peer));
    },
  );
}

/** Where only signalling was away, the audio never stopped, and a new path would interrupt it. */
function lineBack(peer: PeerState) {
  const { connection, parts } = peer;
  if (connection.connectionState !== 'connected') return restart(peer);
  const before = newestOf(connection);
  peer.stopWaiting();
  peer.stopWaiting = parts.clock.after(flowLookMs, () => {
    if (newestOf(connection) === before) restart(peer);
  });
}

function close(peer: PeerState, how: 'end' | 'leave') {
  const { connection, deviceId, parts } = peer;
  if (isClosed(peer)) return;
  peer.state = 'closed';
  peer.stopWaiting();
  connection.close();
  if (how === 'end') parts.server.closePeer(deviceId).catch(() => {});
}

/**
 * The server's offer for this call's audio; asked for again while the server still makes it. Throws the error of the
 * server.
 */
async function fetchOffer(
  { server, clock }: Pick<PeerParts, 'server' | 'clock'>,
  deviceId: string,
  sipCallId: string,
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await server.openPeer(deviceId, sipCallId);
    } catch (cause) {
      if (attempt >= offerAttempts || !['CONFLICT', 'NOT_FOUND'].includes(codeOf(cause))) throw cause;
      await new Promise<void>((resolve) => void clock.after(offerAgainMs, resolve));
    }
  }
}

/** The time stamps of the packets that arrived last, as a text to compare. */
function newestOf(connection: RTCPeerConnection): string {
  const sources = connection.getReceivers().flatMap((receiver) => receiver.getSynchronizationSources());
  return sources.map(({ source, rtpTimestamp }) => `${source} ${rtpTimestamp}`).join();
}

/** Comfort noise and silence do not replace the waiting tone. */
function isLoud({ audioLevel }: RTCRtpSynchronizationSource): boolean {
  return (audioLevel ?? 0) > 0.001;
}

/** Waits until all candidates are there, or for 2 s (specification 9). */
function gathered(connection: RTCPeerConnection, clock: Clock): Promise<void> {
  if (connection.iceGatheringState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      connection.removeEventListener('icegatheringstatechange', look);
      resolve();
    };
    const look = () => {
      if (connection.iceGatheringState === 'complete') done();
    };
    const cancel = clock.after(classicIceGatheringTimeoutMs, done);
    connection.addEventListener('icegatheringstatechange', look);
  });
}

function created<T>(make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new CallError('AUDIO_CREATION_ERROR', cause);
  }
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
