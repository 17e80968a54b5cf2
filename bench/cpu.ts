import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** User plus system CPU seconds of a process so far (proc(5)). */
export function cpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
