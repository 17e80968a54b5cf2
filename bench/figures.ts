/** One measured thing of ours beside the same thing of a rival, in the same run. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly ours: readonly number[];
  readonly rival: { readonly name: string; readonly values: readonly number[] } | undefined;
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};

const spread = (values: readonly number[]): string => {
  const digits = median(values) < 10 ? 2 : 0;
  const show = (value: number) => value.toFixed(digits);
  const p95 =
    values.length < fewestForP95
      ? ''
      : `p95 ${show(values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN)}, `;
  return `${show(median(values))} (${show(Math.min(...values))}–${show(Math.max(...values))}, ${p95}n ${values.length})`;
};

/** With fewer values the 95th percentile is one of the few largest, which the range tells already. */
const fewestForP95 = 50;

/** A Markdown table of figures: median, range, 95th percentile where there are many, the rival's, and ours divided by the rival's. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, unit, ours, rival }) => {
    const ratio = rival ? (median(ours) / median(rival.values)).toFixed(2) : '–';
    const against = rival ? `${rival.name}: ${spread(rival.values)}` : 'none here';
    return `| ${what} | ${unit} | ${spread(ours)} | ${against} | ${ratio} |`;
  });
  return ['| What | Unit | Sidetone | Rival | Ratio |', '|---|---|---|---|---|', ...rows].join('\n');
}
