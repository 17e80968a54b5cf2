import type { Page, Route } from '@playwright/test';

/** Holds back what is sent there next until what this gives is called; `path` is how the address ends. */
export async function holding(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const passes = async (route: Route) => {
    await promise;
    await route.continue();
  };
  await page.route(`**${path}`, passes, { times: 1 });
  return resolve;
}
