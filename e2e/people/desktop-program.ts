import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import type { Colleague } from './colleague.ts';

interface Order {
  readonly name: string;
  readonly asked: unknown;
}

interface DesktopProgram {
  /** How the switches of the machine stand; with `refuses` it takes no change. */
  readonly turned: Map<string, boolean>;
  /** What the page told the program, the newest last. */
  readonly orders: readonly Order[];
  /** Signs in in the system's browser, which is another page; gives the address at which it came back to the program. */
  signsInBeside(): Promise<string>;
}

/** What a program is on; a Linux that says nothing of microphones, unless told otherwise. */
interface Machine {
  readonly platform?: 'mac' | 'linux';
  /** What the system says of the microphone, asked again each time. */
  readonly microphone?: () => 'granted' | 'denied' | 'prompt';
}

/** The page finds itself in the desktop program, which is in the test: what it is told arrives here. */
export async function inDesktopProgram(
  { page, who }: Colleague,
  { platform = 'linux', microphone }: Machine = {},
): Promise<DesktopProgram> {
  // Where the program listens for the way back (RFC 8252 §7.3).
  const loopback = createServer((_request, reply) => reply.end('Back to the app.'));
  await once(loopback.listen(0, '127.0.0.1'), 'listening');
  page.once('close', () => loopback.close());
  const back = `http://127.0.0.1:${(loopback.address() as AddressInfo).port}/signed-in`;
  const turned = new Map<string, boolean>();
  const orders: Order[] = [];
  let cameBack = (_address: string) => {};
  await page.exposeFunction('orderShell', async (name: string, asked: unknown) => {
    orders.push({ name, asked });
    const about = (asked ?? {}) as { name?: string; on?: boolean };
    switch (name) {
      case 'awaitSignIn':
        return back;
      case 'microphonePermission':
        return microphone?.();
      case 'notificationPermission':
        return 'denied';
      case 'readSwitch':
        return turned.get(about.name ?? '') ?? false;
      case 'turnSwitch':
        if (turned.get('refuses')) throw new Error('taken');
        turned.set(about.name ?? '', about.on ?? false);
        return;
      case 'signIn':
        return await new Promise<string>((resolve) => {
          cameBack = resolve;
        });
    }
  });
  await page.addInitScript((platform) => {
    const ask = Reflect.get(globalThis, 'orderShell');
    const traits = { platform, titleBarHeight: 0, shortcut: 'CommandOrControl+Shift+K' };
    Object.assign(globalThis, { sidetoneShell: { traits, ask, hear: () => () => {} } });
  }, platform);
  return {
    turned,
    orders,
    async signsInBeside() {
      const signIn = () => orders.findLast(({ name }) => name === 'signIn');
      await expect.poll(signIn).toBeDefined();
      const { url } = (signIn()?.asked ?? { url: '' }) as { url: string };
      const browser = await page.context().newPage();
      await browser.goto(url);
      await browser.getByLabel(/^e-?mail/i).fill(who.email);
      await browser.getByLabel(/^password/i).fill(who.password);
      await browser.getByRole('button', { name: /^sign in/i }).click();
      await browser.waitForURL(`${back}?**`);
      const address = browser.url();
      cameBack(address);
      await browser.close();
      return address;
    },
  };
}
