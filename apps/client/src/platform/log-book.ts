import { bridge } from './desktop-bridge.ts';
import { keepLine, keptLines, restoreLines, storeLines } from './log-ring.ts';

type LogLevel = 'info' | 'warn' | 'error';

/** The last lines of the log, oldest first: `time level text`. They hold no secrets and no whole phone numbers. */
export function logLines(): readonly string[] {
  return keptLines();
}

/** Writes a line that no console shows: what happened, in lower case, and the facts of it. */
export function logLine(level: LogLevel, event: string, facts: Readonly<Record<string, unknown>> = {}): void {
  keepLine(level, Object.keys(facts).length === 0 ? [event] : [event, facts]);
}

/** Lets the person keep the log as a file. */
export function exportLog(): Promise<void> {
  return bridge().exportLog(logLines());
}

/**
 * From now on the log has what the console is told from `info` on, and every error that nobody caught. Lines of before are
 * taken over when the page was only loaded again.
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
