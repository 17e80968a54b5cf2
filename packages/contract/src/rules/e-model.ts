import { goodJitterSeconds, goodRoundTripSeconds } from './call-timing.ts';

/**
 * How good a call's audio is, by the E-model of ITU-T G.107 with its default values (no echo, no background noise), in
 * the simplification of Cole and Rosenbluth ("Voice over IP performance monitoring", 2001), and the one thing that spoils it.
 */
export type AudioCodec = 'opus' | 'G722' | 'PCMU' | 'PCMA';

export interface AudioPath {
  readonly codec: AudioCodec;
  /** Share of packets lost on the way to the listener, 0 to 1. */
  readonly loss: number;
  /** Interarrival jitter of RFC 3550 §6.4.1, seconds. */
  readonly jitter: number;
  /** To the far side and back, seconds; null before the first report tells it. */
  readonly roundTrip: number | null;
}

/** Both ways of one leg as one side of it measures them over a stretch of time, mostly a few seconds. */
export interface AudioFigures extends AudioPath {
  /** Packets came; false where they should have come and did not. */
  readonly hasPacketsIn: boolean;
  /** Our packets arrived, as the far side's reports or their absence tell. */
  readonly hasPacketsOut: boolean;
}

/** `noAudioIn`: nothing comes to the one who measures. `noAudioOut`: nothing of theirs arrives or leaves. */
export type AudioCause = 'loss' | 'jitter' | 'delay' | 'noAudioIn' | 'noAudioOut';

/** Share of lost packets from which listeners notice: ITU-T G.1010 asks for less than 3 % in conversations. */
export const goodLoss = 0.03;

/** R without any impairment: Ro − Is of G.107's defaults (table 2). */
const bestRating = 93.2;

/**
 * Equipment impairment and robustness to random loss. G.711 with packet loss concealment: G.113 appendix I, tables I.2
 * and I.3. G.113 has no narrowband values for Opus; with forward error correction it is taken as no worse than G.711 at
 * its best and a little less robust than its concealment. So is G.722, whose values are of another scale (G.113 appendix IV).
 */
const impairments: Readonly<Record<AudioCodec, { readonly ie: number; readonly bpl: number }>> = {
  opus: { ie: 0, bpl: 20 },
  G722: { ie: 0, bpl: 20 },
  PCMU: { ie: 0, bpl: 25.1 },
  PCMA: { ie: 0, bpl: 25.1 },
};

/** One packet of 20 ms, seconds. */
const packetTime = 0.02;

/**
 * The transmission rating R, 0 to 93.2 (G.107 equation 7-1 with A = 0). One-way delay is half the round trip, a packet, and a
 * jitter buffer of twice the jitter. Figures out of range are taken as the nearest possible.
 */
export function ratingOf(path: AudioPath): number {
  const delayMs = 1000 * (atLeastZero(path.roundTrip ?? 0) / 2 + packetTime + 2 * atLeastZero(path.jitter));
  // Cole and Rosenbluth's equation for Id: past 177.3 ms people begin to talk at the same time.
  const delayImpairment = 0.024 * delayMs + 0.11 * Math.max(0, delayMs - 177.3);
  const { ie, bpl } = impairments[path.codec];
  const lossPercent = 100 * Math.min(1, atLeastZero(path.loss));
  // G.107 equation 7-29, loss at random (BurstR = 1).
  const equipmentImpairment = ie + (95 - ie) * (lossPercent / (lossPercent + bpl));
  return Math.max(0, bestRating - delayImpairment - equipmentImpairment);
}

/** The mean opinion score of a rating R, 1 to 4.5 (G.107 annex B). */
export function meanOpinionScore(rating: number): number {
  if (rating <= 0) return 1;
  if (rating >= 100) return 4.5;
  // The polynomial dips below 1 for the very smallest R, which no score may.
  return Math.max(1, 1 + 0.035 * rating + rating * (rating - 60) * (100 - rating) * 7e-6);
}

/**
 * The figures as bars: G.109's categories of speech transmission quality (best or high, medium, low, poor), and none
 * where one of the ways is silent.
 */
export function audioBars(figures: AudioFigures): 0 | 1 | 2 | 3 | 4 {
  if (!figures.hasPacketsIn || !figures.hasPacketsOut) return 0;
  const rating = ratingOf(figures);
  if (rating >= 80) return 4;
  if (rating >= 70) return 3;
  return rating >= 60 ? 2 : 1;
}

/**
 * The one thing that spoils the audio most, or null where nothing does. Silence counts before all; of loss, jitter and
 * delay the one that exceeds its bound by the largest factor.
 */
export function audioCause(figures: AudioFigures): AudioCause | null {
  if (!figures.hasPacketsIn) return 'noAudioIn';
  if (!figures.hasPacketsOut) return 'noAudioOut';
  const excess: readonly (readonly [AudioCause, number])[] = [
    ['loss', figures.loss / goodLoss],
    ['jitter', figures.jitter / goodJitterSeconds],
    ['delay', (figures.roundTrip ?? 0) / goodRoundTripSeconds],
  ];
  const worst = excess.reduce((most, each) => (each[1] > most[1] ? each : most));
  return worst[1] > 1 ? worst[0] : null;
}

/** A figure that isn't a number says nothing, so it spoils nothing. */
function atLeastZero(value: number): number {
  return Number.isNaN(value) ? 0 : Math.max(0, value);
}
