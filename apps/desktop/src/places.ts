import type { WindowBounds } from '@sidetone/contract/desktop/desktop-settings.ts';

/** Sizes of the window in pixels: while someone signs in and sets the app up, and afterwards. */
export const windowSizes = {
  setup: { width: 760, height: 680 },
  main: { width: 1180, height: 780 },
} as const;

export const smallestWindow = { width: 420, height: 560 };

/**
 * Where the window opens: where it was, as long as enough of it to be grabbed lies on a display that is there now; else
 * undefined, and the system chooses the place.
 */
export function placeOf(remembered: WindowBounds | null, displays: readonly WindowBounds[]): WindowBounds | undefined {
  if (remembered === null) return undefined;
  const isReachable = displays.some((display) => {
    const seenAcross =
      Math.min(remembered.x + remembered.width, display.x + display.width) - Math.max(remembered.x, display.x);
    const topIsSeen = remembered.y >= display.y && remembered.y <= display.y + display.height - 40;
    return seenAcross >= 120 && topIsSeen;
  });
  return isReachable ? remembered : undefined;
}
