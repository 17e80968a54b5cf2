import type { CallsView } from '#calls/calls.ts';

/** The state of the app in the phone system. */
export type ExtensionState = 'connected' | 'elsewhere' | 'connecting' | 'lost' | 'missing';

/** The state of the app extension by its line. A phone in another window counts as well. */
export function extensionState({ line, elsewhere }: Pick<CallsView, 'line' | 'elsewhere'>): ExtensionState {
  if (line.noPhone) return 'missing';
  if (line.status === 'REGISTERED') return elsewhere ? 'elsewhere' : 'connected';
  return line.reconnect === 'failed' ? 'lost' : 'connecting';
}
