import type { Page } from '@playwright/test';
import type { SipJsPage } from '../people/pages/sip-js.ts';
import { bundle } from '../world/bundle.ts';
import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const sipJs = (page: Page) => ({
  run: <Name extends keyof SipJsPage>(name: Name, ...words: Parameters<SipJsPage[Name]>) =>
    page.evaluate(
      ([method, args]) => {
        const { sipJs } = window as unknown as { sipJs: Record<string, (...all: unknown[]) => Promise<void>> };
        return sipJs[method]?.(...args);
      },
      [name, words] as [string, unknown[]],
    ),
});

test('a page that runs SIP.js calls our client and is called by it', async ({ seat, sidetone, people }) => {
  const guest = people[5];
  if (!guest) throw new Error('The demo company lacks a sixth person');
  const account = await sidetone.addPhone(guest.email, 'Another stack');
  const anna = await seat(0, { microphone: tone(440) });
  const other = await seat(1, { microphone: tone(1000) });
  // A page of the same origin, because only there Chromium grants the microphone; our own client is not loaded in it.
  await other.page.goto('/api/server-info');
  await other.page.evaluate(await bundle(new URL('../people/pages/sip-js.ts', import.meta.url)));
  const stranger = sipJs(other.page);
  await stranger.run('register', { ...account, server: `ws://localhost:${sidetone.ports.http}/sip` });

  await test.step('SIP.js calls our client', async () => {
    await stranger.run('call', anna.who.extension);
    await expect(anna.dock).toContainText(guest.name);
    await anna.accepts();
    await stranger.run('reaches', 'Established');
    await anna.expectsToHear(1000, 440);
    await other.expectsToHear(440, 1000);
    await anna.hangsUp();
    await stranger.run('reaches', 'Terminated');
  });

  await test.step('our client calls SIP.js', async () => {
    await stranger.run('answerNext');
    await anna.calls(guest.name);
    await anna.expectsToHear(1000, 440);
    await other.expectsToHear(440, 1000);
    await stranger.run('hangUp');
    await expect(anna.dock).toBeHidden({ timeout: 10_000 });
  });
});
