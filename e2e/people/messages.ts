import type { Locator, Page } from '@playwright/test';

/** Where messages appear, in a corner of the window. */
export const messages = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });

/** A message there, by words of it. */
export const message = (page: Page, text: string | RegExp): Locator => messages(page).getByText(text);
