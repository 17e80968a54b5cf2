import { readdirSync, readFileSync } from 'node:fs';

interface Times {
  readonly parent: number;
  readonly ticks: number;
}

/** Processor time of a process with that of the children that ended, in ticks (proc(5)); undefined once it is gone. */
function timesOf(pid: number): Times | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [own, system, ended, endedSystem] = fields.slice(11, 15).map(Number);
    return {
      parent: Number(fields[1]),
      ticks: (own ?? 0) + (system ?? 0) + (ended ?? 0) + (endedSystem ?? 0),
    };
  } catch {
    return undefined;
  }
}

const ticksPerSecond = 100;

/** Which part of a server a process is, by its command line; the first that fits counts. */
const parts: readonly (readonly [string, RegExp])[] = [
  ['services', /services\.ts/],
  ['media', /media\/process/],
  ['PostgreSQL', /postgres/],
];

/** The same as `cpuOfTrees`, for each part of a server. */
export function cpuOfParts(roots: readonly number[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>(parts.map(([name]) => [name, 0]));
  for (const [pid, { ticks }] of processesBelow(roots)) {
    const name = parts.find(([, words]) => words.test(commandLineOf(pid)))?.[0];
    if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + ticks / ticksPerSecond);
  }
  return sums;
}

const commandLineOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/** Seconds of the processor that these processes and all below them have taken so far, those that ended included. */
export const cpuOfTrees = (roots: readonly number[]): number =>
  processesBelow(roots).reduce((sum, [, { ticks }]) => sum + ticks, 0) / ticksPerSecond;

function processesBelow(roots: readonly number[]): [pid: number, times: Times][] {
  const all = new Map<number, Times>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined;
    if (times) all.set(Number(name), times);
  }
  const isBelow = (pid: number): boolean => {
    if (roots.includes(pid)) return true;
    const parent = all.get(pid)?.parent ?? 0;
    return parent > 1 && isBelow(parent);
  };
  return [...all].filter(([pid]) => isBelow(pid));
}

/** Megabytes that the parts of ours hold for themselves and their share of what several hold together (proc(5), `Pss`). */
export function memoryOfParts(roots: readonly number[], names: readonly string[]): number {
  const rules = parts.filter(([name]) => names.includes(name)).map(([, words]) => words);
  const kilobytes = processesBelow(roots)
    .filter(([pid]) => rules.some((words) => words.test(commandLineOf(pid))))
    .map(([pid]) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0));
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}
