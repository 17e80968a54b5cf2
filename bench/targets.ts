import type { Figure } from './figures.ts';

/** What the exchange is to reach on two cores, by the figures of a run that measured it. */
interface Target {
  readonly what: string;
  readonly unit: string;
  readonly reach: readonly ['at most' | 'at least', number];
  /** Nothing where the run did not measure it. */
  value(run: Run): number | undefined;
}

interface Run {
  /** All values of the first figure with such words. */
  of(words: string): readonly number[] | undefined;
  ratio(words: string): number | undefined;
}

const median = (values: readonly number[] | undefined): number | undefined =>
  values && values.length > 0 ? values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] : undefined;
const p95 = (values: readonly number[] | undefined): number | undefined =>
  values && values.length > 0 ? values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] : undefined;

/** Of services, media and PostgreSQL together. */
const ofCall =
  (load: string) =>
  ({ of }: Run): number | undefined => {
    const perCpu = median(of(load));
    return perCpu && 1000 / perCpu;
  };

const fewest = '5 calls a second, one phone rings';
const offered = /^\d+ calls a second for \d+ s, beside registrations: INVITE/;

const targets: readonly Target[] = [
  { what: 'CPU of a call', unit: 'ms', reach: ['at most', 8], value: ofCall(fewest) },
  {
    what: 'Calls a CPU-second, of those of Kamailio',
    unit: 'ratio',
    reach: ['at least', 0.12],
    value: ({ ratio }) => ratio(fewest),
  },
  { what: 'CPU of a call, 50 clients', unit: 'ms', reach: ['at most', 12], value: ofCall(`${fewest}, 50 clients`) },
  ...(
    [
      [20, 12],
      [50, 20],
      [100, 40],
    ] as const
  ).map(
    ([perSecond, ms]): Target => ({
      what: `INVITE → 180, p95, ${perSecond} calls a second`,
      unit: 'ms',
      reach: ['at most', ms],
      value: ({ of }) => p95(of(`${perSecond} calls a second: INVITE`)),
    }),
  ),
  {
    what: 'Highest rate without a failure',
    unit: 'a second',
    reach: ['at least', 100],
    value: ({ of }) => median(of('Highest of')),
  },
  {
    what: 'Registrations a CPU-second',
    unit: 'count',
    reach: ['at least', 2600],
    value: ({ of }) => median(of('registrations with digest')),
  },
  {
    what: 'Registrations a second',
    unit: 'count',
    reach: ['at least', 1500],
    value: ({ of }) => median(of('1000 phones that register')),
  },
  {
    what: 'At rest, 50 clients, a minute',
    unit: 'CPU-s',
    reach: ['at most', 1],
    value: ({ of }) => median(of('At rest, 50 clients')),
  },
  {
    what: 'Ten times too many calls: accepted, INVITE → 180, p95',
    unit: 'ms',
    reach: ['at most', 100],
    value: ({ of }) => p95(of(offered.source)),
  },
];

/** A Markdown table of the targets that a run has measured, in the form of docs/BENCHMARKS.md. */
export function targetsOf(figures: readonly Figure[]): string {
  const find = (words: string) => {
    const begins = new RegExp(words.startsWith('^') ? words : `^${words}`);
    return figures.find(({ what }) => begins.test(what));
  };
  const run: Run = {
    of: (words) => find(words)?.ours,
    ratio(words) {
      const figure = find(words);
      const [mine, theirs] = [median(figure?.ours), median(figure?.rival?.values)];
      return mine !== undefined && theirs ? mine / theirs : undefined;
    },
  };
  const rows = targets.flatMap(({ what, unit, reach: [side, limit], value }) => {
    const now = value(run);
    if (now === undefined) return [];
    const isMet = side === 'at most' ? now <= limit : now >= limit;
    const shown = now.toFixed(now < 10 ? 2 : 0);
    return [`| ${what} | ${unit} | ${side} ${limit} | ${shown} | ${isMet ? 'met' : 'missed'} |`];
  });
  return rows.length === 0 ? '' : ['| What | Unit | To reach | Now | |', '|---|---|---|---|---|', ...rows].join('\n');
}
