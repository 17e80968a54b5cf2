/** How many peaks a waveform has. */
const peakCount = 200;

export interface PeakMeter {
  add(left: Int16Array, right: Int16Array): void;
  /** Values between 0 and 1, three decimals; none for no sound. */
  peaks(): number[];
}

/** Measures the loudest sample of either side in each of up to 200 equal parts of `length` samples. */
export function peakMeter(length: number): PeakMeter {
  const parts = Math.min(peakCount, length);
  const loudest = new Float64Array(parts);
  let at = 0;
  return {
    add(left, right) {
      for (let i = 0; i < left.length && at < length; i++, at++) {
        const part = Math.floor((at * parts) / length);
        const level = Math.max(Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0)) / 32_768;
        if (level > (loudest[part] ?? 0)) loudest[part] = level;
      }
    },
    peaks: () => [...loudest].map((level) => Math.round(level * 1000) / 1000),
  };
}
