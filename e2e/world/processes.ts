import { readdirSync, readFileSync } from 'node:fs';

/** A process of the machine, recognised by its id and its start time, so that a reused id is not taken for it. */
export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
  isRunning(): boolean;
  /** Time it has worked so far, in the kernel's ticks. */
  cpuTicks(): number;
  kill(signal: NodeJS.Signals): void;
}

interface Stat {
  readonly parent: number;
  readonly started: string;
  readonly state: string;
  readonly ticks: number;
}

/** Fields of /proc/PID/stat (proc(5)); undefined once the process is gone. */
const statOf = (pid: number): Stat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      state: fields[0] ?? '',
      parent: Number(fields[1]),
      started: fields[19] ?? '',
      ticks: Number(fields[11]) + Number(fields[12]),
    };
  } catch {
    return undefined;
  }
};

const toProcess = (pid: number, stat: Stat): RunningProcess => {
  const isRunning = () => {
    const now = statOf(pid);
    return now !== undefined && now.started === stat.started && now.state !== 'Z';
  };
  return {
    pid,
    command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    isRunning,
    cpuTicks: () => statOf(pid)?.ticks ?? 0,
    kill: (signal) => {
      if (isRunning()) process.kill(pid, signal);
    },
  };
};

/** The process and everything below it, the root first. Processes that detached themselves are found by their parent. */
export async function descendantsOf(root: number): Promise<RunningProcess[]> {
  const all = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .flatMap((pid) => {
      const stat = statOf(pid);
      return stat ? [{ pid, stat }] : [];
    });
  const found: RunningProcess[] = [];
  const walk = (pid: number) => {
    const own = all.find((one) => one.pid === pid);
    if (own) {
      try {
        found.push(toProcess(pid, own.stat));
      } catch {
        // It ended between the two reads: not running is just what we would have found out.
      }
    }
    for (const child of all.filter((one) => one.stat.parent === pid)) walk(child.pid);
  };
  walk(root);
  return found;
}

/** The program whose command line has this word, with everything below it; empty where none runs. */
export async function programsWith(word: string): Promise<RunningProcess[]> {
  const root = readdirSync('/proc').find((name) => {
    const command = /^\d+$/.test(name) ? commandOf(Number(name)) : '';
    return command.includes(word) && !command.includes('--type=');
  });
  return root === undefined ? [] : await descendantsOf(Number(root));
}

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};
