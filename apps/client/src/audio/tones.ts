import { audioContext } from './audio-context.ts';

/** A tone of the phone: what it sounds like for one round, in seconds and hertz. */
interface Cadence {
  readonly seconds: number;
  readonly beeps: readonly { readonly at: number; readonly for: number; readonly hertz: readonly number[] }[];
  readonly volume: number;
}

/** The German network's tones are 425 Hz (ITU-T E.180); the ring is our own. */
const cadences = {
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
} as const satisfies Record<string, Cadence>;

export type Tone = keyof typeof cadences;

/** Softens both ends of a beep, in seconds, so that it doesn't click. */
const edge = 0.015;
const rendered = new Map<Tone, Promise<AudioBuffer>>();

/**
 * Plays a tone round after round until the returned function is called, or for `rounds`. One buffer in a loop and no
 * timer, since a hidden tab's timers are late.
 */
export function startTone(tone: Tone, rounds = Number.POSITIVE_INFINITY): () => void {
  let stopped = false;
  let source: AudioBufferSourceNode | null = null;
  const context = audioContext();
  void context.resume();
  buffer(tone).then(
    (sound) => {
      if (stopped) return;
      source = context.createBufferSource();
      source.buffer = sound;
      source.loop = true;
      source.connect(context.destination);
      source.start();
      if (Number.isFinite(rounds)) source.stop(context.currentTime + rounds * sound.duration);
    },
    () => {
      // Without a tone the screen still says what happens.
      rendered.delete(tone);
    },
  );
  return () => {
    stopped = true;
    source?.stop();
    source?.disconnect();
    source = null;
  };
}

function buffer(tone: Tone): Promise<AudioBuffer> {
  const known = rendered.get(tone);
  if (known !== undefined) return known;
  const fresh = render(cadences[tone]);
  rendered.set(tone, fresh);
  return fresh;
}

/** One round of a cadence, played by oscillators into memory. */
function render({ seconds, beeps, volume }: Cadence): Promise<AudioBuffer> {
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
