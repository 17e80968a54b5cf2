import type { Service } from './call.ts';
import { startEchoTone } from './echo-test.ts';
import { endCall } from './end-call.ts';
import { openCallerMedia, type Turn } from './turn.ts';
import { hear } from './waiting.ts';

/** The exchange itself answers a caller whom nobody took yet, or speaks to one who is on the line already. */
export function beginService(turn: Turn, service: Service): void {
  const { call } = turn;
  const { caller } = call;
  call.service = service;
  if (caller.state === 'talking') {
    if (!caller.virtual) hear(turn, caller, 'nothing');
    serve(turn);
    return;
  }
  // Nothing was offered early yet, so the caller is answered as anybody else.
  if (caller.early === 'wanted' && caller.media === 'none') delete caller.early;
  if (caller.media === 'open') {
    caller.state = 'answering';
    answerForService(turn);
  } else openCallerMedia(turn, call.codecs);
}

/** 200 to the caller. The call counts as taken by nobody, so the book learns nothing of it. */
export function answerForService({ call, orders }: Turn): void {
  const { caller } = call;
  if (caller.state !== 'answering' || caller.sdp === null || !call.booked) return;
  caller.state = 'answered';
  caller.settled = true;
  caller.answerDue = caller.offer === null && !caller.early;
  orders.push({ do: 'leg', order: { do: 'answer', legId: caller.legId, sdp: caller.early ? '' : caller.sdp } });
}

/** As soon as the caller can hear: a sound played into a handshake would be lost. */
export function startService(turn: Turn): void {
  const { service, caller } = turn.call;
  if (service === 'echo') startEchoTone(turn);
  else if (service && caller.state === 'talking' && !turn.call.serving) {
    if (caller.mediaKind === 'rtp' || caller.mediaConnected) serve(turn);
  }
}

function serve({ call, orders }: Turn): void {
  if (!call.service || call.service === 'echo') return;
  call.serving = true;
  orders.push({ do: 'serve', legId: call.caller.legId, service: call.service });
}

/** A key that the caller pressed. */
export function serviceKey({ call, orders }: Turn, legId: string, digit: string): void {
  if (call.serving && call.phase !== 'over' && legId === call.caller.legId)
    orders.push({ do: 'serviceKey', legId, digit });
}

/** True when the call was over with its service; else it goes on with what is left to try. */
export function serviceOver(turn: Turn): boolean {
  const { call } = turn;
  if (!call.serving || call.phase === 'over') return true;
  call.serving = false;
  if (call.plan === null || call.phase === 'talking') {
    endCall(turn, call.phase === 'talking' ? 'HANGUP' : 'TEMPORARILY_UNAVAILABLE');
    return true;
  }
  call.service = null;
  return false;
}
