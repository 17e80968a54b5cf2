import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { setFlags } from '../people/documented-call.ts';
import { addPastCall, documented } from '../people/thread-history.ts';
import { looksIn } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const mara = 0;
const stranger = '+4969900090214';
const another = '+4969900090215';

const words = {
  'en-US': {
    title: 'Statistics',
    figures: 'Figures',
    waiting: 'Waiting longest',
    byChannel: 'By channel',
    topics: 'Topics',
    today: 'Today',
    channel: 'Channel',
    download: 'Download as CSV',
    empty: 'There were no calls in this period.',
    month: '30 days',
    call: 'Call +49 69 900090214 back',
    about: 'Calls about Invoice',
    filter: 'Active filters',
    chip: 'About Invoice',
  },
  'de-DE': {
    title: 'Statistik',
    figures: 'Kennzahlen',
    waiting: 'Warten am längsten',
    byChannel: 'Nach Kanal',
    topics: 'Themen',
    today: 'Heute',
    channel: 'Kanal',
    download: 'Als CSV herunterladen',
    empty: 'In diesem Zeitraum gab es keine Anrufe.',
    month: '30 Tage',
    call: '+49 69 900090214 zurückrufen',
    about: 'Anrufe zu Invoice',
    filter: 'Aktive Filter',
    chip: 'Zu Invoice',
  },
} as const;

/** What the six figures say. */
const figures = async (page: Page, name: string) =>
  await page.locator(`dl[aria-label="${name}"] dd > span:first-child`).allTextContents();

/** Names of days that do not fit into the drawing of the bars; null while it has none. */
const namesBesideTheDrawing = (page: Page) =>
  page.evaluate(() => {
    const drawing = [...document.querySelectorAll('svg')].find((svg) => svg.querySelector('text') !== null);
    if (!drawing) return null;
    const { left, right } = drawing.getBoundingClientRect();
    return [...drawing.querySelectorAll('text')]
      .filter((text) => text.getBoundingClientRect().right > right + 1 || text.getBoundingClientRect().left < left - 1)
      .map((text) => text.textContent);
  });

for (const locale of ['en-US', 'de-DE'] as const) {
  const say = words[locale];
  const look = looksIn(locale);

  test(`ROUTE-011, SROUTE-045, SSHELL-020: ${locale}: the statistics count the calls of the user, and nobody else's`, async ({
    seat,
    sidetone,
    people,
  }) => {
    test.setTimeout(300_000);
    await everybodyReads(sidetone, locale === 'de-DE' ? 'de' : 'en');
    await setFlags(sidetone, ['hasStatistics', 'hasCallTopicsAnalysis']);
    await sidetone.query('delete from inbox_events');
    const [{ email: own }, { email: other }] = people;
    await addPastCall(sidetone, {
      channel: own,
      number: stranger,
      daysAgo: 2,
      seconds: 120,
      resolved: true,
      owner: own,
      documentation: documented('About an invoice', null, ['Invoice']),
    });
    await addPastCall(sidetone, { channel: own, number: stranger, daysAgo: 3 });
    await addPastCall(sidetone, { channel: 'Service', number: another, daysAgo: 20, resolved: true });
    await addPastCall(sidetone, { channel: other, number: another, daysAgo: 2, seconds: 9 });
    const { page } = await seat(mara, { microphone: tone(440), locale });

    await test.step('the sidebar leads there', async () => {
      await page.getByRole('link', { name: say.title, exact: true }).click();
      await expect(page).toHaveURL(/\/main\/statistics$/);
      await expect(page).toHaveTitle(new RegExp(`${say.title} · Sidetone$`));
    });

    await test.step('fourteen days of all channels', async () => {
      await expect.poll(() => figures(page, say.figures)).toEqual(['2', '50 %', '1', '0:05', '2:16', '1']);
      await expect(page.getByRole('region', { name: say.byChannel }).getByRole('row').nth(1)).toContainText('2');
      await expect(page.getByRole('region', { name: say.topics }).getByRole('listitem')).toHaveText(/Invoice/);
      await look(page, 'statistics');
    });

    await test.step('thirty days have the call of the shared channel as well, and today has none', async () => {
      await page.getByRole('radio', { name: say.month }).click();
      await expect.poll(async () => (await figures(page, say.figures))[0]).toBe('3');
      for (const width of [480, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => namesBesideTheDrawing(page)).toEqual([]);
      }
      await page.getByRole('radio', { name: say.today }).click();
      await expect(page.getByText(say.empty)).toBeVisible();
      await page.getByRole('radio', { name: say.month }).click();
      await page.getByRole('combobox', { name: say.channel }).selectOption({ label: 'Service' });
      await expect.poll(async () => (await figures(page, say.figures))[0]).toBe('1');
      await page.getByRole('combobox', { name: say.channel }).selectOption({ index: 0 });
    });

    await test.step('the call that waits can be called back, and its file is saved', async () => {
      const waiting = page.getByRole('region', { name: say.waiting });
      await expect(waiting.getByRole('listitem')).toHaveCount(1);
      await expect(waiting.getByRole('button', { name: say.call })).toBeEnabled();
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: say.download }).click();
      const text = await readFile(await (await saving).path(), 'utf8');
      expect(text.split('\r\n')[1]).toMatch(/,3,3,1,2,5,136$/);
    });

    await test.step('a topic leads to its calls in the inbox, and back', async () => {
      const topic = page.getByRole('region', { name: say.topics }).getByRole('link', { name: say.about });
      await topic.click();
      await expect(page).toHaveURL(/\/main\/channels\/[^?]+$/);
      const filter = page.getByRole('group', { name: say.filter });
      await expect(filter).toContainText(say.chip);
      await expect(page.getByRole('listitem').filter({ hasText: 'About an invoice' })).toHaveCount(1);
      await page.goBack();
      await page.getByRole('radio', { name: say.month }).click();
      // One call in each of two channels.
      await addPastCall(sidetone, {
        channel: 'Service',
        number: another,
        daysAgo: 1,
        resolved: true,
        documentation: documented('About another invoice', null, ['Invoice']),
      });
      await page.getByRole('button', { name: say.about }).click({ timeout: 20_000 });
      await page.getByRole('menuitem', { name: 'Service' }).click();
      await expect(filter).toContainText(say.chip);
      await expect(page.getByText('About another invoice')).toBeVisible();
      await page.goBack();
    });

    await test.step('what is resolved no longer waits, without a reload', async () => {
      await sidetone.query('update inbox_events set unresolved = false');
      await expect.poll(async () => (await figures(page, say.figures))[5], { timeout: 20_000 }).toBe('0');
    });
  });
}

test('SSHELL-005, SSHELL-006: the newer generation has no entry without the switch, and the address works', async ({
  seat,
  sidetone,
}) => {
  await everybodyReads(sidetone, 'en');
  await setFlags(sidetone, []);
  const { page } = await seat(mara, { microphone: tone(440) });
  await expect(page.getByRole('link', { name: 'Contacts', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Statistics', exact: true })).toHaveCount(0);
  await page.goto('/main/statistics');
  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible();
});
