import type { Caller, Fork, Playing } from './call.ts';
import { hasAudio } from './leg-media.ts';
import { type Turn, winnerOf } from './turn.ts';

export const isHeld = (leg: Caller | Fork): boolean => leg.hold !== 'none';

/** Plays to a leg what it hears while it waits, or stops that. */
export function hear({ call, orders }: Turn, leg: Caller | Fork, playing: Playing): void {
  if (leg.hears === playing) return;
  leg.hears = playing;
  if (!hasAudio(leg.media) || leg.state === 'over') return;
  orders.push({ do: 'play', legId: leg.legId, sound: soundOf(call, playing) });
}

function soundOf({ holdMusic, queueMusic = null }: Turn['call'], playing: Playing) {
  if (playing === 'nothing' || playing === 'ringback') return playing === 'nothing' ? null : playing;
  const file = playing === 'music' ? holdMusic : queueMusic;
  return file === null ? null : { file, loop: true };
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
