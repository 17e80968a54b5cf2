import type { Codec } from '../../ports.ts';
import { allCodecs } from '../call.ts';
import { offeredCodecs } from '../offered-codecs.ts';
import { type Found, InviteRefused, type Step } from './steps.ts';

export interface Speaking extends Found {
  readonly codecs: readonly Codec[];
}

/** Nobody rings for a caller who could not talk. Without an offer (RFC 3261 §13.2.1) we make one later, of all we speak. */
export const checkOffer: Step<Found, Speaking> = (given) => {
  const { offer } = given.invited;
  const codecs = offer === undefined ? allCodecs : offeredCodecs(offer);
  if (codecs.length === 0) return new InviteRefused(488, 'Not Acceptable Here', 'NO_COMMON_CODEC');
  return { ...given, codecs };
};
