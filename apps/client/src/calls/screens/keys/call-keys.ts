import { ownKeys } from '#platform/shortcuts.ts';

/**
 * The keys of a call. Every one works from anywhere in the window; browsers take Ctrl+Shift with most letters for
 * themselves, so the web adds Alt; the desktop program needs none.
 */
export const callHotkeys = {
  mute: ownKeys('Mod+Alt+Shift+M'),
  keypad: ownKeys('Mod+Alt+Shift+K'),
  record: ownKeys('Mod+Alt+Shift+P'),
  add: ownKeys('Mod+Alt+Shift+A'),
  /** The other letter for the same. */
  addAlso: ownKeys('Mod+Alt+Shift+T'),
  hold: ownKeys('Mod+Alt+Shift+H'),
  switch: ownKeys('Mod+Alt+Shift+S'),
  conference: ownKeys('Mod+Alt+Shift+G'),
  hangUp: ownKeys('Mod+Alt+Shift+D'),
  /** Plain letters, and only while an incoming call rings. */
  accept: 'A',
  decline: 'D',
} as const;

/** The last letter of a combination, for the corner of its key. */
export function cornerOf(hotkey: string): string {
  return hotkey.slice(hotkey.lastIndexOf('+') + 1);
}
