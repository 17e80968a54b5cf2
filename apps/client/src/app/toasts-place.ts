import { snackbarTopPx } from '@sidetone/contract/rules/screen-measures.ts';
import type { DesktopBridge } from '#platform/bridge-parts.ts';

/**
 * The distance of toasts from the top of the page, in pixels. In the desktop program on Windows and Linux they keep
 * clear of the title bar, whose height the page decides; browsers and Macs draw theirs above the page.
 */
export function toastsTopPx({ kind, platform, titleBarHeight }: Place): number {
  if (kind === 'browser' || platform === 'mac') return snackbarTopPx('mac');
  return titleBarHeight > 0 ? snackbarTopPx('other', titleBarHeight) : snackbarTopPx('other');
}

type Place = Pick<DesktopBridge, 'kind' | 'platform' | 'titleBarHeight'>;
