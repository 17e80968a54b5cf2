import type { Serving } from '../call.ts';
import { endCall } from '../endings/end-call.ts';
import { isConnected } from '../leg-media.ts';
import type { Turn } from '../turn.ts';

/** Three beeps say that the system hears; then the caller hears themselves. */
const confirmationMs = 1200;

/** Not before the browser can hear it: a tone played into a handshake would be lost. */
export function startEchoTone(turn: Turn<Serving>): void {
  const { call, orders } = turn;
  if (call.service !== 'echo' || call.caller.alerted || call.caller.state !== 'talking') return;
  if (call.caller.mediaKind === 'webrtc' && !isConnected(call.caller.media)) return;
  call.caller.alerted = true;
  orders.push({ do: 'play', legId: call.caller.legId, sound: 'confirmation' });
  orders.push({ do: 'startTimer', timer: 'tone', ms: confirmationMs });
}

export function toneOver(turn: Turn<Serving>): void {
  const { call, orders } = turn;
  if (call.taken !== 'taken' || call.service !== 'echo') return;
  orders.push({ do: 'play', legId: call.caller.legId, sound: null });
  orders.push({ do: 'echo', legId: call.caller.legId });
}

/** # hangs up. */
export function hangUpEchoTest(turn: Turn<Serving>): void {
  if (turn.call.service === 'echo' && turn.call.taken === 'taken') endCall(turn, 'HANGUP');
}
