/**
 * How much of a signal's power lies at `hertz`, 0 to 1, by the Goertzel algorithm. A pure tone gives nearly 1, silence
 * 0. Samples may have any scale.
 */
export function shareAt(hertz: number, samples: ArrayLike<number>, sampleRate: number): number {
  const total = powerOf(samples);
  if (total === 0) return 0;
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let before = 0;
  let beforeThat = 0;
  for (let i = 0; i < samples.length; i++) {
    const now = (samples[i] ?? 0) + coefficient * before - beforeThat;
    beforeThat = before;
    before = now;
  }
  const squared = before ** 2 + beforeThat ** 2 - coefficient * before * beforeThat;
  return Math.min(1, (2 * squared) / (samples.length ** 2 * total));
}

/** Mean power: the mean of the squared samples. */
export function powerOf(samples: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += (samples[i] ?? 0) ** 2;
  return samples.length === 0 ? 0 : sum / samples.length;
}

/**
 * Which of these tones is heard, or undefined. Looks at windows of 100 ms and passes over the quiet ones, so that breaks,
 * cadences and cuts don't matter: the tone must have most of the power in most of the loud windows. Tones closer than
 * 15 Hz aren't told apart.
 */
export function toneIn(
  samples: ArrayLike<number>,
  sampleRate: number,
  candidates: readonly number[],
): number | undefined {
  const loud = loudWindows(samples, sampleRate);
  return candidates.find((hertz) => {
    const fitting = loud.filter((window) => shareAt(hertz, window, sampleRate) > 0.5);
    return fitting.length * 2 > loud.length;
  });
}

/** Windows of 100 ms, every 20 ms, that have at least half the power of the loudest. */
function loudWindows(samples: ArrayLike<number>, sampleRate: number): number[][] {
  const all = Array.from(samples);
  const length = Math.min(all.length, Math.round(sampleRate / 10));
  const step = Math.max(1, Math.round(sampleRate / 50));
  const windows: { window: number[]; power: number }[] = [];
  for (let at = 0; length > 0 && at + length <= all.length; at += step) {
    const window = all.slice(at, at + length);
    windows.push({ window, power: powerOf(window) });
  }
  const loudest = Math.max(0, ...windows.map(({ power }) => power));
  return windows.filter(({ power }) => power > loudest / 2).map(({ window }) => window);
}
