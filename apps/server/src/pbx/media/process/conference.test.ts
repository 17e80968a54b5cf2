import { expect, test } from 'vitest';
import { mixFrame } from './audio/incoming-audio.ts';
import type { ConferenceMember } from './conference.ts';
import { Conference } from './conference.ts';
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

test('who may not be heard adds nothing and takes nothing away', () => {
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

test('who only listens hears the others, and nobody hears their voice or keys', () => {
  const [anna, bob, carol] = [member(10), member(200), member(3000)];
  const conference = new Conference(clock(), [anna, bob, carol], { silent: new Set([carol]), keepsKeys: false });
  conference.onFrame(1, 20);
  expect([anna.heard, bob.heard, carol.heard]).toEqual([[200], [10], [210]]);
  expect(conference.heardBy(anna)).toEqual([bob]);
  expect(conference.hearKeysOf(anna)).toEqual([bob, carol]);
  expect(conference.hearKeysOf(carol)).toEqual([]);
});
