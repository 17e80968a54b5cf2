import { expect, test } from 'vitest';
import { mixFrame } from './audio/incoming-audio.ts';
import type { ConferenceMember } from './conference.ts';
import { Conference, everybody } from './conference.ts';
import { FrameClock } from './frame-clock.ts';

/** A member that says one steady sample, or nothing. */
function member(sample: number | null) {
  const heard: number[] = [];
  let conference: Conference | null = null;
  const it: ConferenceMember & { readonly heard: number[]; says: number | null; readonly in: Conference | null } = {
    heard,
    says: sample,
    get in() {
      return conference;
    },
    speech: () => (it.says === null ? null : new Int16Array(mixFrame).fill(it.says)),
    hears: null,
    sendFrame: (samples) => heard.push(samples[0] ?? 0),
    sendPayload: () => {},
    passDigit: () => {},
    level: () => 0,
    enter: (entered) => {
      conference = entered;
    },
  };
  return it;
}

const clock = () =>
  new FrameClock((error) => {
    throw error;
  });

test('each hears the sum of the others and never itself', () => {
  const [anna, bob, carol] = [member(10), member(200), member(3000)];
  new Conference(clock(), [anna, bob, carol]).onFrame(1, 20);
  expect([anna.heard, bob.heard, carol.heard]).toEqual([[3200], [3010], [210]]);
});

test('too loud a sum is cut, either way', () => {
  const [anna, bob, carol] = [member(30_000), member(30_000), member(-30_000)];
  const conference = new Conference(clock(), [anna, bob, carol]);
  conference.onFrame(1, 20);
  expect([anna.heard, bob.heard, carol.heard]).toEqual([[0], [0], [32_767]]);
  [anna.says, bob.says] = [-32_768, -32_768];
  conference.onFrame(2, 40);
  expect(carol.heard).toEqual([32_767, -32_768]);
});

test('a member who may not be heard adds nothing and takes nothing away', () => {
  const [anna, bob, carol] = [member(null), member(20), member(300)];
  new Conference(clock(), [anna, bob, carol]).onFrame(1, 20);
  expect([bob.heard, carol.heard]).toEqual([[300], [20]]);
});

test('with two left it goes on, with one left it is over', () => {
  const [anna, bob, carol] = [member(1), member(20), member(300)];
  const conference = new Conference(clock(), [anna, bob, carol]);
  conference.leave(carol);
  conference.onFrame(1, 20);
  expect([anna.in, carol.in, anna.heard, carol.heard]).toEqual([conference, null, [20], []]);
  conference.leave(bob);
  conference.leave(bob);
  expect([anna.in, bob.in, conference.othersThan(anna)]).toEqual([null, null, []]);
});

test('a guest hears both, and is heard by nobody, by one or by both', () => {
  const [anna, bob, guest] = [member(10), member(200), member(3000)];
  const conference = new Conference(clock(), [anna, bob], everybody, { member: guest, heardBy: new Set() });
  const heard = () => [anna, bob, guest].map((each) => each.heard.at(-1));
  conference.onFrame(1, 20);
  expect(heard()).toEqual([200, 10, 210]);
  conference.receive({ member: guest, heardBy: new Set([anna]) });
  conference.onFrame(2, 40);
  expect(heard()).toEqual([3200, 10, 210]);
  expect(conference.othersThan(anna)).toEqual([bob, guest]);
  expect(conference.othersThan(bob)).toEqual([anna]);
  conference.receive({ member: guest, heardBy: new Set([anna, bob]) });
  conference.onFrame(3, 60);
  expect(heard()).toEqual([3200, 3010, 210]);
});

test('a recording is without a guest whom only one of the two hears', () => {
  const [anna, bob, guest] = [member(10), member(200), member(3000)];
  const conference = new Conference(clock(), [anna, bob], everybody, { member: guest, heardBy: new Set([anna]) });
  conference.onFrame(1, 20);
  expect(conference.mixFor(anna)?.[0]).toBe(200);
  expect(conference.mixFor(bob)?.[0]).toBe(10);
  expect(conference.mixFor(guest)).toBeNull();
  conference.receive({ member: guest, heardBy: new Set([anna, bob]) });
  conference.onFrame(2, 40);
  expect(conference.mixFor(anna)?.[0]).toBe(3200);
});

test('a caller who only listens hears nothing of what is whispered', () => {
  const [anna, bob, guest] = [member(10), member(null), member(null)];
  const conference = new Conference(clock(), [anna, bob], everybody, { member: guest, heardBy: new Set([anna]) });
  const codecs = [anna, bob, guest];
  for (const each of codecs) Object.defineProperty(each, 'hears', { value: 'PCMA' });
  for (let tick = 1; tick < 60; tick += 1) conference.onFrame(tick, tick * 20);
  bob.heard.length = 0;
  guest.says = 3000;
  conference.onFrame(60, 1200);
  expect(bob.heard).toEqual([10]);
});

test('digits of a guest go to nobody, and those of others not to the guest', () => {
  const [anna, bob, guest] = [member(1), member(20), member(300)];
  const conference = new Conference(clock(), [anna, bob], everybody, { member: guest, heardBy: new Set([anna, bob]) });
  expect([anna, bob, guest].map((each) => conference.hearKeysOf(each))).toEqual([[bob], [anna], []]);
});

test('with one left besides the guest it is over for both', () => {
  const [anna, bob, guest] = [member(1), member(20), member(300)];
  const conference = new Conference(clock(), [anna, bob], everybody, { member: guest, heardBy: new Set() });
  conference.leave(bob);
  expect([anna.in, bob.in, guest.in]).toEqual([null, null, null]);
});

test('a member who only listens hears the others, and nobody hears their voice or keys', () => {
  const [anna, bob, carol] = [member(10), member(200), member(3000)];
  const conference = new Conference(clock(), [anna, bob, carol], { silent: new Set([carol]), keepsKeys: false });
  conference.onFrame(1, 20);
  expect([anna.heard, bob.heard, carol.heard]).toEqual([[200], [10], [210]]);
  expect(conference.heardBy(anna)).toEqual([bob]);
  expect(conference.hearKeysOf(anna)).toEqual([bob, carol]);
  expect(conference.hearKeysOf(carol)).toEqual([]);
});
