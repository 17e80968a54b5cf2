import { afterEach, expect, test } from 'vitest';
import { chooseAudio } from './device-choice.ts';
import {
  type FakeHeadset,
  fakeHeadset,
  fakeHid,
  manyReports,
  oneReport,
  switches,
} from './headset/testing/fake-hid.ts';
import type { HidCollection } from './headset/web-hid.ts';
import { allowedHeadsets, followHeadset, followHeadsets, requestHeadset } from './headset.ts';
import { settle } from './testing/settle.ts';

afterEach(() => chooseAudio({ headsetButtons: true, headset: null }));

/** Calls that ring in a test and that a headset controls; `done` is what the headset did. */
function desk(hid: ReturnType<typeof fakeHid>['hid']) {
  let now = 10_000;
  let view = { ringing: null as string | null, active: null as string | null, muted: false };
  let tasks: { at: number; task: () => void }[] = [];
  const watchers = new Set<() => void>();
  const done: string[] = [];
  const problems: unknown[] = [];
  const becomes = async (change: Partial<typeof view>) => {
    view = { ...view, ...change };
    for (const watcher of watchers) watcher();
    await settle();
  };
  /** Orders take a moment, as they do when another tab is the phone. */
  const later = (what: string, change: () => Partial<typeof view>) => {
    done.push(what);
    queueMicrotask(() => void becomes(change()));
  };
  const stop = followHeadset(
    {
      view: () => view,
      subscribe(onChange) {
        watchers.add(onChange);
        return () => watchers.delete(onChange);
      },
      accept: (id) => later(`accept ${id}`, () => ({ ringing: null, active: id, muted: false })),
      hangUp: (id) => later(`hang up ${id}`, () => ({ active: null })),
      toggleMute: (id) => later(`mute ${id}`, () => ({ muted: !view.muted })),
    },
    {
      hid,
      now: () => now,
      after(ms, task) {
        const entry = { at: now + ms, task };
        tasks.push(entry);
        return () => {
          tasks = tasks.filter((each) => each !== entry);
        };
      },
      failed: (cause) => problems.push(cause),
    },
  );
  return {
    done,
    problems,
    stop,
    becomes,
    async pass(ms: number) {
      now += ms;
      for (const each of tasks.filter(({ at }) => at <= now)) {
        tasks = tasks.filter((other) => other !== each);
        each.task();
      }
      await settle();
    },
  };
}

async function withHeadset(collections: readonly HidCollection[]) {
  const headset = fakeHeadset('Headset', collections);
  const world = fakeHid(headset);
  const me = desk(world.hid);
  await settle();
  const report = async (reportId: number, ...bytes: number[]) => {
    headset.reports(reportId, ...bytes);
    await settle();
  };
  return { ...me, ...world, headset, report, lights: () => headset.written.splice(0) };
}

test('NET-005, NET-006: the hook accepts a ringing call and ends a running one, and the lights follow', async () => {
  const { becomes, done, report, lights } = await withHeadset(oneReport);
  await becomes({ ringing: 'a' });
  expect(lights()).toEqual(['2: 00000100 00000000']);
  await report(2, 0b01, 0);
  expect(done).toEqual(['accept a']);
  expect(lights()).toEqual(['2: 00000010 00000000']);
  await report(2, 0b00, 0);
  expect(done).toEqual(['accept a', 'hang up a']);
  expect(lights()).toEqual(['2: 00000000 00000000']);
});

test('a call accepted on the screen lights the headset, and its echo is not a press', async () => {
  const { becomes, done, report, pass, lights } = await withHeadset(oneReport);
  await becomes({ active: 'a' });
  expect(lights()).toEqual(['2: 00000010 00000000']);
  await report(2, 0b01, 0);
  expect(done).toEqual([]);
  await pass(60_000);
  await report(2, 0b00, 0);
  expect(done).toEqual(['hang up a']);
});

test('a headset that sends no echo ends the call with its first press', async () => {
  const { becomes, done, report } = await withHeadset(oneReport);
  await becomes({ active: 'a' });
  await report(2, 0b00, 0);
  expect(done).toEqual(['hang up a']);
});

test('a late echo of a call that is over neither accepts nor ends the next one', async () => {
  const { becomes, done, report } = await withHeadset(oneReport);
  await becomes({ active: 'a' });
  await becomes({ active: null });
  await becomes({ ringing: 'b' });
  await report(2, 0b01, 0);
  await report(2, 0b00, 0);
  expect(done).toEqual([]);
});

test('a mute button that springs back toggles once per press, and the light shows the state of the call', async () => {
  const { becomes, done, report, lights, pass } = await withHeadset(oneReport);
  await becomes({ active: 'a' });
  await report(2, 0b01, 0);
  lights();
  await report(2, 0b101, 0);
  expect(lights()).toEqual(['2: 00000011 00000000']);
  // Held, released, and pressed once by the change of the light.
  await report(2, 0b101, 0);
  await report(2, 0b001, 0);
  await report(2, 0b101, 0);
  await report(2, 0b001, 0);
  expect(done).toEqual(['mute a']);
  await pass(300);
  await report(2, 0b101, 0);
  expect(done).toEqual(['mute a', 'mute a']);
  expect(lights()).toEqual(['2: 00000010 00000000']);
});

test('muting on the screen lights the headset, and does not come back as a press', async () => {
  const { becomes, done, report, lights } = await withHeadset(oneReport);
  await becomes({ active: 'a' });
  lights();
  await becomes({ muted: true });
  expect(lights()).toEqual(['2: 00000011 00000000']);
  await report(2, 0b101, 0);
  await report(2, 0b001, 0);
  expect(done).toEqual([]);
});

test('a mute switch that stays sets its own state, whatever the call’s was before', async () => {
  const { becomes, done, report, headset } = await withHeadset(switches);
  await becomes({ active: 'a', muted: false });
  await report(0, 0b01, 0b1000_0000);
  expect(done).toEqual(['mute a']);
  expect(headset.written.at(-1)).toBe('0: 00000011');
  await becomes({ muted: false });
  // The user switched it to the state that the call has already: nothing to do.
  await report(0, 0b01, 0b0000_0000);
  expect(done).toEqual(['mute a']);
});

test('buttons in an array and a report for each light work the same', async () => {
  const { becomes, done, report, lights, pass } = await withHeadset(manyReports);
  await becomes({ ringing: 'a' });
  expect(lights()).toEqual(['24: 00000001']);
  await report(8, 0x10);
  await report(8, 0x00);
  expect(done).toEqual(['accept a']);
  expect(lights()).toEqual(['23: 00000100', '24: 00000000']);
  await pass(300);
  await report(8, 0x20);
  await report(8, 0x00);
  expect(done).toEqual(['accept a', 'mute a']);
  expect(lights()).toEqual(['9: 00000001']);
  await report(8, 0x10);
  expect(done).toEqual(['accept a', 'mute a', 'hang up a']);
});

test('a hook lifted without a call is set to go down again', async () => {
  const { done, report, lights } = await withHeadset(oneReport);
  await report(2, 0b01, 0);
  expect(done).toEqual([]);
  expect(lights()).toEqual(['2: 00000000 00000000']);
});

test('a call that could not be accepted puts the hook down again', async () => {
  const { becomes, report, pass, lights, done } = await withHeadset(oneReport);
  await becomes({ ringing: 'a' });
  await report(2, 0b01, 0);
  await becomes({ active: null, ringing: null });
  await pass(1500);
  expect(lights().at(-1)).toBe('2: 00000000 00000000');
  expect(done).toEqual(['accept a']);
});

test('while a second call rings the hook ends the first', async () => {
  const { becomes, report, done } = await withHeadset(oneReport);
  await becomes({ active: 'a' });
  await becomes({ ringing: 'b' });
  await report(2, 0b00, 0);
  expect(done).toEqual(['hang up a']);
});

test('volume keys and devices without buttons for calls do nothing', async () => {
  const { report, done } = await withHeadset(oneReport);
  await report(1, 0b11);
  expect(done).toEqual([]);
  const keyboard = fakeHeadset('Keyboard', [{ usagePage: 1, usage: 6, inputReports: [{ reportId: 0, items: [] }] }]);
  desk(fakeHid(keyboard).hid);
  await settle();
  expect(keyboard.isOpen()).toBe(false);
});

test('a headset plugged in during a call is set to its state, and one that is unplugged is closed', async () => {
  const { becomes, plug, unplug, done } = await withHeadset(oneReport);
  await becomes({ active: 'a' });
  const other: FakeHeadset = fakeHeadset('Other', oneReport);
  plug(other);
  await settle();
  expect(other.written).toEqual(['2: 00000010 00000000']);
  unplug(other);
  other.reports(2, 0b00, 0);
  await settle();
  expect(done).toEqual([]);
  expect(other.isOpen()).toBe(false);
});

test('after stopping, every headset is closed and no longer heard', async () => {
  const { becomes, stop, headset, report, done } = await withHeadset(oneReport);
  await becomes({ ringing: 'a' });
  stop();
  await report(2, 0b01, 0);
  expect([done, headset.isOpen()]).toEqual([[], false]);
});

test('a headset that was allowed just now joins immediately', async () => {
  const headset = fakeHeadset('New', oneReport);
  const world = fakeHid();
  desk(world.hid);
  await settle();
  world.hid.getDevices = async () => [headset.device];
  world.hid.requestDevice = async () => [headset.device];
  expect(await requestHeadset(world.hid)).toEqual({ key: '1:1', name: 'New' });
  await settle();
  expect(headset.isOpen()).toBe(true);
  expect(await allowedHeadsets(world.hid)).toEqual([{ key: '1:1', name: 'New' }]);
});

test('SAUDIO-005: with its buttons switched off a headset goes dark and is closed, and switched on it joins again', async () => {
  const { becomes, headset, report, lights, done } = await withHeadset(oneReport);
  await becomes({ active: 'a' });
  lights();
  chooseAudio({ headsetButtons: false });
  await settle();
  expect([headset.isOpen(), lights()]).toEqual([false, ['2: 00000000 00000000']]);
  await report(2, 0b00, 0);
  expect(done).toEqual([]);
  chooseAudio({ headsetButtons: true });
  await settle();
  expect([headset.isOpen(), lights()]).toEqual([true, ['2: 00000010 00000000']]);
});

test('SAUDIO-005: only the chosen headset controls calls; the others are closed', async () => {
  const [one, two] = [fakeHeadset('One', oneReport, 1), fakeHeadset('Two', oneReport, 2)];
  const world = fakeHid(one, two);
  desk(world.hid);
  await settle();
  expect([one.isOpen(), two.isOpen()]).toEqual([true, true]);
  chooseAudio({ headset: '1:2' });
  await settle();
  expect([one.isOpen(), two.isOpen()]).toEqual([false, true]);
  const again = fakeHeadset('One', oneReport, 1);
  world.plug(again);
  await settle();
  expect(again.isOpen()).toBe(false);
  chooseAudio({ headset: null });
  await settle();
  expect([one.isOpen(), again.isOpen()]).toEqual([true, true]);
});

test('headsets of one make are listed once, and listeners learn of each that comes or goes', async () => {
  const [one, same, two] = [
    fakeHeadset('One', oneReport, 1),
    fakeHeadset('One', oneReport, 1),
    fakeHeadset('Two', oneReport, 2),
  ];
  const world = fakeHid(one, same);
  let heard = 0;
  const stop = followHeadsets(() => {
    heard += 1;
  }, world.hid);
  world.plug(two);
  expect((await allowedHeadsets(world.hid)).map(({ name }) => name)).toEqual(['One', 'Two']);
  world.unplug(one);
  stop();
  world.unplug(two);
  expect(heard).toBe(2);
});

test('a browser without WebHID has no headsets and works without them', async () => {
  followHeadset({
    view: () => ({ ringing: null, active: null, muted: false }),
    subscribe: () => () => {},
    accept() {},
    hangUp() {},
    toggleMute() {},
  })();
  expect(await requestHeadset(null)).toBeNull();
  expect(await allowedHeadsets(null)).toEqual([]);
});
