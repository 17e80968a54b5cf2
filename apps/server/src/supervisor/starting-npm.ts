import { birthOf, commandLineOf, parentOf } from '../storage/postgres/processes.ts';

const LOOK_EVERY_MS = 250;

/**
 * Calls `onGone` when the npm that started us ends. npm doesn't pass on the SIGTERM that a service manager sends to it
 * alone; without this look the server would go on without anyone to stop it. Gives the way to stop looking.
 */
export function watchStartingNpm(onGone: () => void): () => void {
  const npm = startingNpm();
  if (npm === undefined) return () => {};
  const birth = birthOf(npm);
  const timer = setInterval(() => {
    if (birthOf(npm) === birth) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** The nearest ancestor that is npm; between it and us there may be a shell. */
const startingNpm = (): number | undefined => {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  let pid: number | undefined = process.ppid;
  for (let generation = 0; generation < 4 && pid !== undefined && pid > 1; generation++) {
    // npm names its process "npm start"; where that is not possible, its script's path tells.
    if (/(^|[\s/\\])npm(-cli(\.js)?)?(\s|$)/.test(commandLineOf(pid) ?? '')) return pid;
    pid = parentOf(pid);
  }
  return undefined;
};
