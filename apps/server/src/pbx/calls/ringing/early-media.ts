import type { Codec } from '../../ports.ts';
import { isOpened } from '../booking.ts';
import type { Choosing, Fork, Ringing } from '../call.ts';
import { hasAudio } from '../leg-media.ts';
import { forkOf, isOpen, type Turn } from '../turn.ts';
import { hear } from '../waiting.ts';

/**
 * A device that rings speaks already (183 with SDP), and the caller hears it through our own endpoint. Of all devices
 * the first one is heard, and the answer that the caller gets in their 183 is the one SDP of this call, no matter who takes it.
 */
export function deviceSpeaks({ call, orders }: Turn<Ringing>, fork: Fork, sdp: string): void {
  // A user who calls on a second line hears their client's tone.
  if (call.speaking !== null || call.caller.virtual) return;
  call.speaking = fork.legId;
  orders.push({ do: 'acceptAnswer', legId: fork.legId, sdp });
}

/** The device that speaks agreed on its audio; the caller's follows. */
export function speakerAgreed(turn: Turn<Ringing>, legId: string, codec: Codec): void {
  const { call, orders } = turn;
  const { caller } = call;
  const fork = forkOf(call, legId);
  if (!fork || call.speaking !== legId || fork.codec !== null) return;
  fork.codec = codec;
  if (!isOpen(fork)) return;
  if (caller.media !== 'none' || caller.offer === null || caller.state !== 'waiting') {
    hearSpeaker(turn);
    return;
  }
  caller.media = 'open';
  const codecs = [codec, ...call.codecs.filter((other) => other !== codec)];
  orders.push({ do: 'openMedia', legId: caller.legId, codecs, offer: caller.offer });
}

/** Our answer to the caller's offer, once it is made and the call is in the book. */
export function tellCallerEarly(turn: Turn<Ringing | Choosing>): void {
  const { call, orders } = turn;
  const { caller } = call;
  if (call.speaking === null || caller.early || caller.sdp === null || !isOpened(call.booking)) return;
  if (caller.state !== 'waiting') return;
  orders.push({ do: 'leg', order: { do: 'provisional', legId: caller.legId, status: 183, sdp: caller.sdp } });
  hearSpeaker(turn);
}

/** The caller hears the device that speaks, as soon as both have audio. */
export function hearSpeaker(turn: Turn<Ringing | Choosing>): void {
  const { call, orders } = turn;
  const { caller } = call;
  const fork = forkOf(call, call.speaking ?? '');
  if (!fork || fork.codec === null || !isOpen(fork) || call.steered) return;
  const isReady = caller.early ? caller.early === 'agreed' : caller.state === 'talking' || caller.sdp !== null;
  if (!isReady || !hasAudio(caller.media)) return;
  hear(turn, caller, 'nothing');
  orders.push({ do: 'bridge', legIds: [caller.legId, fork.legId] });
}
