/** A tone of the phone: what it sounds like for one round, in seconds and hertz. */
export interface Cadence {
  readonly seconds: number;
  readonly beeps: readonly { readonly at: number; readonly for: number; readonly hertz: readonly number[] }[];
  readonly volume: number;
}

/** The German network's tones are 425 Hz (ITU-T E.180); the ring is our own. */
export const cadences = {
  /** One second on, four off: the other phone rings. */
  waiting: { seconds: 5, beeps: [{ at: 0, for: 1, hertz: [425] }], volume: 0.12 },
  /** Half a second on, half off. */
  busy: { seconds: 0.96, beeps: [{ at: 0, for: 0.48, hertz: [425] }], volume: 0.12 },
  /** Two rising pairs, then a rest. */
  ring: {
    seconds: 2.8,
    beeps: [
      { at: 0, for: 0.22, hertz: [587.33, 1174.66] },
      { at: 0.2, for: 0.42, hertz: [783.99, 1567.98] },
      { at: 0.72, for: 0.22, hertz: [587.33, 1174.66] },
      { at: 0.92, for: 0.6, hertz: [783.99, 1567.98] },
    ],
    volume: 0.22,
  },
  /** Nothing at all, so that the output stays awake. */
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
