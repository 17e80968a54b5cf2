import type { Cadence } from './cadence.ts';
import { ringCadences } from './ringtones.ts';

/** The German network's tones are 425 Hz (ITU-T E.180); rings are our own. */
export const cadences = {
  /** One second on, four off: the other phone rings. */
  waiting: { seconds: 5, beeps: [{ at: 0, for: 1, hertz: [425] }], volume: 0.12 },
  /** Half a second on, half off. */
  busy: { seconds: 0.96, beeps: [{ at: 0, for: 0.48, hertz: [425] }], volume: 0.12 },
  /** To try speakers: three rising notes. */
  test: {
    seconds: 2.4,
    beeps: [
      { at: 0, for: 0.4, hertz: [523.25, 1046.5] },
      { at: 0.5, for: 0.4, hertz: [659.26, 1318.51] },
      { at: 1, for: 0.9, hertz: [783.99, 1567.98] },
    ],
    volume: 0.22,
  },
  ...ringCadences,
  /** Silence, so that the output stays awake. */
  silence: { seconds: 1, beeps: [], volume: 0 },
} as const satisfies Record<string, Cadence>;

export type Tone = keyof typeof cadences;

/** Softens both ends of a beep, in seconds, so that it doesn't click. */
const edge = 0.015;

/** One round of a cadence, played by oscillators into memory. */
export function renderTone({ seconds, beeps, volume }: Cadence): Promise<AudioBuffer> {
  const hertz = 24_000;
  const context = new OfflineAudioContext(1, Math.round(seconds * hertz), hertz);
  for (const beep of beeps) {
    for (const [partial, frequency] of beep.hertz.entries()) {
      const oscillator = context.createOscillator();
      const gain = context.createGain();
      const loud = volume / (partial * 3 + 1);
      oscillator.frequency.value = frequency;
      gain.gain.setValueAtTime(0, beep.at);
      gain.gain.linearRampToValueAtTime(loud, beep.at + edge);
      gain.gain.setValueAtTime(loud, beep.at + beep.for - edge);
      gain.gain.linearRampToValueAtTime(0, beep.at + beep.for);
      oscillator.connect(gain).connect(context.destination);
      oscillator.start(beep.at);
      oscillator.stop(beep.at + beep.for);
    }
  }
  return context.startRendering();
}
