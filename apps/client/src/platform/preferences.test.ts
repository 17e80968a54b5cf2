import { preferences } from '@sidetone/contract/entities/preferences.ts';
import { expect, test } from 'vitest';
import { changePreferences, currentPreferences, readPreferences } from './preferences.ts';

test.each([null, '', 'no JSON', '7', 'null', '[]'])('%s is the default', (text) => {
  expect(readPreferences(text)).toEqual(preferences.parse({}));
});

test('an invalid value does not affect any other', () => {
  const text = JSON.stringify({
    shortcutsEnabled: 'perhaps',
    callWindowBehaviorOutgoing: { openContactHistory: true },
  });
  const read = readPreferences(text);
  expect(read.shortcutsEnabled).toBe(true);
  expect(read.callWindowBehaviorOutgoing).toEqual({ openContactHistory: true, openCallLogging: false });
});

test('a change leaves the rest of its group unchanged', () => {
  changePreferences({ callWindowBehaviorIncoming: { focusWindow: true } });
  changePreferences({ callWindowBehaviorIncoming: { openContactHistory: true } });
  expect(currentPreferences().callWindowBehaviorIncoming).toEqual({
    focusWindow: true,
    openContactHistory: true,
    openCallLogging: false,
  });
});
