import { endCall } from './end-call.ts';
import { legOf, partnerOf, type Turn } from './turn.ts';

/** Three beeps say that the system hears; then the caller hears themselves. */
const confirmationMs = 1200;

export function echoConnected(turn: Turn, legId: string): void {
  const leg = legOf(turn.call, legId);
  if (!leg) return;
  leg.mediaConnected = true;
  startEchoTone(turn);
}

/** Not before the browser can hear it: a tone played into a handshake would be lost. */
export function startEchoTone(turn: Turn): void {
  const { call, orders } = turn;
  if (call.service !== 'echo' || call.caller.alerted || call.caller.state !== 'talking') return;
  if (call.caller.mediaKind === 'webrtc' && !call.caller.mediaConnected) return;
  call.caller.alerted = true;
  orders.push({ do: 'play', legId: call.caller.legId, tone: 'confirmation' });
  orders.push({ do: 'startTimer', timer: 'tone', ms: confirmationMs });
}

export function toneOver(turn: Turn): void {
  const { call, orders } = turn;
  if (call.phase !== 'talking') return;
  orders.push({ do: 'play', legId: call.caller.legId, tone: null });
  orders.push({ do: 'echo', legId: call.caller.legId });
}

/** A key of one side is made anew for the other; in the echo test # hangs up. */
export function digitHeard(turn: Turn, legId: string, digit: string): void {
  const { call, orders } = turn;
  if (call.phase !== 'talking') return;
  if (call.service === 'echo') {
    if (digit === '#') endCall(turn, 'HANGUP');
    return;
  }
  const partner = partnerOf(call, legId);
  if (partner?.media === 'open') orders.push({ do: 'sendDtmf', legId: partner.legId, digit });
}
