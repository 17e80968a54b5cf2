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

/** A random id. `crypto.randomUUID` is missing on pages that are not secure, and those must still start. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
