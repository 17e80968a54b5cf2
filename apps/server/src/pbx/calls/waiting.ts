import type { Caller, Fork, Playing } from './call.ts';
import { hasAudio } from './leg-media.ts';
import { type Turn, winnerOf } from './turn.ts';

export const isHeld = (leg: Caller | Fork): boolean => leg.hold !== 'none';

/** Plays to a leg what it hears while it waits, or stops that. */
export function hear({ call, orders }: Turn, leg: Caller | Fork, playing: Playing): void {
  if (leg.hears === playing) return;
  leg.hears = playing;
  if (!hasAudio(leg.media) || leg.state === 'over') return;
  const music = call.holdMusic === null ? null : { file: call.holdMusic, loop: true };
  const sound = playing === 'music' ? music : playing === 'ringback' ? 'ringback' : null;
  orders.push({ do: 'play', legId: leg.legId, sound });
}

/** The side that is put on hold hears music; the side that holds hears nothing, also when both do. */
export function playToHeld(turn: Turn): void {
  const { call } = turn;
  const winner = winnerOf(call);
  if (call.steered || call.state !== 'talking' || !winner) return;
  const sideOf = (leg: Caller | Fork, other: Caller | Fork) =>
    hear(turn, leg, isHeld(other) && !isHeld(leg) ? 'music' : 'nothing');
  sideOf(call.caller, winner);
  sideOf(winner, call.caller);
}
