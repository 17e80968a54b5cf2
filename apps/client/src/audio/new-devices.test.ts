import { expect, test } from 'vitest';
import type { AudioDevices } from './devices.ts';
import { isPluggedIn, newDevices } from './new-devices.ts';

type Named = readonly [id: string, label?: string, group?: string];

const machine = (microphones: readonly Named[] | null, speakers: readonly Named[] | null): AudioDevices => {
  const list = (named: readonly Named[] | null) =>
    named?.map(([id, label = id, group = '']) => ({ id, label, group })) ?? null;
  return { microphones: list(microphones), speakers: list(speakers), systemSpeaker: null };
};

const before = machine([['built-in']], [['loud']]);

test('SAUDIO-013: both ends of a headset are one new device, by their group or else by their name', () => {
  const headset = machine(
    [['built-in'], ['m', 'Microphone (H650)', 'usb']],
    [['loud'], ['s', 'Speakers (H650)', 'usb']],
  );
  expect(newDevices(before, headset)).toEqual([{ name: 'H650', input: 'm', output: 's' }]);
  const groupless = machine([['built-in'], ['m', 'H650']], [['loud'], ['s', 'H650']]);
  expect(newDevices(before, groupless)).toEqual([{ name: 'H650', input: 'm', output: 's' }]);
});

test('SAUDIO-013: an unrelated microphone and speaker are two devices', () => {
  const both = machine([['built-in'], ['m', 'Desk', 'a']], [['loud'], ['s', 'Screen', 'b']]);
  expect(newDevices(before, both)).toEqual([
    { name: 'Desk', input: 'm', output: null },
    { name: 'Screen', input: null, output: 's' },
  ]);
});

test('devices that were there are not new, and neither are those that are gone', () => {
  expect(newDevices(before, before)).toEqual([]);
  expect(newDevices(before, machine([], []))).toEqual([]);
});

test('devices that get their names only now, because the microphone was allowed, are not new', () => {
  const unnamed = machine([['', '']], [['', '']]);
  expect(newDevices(unnamed, machine([['built-in'], ['m']], [['loud']]))).toEqual([]);
  expect(newDevices(before, unnamed)).toEqual([]);
});

test('a browser that begins to list speakers has no new ones', () => {
  expect(newDevices(machine([['built-in']], null), machine([['built-in']], [['loud']]))).toEqual([]);
});

test('the first device of a machine that had none is new', () => {
  expect(newDevices(machine([], []), machine([['m']], []))).toEqual([{ name: 'm', input: 'm', output: null }]);
});

test('SAUDIO-014: a device that is pulled out while it waits for its question is gone', () => {
  const device = { name: 'H650', input: 'm', output: 's' };
  expect(isPluggedIn(device, machine([['m']], []))).toBe(true);
  expect(isPluggedIn(device, before)).toBe(false);
  expect(isPluggedIn({ ...device, input: null }, machine([], [['s']]))).toBe(true);
});
