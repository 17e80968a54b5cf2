import type { LegFact, LegOrder, Legs } from '../calls/legs.ts';

/**
 * Legs by the ids that the calls know them by. A leg that was replaced (RFC 3891) keeps its id in its call, its
 * recording and its transfer, while another dialog speaks for it; what the old dialog still says is about nothing.
 */
export interface LegAliases {
  order(order: LegOrder): void;
  /** The fact by the ids of the calls; null for one of a dialog that was replaced. */
  known(fact: LegFact): LegFact | null;
  /** From now on the dialog `newLegId` speaks for this leg. Gives the id of the dialog that did so before. */
  replace(legId: string, newLegId: string): string;
  /** The dialog that speaks for this leg. */
  dialogOf(legId: string): string;
  forget(legId: string): void;
}

export function legAliases(legs: Pick<Legs, 'order'>): LegAliases {
  const dialogs = new Map<string, string>();
  const legIds = new Map<string, string>();
  const dialogOf = (legId: string): string => dialogs.get(legId) ?? legId;
  const knownId = (id: string): string => legIds.get(id) ?? id;
  return {
    order: (order) => legs.order({ ...order, legId: dialogOf(order.legId) }),
    known(fact) {
      const { legId } = fact;
      if (dialogs.has(legId)) return null;
      const replaced = 'replacesLegId' in fact && fact.replacesLegId !== undefined;
      const more = replaced ? { replacesLegId: knownId(fact.replacesLegId as string) } : {};
      return { ...fact, legId: knownId(legId), ...more } as LegFact;
    },
    replace(legId, newLegId) {
      const before = dialogOf(legId);
      legIds.delete(before);
      dialogs.set(legId, newLegId);
      legIds.set(newLegId, legId);
      return before;
    },
    dialogOf,
    forget(legId) {
      legIds.delete(dialogOf(legId));
      dialogs.delete(legId);
    },
  };
}
