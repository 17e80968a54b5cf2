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

/** Seconds of the processor that these processes and all below them have taken so far, those that ended included. */
export function cpuOfTrees(roots: readonly number[]): number {
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
  return [...all].reduce((sum, [pid, { ticks }]) => sum + (isBelow(pid) ? ticks : 0), 0) / ticksPerSecond;
}
