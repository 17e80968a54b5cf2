import { pino } from 'pino';

/** Where a process logs: the file that its supervisor names, or standard output. */
interface OwnLog {
  readonly destination: ReturnType<typeof pino.destination>;
  /** Opens the file of that name again, which may be a new one once the old one was moved away. */
  reopen(): void;
}

export function ownLog(file = process.env['LOG_FILE'] ?? ''): OwnLog {
  const destination = pino.destination(file === '' ? { sync: true } : { dest: file, sync: true, mode: 0o600 });
  return {
    destination,
    reopen() {
      if (file !== '') destination.reopen();
    },
  };
}

/** Calls back when the supervisor says that everything ends, before it ends this process. */
export function onEnding(listener: () => void): void {
  onSaid('ending', listener);
}

/** Calls back when the supervisor, or somebody with SIGHUP, wants files to be opened again. The signal ends nothing then. */
export function onReload(listener: () => void): void {
  process.on('SIGHUP', listener);
  onSaid('reload', listener);
}

/** Calls back when the supervisor wants this process to empty by itself, before it ends it. */
export function onLeave(listener: () => void): void {
  onSaid('leave', listener);
}

const onSaid = (type: 'ending' | 'leave' | 'reload', listener: () => void) =>
  process.on('message', (said) => {
    if ((said as { readonly type?: unknown } | null)?.type === type) listener();
  });
