import { sipIceGatheringTimeoutMs } from '@sidetone/contract/rules/call-timing.ts';
import type { RTCSession } from 'jssip/lib/RTCSession';
import type { Clock } from '../../../core/clock.ts';
import { renewIceServers } from '../../ice-servers.ts';
import type { SipServer } from '../sip-server.ts';
import { acknowledge, forgetPendingInvite, sendInDialog } from './dialog-access.ts';

export interface IceRestart {
  /** Asks for a new path for the audio. There is one search at a time; a failed one is repeated. */
  ask(): void;
  /** The same, unless the audio has a path now. */
  askUnlessWell(): void;
  /** The socket is gone, and a request that was on its way with it. */
  lineLost(): void;
  stop(): void;
}

interface IceRestartParts {
  readonly session: RTCSession;
  readonly connection: RTCPeerConnection;
  readonly clock: Clock;
  /** Has TURN credentials that are valid now. */
  readonly server: Pick<SipServer, 'iceServers'>;
  /** Whether requests can leave now. */
  readonly isLineUp: () => boolean;
  /** The other end no longer knows the call. */
  readonly onUnknownDialog: () => void;
}

/** The path of a call's audio, and the search for another one. */
interface Way {
  readonly parts: IceRestartParts;
  state: 'idle' | 'searching' | 'stopped';
  /** Asked for and not done: after a rollback a browser calls a dead connection `connected`. */
  isWanted: boolean;
  cancelWait: () => void;
  /** Gives up the re-INVITE that is on its way; null while none is. */
  giveUp: (() => void) | null;
}

/** A short interruption often ends by itself within this. */
const stumbleMs = 2000;
/** A failed restart is repeated after this. */
const againMs = 3000;
/** A re-INVITE without an answer within this never arrived. */
const answerWithinMs = 8000;

/**
 * Finds a new path for the audio after the network changed: ICE restart (RFC 8445 §2.4) by a re-INVITE of our own,
 * because JsSIP's ends the call when it fails. Never ends the call; the old audio flows as long as it can.
 */
export function createIceRestart(parts: IceRestartParts): IceRestart {
  const { connection } = parts;
  const way: Way = { parts, state: 'idle', isWanted: false, cancelWait: () => {}, giveUp: null };
  const onState = () => follow(way);
  connection.addEventListener('iceconnectionstatechange', onState);
  return {
    ask: () => void restart(way),
    askUnlessWell() {
      if (way.isWanted || !isWell(connection)) void restart(way);
    },
    lineLost: () => way.giveUp?.(),
    stop() {
      way.state = 'stopped';
      way.giveUp?.();
      way.cancelWait();
      connection.removeEventListener('iceconnectionstatechange', onState);
    },
  };
}

const isWell = ({ iceConnectionState }: RTCPeerConnection): boolean =>
  iceConnectionState === 'connected' || iceConnectionState === 'completed';

const isStopped = ({ state }: Way): boolean => state === 'stopped';

function follow(way: Way) {
  switch (way.parts.connection.iceConnectionState) {
    case 'disconnected':
      return restartLater(way, stumbleMs);
    case 'failed':
      void restart(way);
      return;
    case 'connected':
    case 'completed':
      return way.cancelWait();
  }
}

function restartLater(way: Way, ms: number) {
  const { clock, connection } = way.parts;
  way.cancelWait();
  way.cancelWait = clock.after(ms, () => {
    if (!isStopped(way) && (way.isWanted || !isWell(connection))) void restart(way);
  });
}

async function restart(way: Way) {
  const { connection, isLineUp } = way.parts;
  way.isWanted = true;
  // Registering again asks again, so a line that is down needs no watch.
  if (way.state !== 'idle' || !isLineUp() || connection.signalingState !== 'stable') return;
  way.state = 'searching';
  try {
    await search(way);
  } catch {
    await connection.setLocalDescription({ type: 'rollback' }).catch(() => {});
    restartLater(way, againMs);
  } finally {
    if (!isStopped(way)) way.state = 'idle';
  }
}

/** Rejects where no path was found. */
async function search(way: Way) {
  const { connection, clock, server } = way.parts;
  await renewIceServers(connection, () => server.iceServers());
  if (isStopped(way)) return;
  await connection.setLocalDescription(await connection.createOffer({ iceRestart: true }));
  await gathered(connection, clock);
  const answer = await offer(way, connection.localDescription?.sdp ?? '');
  if (isStopped(way)) return;
  if (answer === null) throw new Error('no answer');
  await connection.setRemoteDescription({ type: 'answer', sdp: answer });
  way.isWanted = false;
}

/** The answer's SDP, or null when there was none. */
function offer(way: Way, sdp: string): Promise<string | null> {
  const { session, clock, onUnknownDialog } = way.parts;
  return new Promise((resolve) => {
    way.giveUp = () => {
      way.giveUp = null;
      forgetPendingInvite(session);
      resolve(null);
    };
    const cancel = clock.after(answerWithinMs, way.giveUp);
    const done = (answer: string | null) => {
      cancel();
      way.giveUp = null;
      resolve(answer);
    };
    sendInDialog(
      session,
      'INVITE',
      { extraHeaders: ['Content-Type: application/sdp'], body: sdp },
      {
        onSuccess(body) {
          acknowledge(session);
          done(body ?? null);
        },
        onRefused: () => done(null),
        onNoAnswer: () => done(null),
        onUnknownDialog() {
          done(null);
          onUnknownDialog();
        },
      },
    );
  });
}

/** Waits until all candidates are there, but not longer than for a new call. */
function gathered(connection: RTCPeerConnection, clock: Clock): Promise<void> {
  // Right after a restart the state is still that of the gathering before, so only its change tells.
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      connection.removeEventListener('icegatheringstatechange', look);
      resolve();
    };
    const look = () => connection.iceGatheringState === 'complete' && done();
    const cancel = clock.after(sipIceGatheringTimeoutMs, done);
    connection.addEventListener('icegatheringstatechange', look);
  });
}
