import type { Page } from '@playwright/test';
import { countInPlace } from '../world/loads.ts';

/** The app's router, as its library shows it to tools for developers. */
interface ShownRouter {
  readonly __TSR_ROUTER__: {
    readonly history: { push(address: string): void };
    readonly state: { readonly status: string; readonly location: Place; readonly resolvedLocation?: Place };
  };
}

interface Place {
  readonly href: string;
}

function pushInPage(address: string): void {
  (globalThis as unknown as ShownRouter).__TSR_ROUTER__.history.push(address);
}

function hasArrivedInPage(): boolean {
  const { status, location, resolvedLocation } = (globalThis as unknown as ShownRouter).__TSR_ROUTER__.state;
  return status === 'idle' && resolvedLocation?.href === location.href;
}

/**
 * Goes to an address as a link of the app does: what is open is asked whether it may be left, and nothing is loaded again.
 * Resolves once the page of that address is there, or immediately where a form with changes keeps its page. An empty tab loads it. `page.goto` is right where the load is what a
 * story is about.
 */
export async function goesTo(page: Page, address: string): Promise<void> {
  if (!page.url().startsWith('http')) {
    await page.goto(address);
    return;
  }
  countInPlace();
  // A page that is still on its way somewhere would overtake.
  await page.waitForFunction(hasArrivedInPage);
  await page.evaluate(pushInPage, address);
  await page.waitForFunction(hasArrivedInPage);
}
