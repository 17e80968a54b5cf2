import { type Dialog, keyOfDialog } from '@sidetone/sip/dialogs/dialog.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { LegFact } from '../../calls/legs.ts';
import type { Leg } from '../dialogs/leg.ts';
import type { Flow } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';

/** Every leg that lives, and what leads to it: its id, its dialogs, and the INVITEs that began it or came inside. */
export interface LivingLegs {
  readonly size: number;
  all(): readonly Leg[];
  byId(legId: string): Leg | undefined;
  /** By the key of one of its dialogs. */
  byDialog(key: string | undefined): Leg | undefined;
  byInvite(transaction: ServerTransaction<Flow>): Leg | undefined;
  add(leg: Leg): void;
  addDialog(dialog: Dialog, leg: Leg): void;
  removeDialog(dialog: Dialog): void;
  addInvite(transaction: ServerTransaction<Flow>, leg: Leg): void;
  /** Its id and INVITEs lead to it no longer; its dialogs it leaves itself. */
  remove(leg: Leg): void;
  clear(): void;
}

export function openLivingLegs(): LivingLegs {
  const legs = new Map<string, Leg>();
  const dialogs = new Map<string, Leg>();
  const invites = new Map<ServerTransaction<Flow>, Leg>();
  return {
    get size() {
      return legs.size;
    },
    all: () => [...legs.values()],
    byId: (legId) => legs.get(legId),
    byDialog: (key) => (key === undefined ? undefined : dialogs.get(key)),
    byInvite: (transaction) => invites.get(transaction),
    add: (leg) => void legs.set(leg.legId, leg),
    addDialog: (dialog, leg) => void dialogs.set(keyOfDialog(dialog), leg),
    removeDialog: (dialog) => void dialogs.delete(keyOfDialog(dialog)),
    addInvite: (transaction, leg) => void invites.set(transaction, leg),
    remove(leg) {
      if (legs.get(leg.legId) === leg) legs.delete(leg.legId);
      for (const [transaction, owner] of invites) if (owner === leg) invites.delete(transaction);
    },
    clear() {
      legs.clear();
      dialogs.clear();
      invites.clear();
    },
  };
}

/** Those who hear the facts of all legs. */
export interface FactListeners {
  /** Whether anybody hears. */
  readonly any: boolean;
  add(listener: (fact: LegFact) => void): () => void;
  announce(fact: LegFact): void;
}

export function openFactListeners(log: SipLog): FactListeners {
  const listeners = new Set<(fact: LegFact) => void>();
  return {
    get any() {
      return listeners.size > 0;
    },
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce(fact) {
      for (const listener of listeners) {
        try {
          listener(fact);
        } catch (error) {
          log.error({ err: error, legId: fact.legId, fact: fact.type }, 'sip: listener of a leg failed');
        }
      }
    },
  };
}
