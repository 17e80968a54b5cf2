import type { Page } from '@playwright/test';
import { menu, menuButton } from '../people/own-menu.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const microphone = tone(440);
const jonas = 1;

test.describe.configure({ timeout: 240_000 });
test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

/** Loads the page again while the code of menus does not come; returns the way to let it come. */
async function reloadsWithoutPopups(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/all-popups-.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  return held.resolve;
}

test('what is pressed before its code is there opens when that comes, and keeps the focus until then', async ({
  seat,
}) => {
  const colleague = await seat(jonas, { microphone });
  const { page } = colleague;
  await colleague.showsAllCalls();
  const come = await reloadsWithoutPopups(page);
  const row = colleague.inbox.locator('[data-call]').first();
  await expect(row).toBeVisible();

  await menuButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(menuButton(page)).toBeFocused();
  await expect(menuButton(page)).toHaveAttribute('aria-haspopup', 'menu');
  await expect(menu(page)).toHaveCount(0);
  come();
  await expect(menu(page)).toBeVisible();
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(menuButton(page)).toBeFocused();
});

test('a right click before the code of menus is there opens the menu at the same place', async ({ seat }) => {
  const colleague = await seat(jonas, { microphone });
  const { page } = colleague;
  await colleague.showsAllCalls();
  const come = await reloadsWithoutPopups(page);
  const row = colleague.inbox.locator('[data-call]').first();
  await expect(row).toBeVisible();
  const box = await row.boundingBox();
  const at = { x: (box?.x ?? 0) + 200, y: (box?.y ?? 0) + 20 };
  await page.mouse.click(at.x, at.y, { button: 'right' });
  const opened = page.getByRole('menu');
  await expect(opened).toHaveCount(0);
  come();
  await expect(opened).toBeVisible();
  expect(Math.round((await opened.boundingBox())?.y ?? 0)).toBe(Math.round(at.y - 16));
});
