import type { BrowserContext, Page } from '@playwright/test';

/**
 * Writes down each screen that this browser shows from here on, as `setup: Welcome`: where it is, and the name of the dialog
 * that lies over everything, else the heading of the page. What is only loading has neither, and a message at the edge is no
 * screen.
 */
export async function writeDownScreens(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const key = 'seen-screens';
    const nameOf = (dialog: Element) =>
      dialog.getAttribute('aria-label') ??
      document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent ??
      'a dialog without a name';
    let last: { by: Element; heading: string } | null = null;
    const look = () => {
      const dialog = document.querySelector('[role=dialog]:not([aria-modal=false]), [role=alertdialog]');
      const by = dialog ?? document.querySelector('h1');
      const heading = dialog === null ? by?.textContent : `dialog ${nameOf(dialog)}`;
      if (!by || !heading) return;
      // The address may be that of the next page already.
      if (last?.by === by && last.heading === heading) return;
      last = { by, heading };
      const shown = `${location.pathname.split('/')[1]}: ${heading}`;
      const seen = JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[];
      if (seen.at(-1) !== shown) sessionStorage.setItem(key, JSON.stringify([...seen, shown]));
    };
    if (location.protocol.startsWith('http')) {
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    }
  });
}

/** The screens so far, in their order. */
export const seenScreens = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('seen-screens') ?? '[]') as string[]);

/** Counts from here on how often this browser's mouse is pressed, on whichever page. */
export async function countClicks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const key = 'clicks';
    const count = () => sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key) ?? 0) + 1));
    if (location.protocol.startsWith('http')) addEventListener('pointerdown', count, { capture: true });
  });
}

/** The clicks so far. */
export const clicksOf = (page: Page): Promise<number> =>
  page.evaluate(() => Number(sessionStorage.getItem('clicks') ?? 0));
