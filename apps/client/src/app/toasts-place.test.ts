import { expect, test } from 'vitest';
import { toastsTopPx } from './toasts-place.ts';

test.each([
  { kind: 'desktop', platform: 'mac', titleBarHeight: 28, top: 24 },
  { kind: 'desktop', platform: 'windows', titleBarHeight: 40, top: 40 + 24 + 8 },
  // Without a known height, the title bar has the usual one.
  { kind: 'desktop', platform: 'linux', titleBarHeight: 0, top: 32 + 24 + 8 },
  { kind: 'browser', platform: 'windows', titleBarHeight: 0, top: 24 },
] as const)('toasts of $kind on $platform with a title bar of $titleBarHeight are at $top', ({ top, ...place }) => {
  expect(toastsTopPx(place)).toBe(top);
});
