/** Sizes of what is drawn, in CSS pixels. */

export const avatarSizePx = { xlarge: 52, large: 44, medium: 36, small: 32, xsmall: 28, aismall: 16 } as const;
export type AvatarSize = keyof typeof avatarSizePx;
export const avatarSkeletonPx = 36;

export const inboxRowHeightPx = 52;
export const inboxDayHeaderHeightPx = 24;
/** Space that belongs to a day header, below it. */
export const inboxDayHeaderSpacePx = 8;
export const inboxRowGapPx = 8;

export const slideOverWidthPx = 684;
export const playerHeightPx = 42;
export const playProgressWidthPx = 245;
export const waveformBarWidthPx = 2.6;
export const waveformBarGapPx = 2;
/** A list that is scrolled by less than this shows no fade. */
export const scrollFadeThresholdPx = 3;
export const contextMenuAbovePointerPx = 16;

export const volumeMeterWidthPx = 245;
export const volumeMeterSegments = 25;

/** Snackbars on the desktop stand at the top right. */
export const snackbarGapPx = 8;
export const snackbarRightPx = 24;
const snackbarMacTopPx = 24;
export const titleBarDefaultHeightPx = 32;

/** Distance of snackbars from the top of a desktop window: on Windows and Linux the title bar lies above them. */
export function snackbarTopPx(platform: 'mac' | 'other', titleBarHeightPx = titleBarDefaultHeightPx): number {
  return platform === 'mac' ? snackbarMacTopPx : titleBarHeightPx + snackbarMacTopPx + snackbarGapPx;
}
