import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type ModelStore, openModelStore } from '@sidetone/simulator/ai/model-store.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const bytes = 20 * 1024 * 1024;
const first = 8 * 1024 * 1024;

/** A Sidetone whose operator has a list of models, and the store that they come from. */
const test = base.extend<object, { sidetone: Sidetone; store: ModelStore }>({
  store: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const store = await openModelStore(bytes);
      await use(store);
      await store.close();
    },
    { scope: 'worker' },
  ],
  sidetone: [
    async ({ store }, use) => {
      const list = join(mkdtempSync(join(tmpdir(), 'model-list-')), 'models.json');
      const model = (id: string, name: string) => ({
        id,
        name,
        kind: 'transducer',
        languages: ['de', 'en'],
        licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
        megabytes: 2_000,
        files: [store.file('encoder.onnx', 'encoder')],
      });
      writeFileSync(list, JSON.stringify([model('small', 'Small model'), model('large', 'Large model')]));
      const sidetone = await ownSidetone({ settings: { MODEL_LIST: list, AI_PRIVATE_HOSTS: '127.0.0.1' } });
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const [mara] = [0] as const;
const microphone = tone(440);
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('the operator downloads a model, whatever comes in between, and has calls written down by it', async ({
  seat,
  sidetone,
  store,
}) => {
  test.setTimeout(300_000);
  store.mood = 'slow';
  const { page } = await seat(mara, { microphone });
  await page.goto('/admin/ai');
  const small = card(page, 'Small model');

  await test.step('it says what it is before it comes', async () => {
    await expect(small).toContainText('Languages: German, English · 21 MB on disk · 2 GB of memory');
    await expect(small.getByRole('link', { name: 'Licence: CC BY 4.0' })).toBeVisible();
    await expectsNoViolation(page, 'AI services with models to download');
    await card(page, 'A model on this server').getByRole('button', { name: 'Download 21 MB' }).click();
  });

  await test.step('it shows how far it is, is stopped, and goes on', async () => {
    await expect(small).toContainText('8.4 MB of 21 MB');
    await expect(small.getByRole('progressbar', { name: 'Download of Small model' })).toHaveAttribute(
      'aria-valuenow',
      '40',
    );
    await expectsNoViolation(page, 'AI services with a download');
    await small.getByRole('button', { name: 'Stop' }).click();
    await expect(small).toContainText('Stopped. The part that arrived stays here.');
    await small.getByRole('button', { name: 'Resume' }).click();
    await expect(small).toContainText('Downloading');
  });

  await test.step('another one waits', async () => {
    await card(page, 'Large model').getByRole('button', { name: 'Download 21 MB' }).click();
    await expect(card(page, 'Large model')).toContainText('Waits until another download is done');
    await card(page, 'Large model').getByRole('button', { name: 'Stop' }).click();
    await expect(card(page, 'Large model')).toContainText('Stopped.');
  });

  await test.step('a server that is killed goes on where it was', async () => {
    await sidetone.killServices();
    await expect.poll(() => sidetone.isHealthy(), { timeout: 60_000 }).toBe(true);
    store.mood = 'parts';
    await expect(small).toContainText('On this server', { timeout: 90_000 });
    expect(store.asked.filter((range) => range === `bytes=0-${first - 1}`)).toHaveLength(1);
    const file = join(sidetone.dataFolder, 'models', 'small', 'encoder.onnx');
    expect(readFileSync(file).equals(store.content)).toBe(true);
  });

  await test.step('one press has calls written down by it; that these bytes are no model is told', async () => {
    await small.getByRole('button', { name: 'Use it' }).click();
    const service = card(page, 'This server');
    await expect(service).toContainText('stays on this server');
    await expect(service).toContainText('In use');
    await expect(service).toContainText('Fails', { timeout: 60_000 });
    await expect(small).toContainText('In use');
  });

  await test.step('the app tells administrators what to do; once it is gone, no longer', async () => {
    await page.goto('/main/channels/private');
    const banner = page.getByRole('status').filter({ hasText: 'This server does not work' });
    await expect(banner).toBeVisible();
    await expectsNoViolation(page, 'the banner of an AI service');
    await banner.getByRole('button', { name: 'Look into it' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'AI services' })).toBeVisible();
    await sidetone.query(`update ai_connections set state = 'working', problem = null`);
    await page.goto('/main/channels/private');
    await expect(page.getByRole('tab').or(page.getByRole('heading')).first()).toBeVisible();
    await expect(banner).toHaveCount(0);
  });

  await test.step('deleting asks, and services that use it are told to fail', async () => {
    await page.goto('/admin/ai');
    await small.getByRole('button', { name: 'Actions for Small model' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete Small model?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(small.getByRole('button', { name: 'Download 21 MB' })).toBeVisible();
    await expect(card(page, 'This server')).toContainText('No model is installed on this server.');
  });
});

test('what goes wrong is told in words, and nothing wrong is ever used', async ({ seat, sidetone, store }) => {
  test.setTimeout(180_000);
  const { page } = await seat(mara, { microphone });
  await page.goto('/admin/ai');
  const large = card(page, 'Large model');
  const asks = async (button: string) => await large.getByRole('button', { name: button }).click();
  await large.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  store.mood = 'missing';
  await asks('Download 21 MB');
  await expect(large).toContainText('The server that has the file refuses it.');
  store.mood = 'whole';
  await asks('Download again');
  await expect(large).toContainText('gives whole files only');
  store.mood = 'other';
  await asks('Download again');
  await expect(large).toContainText('The file is not what the publisher made');
  await expectsNoViolation(page, 'AI services with a download that failed');
  store.mood = 'parts';
  expect(sidetone.output).not.toMatch(/encoder\.onnx/);

  await test.step('a machine without a network takes a model from a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'model-'));
    mkdirSync(folder, { recursive: true });
    await expect(sidetone.cli('ai', 'model', 'add', folder)).rejects.toThrow('The folder has no model that is known');
    writeFileSync(join(folder, 'encoder.onnx'), Buffer.alloc(bytes));
    await expect(sidetone.cli('ai', 'model', 'add', folder)).rejects.toThrow('is not what the publisher');
    writeFileSync(join(folder, 'encoder.onnx'), store.content);
    expect(await sidetone.cli('ai', 'model', 'add', folder)).toContain('Small model is on this server.');
    await expect(card(page, 'Small model')).toContainText('On this server', { timeout: 30_000 });
  });
});

test('use and cost stand by month and service, and are saved as a table', async ({ seat, sidetone, people }) => {
  const { page } = await seat(mara, { microphone });
  await sidetone.query(
    `insert into ai_runs (account_id, step, key, call, connection_id, kind, model, counted, outcome, audio_seconds,
        tokens_in, tokens_out, price, currency, started_at, ended_at)
      select account_id, step, 'k', call, 'gone', kind, 'm', kind <> 'local', 'done', seconds, tokens, tokens, price,
        case when price is null then null else 'EUR' end, now(), now()
      from users, (values
        ('transcribe', 'a', 'local', 90::real, null::int, null::bigint),
        ('transcribe', 'a', 'local', 30, null, null),
        ('document', 'a', 'mistral', null, 1000, 1640000),
        ('document', 'b', 'mistral', null, 500, null)) as run (step, call, kind, seconds, tokens, price)
      where email = $1`,
    [people[mara].email],
  );
  await page.goto('/admin/ai');
  const table = page.getByRole('table', { name: 'Use and cost' });
  await expect(table.getByRole('row').nth(1)).toContainText(/This server \(deleted\)12–no cost/);
  await expect(table.getByRole('row').nth(2)).toContainText(/Mistral \(deleted\)2–3,000€1\.64partly not priced/);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  expect(saved.suggestedFilename()).toBe('ai-services.csv');
  const lines = readFileSync(await saved.path(), 'utf8').split('\r\n');
  expect(lines[1]).toMatch(/^\d{4}-\d{2},This server \(deleted\),1,2\.0,0,,$/);
  expect(lines[2]).toMatch(/^\d{4}-\d{2},Mistral \(deleted\),2,0\.0,3000,1\.640000,EUR$/);
});

test('SCONST-057, ERR-040: one figure of used calls for the user, the company and the page', async ({
  seat,
  sidetone,
  people,
}) => {
  const { page } = await seat(mara, { microphone });
  await sidetone.query(
    `update accounts set plan = plan || '{"quotas": [{"grant": "CALL_BOOSTS", "limit": 3}], "link": "https://plans.example/more"}'
      where id = (select account_id from users where email = $1)`,
    [people[mara].email],
  );
  await page.goto('/main/channels/private/dialogs/settings/ai-features');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings.getByText('0 of 3 calls')).toBeVisible();
  await sidetone.query(
    `insert into ai_usage (account_id, month, calls)
      select account_id, to_char(day_of_call(now(), account_id), 'YYYY-MM'), 3 from users where email = $1`,
    [people[mara].email],
  );
  await expect(settings.getByText('3 of 3 calls')).toBeVisible();
  await expect(settings.getByRole('link', { name: /^Raise the limit/ })).toHaveAttribute(
    'href',
    'https://plans.example/more',
  );
});
