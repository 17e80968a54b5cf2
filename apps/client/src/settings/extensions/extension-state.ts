import type { CallsView } from '#calls/calls.ts';

/** How the app takes part in the phone system. */
export type ExtensionState = 'connected' | 'elsewhere' | 'connecting' | 'lost' | 'missing';

/** What the line says of the app extension. Another window that has the phone is as good as this one. */
export function extensionState({ line, elsewhere }: Pick<CallsView, 'line' | 'elsewhere'>): ExtensionState {
  if (line.noPhone) return 'missing';
  if (line.status === 'REGISTERED') return elsewhere ? 'elsewhere' : 'connected';
  return line.reconnect === 'failed' ? 'lost' : 'connecting';
}
