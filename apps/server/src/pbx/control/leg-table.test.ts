import { expect, test } from 'vitest';
import type { LegFact, LegOrder, Legs } from '../calls/legs.ts';
import { legTable } from './leg-table.ts';
import type { RunningCall } from './running-call.ts';

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

/** The table asks nothing of a call but which one it is. */
const call = (): RunningCall => ({}) as RunningCall;

const byKind = (...all: { readonly legs: Legs }[]) =>
  legTable(all.map(({ legs }, at) => ({ takes: ({ kind }) => at > 0 || kind === 'trunk', legs })));

const invited = (legId: string, replacesLegId?: string): LegFact => ({
  type: 'invited',
  legId,
  sipCallId: `sip-${legId}`,
  from: { endpointId: 'e1', accountId: 's1', userId: 'w1', kind: 'phone' },
  called: '12',
  media: 'rtp',
  address: '127.0.0.1',
  ...(replacesLegId === undefined ? {} : { replacesLegId }),
});

test('an INVITE goes to who takes its target, later orders of that leg follow it, and facts of all are heard', async () => {
  const [one, two] = [someLegs(), someLegs()];
  const table = byKind(one, two);
  const heard: string[] = [];
  table.hear((fact) => heard.push(`${fact.type} ${fact.legId}`));
  table.order(invite('a', 'trunk'));
  table.order(invite('b', 'phone'));
  one.tell({ type: 'provisional', legId: 'a', status: 180 });
  table.order({ do: 'bye', legId: 'a' });
  table.order({ do: 'cancel', legId: 'b' });
  two.tell({ type: 'refused', legId: 'b', status: 487, phrase: 'Request Terminated' });
  expect(one.orders).toEqual(['invite a', 'bye a']);
  expect(two.orders).toEqual(['invite b', 'cancel b']);
  expect(heard).toEqual(['provisional a', 'refused b']);
  expect(await table.contactsOf(['w'])).toHaveLength(2);
});

test('an order for a leg that nobody knows goes to all', () => {
  const [one, two] = [someLegs(), someLegs()];
  byKind(one, two).order({ do: 'bye', legId: 'stray' });
  expect([one.orders, two.orders]).toEqual([['bye stray'], ['bye stray']]);
});

test('legs of an earlier life belong to who goes on with them', async () => {
  const [one, two] = [someLegs('one'), someLegs('two')];
  const table = byKind(one, two);
  expect(await table.adopt(['one-1', 'two-1', 'lost'])).toEqual(['one-1', 'two-1']);
  table.order({ do: 'bye', legId: 'one-1' });
  table.order({ do: 'bye', legId: 'two-1' });
  expect([one.orders, two.orders]).toEqual([['bye one-1'], ['bye two-1']]);
});

test('what is said before anyone hears waits, in its order', () => {
  const one = someLegs();
  const table = byKind(one);
  one.tell(invited('a'));
  one.tell({ type: 'cancelled', legId: 'a' });
  const heard: string[] = [];
  table.hear((fact) => heard.push(`${fact.type} ${fact.legId}`));
  one.tell(invited('b'));
  expect(heard).toEqual(['invited a', 'cancelled a', 'invited b']);
});

test('another dialog speaks for a leg that was replaced, by its own way, and what the old one says is about nothing', () => {
  const [one, two] = [someLegs(), someLegs()];
  const table = byKind(one, two);
  const heard: string[] = [];
  const talk = call();
  table.hear((fact, running) => {
    const about = 'replacesLegId' in fact ? ` for ${fact.replacesLegId}` : '';
    heard.push(`${fact.type} ${fact.legId}${about}${running === talk ? ' in the call' : ''}`);
  });
  one.tell(invited('a'));
  table.join('a', talk, 'm-a');
  two.tell(invited('b', 'a'));
  table.replace('a', 'b');
  table.order({ do: 'answer', legId: 'a', sdp: '' });
  one.tell({ type: 'ended', legId: 'a' });
  // A third dialog names the second, and takes the place of the same leg.
  two.tell(invited('c', 'b'));
  table.replace('a', 'c');
  two.tell({ type: 'reoffered', legId: 'c', sdp: '' });
  two.tell({ type: 'reoffered', legId: 'b', sdp: '' });
  expect([one.orders, two.orders]).toEqual([[], ['answer b']]);
  expect(table.dialogOf('a')).toBe('c');
  expect(heard).toEqual(['invited a', 'invited b for a', 'invited c for a', 'reoffered a in the call', 'reoffered b']);
});

test('a fact is about the call that its leg is in now, and about none when that is forgotten', () => {
  const one = someLegs();
  const table = byKind(one);
  const [first, second] = [call(), call()];
  one.tell(invited('a'));
  table.join('a', first, 'm-a');
  table.join('a', second, 'm-a');
  table.forget(first);
  expect([table.ofLeg('a'), table.ofMedia('m-a')?.running]).toEqual([second, second]);
  table.forget(second);
  expect([table.ofLeg('a'), table.ofMedia('m-a')]).toEqual([undefined, undefined]);
});

test('a leg whose dialog and call are over is known no longer', () => {
  const [one, two] = [someLegs(), someLegs()];
  const table = byKind(one, two);
  table.hear(() => {});
  const talk = call();
  one.tell(invited('a'));
  table.join('a', talk, null);
  one.tell(invited('b', 'a'));
  table.replace('a', 'b');
  table.order({ do: 'bye', legId: 'a' });
  table.forget(talk);
  // Neither its dialog nor its way: it goes to all.
  table.order({ do: 'bye', legId: 'a' });
  expect([table.dialogOf('a'), one.orders, two.orders]).toEqual(['a', ['bye b', 'bye a'], ['bye a']]);
});
