import type { RTCSession } from 'jssip/lib/RTCSession';
import { closeMicrophone } from '#audio/microphone.ts';
import { CallError } from '../call-error.ts';
import { createSipCall } from './call/sip-call.ts';
import type { SipCall } from './call/sip-call-parts.ts';
import type { OnDuty, SipEngineState } from './engine-state.ts';
import type { Invitation } from './invitation.ts';
import type { Media } from './open-media.ts';

/** A call that was sent, with its session at JsSIP. */
interface Invited {
  readonly call: SipCall;
  readonly session: RTCSession;
}

/**
 * Sends an INVITE with an open microphone, which is closed again when it could not leave. Fulfils when it has left;
 * throws `CallError`.
 */
export async function sendInvite(engine: SipEngineState, invitation: Invitation): Promise<Invited> {
  const media = await engine.common.media();
  try {
    const placed = placeCall(onDutyFor(invitation, engine.duty), invitation, media, engine.common);
    engine.running.add(placed.call);
    await placed.sent;
    return placed;
  } catch (cause) {
    closeMicrophone(media.microphone);
    throw cause instanceof CallError ? cause : new CallError('DIAL_FAILED', cause);
  }
}

/** Makes the call of an INVITE. `sent` fulfils when that has left. */
function placeCall(
  { ua, extension }: OnDuty,
  { to, facts, ...invitation }: Invitation,
  { microphone, pcConfig }: Media,
  common: SipEngineState['common'],
) {
  const uri = `sip:${encodeURIComponent(to).replace('%2B', '+')}@${extension.sipServer}`;
  const sent = Promise.withResolvers<void>();
  let sipCallId = '';
  let peer: RTCPeerConnection | null = null;
  const session = ua.call(uri, {
    mediaStream: microphone,
    pcConfig,
    extraHeaders: invitation.extraHeaders,
    eventHandlers: {
      // Comes before `call` returns.
      peerconnection: ({ peerconnection }) => {
        peer = peerconnection;
      },
      sending: ({ request: invite }) => {
        sipCallId = invite.call_id;
        if (invitation.toHeader) invite.setHeader('to', invitation.toHeader(uri));
        sent.resolve();
      },
      failed: ({ cause }) => sent.reject(new CallError('DIAL_FAILED', cause)),
    },
  });
  const isTakenBack = invitation.isTakenBack ?? false;
  const call = createSipCall({ ...common, session, sipCallId: () => sipCallId, facts, isTakenBack });
  call.giveMicrophone(microphone);
  if (peer !== null) call.watchPeer(peer);
  return { call, session, sent: sent.promise };
}

/** Throws where the call was given up, or where there is no connection to send it. */
function onDutyFor({ givenUp }: Invitation, duty: OnDuty | null): OnDuty {
  givenUp?.throwIfAborted();
  if (duty === null) throw new CallError('OFFLINE');
  return duty;
}
