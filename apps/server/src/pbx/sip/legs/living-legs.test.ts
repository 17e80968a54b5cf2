import { expect, test } from 'vitest';
import { answeredCall } from '../testing/calls.ts';
import { fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';
import { openLivingLegs } from './living-legs.ts';

type Living = ReturnType<typeof openLivingLegs>;
type Leg = Parameters<Living['add']>[0];
type Invite = Parameters<Living['addInvite']>[0];

const aLeg = (legId: string, trunkId: string | null = null) =>
  ({ legId, sipCallId: 'same', owner: { userId: 'anna', trunkId } }) as Leg;
const anInvite = () => ({}) as Invite;

test('nothing leads to a leg that was removed, and what belongs to others stays', () => {
  const living = openLivingLegs();
  const [one, other] = [aLeg('one'), aLeg('other')];
  const [invite, inside, foreign] = [anInvite(), anInvite(), anInvite()];
  for (const leg of [one, other]) living.add(leg);
  for (const each of [invite, inside]) living.addInvite(each, one);
  living.addInvite(foreign, other);
  living.remove(one);
  expect([living.byId('one'), living.byInvite(invite), living.byInvite(inside)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([living.byId('other'), living.byInvite(foreign)]).toEqual([other, other]);
  expect([living.ofCallId('same'), living.ofUser('anna')]).toEqual([[other], [other]]);
  expect(living.size).toBe(1);
});

test('a leg that took the place of another by its id is not removed with it', () => {
  const living = openLivingLegs();
  const [former, leg] = [aLeg('one', 'north'), aLeg('one', 'south')];
  living.add(former);
  living.add(leg);
  living.remove(former);
  expect(living.byId('one')).toBe(leg);
  expect([living.ofTrunk('north'), living.ofTrunk('south'), living.ofUser('anna')]).toEqual([[], [leg], [leg]]);
});

test('a call of ours that comes back to us gets a name of its own, as its Call-ID names a leg already', async () => {
  const exchange = fakeExchange();
  const [anna, bob] = [fakeDevice(exchange, 'anna'), fakeDevice(exchange, 'bob')];
  for (const device of [anna, bob]) await device.register();
  const [contact] = await exchange.legs.contactsOf(['w-anna']);
  if (!contact) throw new Error('the device is not there');
  const target = { kind: 'device', contact } as const;
  const parties = { from: { user: '1' }, to: { user: '2' } };
  exchange.legs.order({ do: 'invite', legId: 'l1', sipCallId: 'same', sessionId: 's1', target, offer, ...parties });
  await exchange.pass();
  await bob.call('200', [['Call-ID', 'same']]);
  const { legId, sipCallId } = exchange.fact('invited');
  expect(sipCallId).toBe(`same/${legId}`);
  await answeredCall(exchange, anna);
  expect(exchange.fact('invited').sipCallId).not.toContain('/');
});
