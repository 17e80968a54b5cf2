import { expect, type Page } from '@playwright/test';
import type { Sidetone } from '../world/sidetone.ts';
import type { Colleague } from './colleague.ts';
import { goesTo } from './going.ts';

/** The dialog, in whichever language it is. */
export const dialog = (page: Page) => page.getByRole('dialog', { name: /^(Settings|Einstellungen)$/ });
/** A part in the list at the left. */
export const section = (page: Page, name: string) =>
  dialog(page).getByRole('navigation').getByRole('button', { name, exact: true });
/** The title of the page that is shown; the dialog itself may be called the same. */
export const heading = (page: Page, name: string) =>
  dialog(page).getByRole('heading', { level: 2, name, exact: true }).last();
export const toggle = (page: Page, name: string | RegExp) => dialog(page).getByRole('switch', { name });
/** Opens a part by its address. */
export const opens = async (page: Page, path: string) => {
  await goesTo(page, `/main/channels/private/dialogs/settings/${path}`);
  await expect(dialog(page)).toBeVisible();
};

/** Switches a flag for the whole account of someone, as the operator of a server does. */
export const flagOf = (sidetone: Sidetone, who: Colleague, flag: string, on: boolean) =>
  sidetone.query(
    `update accounts set flags = flags || jsonb_build_object($1::text, $2::boolean)
      where id = (select account_id from users where email = $3)`,
    [flag, on, who.who.email],
  );

/** Opens a part of the settings without loading the page again. */
export async function opensInPlace(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+,');
  await section(page, name).click();
  await expect(heading(page, name)).toBeVisible();
}

/** Does something that the server has to take, and waits until it has: the page says so for two seconds only. */
export async function saves(page: Page, path: string, act: () => Promise<unknown>): Promise<void> {
  const taken = page.waitForResponse((reply) => reply.url().endsWith(path) && reply.request().method() === 'PATCH');
  await act();
  expect((await taken).status()).toBe(200);
}
