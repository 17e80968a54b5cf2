import type { Logger } from 'pino';
import { z } from 'zod';
import type { ExchangeClock } from '../ports.ts';
import { writeBehind } from '../write-behind.ts';
import { type ControlledLeg, newControlledLeg, offerIsThere } from './controlled-leg.ts';

/** What a leg that talks needs to go on after a restart of signalling; written to the store as it is. */
const storedLeg = z.object({
  version: z.literal(1),
  legId: z.string().min(1),
  sipCallId: z.string().min(1),
  callId: z.string().min(1),
  sessionId: z.string(),
  userId: z.string(),
  side: z.enum(['caller', 'callee']),
  from: z.string().nullable(),
  to: z.string().nullable(),
  names: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
  channelId: z.string().nullable(),
  clientId: z.string().nullable(),
  deviceId: z.string().nullable(),
});

/** Where legs are kept. Each method is durable before its promise fulfils. */
export interface ControlledLegStore {
  /** What this node kept in an earlier life. */
  load(): Promise<readonly { readonly legId: string; readonly snapshot: unknown }[]>;
  save(legs: readonly { readonly legId: string; readonly snapshot: z.infer<typeof storedLeg> }[]): Promise<void>;
  remove(legIds: readonly string[]): Promise<void>;
}

/** Keeps the store as the legs are, shortly after each change and without ever delaying one. */
export interface ControlledMemory {
  /** Only legs that talk are kept: what still rings ends with its signalling. */
  changed(leg: ControlledLeg): void;
  gone(legId: string): void;
  /** Fulfils once a restart would find the legs as they are now; also when the store fails or takes too long. */
  written(): Promise<void>;
  /**
   * Makes the legs of an earlier life again, and forgets those that are not asked for. Their audio went on meanwhile;
   * whether its client is still there nobody knows. Rejects when the store does.
   */
  recall(legIds: readonly string[]): Promise<readonly ControlledLeg[]>;
}

export function openControlledMemory(store: ControlledLegStore, clock: ExchangeClock, log: Logger): ControlledMemory {
  const kept = new Set<string>();
  const rows = writeBehind({
    clock,
    log,
    what: 'what a restart needs of a controlled leg',
    write: (legs: Parameters<ControlledLegStore['save']>[0]) => store.save(legs),
    erase: (legIds) => store.remove(legIds),
  });
  return {
    changed(leg) {
      if (leg.state !== 'talking' || !leg.peer.isAnswered || leg.replaces) return;
      const { legId, sipCallId, callId, sessionId, userId, side, from, to, names, channelId, clientId } = leg;
      const about = { legId, sipCallId, callId, sessionId, userId, side, from, to, names, channelId, clientId };
      kept.add(legId);
      rows.put(legId, { legId, snapshot: { version: 1, ...about, deviceId: leg.peer.deviceId } });
    },
    gone(legId) {
      if (kept.delete(legId)) rows.forget(legId);
    },
    written: () => rows.written(),
    async recall(legIds) {
      const wanted = new Set(legIds);
      const recalled: ControlledLeg[] = [];
      for (const { legId, snapshot } of await store.load()) {
        const read = storedLeg.safeParse(snapshot);
        kept.add(legId);
        if (read.success && wanted.has(legId)) recalled.push(restored(read.data));
        else rows.forget(legId);
      }
      return recalled;
    },
  };
}

function restored({ version: _, deviceId, ...start }: z.infer<typeof storedLeg>): ControlledLeg {
  const leg = newControlledLeg(start);
  leg.state = 'talking';
  leg.peer.deviceId = deviceId;
  leg.peer.isAnswered = true;
  leg.peer.isUnheard = true;
  // No longer of use: a client that asks for an offer takes the leg over.
  offerIsThere(leg, '');
  return leg;
}
