import { beforeEach, expect, test } from 'vitest';
import { someMember, someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
});

const allDay = [{ from: '00:00', until: '24:00' }];
const never = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };
const always = Object.fromEntries(Object.keys(never).map((day) => [day, allDay]));
const queue = (hours: Record<string, unknown>, channelId = 'queue', extension = '20') =>
  floor.queues.set(channelId, someQueue([someMember('wben')], { hours }, { channelId, extension }));
const held = (channelId = 'queue') => floor.queues.get(channelId)?.routing?.held ?? null;

async function hear(dialled: string): Promise<unknown[]> {
  const handset = await floor.dial('ben', dialled);
  await floor.clock.pass(0);
  floor.legs.tell({ type: 'acknowledged', legId: handset.legId });
  await floor.clock.pass(0);
  const playing = [...floor.media.endpoints.values()].map(({ sound }) =>
    sound !== null && typeof sound === 'object' ? sound.file.split('/').at(-1) : sound,
  );
  await floor.hangUp(handset);
  await floor.clock.pass(0);
  return playing;
}

test('the code closes an open channel, and dialled again its hours count again', async () => {
  queue(always);
  expect(await hear('*2820')).toEqual(['night-closed.de.wav']);
  expect(held()).toEqual({ state: 'closed', until: null });
  expect(await hear('*2820#')).toEqual(['night-hours.de.wav']);
  expect(held()).toBeNull();
});

test('outside of its hours the code opens a channel', async () => {
  queue(never);
  expect(await hear('*28')).toEqual(['night-open.de.wav']);
  expect(held()).toEqual({ state: 'open', until: null });
  expect(await hear('*28')).toEqual(['night-hours.de.wav']);
});

test('alone it switches nothing where several channels could be meant', async () => {
  queue(always);
  queue(always, 'other', '21');
  expect(await hear('*28')).toEqual(['night-nowhere.de.wav']);
  expect([held(), held('other')]).toEqual([null, null]);
});

test('of channels that the caller is no member of they learn nothing, and their own line is none', async () => {
  queue(always);
  const stranger = await floor.dial('anna', '*2820');
  expect(floor.told(stranger)).toEqual(['refuse 404']);
  const own = await floor.dial('ben', '*2812');
  expect(floor.told(own)).toEqual(['refuse 404']);
  expect(held()).toBeNull();
});
