import type { Phone } from '@sidetone/contract/entities/phone.ts';
import type { Log } from './conductor/parts.ts';
import type { CallEngine } from './engine/call-engine.ts';

interface PhoneConnectionParts {
  /** The user's phones; null before the server has told them. */
  readonly read: () => readonly Phone[] | null;
  readonly watch: (onChange: () => void) => () => void;
  readonly connect: (phoneId: string, isConnected: boolean) => Promise<void>;
  readonly log: Log;
}

/**
 * Connects the user's phones to this app while its engine is on duty (specification 7). One that the user switched off
 * stays off, one that another app disconnected is connected again, and a window that hands its calls over to another
 * leaves the phones to it.
 */
export function withPhones(engine: CallEngine, { read, watch, connect, log }: PhoneConnectionParts): CallEngine {
  let stopWatching: () => void = () => {};
  const connected = new Set<string>();
  /** Phones that were seen connected: another app that ended, or the server, has disconnected one that no longer is. */
  const seen = new Set<string>();

  function set(id: string, isConnected: boolean) {
    connect(id, isConnected).catch((cause: unknown) => {
      log('warn', 'phone connection not changed', { phoneId: id, isConnected, cause: String(cause) });
    });
  }

  function look() {
    for (const { id, isConnected, isDisconnectedByUser } of read() ?? []) {
      const isLost = !isConnected && seen.delete(id);
      if (isConnected) seen.add(id);
      if (isDisconnectedByUser || (connected.has(id) && !isLost)) continue;
      connected.add(id);
      set(id, true);
    }
  }

  return {
    ...engine,
    async start(on) {
      stopWatching();
      stopWatching = watch(look);
      look();
      await engine.start(on);
    },
    async stop(how) {
      stopWatching();
      stopWatching = () => {};
      if (how !== 'handOver') for (const id of connected) set(id, false);
      connected.clear();
      seen.clear();
      await engine.stop(how);
    },
  };
}
