import { bridge } from './desktop-bridge.ts';
import { keepLine, keptLines, restoreLines, storeLines } from './log/log-ring.ts';

type LogLevel = 'info' | 'warn' | 'error';

/** The last lines of the log, oldest first: `time level text`. They hold no secrets and no whole phone numbers. */
export function logLines(): readonly string[] {
  return keptLines();
}

/** Writes a line that no console shows: the event, in lower case, and its facts. */
export function logLine(level: LogLevel, event: string, facts: Readonly<Record<string, unknown>> = {}): void {
  keepLine(level, Object.keys(facts).length === 0 ? [event] : [event, facts]);
}

/** Lets the user save the log as a file. */
export function exportLog(): Promise<void> {
  return bridge().exportLog(logLines());
}

/**
 * From now on the log has the lines of the console from `info` on, and every uncaught error. Earlier lines are taken
 * over when the page was only reloaded.
 */
export function startLogBook(): void {
  restoreLines();
  for (const level of ['info', 'warn', 'error'] as const) {
    const print = console[level].bind(console);
    console[level] = (...parts: unknown[]) => {
      keepLine(level, parts);
      print(...parts);
    };
  }
  addEventListener('error', ({ error, message }) => keepLine('error', ['not caught', error ?? message]));
  addEventListener('unhandledrejection', ({ reason }) => keepLine('error', ['not caught', reason]));
  addEventListener('pagehide', storeLines);
  logLine('info', 'page loaded', { path: location.pathname, agent: navigator.userAgent });
}
