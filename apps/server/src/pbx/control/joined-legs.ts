import type { LegFact, LegOrder, Legs, LegTarget } from '../calls/legs.ts';

/**
 * Several ways to have legs as one. An INVITE goes to the first way that takes its target, every other order to where
 * the leg came from; an order for a leg that nobody knows goes to all, who know what is over.
 */
export function joinedLegs(
  ways: readonly { readonly takes: (target: LegTarget) => boolean; readonly legs: Legs }[],
): Legs {
  const owners = new Map<string, Legs>();
  const listeners = new Set<(fact: LegFact) => void>();
  const ends = new Set<LegFact['type']>(['refused', 'unreachable', 'cancelled', 'ended']);
  for (const { legs } of ways) {
    legs.onFact((fact) => {
      if (fact.type === 'invited') owners.set(fact.legId, legs);
      else if (ends.has(fact.type)) owners.delete(fact.legId);
      for (const listener of listeners) listener(fact);
    });
  }
  const wayTo = (target: LegTarget): Legs | undefined => ways.find(({ takes }) => takes(target))?.legs;

  return {
    order(order: LegOrder) {
      if (order.do === 'invite') {
        const legs = wayTo(order.target);
        if (legs) owners.set(order.legId, legs);
      }
      const owner = owners.get(order.legId);
      if (owner) owner.order(order);
      else for (const { legs } of ways) legs.order(order);
      // No fact follows one's own `bye` and `refuse`.
      if (order.do === 'bye' || order.do === 'refuse') owners.delete(order.legId);
    },
    onFact(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    contactsOf: async (userIds) => (await Promise.all(ways.map(({ legs }) => legs.contactsOf(userIds)))).flat(),
    onContact(listener) {
      const stops = ways.map(({ legs }) => legs.onContact(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    async adopt(legIds) {
      const adopted = await Promise.all(
        ways.map(async ({ legs }) => {
          const living = await legs.adopt(legIds);
          for (const legId of living) owners.set(legId, legs);
          return living;
        }),
      );
      return adopted.flat();
    },
  };
}
