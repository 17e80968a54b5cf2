import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { type AiServer, openAiServer } from '@sidetone/simulator/ai/ai-server.ts';
import { ApiSession } from '../people/api-session.ts';
import { setFlags } from '../people/documented-call.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';

/** A Sidetone that may ask a service on its own machine, and that service. */
const test = base.extend<object, { sidetone: Sidetone; service: AiServer }>({
  sidetone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const sidetone = await ownSidetone({ settings: { AI_PRIVATE_HOSTS: '127.0.0.1' } });
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const service = await openAiServer();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
});

const [mara, jonas, anna] = [0, 1, 2] as const;
const more = 'https://plans.example/more';

/** A microphone that speaks in one tone, with pauses as between words. */
function voice(hertz: number): string {
  const folder = join(tmpdir(), 'sidetone-tones');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `quota-${hertz}-${process.pid}.wav`);
  const rate = 48_000;
  const samples = sine(hertz, 10, rate).map((sample, at) => (at % rate < rate * 0.7 ? sample : 0));
  writeFileSync(path, monoWav(samples, rate));
  return path;
}

test('ERR-040, SPERM-027, NET-030, NET-031: at the limit the app says so, and where more is booked', async ({
  seat,
  people,
  sidetone,
  service,
}) => {
  test.setTimeout(240_000);
  service.ears.teachTone(440, 'I will send you the offer for the forty rolls by Monday.');
  service.ears.teachTone(1000, 'Thank you, that is great, we will order the rolls from you.');
  await everybodyReads(sidetone, 'en');
  await sidetone.query(`update users set locale = 'de' where email = $1`, [people[anna].email]);
  await setFlags(sidetone, ['hasCallTranscription', 'hasCallSummary', 'hasCallHeadline']);
  const administrator = await ApiSession.signIn(sidetone.origin, people[mara]);
  const speech = { purpose: 'speech', kind: 'openaiCompatible', name: 'Own recogniser', model: 'hear-1' };
  const added = { ...speech, url: service.urlOf('own'), key: service.key };
  expect((await administrator.request('POST', '/admin/ai-connections', added)).status).toBe(200);
  expect((await administrator.request('PATCH', '/admin/ai-settings', { documentation: 'all' })).status).toBe(200);
  // One of the two sides of the first call has what is left.
  await sidetone.query(
    `update accounts set plan = plan || jsonb_build_object('quotas', $1::jsonb, 'link', $2::text)
      where id = (select account_id from users where email = $3)`,
    [JSON.stringify([{ grant: 'CALL_BOOSTS', limit: 2 }]), more, people[jonas].email],
  );
  const caller = await seat(jonas, { microphone: voice(440) });
  const called = await seat(anna, { microphone: voice(1000) });
  const talk = async () => {
    await caller.calls(called.who.name);
    await called.accepts();
    await called.expectsToHear(440, 1000);
    await caller.page.waitForTimeout(3_000);
    await caller.hangsUp();
  };

  await test.step('the notice of the last call has the figures, and leads to the plan', async () => {
    await talk();
    // Both sides are documented; the second of them reaches the limit.
    const english = caller.page.getByText('2 of 2 calls this month');
    const german = called.page.getByText('2 von 2 Anrufen in diesem Monat');
    const ways = [
      { notice: english, button: caller.page.getByRole('button', { name: 'Upgrade' }) },
      { notice: german, button: called.page.getByRole('button', { name: 'Upgrade buchen' }) },
    ];
    const seen = async () => {
      for (const { notice, button } of ways) {
        if ((await notice.isVisible()) && (await button.isVisible())) return true;
      }
      return false;
    };
    await expect.poll(seen, { timeout: 40_000 }).toBe(true);
  });

  await test.step('the next call says why it has no transcript, and no service was asked about it', async () => {
    const before = service.requests.length;
    await talk();
    await caller.showsAllCalls();
    await caller.callWith(called.who.name, /Outgoing/).click();
    const panel = caller.page.locator('[aria-label="Call details"]');
    await expect(panel).toContainText('Not documented, because the calls of this month are used up.', {
      timeout: 30_000,
    });
    expect(service.requests.length).toBe(before);
  });

  await test.step('the page of AI features says the same, in either language', async () => {
    const english = caller.page;
    await english.goto('/main/channels/private/dialogs/settings/ai-features');
    await expect(english.getByText('2 of 2 calls')).toBeVisible();
    await expect(english.getByRole('link', { name: /^Raise the limit/ })).toHaveAttribute('href', more);
    const german = called.page;
    await german.goto('/main/channels/private/dialogs/settings/ai-features');
    await expect(german.getByText('2 von 2 Anrufen')).toBeVisible();
  });
});
