import { sipIceGatheringTimeoutMs } from '@sidetone/contract/rules/call-timing.ts';
import type { RTCSession } from 'jssip/lib/RTCSession';
import type { Clock } from '../../../core/clock.ts';
import { renewIceServers } from '../../renew-ice-servers.ts';
import type { SipServer } from '../sip-server.ts';
import { acknowledge, forgetPendingInvite, sendInDialog } from './dialog-access.ts';

export interface IceRestart {
  /** Asks for a new way for the audio. While one is being found nothing more is asked; a failed one is tried again. */
  ask(): void;
  /** The same, where the audio finds no way now. */
  askUnlessWell(): void;
  /** The socket is gone, and a request that was on its way with it. */
  lineLost(): void;
  stop(): void;
}

interface IceRestartParts {
  readonly session: RTCSession;
  readonly connection: RTCPeerConnection;
  readonly clock: Clock;
  /** With TURN credentials that are good now. */
  readonly server: Pick<SipServer, 'iceServers'>;
  /** Whether requests can leave now. */
  readonly isLineUp: () => boolean;
  /** Nobody at the other end knows the call any more. */
  readonly onUnknownDialog: () => void;
}

/** A connection that only stumbled often finds its way by itself within this. */
const stumbleMs = 2000;
/** A restart that came to nothing is tried again after this. */
const againMs = 3000;
/** Whoever has not answered a re-INVITE within this never got it. */
const answerWithinMs = 8000;

/**
 * Finds a new way for the audio after the network changed: ICE restart (RFC 8445 §2.4) by a re-INVITE that is our own,
 * because JsSIP's ends the call when it fails. Never ends the call; the audio of before runs on as long as it can.
 */
export function createIceRestart(parts: IceRestartParts): IceRestart {
  const { session, connection, clock, server, isLineUp, onUnknownDialog } = parts;
  let running = false;
  let stopped = false;
  /** Asked for and not done: after a rollback a browser calls a dead connection `connected`. */
  let wanted = false;
  let cancelWait: () => void = () => {};
  let giveUp: (() => void) | null = null;

  const isWell = () => connection.iceConnectionState === 'connected' || connection.iceConnectionState === 'completed';

  function later(ms: number) {
    cancelWait();
    cancelWait = clock.after(ms, () => {
      if (!stopped && (wanted || !isWell())) void restart();
    });
  }

  async function restart() {
    wanted = true;
    // Registering again asks anew, so a line that is down needs no watch.
    if (running || stopped || !isLineUp() || connection.signalingState !== 'stable') return;
    running = true;
    try {
      await renewIceServers(connection, () => server.iceServers());
      if (stopped) return;
      await connection.setLocalDescription(await connection.createOffer({ iceRestart: true }));
      await gathered(connection, clock);
      const answer = await offer(connection.localDescription?.sdp ?? '');
      if (stopped) return;
      if (answer === null) throw new Error('no answer');
      await connection.setRemoteDescription({ type: 'answer', sdp: answer });
      wanted = false;
    } catch {
      await connection.setLocalDescription({ type: 'rollback' }).catch(() => {});
      later(againMs);
    } finally {
      running = false;
    }
  }

  /** The answer's SDP, or null when there was none. */
  function offer(sdp: string): Promise<string | null> {
    return new Promise((resolve) => {
      giveUp = () => {
        giveUp = null;
        forgetPendingInvite(session);
        resolve(null);
      };
      const cancel = clock.after(answerWithinMs, giveUp);
      const done = (answer: string | null) => {
        cancel();
        giveUp = null;
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

  function follow() {
    switch (connection.iceConnectionState) {
      case 'disconnected':
        return later(stumbleMs);
      case 'failed':
        void restart();
        return;
      case 'connected':
      case 'completed':
        return cancelWait();
    }
  }

  connection.addEventListener('iceconnectionstatechange', follow);
  return {
    ask: () => void restart(),
    askUnlessWell() {
      if (wanted || !isWell()) void restart();
    },
    lineLost: () => giveUp?.(),
    stop() {
      stopped = true;
      giveUp?.();
      cancelWait();
      connection.removeEventListener('iceconnectionstatechange', follow);
    },
  };
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
