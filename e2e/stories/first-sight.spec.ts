import type { Page } from '@playwright/test';
import { missedCalls } from '../people/missed-calls.ts';
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

/** Notes each text that begins like this and is shown, from the page's first line on. */
function notesTexts(beginning: string): void {
  const seen = new Set<string>();
  Object.assign(globalThis, { textsOfStory: seen });
  new MutationObserver(() => {
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.nodeValue?.startsWith(beginning)) seen.add(node.nodeValue);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

test('a number of a far country is written once, in its final form, although its plan loads later', async ({
  seat,
  sidetone,
}) => {
  const colleague = await seat(jonas, { microphone });
  const { page, who } = colleague;
  const [own] = await sidetone.query<{ id: string }>(
    `select c.id from channels c join users u on u.id = c.owner_user_id where u.email = $1`,
    [who.email],
  );
  await missedCalls(sidetone, own?.id ?? '', [
    { id: 'far', number: '+81312345678', minutesAgo: 2 },
    { id: 'near', number: '+4989123456789', minutesAgo: 3 },
  ]);
  await page.addInitScript(notesTexts, '+81');
  const asked = Promise.withResolvers<void>();
  await page.route(/\/assets\/other-plans-.*\.js$/, async (route) => {
    asked.resolve();
    await route.continue();
  });
  await page.reload();
  await asked.promise;
  await expect(page.locator('[data-call]').filter({ hasText: '+81 3 1234 5678' })).toBeVisible();
  const shown = await page.evaluate(() => [...(globalThis as unknown as { textsOfStory: Set<string> }).textsOfStory]);
  expect(shown).toEqual(['+81 3 1234 5678']);
});

test('a phone rings, is answered and hung up before the code that loads later has arrived', async ({ seat }) => {
  const anna = await seat(0, { microphone: tone(1000) });
  const ben = await seat(jonas, { microphone });
  const held = Promise.withResolvers<void>();
  const late: string[] = [];
  await ben.page.route(
    /\/assets\/(all-popups|later|provider|Omnibar|SettingsDialog|other-plans|with-encryption)-.*\.js$/,
    async (route) => {
      late.push(route.request().url());
      await held.promise;
      await route.continue();
    },
  );
  await ben.page.reload();
  await ben.phoneIsReady();
  await anna.calls(ben.who.name);
  await ben.accepts();
  await anna.expectsToHear(440, 1000);
  await ben.expectsToHear(1000, 440);
  expect(late.length).toBeGreaterThan(2);
  await ben.hangsUp();
  held.resolve();
});
