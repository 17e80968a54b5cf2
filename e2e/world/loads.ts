import type { BrowserContext, Page } from '@playwright/test';

/** What the pages of this worker cost so far. */
interface Loads {
  /** Documents that were loaded: what costs most of a story's processor time. */
  readonly loads: number;
  /** Addresses that were reached without a load of their own. */
  readonly inPlace: number;
}

let loads = 0;
let inPlace = 0;

/** Counts what the pages of this browser load from here on. */
export function countLoads(context: BrowserContext): void {
  const count = (page: Page) =>
    page.on('domcontentloaded', () => {
      if (page.url().startsWith('http')) loads += 1;
    });
  context.pages().forEach(count);
  context.on('page', count);
}

/** Counts an address that was reached without a load. */
export function countInPlace(): void {
  inPlace += 1;
}

export const loadsSoFar = (): Loads => ({ loads, inPlace });
