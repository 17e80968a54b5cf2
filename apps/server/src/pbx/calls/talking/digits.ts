import type { Talking } from '../call.ts';
import { hasAudio } from '../leg-media.ts';
import { partnerOf, type Turn } from '../turn.ts';

/**
 * A key that came by SIP INFO becomes a new audio event for the other side. Keys in the audio go on by themselves:
 * media ends them at one leg and makes new ones at the other.
 */
export function sendDigitOn(turn: Turn<Talking>, legId: string, digit: string): void {
  const partner = partnerOf(turn.call, legId);
  if (partner && hasAudio(partner.media)) {
    turn.orders.push({ do: 'sendDtmf', legId: partner.legId, digit });
  }
}
