/** Opens and closes the search. */
export const searchHotkey = 'Mod+K';

/**
 * Opens the channel at this place in the left column, 1 to 9. A browser takes Mod and a digit for its own tabs, so the
 * web adds Alt; the physical key, since Option on a Mac turns digits into other letters.
 */
export function channelHotkey(place: number) {
  return `Mod+Alt+[Digit${place as 1}]` as const;
}
