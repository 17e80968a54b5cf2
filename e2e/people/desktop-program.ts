import type { Page } from '@playwright/test';
import type { Colleague } from './colleague.ts';

interface Order {
  readonly name: string;
  readonly asked: unknown;
}

/** The page finds itself in the desktop program, which stands in the test: what it is told arrives here. */
export async function inDesktopProgram({
  page,
}: Colleague): Promise<{ turned: Map<string, boolean>; orders: Order[] }> {
  const turned = new Map<string, boolean>();
  const orders: Order[] = [];
  await page.exposeFunction('orderShell', async (name: string, asked: unknown) => {
    orders.push({ name, asked });
    const about = (asked ?? {}) as { name?: string; on?: boolean };
    switch (name) {
      case 'awaitSignIn':
        return 'http://127.0.0.1:49153/signed-in';
      case 'notificationPermission':
        return 'denied';
      case 'readSwitch':
        return turned.get(about.name ?? '') ?? false;
      case 'turnSwitch':
        if (turned.get('refuses')) throw new Error('taken');
        turned.set(about.name ?? '', about.on ?? false);
        return undefined;
      case 'signIn':
        return await new Promise<string>((resolve) => cameBack.set(page, resolve));
      default:
        return undefined;
    }
  });
  await page.addInitScript(() => {
    const ask = Reflect.get(globalThis, 'orderShell');
    const traits = { platform: 'linux', titleBarHeight: 0, shortcut: 'CommandOrControl+Shift+K' };
    Object.assign(globalThis, { sidetoneShell: { traits, ask, hear: () => () => {} } });
  });
  return { turned, orders };
}

const cameBack = new WeakMap<Page, (address: string) => void>();

/** Signs in in the system's browser, which is another page, and leads back to the program. */
export async function signsInBeside({ page, who }: Colleague, orders: readonly Order[]): Promise<void> {
  const { url } = (orders.findLast(({ name }) => name === 'signIn')?.asked ?? { url: '' }) as { url: string };
  const browser = await page.context().newPage();
  await browser.route('http://127.0.0.1:49153/**', (route) => route.fulfill({ body: 'Back to the app.' }));
  await browser.goto(url);
  await browser.getByLabel(/^e-?mail/i).fill(who.email);
  await browser.getByLabel(/^password/i).fill(who.password);
  await browser.getByRole('button', { name: /^sign in/i }).click();
  await browser.waitForURL('http://127.0.0.1:49153/**');
  cameBack.get(page)?.(browser.url());
  await browser.close();
}
