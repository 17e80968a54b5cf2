import { sipIceGatheringTimeoutMs } from '@sidetone/contract/rules/call-timing.ts';
import type { UA } from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession';
import type { Log } from '../../conductor/parts.ts';
import type { Clock } from '../../core/clock.ts';
import type { IncomingPage } from '../call-engine.ts';
import { iceServersOrNone } from '../ice-servers.ts';
import type { SipCallParts } from './call/sip-call-parts.ts';
import type { SipServer } from './sip-server.ts';

interface PageLegParts {
  readonly session: RTCSession;
  readonly facts: SipCallParts['facts'];
  readonly ua: UA;
  readonly server: Pick<SipServer, 'iceServers'>;
  readonly clock: Clock;
  readonly log: Log;
}

type Peer = { readonly peerconnection: RTCPeerConnection };
type Candidate = { readonly ready: () => void };

/** The leg of a page: answered without a microphone. It ends with a reload, and with the connection to the server. */
export function createPageLeg({ session, facts, ua, server, clock, log }: PageLegParts): IncomingPage {
  const { sessionId, displayName, number } = facts;
  const over = Promise.withResolvers<void>();
  const sound = Promise.withResolvers<MediaStream | null>();
  let stopGathering: (() => void) | null = null;
  const end = (options: { status_code?: number } = {}) => {
    if (!session.isEnded()) session.terminate(options);
  };
  const leave = () => end();
  const finish = () => {
    stopGathering?.();
    ua.removeListener('disconnected', leave);
    sound.resolve(null);
    over.resolve();
  };
  ua.on('disconnected', leave);
  session.on('ended', finish);
  session.on('failed', finish);
  if (session.isEnded()) finish();

  async function hear(): Promise<MediaStream | null> {
    const iceServers = await iceServersOrNone(() => server.iceServers(), log);
    if (session.isEnded()) return null;
    session.on('peerconnection', ({ peerconnection }: Peer) => {
      peerconnection.addEventListener('track', ({ streams, track }) => {
        sound.resolve(streams[0] ?? new MediaStream([track]));
      });
    });
    session.on('icecandidate', ({ ready }: Candidate) => {
      stopGathering ??= clock.after(sipIceGatheringTimeoutMs, ready);
    });
    session.answer({ mediaConstraints: { audio: false, video: false }, pcConfig: { iceServers } });
    return await sound.promise;
  }

  return {
    sessionId,
    displayName,
    number,
    hear: () =>
      hear().catch((cause: unknown) => {
        log('warn', 'page not heard', { sessionId, cause: String(cause) });
        end({ status_code: 480 });
        return null;
      }),
    refuse: () => end({ status_code: 480 }),
    leave,
    over: over.promise,
  };
}
