import { scrubbed } from './log-scrub.ts';

const mostLines = 2000;
const storageKey = 'sidetone.log';

let lines: string[] = [];

/** Keeps a line, without secrets; the oldest goes when there are too many. */
export function keepLine(level: string, parts: readonly unknown[]): void {
  lines.push(`${new Date().toISOString()} ${level} ${scrubbed(parts)}`);
  if (lines.length > mostLines) lines = lines.slice(-mostLines);
}

/** The kept lines, oldest first. */
export function keptLines(): readonly string[] {
  return [...lines];
}

/** Hands the newest lines to the page that this tab loads next. */
export function storeLines(): void {
  try {
    sessionStorage.setItem(storageKey, lines.slice(-500).join('\n'));
  } catch {
    // Without storage a page begins with an empty log.
  }
}

/** Takes over the lines of the previous page. */
export function restoreLines(): void {
  try {
    const stored = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    if (stored) lines = [...stored.split('\n'), ...lines].slice(-mostLines);
  } catch {
    // Without storage there is nothing to take over.
  }
}
