import { beforeEach, expect, test } from 'vitest';
import { someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor, type Handset } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
});

const voicemail = { overflow: { kind: 'voicemail' }, voicemail: { enabled: true, maxSeconds: 60 } };

/** The file that the only one on the line hears. */
function playing({ media }: FakeFloor): string | undefined {
  const [endpoint] = media.endpoints.values();
  const sound = endpoint?.sound ?? null;
  return typeof sound === 'object' && sound !== null ? sound.file.split('/').at(-1) : undefined;
}

/** The caller is answered by the exchange and hears it. */
async function answered({ clock, legs }: FakeFloor, { legId }: Handset): Promise<void> {
  await clock.pass(0);
  legs.tell({ type: 'acknowledged', legId });
  await clock.pass(0);
}

test('a voicemail takes the message of somebody who was sent to it, and rings none of the members', async () => {
  floor.queues.set('queue', someQueue(['wben'], voicemail, { channelId: 'queue' }));
  const [caller, callee] = await floor.talk('anna', 'ben');
  await floor.exchange.transferBlindly('wben', { id: callee.callId }, '20', 'voicemail');
  await floor.clock.pass(0);
  expect(playing(floor)).toBe('voicemail-greeting.de.wav');
  expect(floor.told(callee).at(-1)).toBe('bye');
  expect(floor.legs.of('invite')).toHaveLength(1);
  await floor.hangUp(caller);
  expect(await floor.isQuiet()).toBe(true);
});

test('the voicemail of a line that takes no messages is nowhere to be sent to, and the call goes on', async () => {
  floor.queues.set('queue', someQueue([], { voicemail: { enabled: false } }, { channelId: 'queue' }));
  const [, callee] = await floor.talk('anna', 'ben');
  const sent = floor.exchange.transferBlindly('wben', { id: callee.callId }, '20', 'voicemail');
  await expect(sent).rejects.toMatchObject({ code: 'BAD_TARGET' });
  const nobody = floor.exchange.transferBlindly('wben', { id: callee.callId }, '99', 'voicemail');
  await expect(nobody).rejects.toMatchObject({ code: 'BAD_TARGET' });
  expect(floor.told(callee)).toEqual(['invite']);
});

test('a voicemail is reached by its star code without ringing anybody', async () => {
  floor.queues.set('queue', someQueue(['wben'], voicemail, { channelId: 'queue' }));
  const caller = await floor.dial('anna', '*9920');
  await answered(floor, caller);
  expect(playing(floor)).toBe('voicemail-greeting.de.wav');
  expect(floor.legs.of('invite')).toEqual([]);
  await floor.hangUp(caller);
  expect(await floor.isQuiet()).toBe(true);
});
