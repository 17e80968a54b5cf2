import { snackbarTopPx } from '@sidetone/contract/rules/screen-measures.ts';
import type { DesktopBridge } from '#platform/bridge-parts.ts';

/**
 * How far toasts stand from the top of the page, in pixels. In the desktop program on Windows and Linux they keep off the
 * title bar, which is as high as the page draws it; browsers and Macs draw theirs above the page.
 */
export function toastsTopPx({ kind, platform, titleBarHeight }: Place): number {
  if (kind === 'browser' || platform === 'mac') return snackbarTopPx('mac');
  return titleBarHeight > 0 ? snackbarTopPx('other', titleBarHeight) : snackbarTopPx('other');
}

type Place = Pick<DesktopBridge, 'kind' | 'platform' | 'titleBarHeight'>;
