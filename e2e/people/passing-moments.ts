import { expect, type Page } from '@playwright/test';

/**
 * From here on the page keeps which lines were marked (aria-current) and where its sliders stood (aria-valuetext): while a
 * sound plays that lasts a moment, and who looks now and then may look too late.
 */
export const keepsMoments = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const moments: string[] = [];
    Object.assign(window, { moments });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof Element)) continue;
        if (target.ariaCurrent === 'true') moments.push(target.textContent ?? '');
        if (target.ariaValueText) moments.push(target.ariaValueText);
      }
    }).observe(document.body, { subtree: true, attributeFilter: ['aria-current', 'aria-valuetext'] });
  });

/** Passes once a moment was like this, since `keepsMoments`. */
export const expectsMoment = (page: Page, like: RegExp, limit = 10_000): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => (window as unknown as { moments: string[] }).moments), { timeout: limit })
    .toContainEqual(expect.stringMatching(like));
