import { expect, test } from 'vitest';
import { type SettingsFacts, settingsPlace } from './settings-place.ts';

const sections = {
  integrations: { hasPages: true },
  phone: { hasPages: true, isShown: ({ hasNeoPbx }: SettingsFacts) => !hasNeoPbx },
  labs: { hasPages: true },
  audio: {},
};
const newer: SettingsFacts = { hasNeoPbx: true, grants: [] };
const classic: SettingsFacts = { hasNeoPbx: false, grants: ['CALL_BOOSTS'] };
const integrations = { at: 'elsewhere', path: 'integrations' };

test('a part is found with what follows it', () => {
  expect(settingsPlace('integrations/CARDDAV', sections, newer)).toEqual({
    at: 'section',
    name: 'integrations',
    rest: ['CARDDAV'],
  });
  expect(settingsPlace('labs//', sections, newer)).toEqual({ at: 'section', name: 'labs', rest: [] });
});

test.each(['', 'nothing', 'constructor', 'nothing/labs'])('"%s" leads to the integrations', (path) => {
  expect(settingsPlace(path, sections, newer)).toEqual(integrations);
  expect(settingsPlace(path, sections, null)).toEqual(integrations);
});

test('a part without pages has nothing below it', () => {
  expect(settingsPlace('audio', sections, null)).toEqual({ at: 'section', name: 'audio', rest: [] });
  expect(settingsPlace('audio/', sections, null)).toMatchObject({ at: 'section' });
  expect(settingsPlace('audio/input', sections, newer)).toEqual(integrations);
});

test('a hidden part leads to the integrations, with all that is below it', () => {
  expect(settingsPlace('phone/17', sections, newer)).toEqual(integrations);
  expect(settingsPlace('phone/17', sections, classic)).toEqual({ at: 'section', name: 'phone', rest: ['17'] });
});

test('nothing is said of a part that may be hidden before it is known', () => {
  expect(settingsPlace('phone', sections, null)).toEqual({ at: 'waiting' });
  expect(settingsPlace('ai-features', sections, null)).toEqual({ at: 'waiting' });
  expect(settingsPlace('labs', sections, null)).toMatchObject({ at: 'section' });
});

test('AI features lead out of the settings without the grant, and to the integrations with it', () => {
  expect(settingsPlace('ai-features/hasCustomWords', sections, newer)).toEqual({ at: 'leave' });
  expect(settingsPlace('ai-features', sections, classic)).toEqual(integrations);
});
