import { expect, test } from 'vitest';
import { connectedOptions, deviceOptions } from './device-options.ts';

const words = { system: 'System', notConnected: 'Gone' };
const devices = ['built-in', 'headset'].map((id) => ({ id, label: id, group: '' }));

test('SAUDIO-002: what the system uses comes first, then all that is plugged in', () => {
  expect(deviceOptions({ devices, chosen: null, words }).map(({ value }) => value)).toEqual([
    '',
    'built-in',
    'headset',
  ]);
  expect(deviceOptions({ devices: null, chosen: null, words }).map(({ label }) => label)).toEqual(['System']);
});

test('what was chosen and is gone stays to be seen', () => {
  expect(deviceOptions({ devices, chosen: 'usb', words }).at(-1)).toEqual({ value: 'usb', label: 'Gone' });
  expect(deviceOptions({ devices, chosen: 'headset', words })).toHaveLength(3);
});

test('devices that nobody may know yet are no choice', () => {
  expect(deviceOptions({ devices: [{ id: '', label: '', group: '' }], chosen: null, words })).toHaveLength(1);
});

test('SAUDIO-012: what may not be chosen is closed, unless it is chosen already', () => {
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
