/** Samples each second of the demo's sounds, as the media process records them. */
export const mumbleRate = 16_000;

/** Someone whose voice is heard, with the pitch of their voice in Hertz. */
export interface Voice {
  readonly pitch: number;
  /** When they speak, in seconds. */
  readonly turns: readonly { readonly from: number; readonly until: number }[];
}

/** First two resonances of vowels, in Hertz. */
const vowels = [
  [730, 1090],
  [530, 1840],
  [390, 1990],
  [570, 840],
  [440, 1020],
  [300, 870],
] as const;

/**
 * Nobody in particular saying nothing in particular: syllables of a human pitch while they speak, silence between. It sounds
 * like a voice through a wall, and its waveform is that of a conversation. The same for the same voice, each time.
 */
export function mumble({ pitch, turns }: Voice, seconds: number): Int16Array {
  const samples = new Int16Array(Math.round(seconds * mumbleRate));
  const random = randomFrom(pitch);
  for (const { from, until } of turns) {
    for (let at = from; at < until - 0.08; ) {
      const length = Math.min(0.11 + random() * 0.14, until - at);
      speak(samples, at, length, {
        pitch: pitch * (0.9 + random() * 0.25) * (1 - (0.12 * (at - from)) / (until - from)),
        vowel: vowels[Math.floor(random() * vowels.length)] ?? vowels[0],
        loudness: 0.35 + random() * 0.4,
      });
      // Between words there is a pause now and then.
      at += length + (random() < 0.22 ? 0.12 + random() * 0.2 : 0.015);
    }
  }
  return samples;
}

interface Syllable {
  readonly pitch: number;
  readonly vowel: readonly [number, number];
  readonly loudness: number;
}

function speak(samples: Int16Array, from: number, seconds: number, { pitch, vowel, loudness }: Syllable): void {
  const filters = vowel.map((hertz, at) => resonance(hertz, at === 0 ? 80 : 120));
  const [start, length] = [Math.round(from * mumbleRate), Math.round(seconds * mumbleRate)];
  let phase = 0;
  for (let i = 0; i < length && start + i < samples.length; i++) {
    phase += pitch / mumbleRate;
    const pulse = phase % 1 < 0.08 ? 1 : -0.087;
    const heard = filters.reduce((sum, filter, at) => sum + filter(pulse) * (at === 0 ? 1 : 0.5), 0);
    const envelope = Math.sin((Math.PI * i) / length) ** 0.6;
    samples[start + i] = Math.round(Math.max(-1, Math.min(1, heard * envelope * loudness)) * 22_000);
  }
}

/** A filter that rings at one frequency, as a throat does. */
function resonance(hertz: number, bandwidth: number): (sample: number) => number {
  const radius = Math.exp((-Math.PI * bandwidth) / mumbleRate);
  const [a, b] = [2 * radius * Math.cos((2 * Math.PI * hertz) / mumbleRate), -radius * radius];
  const gain = 1 - radius;
  let [one, two] = [0, 0];
  return (sample) => {
    const next = gain * sample + a * one + b * two;
    [one, two] = [next, one];
    return next;
  };
}

function randomFrom(seed: number): () => number {
  let state = Math.round(seed * 1000) | 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
}
