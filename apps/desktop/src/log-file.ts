import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const mostBytes = 1_000_000;

export interface LogFile {
  write(
    level: 'info' | 'warn' | 'error',
    event: string,
    facts?: Readonly<Record<string, string | number | boolean>>,
  ): void;
  /** This file and the one before it, the older first. */
  read(): { name: string; text: string }[];
}

/**
 * The log of the program itself: what it did and what failed. Addresses of pages, numbers and what people say are not among
 * it. A file that has grown makes way for a new one, and only the one before it is kept.
 */
export function logFile(file: string, now: () => Date = () => new Date()): LogFile {
  const before = `${file}.1`;
  return {
    write(level, event, facts = {}) {
      const line = [
        now().toISOString(),
        level,
        event,
        ...Object.entries(facts).map(([name, value]) => `${name}=${value}`),
      ];
      try {
        mkdirSync(dirname(file), { recursive: true });
        if (existsSync(file) && statSync(file).size >= mostBytes) renameSync(file, before);
        appendFileSync(file, `${line.join(' ')}\n`, { mode: 0o600 });
      } catch (error) {
        // A full disk must not end calls.
        console.error('[desktop] writing the log failed', error);
      }
    },
    read: () =>
      [before, file].filter(existsSync).map((path) => ({ name: basename(path), text: readFileSync(path, 'utf8') })),
  };
}
