import { newId } from '#platform/new-id.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from './parts.ts';

/** The clock of the machine. */
export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/** The console. */
export const browserLog: Log = (level, message, fields) => {
  console[level](`[calls] ${message}`, fields);
};

const storageKey = 'sidetone.instance';

/** Names this installation to the registrar (RFC 5626), so that a reloaded page takes its own place again. */
export function instanceId(): string {
  try {
    const stored = localStorage.getItem(storageKey);
    if (stored !== null) return stored;
    const fresh = newId();
    localStorage.setItem(storageKey, fresh);
    return fresh;
  } catch {
    // Without storage each load is an installation of its own.
    return newId();
  }
}
