import { beforeEach, describe, expect, test } from 'vitest';
import type { DirectoryRoom } from '../../ports.ts';
import { someQueue } from '../../routing/testing/some-channel.ts';
import { recordingDesk } from '../recording/recordings.ts';
import { FakeFloor, type Handset, type Person } from '../testing/fake-floor.ts';
import { fakeRecordings } from '../testing/fake-recordings.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = new FakeFloor();
  floor.recordings = recordingDesk(fakeRecordings);
  await FakeFloor.open(floor);
  open();
});

const open = (settings: Partial<DirectoryRoom> = {}) => {
  floor.queues.set('room', someQueue([], {}, { channelId: 'room', type: 'room', name: 'Board', extension: '50' }));
  floor.rooms.set('room', {
    channelId: 'room',
    pin: '1234',
    moderatorPin: '9876',
    ownerUserId: null,
    mostPeople: 3,
    announces: true,
    waitsForModerator: false,
    ...settings,
  });
};

/** Callers by the media endpoint that each got, in the order in which they called. */
const lines = new Map<string, string>();
async function call(person: Person, on = floor): Promise<Handset> {
  const before = new Set(on.media.endpoints.keys());
  const handset = await on.dial(person, '50');
  await on.clock.pass(0);
  on.legs.tell({ type: 'acknowledged', legId: handset.legId });
  await on.clock.pass(0);
  const mediaId = [...on.media.endpoints.keys()].find((id) => !before.has(id));
  if (mediaId) lines.set(handset.legId, mediaId);
  return handset;
}
const lineOf = ({ legId }: Handset) => lines.get(legId) ?? '';
const endpointOf = (handset: Handset, on = floor) => {
  const endpoint = on.media.endpoints.get(lineOf(handset));
  if (!endpoint) throw new Error('hung up');
  return endpoint;
};
const heardBy = (handset: Handset, on = floor) => {
  const { sound } = endpointOf(handset, on);
  return sound !== null && typeof sound === 'object' ? sound.file.split('/').at(-1) : sound;
};
async function played(handset: Handset, on = floor): Promise<void> {
  endpointOf(handset, on).sound = null;
  on.media.tell({ type: 'played', endpointId: lineOf(handset) });
  await on.clock.pass(0);
}
async function press(handset: Handset, digits: string, on = floor): Promise<void> {
  for (const digit of digits) {
    on.media.tell({ type: 'dtmf', endpointId: lineOf(handset), digit, durationMs: 100 });
    await on.clock.pass(0);
  }
}
/** With the PIN, until nothing is said to them. */
async function enter(person: Person, pin = '1234#', on = floor): Promise<Handset> {
  const handset = await call(person, on);
  await press(handset, pin, on);
  if (heardBy(handset, on) === 'room-alone.de.wav') await played(handset, on);
  return handset;
}
const people = (on = floor) => on.people.of('s1').get('room')?.people ?? [];
const steer = (order: Parameters<FakeFloor['exchange']['steerRoom']>[2]) =>
  floor.exchange.steerRoom('s1', 'room', order);
const idOf = (name: string) => people().find((each) => each.name === name)?.id ?? '';

describe('a conference room', () => {
  test('asks for its PIN, and callers who are in hear each other, and a tone when someone comes or goes', async () => {
    const anna = await call('anna');
    expect(heardBy(anna)).toBe('room-pin.de.wav');
    await press(anna, '1234#');
    expect(heardBy(anna)).toBe('room-alone.de.wav');
    await played(anna);
    const ben = await enter('ben');
    expect(floor.heard()).toEqual([[lineOf(anna), lineOf(ben)].sort()]);
    expect(heardBy(anna)).toBe('room-enter.wav');
    expect(heardBy(ben)).toBeNull();
    const cleo = await enter('cleo', '9876#');
    expect(floor.heard()).toEqual([[lineOf(anna), lineOf(ben), lineOf(cleo)].sort()]);
    expect(people()).toMatchObject([
      { name: 'anna', userId: 'wanna', number: '11', isModerator: false, isMuted: false },
      { name: 'ben' },
      { name: 'cleo', isModerator: true },
    ]);
    await floor.hangUp(ben);
    await floor.clock.pass(0);
    expect(heardBy(anna)).toBe('room-leave.wav');
    expect(floor.heard()).toEqual([[lineOf(anna), lineOf(cleo)].sort()]);
    // A call to a room is one that was taken.
    expect(floor.book.lines.filter((line) => line.startsWith('established'))).toHaveLength(3);
    await floor.hangUp(anna);
    await floor.hangUp(cleo);
    expect(people()).toEqual([]);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('hangs up after three wrong PINs, and is slower for callers who keep trying', async () => {
    const anna = await call('anna');
    for (const wrong of ['1111#', '2222#', '3333#']) {
      await press(anna, wrong);
      expect(heardBy(anna)).toBe('room-wrong-pin.de.wav');
      await played(anna);
    }
    expect(heardBy(anna)).toBe('room-goodbye.de.wav');
    await played(anna);
    expect(floor.told(anna).at(-1)).toBe('bye');
    const again = await call('anna');
    await press(again, '1234#');
    // Even the right one is answered only later.
    expect(people()).toEqual([]);
    await floor.clock.pass(1000);
    expect(people()).toHaveLength(1);
    await floor.hangUp(again);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is full, or locked, for all but a moderator', async () => {
    open({ mostPeople: 2 });
    const anna = await enter('anna');
    expect(steer({ do: 'lock', isLocked: true })).toBe(true);
    const ben = await enter('ben');
    expect(heardBy(ben)).toBe('room-locked.de.wav');
    await played(ben);
    expect(floor.told(ben).at(-1)).toBe('bye');
    const cleo = await enter('cleo', '9876#');
    expect(people()).toHaveLength(2);
    const dora = await enter('dora', '9876#');
    expect(heardBy(dora)).toBe('room-full.de.wav');
    await played(dora);
    for (const each of [anna, cleo]) await floor.hangUp(each);
    // A lock is for one conference.
    expect(floor.people.of('s1').get('room')).toBeUndefined();
    expect(await floor.isQuiet()).toBe(true);
  });

  test('plays music until a moderator comes, and its owner comes without a PIN', async () => {
    open({ waitsForModerator: true, ownerUserId: 'wcleo' });
    const anna = await enter('anna');
    expect(heardBy(anna)).toBe('room-waits.de.wav');
    await played(anna);
    expect(heardBy(anna)).toBe('music.wav');
    const ben = await enter('ben');
    await played(ben);
    expect(people().map(({ isWaiting }) => isWaiting)).toEqual([true, true]);
    expect(floor.heard()).toEqual([]);
    const cleo = await call('cleo');
    expect(people()).toMatchObject([{ isWaiting: false }, { isWaiting: false }, { isModerator: true }]);
    expect(floor.heard()).toEqual([[lineOf(anna), lineOf(ben), lineOf(cleo)].sort()]);
    // The moderator goes, and the others talk on.
    await floor.hangUp(cleo);
    await floor.clock.pass(0);
    expect(floor.heard()).toEqual([[lineOf(anna), lineOf(ben)].sort()]);
    for (const each of [anna, ben]) await floor.hangUp(each);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('has people muted, by themselves or by others, removed, and its conference ended', async () => {
    const [anna, ben, cleo] = [await enter('anna'), await enter('ben'), await enter('cleo')];
    expect(steer({ do: 'mute', personId: idOf('ben'), isMuted: true })).toBe(true);
    await floor.clock.pass(0);
    expect(endpointOf(ben).listensOnly).toBe(true);
    expect(heardBy(ben)).toBe('room-muted.de.wav');
    await played(ben);
    await press(ben, '*6');
    expect(endpointOf(ben).listensOnly).toBe(false);
    expect(heardBy(ben)).toBe('room-unmuted.de.wav');
    await played(ben);
    await press(ben, '*6');
    expect(people().map(({ isMuted }) => isMuted)).toEqual([false, true, false]);
    await played(ben);
    expect(steer({ do: 'remove', personId: idOf('ben') })).toBe(true);
    await floor.clock.pass(0);
    expect(heardBy(ben)).toBe('room-removed.de.wav');
    expect(floor.heard()).toEqual([[lineOf(anna), lineOf(cleo)].sort()]);
    await played(ben);
    expect(floor.told(ben).at(-1)).toBe('bye');
    expect(steer({ do: 'remove', personId: 'nobody' })).toBe(false);
    expect(floor.exchange.steerRoom('another', 'room', { do: 'end' })).toBe(false);
    expect(steer({ do: 'end' })).toBe(true);
    await floor.clock.pass(0);
    for (const each of [anna, cleo]) {
      expect(heardBy(each)).toBe('room-ended.de.wav');
      await played(each);
      expect(floor.told(each).at(-1)).toBe('bye');
    }
    expect(await floor.isQuiet()).toBe(true);
  });

  test('forgets nobody when signalling dies: they stay as they were, without a PIN', async () => {
    const [anna, ben] = [await enter('anna'), await enter('ben', '9876#')];
    await press(anna, '*6');
    expect(steer({ do: 'lock', isLocked: true })).toBe(true);
    await floor.clock.pass(2000);
    const reborn = await floor.reborn();
    await reborn.clock.pass(0);
    expect(reborn.exchange.activeCalls()).toBe(2);
    expect(reborn.people.of('s1').get('room')?.isLocked).toBe(true);
    expect(people(reborn)).toMatchObject([
      { name: 'anna', isMuted: true, isModerator: false },
      { name: 'ben', isMuted: false, isModerator: true },
    ]);
    expect(reborn.heard()).toEqual([[lineOf(anna), lineOf(ben)].sort()]);
    expect(endpointOf(anna, reborn).listensOnly).toBe(true);
    await reborn.hangUp(anna);
    await reborn.hangUp(ben);
    expect(await reborn.isQuiet()).toBe(true);
  });

  test('continues after a restart although its moderator has left, and callers who wait keep waiting', async () => {
    open({ waitsForModerator: true });
    const anna = await enter('anna');
    await played(anna);
    await floor.clock.pass(2000);
    let on = await floor.reborn();
    for (const [channelId, queue] of floor.queues) on.queues.set(channelId, queue);
    await on.clock.pass(0);
    expect(people(on)).toMatchObject([{ isWaiting: true }]);
    const cleo = await enter('cleo', '9876#', on);
    await on.hangUp(cleo);
    await on.clock.pass(2000);
    on = await on.reborn();
    await on.clock.pass(0);
    expect(people(on)).toMatchObject([{ name: 'anna', isWaiting: false }]);
    expect(heardBy(anna, on)).not.toBe('music.wav');
    await on.hangUp(anna);
    expect(await on.isQuiet()).toBe(true);
  });

  test('does not notice a page that is reloaded, and stays locked', async () => {
    // Rooms are read from a database.
    const { directory } = floor;
    const read = directory.conferenceRoom;
    directory.conferenceRoom = async (...given) => {
      await new Promise<void>((done) => void floor.clock.after(100, done));
      return (await read?.(...given)) ?? null;
    };
    const come = async (person: Person) => {
      const handset = await call(person);
      await floor.clock.pass(100);
      await press(handset, '1234#');
      if (heardBy(handset) === 'room-alone.de.wav') await played(handset);
      return handset;
    };
    const anna = await come('anna');
    expect(steer({ do: 'lock', isLocked: true })).toBe(true);
    const again = await floor.replace('anna', anna);
    await floor.clock.pass(100);
    expect(floor.people.of('s1').get('room')).toMatchObject({ isLocked: true, people: [{ name: 'anna' }] });
    expect(steer({ do: 'lock', isLocked: false })).toBe(true);
    const ben = await come('ben');
    const last = await floor.replace('anna', again);
    await floor.clock.pass(100);
    expect(people()).toHaveLength(2);
    await floor.clock.pass(20_000);
    expect(people()).toHaveLength(2);
    expect(endpointOf(ben).sound).toBeNull();
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(ben);
    await floor.hangUp(last);
    await floor.clock.pass(0);
    expect(people()).toEqual([]);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('asks a caller who takes over a place for the PIN, and is not recorded', async () => {
    const cleo = await enter('cleo', '9876#');
    await expect(floor.exchange.startRecording('wcleo', { id: cleo.callId })).rejects.toMatchObject({
      code: 'WRONG_STATE',
    });
    const [anna, other] = await floor.talk('anna', 'cleo');
    const { recordingId } = await floor.exchange.startRecording('wanna', { id: anna.callId });
    const recorded = () => [...floor.media.endpoints.values()].filter(({ recording }) => recording !== null);
    expect(recorded()).toMatchObject([{ recording: { recordingId, paused: false } }]);
    floor.legs.tell({
      type: 'referred',
      legId: other.legId,
      referId: 'r',
      number: '50',
      replacesLegId: cleo.legId,
    });
    await floor.clock.pass(0);
    expect(people()).toEqual([]);
    expect(recorded()).toEqual([]);
    const asked = [...floor.media.endpoints.values()].map(({ sound }) => JSON.stringify(sound));
    expect(asked).toEqual([expect.stringContaining('room-pin.de.wav')]);
    lines.set(anna.legId, [...floor.media.endpoints.keys()][0] ?? '');
    await press(anna, '1234#');
    expect(people()).toMatchObject([{ userId: 'wanna', name: 'anna', number: '11', isModerator: false }]);
    await floor.hangUp(anna);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('disconnects a caller who has been alone there for an hour', async () => {
    const anna = await enter('anna');
    await floor.clock.pass(61 * 60_000);
    expect(heardBy(anna)).toBe('room-goodbye.de.wav');
    await played(anna);
    expect(floor.told(anna).at(-1)).toBe('bye');
    expect(await floor.isQuiet()).toBe(true);
  });
});
