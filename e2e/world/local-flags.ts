import { expect, type Page } from '@playwright/test';

/**
 * Makes a browser one in which someone has worked before: the app neither introduces itself nor asks for a set-up. Runs in
 * the page, before anything of it.
 */
export function hasLookedAroundInPage(): void {
  const key = 'sidetone.local-flags';
  try {
    if (localStorage.getItem(key) !== null) return;
    const done = { audioSetupCompleted: true, 'welcome-notification': true, featureHintClosed: 'audio-in-menu' };
    localStorage.setItem(key, JSON.stringify({ ...done, introSeenAt: new Date().toISOString() }));
  } catch {
    // A page without storage, such as an empty one.
  }
}

/** Has this browser remember that from here on, and opens one's own channel in it again. */
export async function remembers(page: Page, flags: object): Promise<void> {
  await page.evaluate((wanted) => {
    const key = 'sidetone.local-flags';
    const known = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...known, ...wanted }));
  }, flags);
  await page.goto('/main/channels/private');
  await isReady(page);
}

/** What this browser remembers of one thing. */
export function remembered(page: Page, name: string): Promise<unknown> {
  return page.evaluate(
    (name) => (JSON.parse(localStorage.getItem('sidetone.local-flags') ?? '{}') as Record<string, unknown>)[name],
    name,
  );
}

/** Passes once the window has stood for a moment: what opens by itself is open then. */
export function isReady(page: Page): Promise<void> {
  return expect(page.locator('[data-ready]')).toBeVisible();
}
