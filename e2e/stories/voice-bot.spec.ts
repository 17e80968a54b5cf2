import type { Page } from '@playwright/test';
import { sine } from '@sidetone/signals/tones.ts';
import { type Bot, openBot } from '@sidetone/simulator/bots/bot.ts';
import { ApiSession } from '../people/api-session.ts';
import { expectsNoViolation, looksIn } from '../world/barriers.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import { person } from '../world/room.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

/** A Sidetone whose operator allows bots on its own machine, and such a bot. */
const test = base.extend<object, { sidetone: Sidetone; bot: Bot }>({
  bot: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const bot = await openBot({ does: 'tone', hertz: 1500 });
      await use(bot);
      await bot.close();
    },
    { scope: 'worker' },
  ],
  sidetone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const sidetone = await ownSidetone({ settings: { INTEGRATION_PRIVATE_HOSTS: '127.0.0.1' } });
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const [mara, jonas, anna] = [0, 1, 2] as const;
/** The channel that everyone in the demo company shares. */
const service = { number: '20', name: 'Service' };
const summary = 'Wants to know when the winter service begins.';

const words = {
  en: {
    add: 'Add call assistant',
    form: /call assistant|Front desk/i,
    name: 'Name',
    voice: 'Voice',
    bot: 'A voice bot',
    url: 'Address of the voice bot',
    attempt: 'Try the connection',
    answers: 'The bot accepts connections.',
    nobody: 'Nothing answers at this address.',
    internal: 'The address is in the server’s internal network. Ask the operator to allow it.',
    create: 'Create call assistant',
  },
  de: {
    add: 'Anrufassistent hinzufügen',
    form: /Anrufassistent/i,
    voice: 'Stimme',
    bot: 'Ein Sprachbot',
  },
} as const;

/** Opens the form for a new call assistant whose voice is a bot. */
async function opensForm(page: Page, say: (typeof words)['en' | 'de']) {
  await page.goto('/admin/assistants');
  await page.getByRole('button', { name: say.add }).first().click();
  const form = page.getByRole('dialog', { name: say.form });
  await form.getByRole('combobox', { name: say.voice, exact: true }).selectOption({ label: say.bot });
  return form;
}

test.beforeEach(async ({ sidetone, bot }) => {
  await everybodyReads(sidetone, 'en');
  await sidetone.query('delete from assistants');
  bot.calls.manner = { does: 'tone', hertz: 1500 };
  bot.calls.streams.length = 0;
});

test('a voice bot has the callers of a channel, is interrupted, and hands a caller over to a user', async ({
  seat,
  sidetone,
  people,
  bot,
}) => {
  test.setTimeout(240_000);
  const say = words.en;
  const boss = await ApiSession.signIn(sidetone.origin, person(people, mara));
  const asked = async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> => {
    const reply = await boss.request(method, path, body);
    expect(reply.status, `${path} ${await reply.clone().text()}`).toBe(200);
    return (await reply.json()) as Reply;
  };
  const { page } = await seat(mara, { microphone: tone(1000) });

  await test.step('an administrator enters its address and tries the connection', async () => {
    const form = await opensForm(page, say);
    await form.getByRole('textbox', { name: say.name, exact: true }).fill('Front desk');
    const url = form.getByRole('textbox', { name: say.url });
    await url.fill('ws://127.0.0.1:9/');
    await form.getByRole('button', { name: say.attempt }).click();
    await expect(form.getByText(say.nobody)).toBeVisible();
    await url.fill('wss://10.0.0.1/');
    await form.getByRole('button', { name: say.create }).click();
    await expect(form.getByText(say.internal)).toBeVisible();
    await url.fill(bot.url);
    await form.getByRole('button', { name: say.attempt }).click();
    await expect(form.getByText(say.answers)).toBeVisible();
    await expectsNoViolation(page, 'the voice bot of a call assistant');
    await form.getByRole('button', { name: say.create }).click();
    await form.getByRole('combobox', { name: 'User' }).fill(person(people, mara).name);
    await page.getByRole('option', { name: person(people, mara).name }).click();
    await form.getByRole('button', { name: 'User: Add' }).click();
    await expect(form.getByRole('checkbox', { name: `${person(people, mara).name} reads transcripts` })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const [assistant] = await sidetone.query<{ id: string }>('select id from assistants');
  const { token } = await asked<{ token: string }>('POST', `/admin/assistants/${assistant?.id}/tokens`, {
    name: 'Bot',
  });
  const steer = async (order: object) => {
    const callSid = (await bot.calls.stream(bot.calls.streams.length - 1)).start?.callSid;
    const reply = await fetch(`${sidetone.origin}/api/assistants/${assistant?.id}/calls/${callSid}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    expect(reply.status, await reply.clone().text()).toBe(200);
  };

  await test.step('the channel sends its calls to it first', async () => {
    await page.goto('/admin/channels');
    await page.getByRole('button', { name: service.name, exact: true }).click();
    const form = page.getByRole('dialog', { name: service.name });
    await form.getByRole('combobox', { name: 'Call assistant before ringing' }).selectOption('Front desk');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
  });

  await page.goto('/main/ai-assistant');
  const caller = await seat(anna, { microphone: tone(440) });
  const other = await seat(jonas, { microphone: tone(700) });

  await test.step('the caller hears it, nobody’s phone rings, and it hears the caller', async () => {
    await caller.calls(service.number);
    await caller.expectsToHear(1500, 700, 30_000);
    await expect(other.dock.getByRole('button', { name: 'Accept' })).toHaveCount(0);
    expect((await bot.calls.stream(0)).start?.customParameters).toMatchObject({ channel: service.name });
  });

  await test.step('it hands the caller over, and what it learned is there for the users of the assistant', async () => {
    await steer({ do: 'handOver', summary });
    await other.accepts();
    await caller.expectsToHear(700, 1500, 30_000);
    const row = page.getByRole('list', { name: 'Results' }).getByRole('listitem').last();
    await expect(row).toBeVisible({ timeout: 30_000 });
    await row.click();
    await expect(page.getByRole('complementary', { name: 'Result of the call assistant' })).toContainText(summary);
    await other.hangsUp();
    await expect.poll(() => caller.isInCall()).toBe(false);
  });

  await test.step('a caller who talks while it speaks interrupts it', async () => {
    const long = sine(1500, 30, 8000);
    bot.calls.manner = { does: 'speak', sound: { samples: long, loops: false } };
    await caller.calls(service.number);
    await expect.poll(() => bot.calls.streams.length, { timeout: 30_000 }).toBe(2);
    // Half a minute was sent at once: what was not heard of it yet is gone, and the mark at its end is back.
    await expect.poll(async () => (await bot.calls.stream(1)).marks).toEqual(['said']);
    await caller.expectsSilence(1500);
    await steer({ do: 'hangUp' });
    await expect.poll(() => caller.isInCall(), { timeout: 20_000 }).toBe(false);
  });
});

test('in German and in a narrow window the form has no barrier', async ({ seat, sidetone }) => {
  await everybodyReads(sidetone, 'de');
  const { page } = await seat(mara, { microphone: tone(1000) });
  const form = await opensForm(page, words.de);
  await expect(form.getByRole('textbox', { name: 'Adresse des Sprachbots' })).toBeVisible();
  await looksIn('de')(page, 'the voice bot of a call assistant');
});
