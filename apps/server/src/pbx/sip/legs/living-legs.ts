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
  ofCallId(sipCallId: string): readonly Leg[];
  ofUser(userId: string): readonly Leg[];
  ofTrunk(trunkId: string): readonly Leg[];
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
  const groups = { callId: groupsOf(), user: groupsOf(), trunk: groupsOf() };
  const placesOf = ({ sipCallId, owner }: Leg) =>
    [
      [groups.callId, sipCallId],
      [groups.user, owner.userId],
      [groups.trunk, owner.trunkId],
    ] as const;
  const dialogs = new Map<string, Leg>();
  const invites = new Map<ServerTransaction<Flow>, Leg>();
  const invitesOf = new Map<Leg, ServerTransaction<Flow>[]>();
  return {
    get size() {
      return legs.size;
    },
    all: () => [...legs.values()],
    ofCallId: groups.callId.get,
    ofUser: groups.user.get,
    ofTrunk: groups.trunk.get,
    byId: (legId) => legs.get(legId),
    byDialog: (key) => (key === undefined ? undefined : dialogs.get(key)),
    byInvite: (transaction) => invites.get(transaction),
    add(leg) {
      const before = legs.get(leg.legId);
      if (before) for (const [group, key] of placesOf(before)) group.delete(key, before);
      legs.set(leg.legId, leg);
      for (const [group, key] of placesOf(leg)) group.add(key, leg);
    },
    addDialog: (dialog, leg) => void dialogs.set(keyOfDialog(dialog), leg),
    removeDialog: (dialog) => void dialogs.delete(keyOfDialog(dialog)),
    addInvite(transaction, leg) {
      invites.set(transaction, leg);
      const its = invitesOf.get(leg);
      if (its) its.push(transaction);
      else invitesOf.set(leg, [transaction]);
    },
    remove(leg) {
      if (legs.get(leg.legId) === leg) {
        legs.delete(leg.legId);
        for (const [group, key] of placesOf(leg)) group.delete(key, leg);
      }
      for (const transaction of invitesOf.get(leg) ?? []) invites.delete(transaction);
      invitesOf.delete(leg);
    },
    clear() {
      legs.clear();
      for (const group of Object.values(groups)) group.clear();
      dialogs.clear();
      invites.clear();
      invitesOf.clear();
    },
  };
}

/** Legs in groups; those without a key are in none. */
function groupsOf() {
  const groups = new Map<string, Set<Leg>>();
  return {
    get: (key: string): readonly Leg[] => [...(groups.get(key) ?? [])],
    add(key: string | null, leg: Leg): void {
      if (key === null) return;
      const group = groups.get(key);
      if (group) group.add(leg);
      else groups.set(key, new Set([leg]));
    },
    delete(key: string | null, leg: Leg): void {
      const group = key === null ? undefined : groups.get(key);
      if (key === null || !group?.delete(leg) || group.size > 0) return;
      groups.delete(key);
    },
    clear: () => groups.clear(),
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
