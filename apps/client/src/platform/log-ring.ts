import { scrubbed } from './log-scrub.ts';

const mostLines = 2000;
const storageKey = 'sidetone.log';

let lines: string[] = [];

/** Keeps a line, without what it must not hold; the oldest goes when there are too many. */
export function keepLine(level: string, parts: readonly unknown[]): void {
  lines.push(`${new Date().toISOString()} ${level} ${scrubbed(parts)}`);
  if (lines.length > mostLines) lines = lines.slice(-mostLines);
}

/** What is kept, oldest first. */
export function keptLines(): readonly string[] {
  return [...lines];
}

/** Leaves the newest lines to the page that this tab loads next. */
export function storeLines(): void {
  try {
    sessionStorage.setItem(storageKey, lines.slice(-500).join('\n'));
  } catch {
    // Without storage a page begins with an empty log.
  }
}

/** Takes over what the page before this one left. */
export function restoreLines(): void {
  try {
    const stored = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    if (stored) lines = [...stored.split('\n'), ...lines].slice(-mostLines);
  } catch {
    // Without storage there is nothing to take over.
  }
}
