/** What becomes of a call that ended and may be rated: its question waits, is asked now, or is dropped. */
type Asking = 'waits' | 'asks' | 'drops';

/**
 * When a call that ended is asked about: not while its log is open (`waits`, SLOG-010), and not during the next call. Without a
 * call that ended there is nothing to ask.
 */
export function askingOf(ended: boolean, { waits, hasCall }: { waits: boolean; hasCall: boolean }): Asking {
  if (!ended || waits) return 'waits';
  return hasCall ? 'drops' : 'asks';
}
