import { beforeEach, expect, test } from 'vitest';
import { settle } from '../calls/testing/fake-clock.ts';
import { FakeFloor, type Handset, music } from './testing/fake-floor.ts';

let floor: FakeFloor;
let anna: Handset;
let ben: Handset;

beforeEach(async () => {
  floor = await FakeFloor.open();
  [anna, ben] = await floor.talk('anna', 'ben', 'first');
});

const hold = (who: 'anna' | 'ben', held: boolean) =>
  floor.exchange.hold(`w${who}`, { id: (who === 'anna' ? anna : ben).callId }, held);
/** Endpoints in the order they were opened: Ben's phone before Anna's. */
const audio = () => {
  const [ofBen, ofAnna] = [...floor.media.endpoints.values()].map(({ held, sound }) => ({ held, sound }));
  return { anna: ofAnna, ben: ofBen };
};
const shown = () => [floor.row('anna')?.body.onHold, floor.row('ben')?.body.onHold];
const talks = { held: false, sound: null };

test('of orders given together the last one counts, however long media takes for the first', async () => {
  const { media } = floor;
  const real = media.hold.bind(media);
  const slow = Promise.withResolvers<void>();
  media.hold = async (endpointId, held) => {
    if (held) await slow.promise;
    await real(endpointId, held);
  };
  const done = Promise.all([true, false, true, false].map((held) => hold('anna', held)));
  await settle();
  expect(audio().anna?.held).toBe(false);
  slow.resolve();
  await done;
  await settle();
  expect(audio()).toEqual({ anna: talks, ben: talks });
  expect(floor.heard()).toHaveLength(1);
  expect(shown()).toEqual([false, false]);
  await Promise.all([true, false, true].map((held) => hold('anna', held)));
  await settle();
  expect(audio()).toEqual({ anna: { held: true, sound: null }, ben: { held: false, sound: music } });
  expect(shown()).toEqual([true, false]);
});

test('an answer comes when media has done it', async () => {
  const { media } = floor;
  const slow = Promise.withResolvers<void>();
  media.hold = () => slow.promise;
  let answered = false;
  const done = hold('anna', true).then(() => {
    answered = true;
  });
  await settle();
  expect(answered).toBe(false);
  slow.resolve();
  await done;
});

test('both hold at the same time: nobody hears music, and the first one back hears it until the other is back', async () => {
  await Promise.all([hold('anna', true), hold('ben', true)]);
  await settle();
  expect(audio()).toEqual({ anna: { held: true, sound: null }, ben: { held: true, sound: null } });
  await hold('anna', false);
  await settle();
  expect(audio()).toEqual({ anna: { held: false, sound: music }, ben: { held: true, sound: null } });
  await hold('ben', false);
  await settle();
  expect(audio()).toEqual({ anna: talks, ben: talks });
});

test('what media cannot do leaves the call as it was, for everybody who looks at it', async () => {
  floor.media.isUnavailable = true;
  await expect(hold('anna', true)).rejects.toMatchObject({ code: 'MEDIA_FAILED' });
  floor.media.isUnavailable = false;
  await settle();
  expect(shown()).toEqual([false, false]);
  await hold('ben', true);
  await settle();
  // Were Anna still taken for one who holds, she would hear no music.
  expect(audio()).toEqual({ anna: { held: false, sound: music }, ben: { held: true, sound: null } });
  floor.media.isUnavailable = true;
  await expect(hold('ben', false)).rejects.toMatchObject({ code: 'MEDIA_FAILED' });
  await settle();
  expect(shown()).toEqual([false, true]);
});

test('a failed order does not undo the one that came after it', async () => {
  const { media } = floor;
  const real = media.hold.bind(media);
  let fails = true;
  media.hold = async (endpointId, held) => {
    const failsNow = fails;
    fails = false;
    media.isUnavailable = failsNow;
    try {
      await real(endpointId, held);
    } finally {
      media.isUnavailable = false;
    }
  };
  const [first, second] = await Promise.allSettled([hold('anna', true), hold('anna', false)]);
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
  await settle();
  expect(audio()).toEqual({ anna: talks, ben: talks });
  expect(shown()).toEqual([false, false]);
});

test('a hold just before a transfer is taken back by it, and one within it is over when it is taken back', async () => {
  const target = { number: '13', ownNumber: null, sessionId: 'second' };
  void hold('ben', true);
  const { transferId } = await floor.exchange.startTransfer('wben', { id: ben.callId }, target);
  await settle();
  await floor.ring('cleo');
  await floor.pickUp('cleo');
  const everybody = () => [...floor.media.endpoints.values()].map(({ held, sound }) => [held, sound]);
  expect(everybody()).toEqual([
    [false, null],
    [false, music],
    [false, null],
  ]);
  await floor.exchange.setLines('wben', { id: ben.callId }, transferId, ['INITIAL', 'TARGET']);
  await Promise.all([true, false, true, false].map((held) => hold('ben', held)));
  await settle();
  expect(everybody()).toEqual([
    [false, null],
    [false, null],
    [false, null],
  ]);
  expect(floor.heard()[0]).toHaveLength(3);
});
