/** Sizes of what is drawn, in CSS pixels. */

/** CONST-051, CONST-052, CONST-053, CONST-054, CONST-055, CONST-056 */
export const avatarSizePx = { xlarge: 52, large: 44, medium: 36, small: 32, xsmall: 28, aismall: 16 } as const;
export type AvatarSize = keyof typeof avatarSizePx;
/** SCONST-064 */
export const avatarSkeletonPx = 36;

/** CONST-047 */
export const inboxRowHeightPx = 52;
/** CONST-048 */
export const inboxDayHeaderHeightPx = 24;
/** Space that belongs to a day header, below it. CONST-048 */
export const inboxDayHeaderSpacePx = 8;
/** CONST-049 */
export const inboxRowGapPx = 8;

/** SCONST-052 */
export const slideOverWidthPx = 684;
/** SCONST-050 */
export const playerHeightPx = 42;
/** SCONST-049 */
export const playProgressWidthPx = 245;
/** SCONST-051 */
export const waveformBarWidthPx = 2.6;
/** SCONST-051 */
export const waveformBarGapPx = 2;
/** A list that is scrolled by less than this shows no fade. SCONST-053 */
export const scrollFadeThresholdPx = 3;
/** SCONST-029 */
export const contextMenuAbovePointerPx = 16;

/** SCONST-048 */
export const volumeMeterWidthPx = 245;
/** SCONST-048 */
export const volumeMeterSegments = 25;

// Snackbars on the desktop stand at the top right.
/** SCONST-043 */
export const snackbarGapPx = 8;
/** SCONST-046 */
export const snackbarRightPx = 24;
const snackbarMacTopPx = 24;
/** SCONST-045 */
export const titleBarDefaultHeightPx = 32;

/**
 * Distance of snackbars from the top of a desktop window: on Windows and Linux the title bar lies above them.
 * SCONST-044, SCONST-045
 */
export function snackbarTopPx(platform: 'mac' | 'other', titleBarHeightPx = titleBarDefaultHeightPx): number {
  return platform === 'mac' ? snackbarMacTopPx : titleBarHeightPx + snackbarMacTopPx + snackbarGapPx;
}
