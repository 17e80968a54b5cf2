import { expect, type Locator, type Page } from '@playwright/test';

/** The button at the foot of the left column that opens the person's own menu. */
export const menuButton = (page: Page): Locator => page.getByRole('button', { name: /^Your menu/ });

/** That menu, or whichever else is open. */
export const menu = (page: Page): Locator => page.getByRole('menu').first();

export async function opensMenu(page: Page): Promise<void> {
  await menuButton(page).click();
  await expect(menu(page)).toBeVisible();
}
