/** How many peaks a waveform has. */
const peakCount = 200;

export interface PeakMeter {
  /** Left is what our user said, right the other side. */
  add(left: Int16Array, right: Int16Array): void;
  /** Of both sides together: values between 0 and 1, three decimals; none for no sound. */
  peaks(): number[];
  /** The same of each side. */
  sides(): { user: number[]; remote: number[] };
}

/** Measures the loudest sample of either side in each of up to 200 equal parts of `length` samples. */
export function peakMeter(length: number): PeakMeter {
  const parts = Math.min(peakCount, length);
  const [user, remote] = [new Float64Array(parts), new Float64Array(parts)];
  let at = 0;
  return {
    add(left, right) {
      for (let i = 0; i < left.length && at < length; i++, at++) {
        const part = Math.floor((at * parts) / length);
        raise(user, part, left[i] ?? 0);
        raise(remote, part, right[i] ?? 0);
      }
    },
    peaks: () => rounded(user.map((level, part) => Math.max(level, remote[part] ?? 0))),
    sides: () => ({ user: rounded(user), remote: rounded(remote) }),
  };
}

const raise = (loudest: Float64Array, part: number, sample: number): void => {
  const level = Math.abs(sample) / 32_768;
  if (level > (loudest[part] ?? 0)) loudest[part] = level;
};

const rounded = (levels: Float64Array): number[] => [...levels].map((level) => Math.round(level * 1000) / 1000);
