import { matchesKeyboardEvent } from '@tanstack/react-hotkeys';
import { describe, expect, test } from 'vitest';
import { callHotkeys, cornerOf } from './call-keys.ts';

/** The event of a browser for a key with all of the modifiers, and for one alone. */
const pressed = (letter: string, key: string, more: Partial<KeyboardEvent> = {}) =>
  ({
    key,
    code: `Key${letter}`,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  }) as KeyboardEvent;
const all = { altKey: true, shiftKey: true };
/** The signs that ⌥⇧ writes on a Mac in place of these letters. */
const written: Record<string, string> = { M: 'Â', K: '\uf8ff', P: '∏', A: 'Å', T: 'ˇ', H: 'Ó', S: 'Í', G: '˝', D: 'Î' };
const combined = Object.entries(callHotkeys).filter(([, hotkey]) => hotkey.includes('+'));

describe('KEY-001 to -011: every combination works on every platform, and on no other', () => {
  test.each(combined)('%s: %s', (_what, hotkey) => {
    const letter = cornerOf(hotkey);
    const onMac = pressed(letter, written[letter] ?? letter, { ...all, metaKey: true });
    const elsewhere = pressed(letter, letter, { ...all, ctrlKey: true });
    expect(matchesKeyboardEvent(onMac, hotkey, 'mac')).toBe(true);
    expect(matchesKeyboardEvent(elsewhere, hotkey, 'mac')).toBe(false);
    for (const platform of ['windows', 'linux'] as const) {
      expect(matchesKeyboardEvent(elsewhere, hotkey, platform)).toBe(true);
      expect(matchesKeyboardEvent(onMac, hotkey, platform)).toBe(false);
    }
  });

  test('all combinations differ', () => {
    expect(new Set(Object.values(callHotkeys)).size).toBe(Object.keys(callHotkeys).length);
  });
});

test.each([callHotkeys.accept, callHotkeys.decline])(
  'KEY-012, KEY-013: %s answers alone, and not with Ctrl',
  (letter) => {
    expect(matchesKeyboardEvent(pressed(letter, letter.toLowerCase()), letter, 'windows')).toBe(true);
    expect(matchesKeyboardEvent(pressed(letter, letter.toLowerCase(), { ctrlKey: true }), letter, 'windows')).toBe(
      false,
    );
  },
);
