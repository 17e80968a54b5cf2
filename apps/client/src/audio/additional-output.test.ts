import { expect, test } from 'vitest';
import { defaultAdditional, mayBeAdditional, mayBeMain } from './additional-output.ts';

const speakers = ['built-in', 'headset', 'screen'].map((id) => ({ id, label: id, group: '' }));
const systems = { output: null, ring: null, additionalRing: null };
const here = { speakers, systemSpeaker: 'headset' };

test('SAUDIO-011: the additional output begins where the system plays, else with the first that is not the main one', () => {
  expect(defaultAdditional({ ...systems, output: 'built-in' }, here)).toBe('headset');
  expect(defaultAdditional({ ...systems, output: 'headset' }, here)).toBe('built-in');
  expect(defaultAdditional(systems, here)).toBe('built-in');
  expect(defaultAdditional({ ...systems, output: 'built-in' }, { speakers, systemSpeaker: null })).toBe('headset');
  expect(defaultAdditional({ ...systems, output: 'headset', ring: 'built-in' }, here)).toBe('headset');
});

test('SAUDIO-011: with a single output, or none that has a name yet, there is no additional one', () => {
  const [one] = speakers;
  if (!one) throw new Error('no speakers');
  expect(defaultAdditional({ ...systems, output: 'built-in' }, { speakers: [one], systemSpeaker: null })).toBeNull();
  expect(defaultAdditional(systems, { speakers: [one], systemSpeaker: 'built-in' })).toBeNull();
  expect(defaultAdditional(systems, { speakers: [{ ...one, id: '' }], systemSpeaker: null })).toBeNull();
  expect(defaultAdditional(systems, { speakers: null, systemSpeaker: null })).toBeNull();
});

test('SAUDIO-012: neither output can be the other, also where one is the system one', () => {
  expect(mayBeAdditional('headset', { ...systems, output: 'headset' }, here)).toBe(false);
  expect(mayBeAdditional('headset', systems, here)).toBe(false);
  expect(mayBeAdditional('screen', systems, here)).toBe(true);
  const both = { ...systems, output: 'built-in', additionalRing: 'headset' };
  expect([null, 'built-in', 'headset', 'screen'].map((id) => mayBeMain(id, both, here))).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(mayBeMain('headset', systems, here)).toBe(true);
});
