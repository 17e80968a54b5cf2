import { expect, test } from 'vitest';
import type { LegFact, LegOrder, Legs } from '../calls/legs.ts';
import { joinedLegs } from './joined-legs.ts';

const someLegs = (name = '') => {
  const orders: string[] = [];
  const listeners = new Set<(fact: LegFact) => void>();
  const legs: Legs = {
    order: (order) => void orders.push(`${order.do} ${order.legId}`),
    onFact: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    contactsOf: async (users) => users.map((userId) => ({ userId, contactId: `c-${userId}` }) as never),
    onContact: () => () => {},
    adopt: async (ids) => ids.filter((id) => id.startsWith(name)),
  };
  const tell = (fact: LegFact) => {
    for (const listener of listeners) listener(fact);
  };
  return { legs, orders, tell };
};

const invite = (legId: string, kind: 'trunk' | 'phone'): LegOrder => ({
  do: 'invite',
  legId,
  sipCallId: legId,
  sessionId: 's',
  offer: '',
  from: 'anonymous',
  to: { user: '1' },
  target:
    kind === 'phone'
      ? { kind, phoneId: 'f', number: '1' }
      : { kind, trunkId: 't', number: '1', identity: null, isEmergency: false, maxForwards: 70 },
});

test('an INVITE goes to who takes its target, later orders of that leg follow it, and facts of all are heard', async () => {
  const [one, two] = [someLegs(), someLegs()];
  const joined = joinedLegs([
    { takes: ({ kind }) => kind === 'trunk', legs: one.legs },
    { takes: () => true, legs: two.legs },
  ]);
  const heard: string[] = [];
  joined.onFact((fact) => heard.push(`${fact.type} ${fact.legId}`));
  joined.order(invite('a', 'trunk'));
  joined.order(invite('b', 'phone'));
  one.tell({ type: 'provisional', legId: 'a', status: 180 });
  joined.order({ do: 'bye', legId: 'a' });
  joined.order({ do: 'cancel', legId: 'b' });
  two.tell({ type: 'refused', legId: 'b', status: 487, phrase: 'Request Terminated' });
  expect(one.orders).toEqual(['invite a', 'bye a']);
  expect(two.orders).toEqual(['invite b', 'cancel b']);
  expect(heard).toEqual(['provisional a', 'refused b']);
  expect(await joined.contactsOf(['w'])).toHaveLength(2);
});

test('an order for a leg that nobody knows goes to all', () => {
  const [one, two] = [someLegs(), someLegs()];
  const joined = joinedLegs([
    { takes: () => false, legs: one.legs },
    { takes: () => true, legs: two.legs },
  ]);
  joined.order({ do: 'bye', legId: 'stray' });
  expect([one.orders, two.orders]).toEqual([['bye stray'], ['bye stray']]);
});

test('legs of an earlier life belong to who goes on with them', async () => {
  const [one, two] = [someLegs('one'), someLegs('two')];
  const joined = joinedLegs([
    { takes: () => false, legs: one.legs },
    { takes: () => true, legs: two.legs },
  ]);
  expect(await joined.adopt(['one-1', 'two-1', 'lost'])).toEqual(['one-1', 'two-1']);
  joined.order({ do: 'bye', legId: 'one-1' });
  joined.order({ do: 'bye', legId: 'two-1' });
  expect([one.orders, two.orders]).toEqual([['bye one-1'], ['bye two-1']]);
});
