import { pino } from 'pino';

/** Where a process logs: the file that its supervisor names, or standard output. */
interface OwnLog {
  readonly destination: ReturnType<typeof pino.destination>;
  /** Goes on in the file of that name, such as after the one so far was moved away. */
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

/** Calls back when what can be read again is to be: the supervisor says so, or somebody by SIGHUP, which ends nothing. */
export function onReload(listener: () => void): void {
  process.on('SIGHUP', listener);
  process.on('message', (said) => {
    if ((said as { readonly type?: unknown } | null)?.type === 'reload') listener();
  });
}
