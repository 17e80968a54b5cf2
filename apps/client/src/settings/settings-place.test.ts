import { expect, test } from 'vitest';
import { hasAiSection, type SettingsFacts, settingsPlace } from './settings-place.ts';

const sections = {
  integrations: { hasPages: true },
  phone: { hasPages: true, isShown: ({ hasNeoPbx }: SettingsFacts) => !hasNeoPbx },
  labs: { hasPages: true },
  audio: {},
  'conference-rooms': { isShown: ({ hasRooms }: SettingsFacts) => hasRooms },
};
const newer: SettingsFacts = { hasNeoPbx: true, hasAiDisabled: false, grants: [], hasRooms: false };
const classic: SettingsFacts = { hasNeoPbx: false, hasAiDisabled: false, grants: ['CALL_BOOSTS'], hasRooms: null };
const integrations = { at: 'elsewhere', path: 'integrations' };

test('a section is found with the rest of its address', () => {
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

test('a section without pages has nothing below it', () => {
  expect(settingsPlace('audio', sections, null)).toEqual({ at: 'section', name: 'audio', rest: [] });
  expect(settingsPlace('audio/', sections, null)).toMatchObject({ at: 'section' });
  expect(settingsPlace('audio/input', sections, newer)).toEqual(integrations);
});

test('a hidden section leads to the integrations, with everything below it', () => {
  expect(settingsPlace('phone/17', sections, newer)).toEqual(integrations);
  expect(settingsPlace('phone/17', sections, classic)).toEqual({ at: 'section', name: 'phone', rest: ['17'] });
});

test('a section that may be hidden is pending until that is known', () => {
  expect(settingsPlace('phone', sections, null)).toEqual({ at: 'waiting' });
  expect(settingsPlace('ai-features', sections, null)).toEqual({ at: 'waiting' });
  expect(settingsPlace('labs', sections, null)).toMatchObject({ at: 'section' });
});

test('conference rooms are for users who have one, and wait until that is known without the other sections', () => {
  expect(settingsPlace('conference-rooms', sections, { ...newer, hasRooms: true })).toMatchObject({ at: 'section' });
  expect(settingsPlace('conference-rooms', sections, newer)).toEqual(integrations);
  const unknown = { ...newer, hasRooms: null };
  expect(settingsPlace('conference-rooms', sections, unknown)).toEqual({ at: 'waiting' });
  expect(settingsPlace('phone', sections, unknown)).toEqual(integrations);
});

test('AI features lead out of the settings without the permission, and to the integrations with it', () => {
  expect(settingsPlace('ai-features/hasCustomWords', sections, newer)).toEqual({ at: 'leave' });
  expect(settingsPlace('ai-features', sections, classic)).toEqual(integrations);
});

test('SSET-005, SPERM-010: AI features are listed for who may use them, and in a classic account only while there are any', () => {
  expect(hasAiSection(newer)).toBe(false);
  expect(hasAiSection(classic)).toBe(true);
  expect(hasAiSection({ ...classic, hasAiDisabled: true })).toBe(false);
  expect(hasAiSection({ ...classic, hasNeoPbx: true, hasAiDisabled: true })).toBe(true);
  const withAi = { ...sections, 'ai-features': { hasPages: true, isShown: hasAiSection } };
  expect(settingsPlace('ai-features', withAi, { ...classic, hasAiDisabled: true })).toEqual(integrations);
});
