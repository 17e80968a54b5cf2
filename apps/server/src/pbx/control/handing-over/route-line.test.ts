import { expect, test } from 'vitest';
import { newFork } from '../../calls/invite/open-call.ts';
import type { EventOpened } from '../../ports.ts';
import type { Leg } from '../call-table.ts';
import { directoryOf, someUser } from '../testing/some-people.ts';
import { routeHandOver, withCaller } from './route-line.ts';

const people = [
  someUser('anna', { extension: '11', number: '+493023125111' }),
  someUser('ben', { extension: '12' }),
  someUser('dan', { extension: '13' }),
  someUser('zoe', { accountId: 's2', extension: '11', number: '+493023125199' }),
];
const directory = directoryOf(people);

let serial = 0;
const desk = { directory, contactsOf: async () => [], newId: () => `id-${serial++}` };
const legOf = (owner: string, accountId: string, onPhoneNumber: string, remote: Leg['remote']): Leg => ({
  ...newFork(desk),
  userId: owner,
  endpointId: `e-${owner}`,
  mediaKind: 'webrtc',
  address: '127.0.0.1',
  target: null,
  remote,
  event: {
    channelId: `c-${owner}`,
    accountId,
    docId: 'd',
    ownerUserId: owner,
    direction: 'INCOMING',
    onPhoneNumber,
    remotePhoneNumber: remote.number,
    remoteUserId: null,
    remoteName: remote.name,
  } satisfies EventOpened,
});
/** Anna talks to `far`, as she sees them, and hands them over. */
const handedOver = async (far: Leg, seen: Leg['remote'], number: string) => {
  const userLeg = { ...legOf('anna', 's1', '11', seen), userId: 'anna' };
  const request = { accountId: 's1', userLeg, number, channelId: null, sessionId: null, far };
  const call = await routeHandOver({ ...request, returnTo: null, cameInOn: null }, desk);
  return { from: call.shown.from, event: call.events[0], seesNow: withCaller(call, far).caller.remote };
};
const ben = legOf('ben', 's1', '12', { number: '11', name: 'anna' });
const benAsSeen = { number: '12', name: 'ben' };

test('a colleague who is handed over to a colleague is seen by extension and name', async () => {
  expect(await handedOver(ben, benAsSeen, '13')).toMatchObject({
    from: { user: '12', name: 'ben' },
    event: { accountId: 's1', remotePhoneNumber: '12', remoteName: 'ben', remoteUserId: 'ben' },
    seesNow: { number: '13', name: 'dan' },
  });
});

test('another company learns neither extension, name nor id of the user who is handed over to it', async () => {
  const { from, event } = await handedOver(ben, benAsSeen, '+493023125199');
  expect(from).toEqual({ user: '+493023125111' });
  expect(event).toMatchObject({
    accountId: 's2',
    remotePhoneNumber: '+493023125111',
    remoteName: null,
    remoteUserId: null,
  });
});

test('a user of another company who is handed over within ours sees nothing more than before', async () => {
  const zoe = legOf('zoe', 's2', '+493023125199', { number: '+493023125111', name: null });
  const { from, event, seesNow } = await handedOver(zoe, { number: '+493023125199', name: null }, '12');
  expect(seesNow).toEqual({ number: '+493023125111', name: null });
  expect(from).toEqual({ user: '+493023125199' });
  expect(event).toMatchObject({ accountId: 's1', remotePhoneNumber: '+493023125199', remoteUserId: null });
});
