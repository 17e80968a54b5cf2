import { beforeEach, expect, test } from 'vitest';
import { FakeMedia } from '../../media/fake-media.ts';
import { someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
});

const settle = () => floor.clock.pass(0);
let count = 0;
/** Cleo's app dials this; gives its leg. */
async function appDials(called: string, more: object = {}) {
  count += 1;
  const handset = { legId: `app-${count}`, callId: `sip-app-${count}` };
  const { sdp: offer } = await new FakeMedia().openEndpoint({ endpointId: 'b', kind: 'webrtc' });
  floor.legs.tell({
    type: 'invited',
    ...handset,
    sipCallId: handset.callId,
    sessionId: `taking-${count}`,
    from: { endpointId: 'b-cleo', accountId: 's1', userId: 'wcleo', kind: 'app' },
    called,
    media: 'webrtc',
    address: '127.0.0.1',
    offer,
    ...more,
  });
  await settle();
  return handset;
}
const connects = async (app: { legId: string }) => {
  floor.legs.tell({ type: 'acknowledged', legId: app.legId });
  await settle();
  for (const endpointId of floor.media.endpoints.keys()) floor.media.tell({ type: 'connected', endpointId });
  await settle();
};

test('an app takes what rings a colleague where the company has it so, and sees who calls', async () => {
  floor.picksUpColleagues = true;
  const anna = await floor.dial('anna', 'ben');
  await floor.ring('ben');
  const app = await appDials('*812');
  expect(floor.told(app)).toEqual(['answer']);
  expect(floor.told(floor.rung('ben'))).toEqual(['invite', 'cancel']);
  await connects(app);
  expect(floor.heard()).toHaveLength(1);
  // The session in which it rang stays: the app finds its call by its own leg.
  expect(floor.row('cleo')?.body).toMatchObject({ callId: app.callId, direction: 'INCOMING', name: 'anna' });
  expect(floor.row('cleo')?.body.id).not.toBe(`taking-${count}`);
  await floor.hangUp(anna);
  expect(await floor.isQuiet()).toBe(true);
});

test('without that it is refused, and the colleague goes on ringing', async () => {
  const anna = await floor.dial('anna', 'ben');
  await floor.ring('ben');
  expect(floor.told(await appDials('*812'))).toEqual(['refuse 403']);
  expect(floor.told(await appDials('*813'))).toEqual(['refuse 404']);
  await floor.pickUp('ben');
  expect(floor.told(await appDials('*812'))).toEqual(['refuse 404']);
  await floor.hangUp(anna);
  expect(await floor.isQuiet()).toBe(true);
});

test('members of a shared channel take its calls by their apps without that', async () => {
  floor.queues.set('queue', someQueue(['wben', 'wcleo'], {}, { channelId: 'queue' }));
  const anna = await floor.dial('anna', '20');
  await floor.ring('ben');
  const app = await appDials('*812');
  expect(floor.told(app)).toEqual(['answer']);
  await floor.hangUp(anna);
  expect(await floor.isQuiet()).toBe(true);
});

test('two apps that ask for one call at the same moment: one has it, the other is refused', async () => {
  floor.picksUpColleagues = true;
  const anna = await floor.dial('anna', 'ben');
  await floor.ring('ben');
  const both = await Promise.all([appDials('*812'), appDials('*812')]);
  const told = both.map((app) => floor.told(app).join()).sort();
  expect(told).toEqual(['answer', expect.stringMatching(/^refuse (404|486)$/)]);
  await floor.hangUp(anna);
  expect(await floor.isQuiet()).toBe(true);
});

test('an app that names a call by Replaces takes back its own, and picks up nothing', async () => {
  floor.picksUpColleagues = true;
  const anna = await floor.dial('anna', 'ben');
  await floor.ring('ben');
  const callId = floor.row('ben')?.callId;
  expect(callId).toBeDefined();
  const app = await appDials('12', { picksUpCallId: callId });
  expect(floor.told(app)).not.toContain('answer');
  await floor.hangUp(anna);
  await floor.hangUp(app);
  expect(await floor.isQuiet()).toBe(true);
});
