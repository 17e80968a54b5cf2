import { expect, test } from 'vitest';
import { connectedOptions, deviceOptions } from './device-options.ts';

const words = { system: 'System', notConnected: 'Gone' };
const devices = ['built-in', 'headset'].map((id) => ({ id, label: id, group: '' }));

test('SAUDIO-002: the system’s device comes first, then all that are plugged in', () => {
  expect(deviceOptions({ devices, chosen: null, words }).map(({ value }) => value)).toEqual([
    '',
    'built-in',
    'headset',
  ]);
  expect(deviceOptions({ devices: null, chosen: null, words }).map(({ label }) => label)).toEqual(['System']);
});

test('a chosen device that is gone stays in the list', () => {
  expect(deviceOptions({ devices, chosen: 'usb', words }).at(-1)).toEqual({ value: 'usb', label: 'Gone' });
  expect(deviceOptions({ devices, chosen: 'headset', words })).toHaveLength(3);
});

test('devices without names are not offered', () => {
  expect(deviceOptions({ devices: [{ id: '', label: '', group: '' }], chosen: null, words })).toHaveLength(1);
});

test('SAUDIO-012: a device that may not be chosen is disabled, unless it is chosen already', () => {
  const isOpen = (id: string | null) => id === 'headset';
  const closed = (chosen: string | null) =>
    deviceOptions({ devices, chosen, words, isOpen }).flatMap(({ value, disabled }) => (disabled ? [value] : []));
  expect(closed('headset')).toEqual(['', 'built-in']);
  expect(closed(null)).toEqual(['built-in']);
  expect(closed('built-in')).toEqual(['']);
  expect(connectedOptions({ devices, chosen: null, words, isOpen }).map(({ value }) => value)).toEqual([
    'built-in',
    'headset',
  ]);
});
