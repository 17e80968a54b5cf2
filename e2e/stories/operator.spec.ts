import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { goesTo } from '../people/going.ts';
import { menuButton, opensMenu } from '../people/own-menu.ts';
import { dialog, flagOf, opens } from '../people/settings.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { isReady } from '../world/local-flags.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const pages = {
  routing: 'https://pages.example/routing',
  upgrade: 'https://pages.example/upgrade?account={accountId}',
  personalSettings: 'https://pages.example/people/{webUserId}',
  helpdesk: 'https://desk.example/{accountId}/{webUserId}',
};

interface Operated {
  sidetone: Sidetone;
  /** What the operator has been told so far, one event after the other. */
  told: () => Record<string, unknown>[];
}

/** A Sidetone whose operator wants to know what people do with it, and has pages of their own. */
const test = base.extend<object, Operated & { folder: string }>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'sidetone-events-'));
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  sidetone: [
    async ({ folder }, use) => {
      const EXTERNAL_LINKS = Object.entries(pages)
        .map((page) => page.join('='))
        .join(' ');
      const settings = { EXTERNAL_LINKS, ANALYTICS_FILE: join(folder, 'events.jsonl') };
      const sidetone = await ownSidetone({ settings });
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  told: [
    async ({ folder }, use) => {
      const file = join(folder, 'events.jsonl');
      await use(() => {
        const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : [];
        return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      });
    },
    { scope: 'worker' },
  ],
});

const microphone = tone(440);
const [mara, jonas, lene, freya] = [0, 1, 4, 6];

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

/** The browser has not been asked for the microphone yet; it is so as long as this page is there. */
async function microphoneIsOpen(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Browser.setPermission', { permission: { name: 'microphone' }, setting: 'prompt', origin });
}

test('the operator gets events of skipped steps, the microphone, help and a window that failed, but not who did it', async ({
  sitDown,
  sidetone,
  told,
}) => {
  test.setTimeout(240_000);
  const colleague = await sitDown(jonas, { microphone });
  const { page, who } = colleague;
  const names = () => told().map(({ name }) => name);
  await sidetone.query(`update users set settings = settings - 'onboarding' where email = $1`, [who.email]);

  await test.step('one step back, and one passed over', async () => {
    await colleague.signsIn();
    const connect = page.getByRole('link', { name: 'Connect contacts' });
    await connect.click();
    await expect(page).toHaveURL(/\/setup\/integrations$/);
    expect(names()).toEqual([]);
    await page.getByRole('link', { name: 'Go back' }).click();
    await expect.poll(names).toEqual(['ONBOARDING_GO_BACK']);
    await connect.click();
    await page.getByRole('link', { name: 'Skip step' }).click();
    await expect(page).toHaveURL(/\/setup\/done$/);
    await expect.poll(() => names().slice(1).sort()).toEqual(['App Setup Step Skipped', 'ONBOARDING_SKIP_STEP']);
  });

  await test.step('the microphone: not allowed, then allowed', async () => {
    const allow = page.getByRole('button', { name: 'Allow microphone' });
    const states = () => told().flatMap(({ name, state }) => (name === 'MICROPHONE_ACCESS' ? [state] : []));
    await microphoneIsOpen(page);
    await page.goto('/audio-setup');
    await expect(allow).toBeVisible();
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('closed', 'NotAllowedError'));
    });
    await allow.click();
    await expect.poll(states).toEqual(['NOT_GRANTED']);
    await page.reload();
    await allow.click();
    await expect.poll(states).toEqual(['NOT_GRANTED', 'GRANTED']);
  });

  await test.step('help', async () => {
    await page.goto('/main/channels/private');
    await isReady(page);
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: /^Help/ }).click();
    await (await opened).close();
    await expect.poll(() => names().at(-1)).toBe('FAQ_CLICK');
  });

  await test.step('a window that failed says where to developers alone, and is reloaded', async () => {
    await flagOf(sidetone, colleague, 'isTestAccount', true);
    await expect(page.getByRole('region', { name: 'Test account' })).toBeVisible();
    await opensMenu(page);
    await page.getByRole('menuitem', { name: 'Only for tests' }).click();
    await page.getByRole('menuitem', { name: 'Trigger a render error' }).click();
    const failed = page.getByRole('alert').filter({ hasText: 'Something went wrong.' });
    await expect(failed.getByRole('button', { name: 'Export log' })).toBeVisible();
    await expect(failed.locator('pre')).toHaveCount(0);
    await expect(failed).not.toContainText('This was asked for in the menu.');
    await failed.getByRole('button', { name: 'Reload app' }).click();
    await expect(menuButton(page)).toBeVisible();
    await expect(failed).toHaveCount(0);
    await expect.poll(() => names().at(-1)).toBe('RELOAD_FROM_ERROR');
    await flagOf(sidetone, colleague, 'isTestAccount', false);
  });

  for (const event of told()) {
    expect(Object.keys(event).filter((key) => !['time', 'name', 'state'].includes(key))).toEqual([]);
  }
});

test('the profile leads to the operator’s pages for the account, for a larger plan and, on test accounts, for help', async ({
  seat,
  sidetone,
}) => {
  const colleague = await seat(lene, { microphone });
  const { page, who } = colleague;
  const [{ id, account } = { id: '', account: '' }] = await sidetone.query<{ id: string; account: string }>(
    'select id, account_id as account from users where email = $1',
    [who.email],
  );
  const planIs = (plan: object) =>
    sidetone.query('update accounts set plan = plan || $2::jsonb where id = $1', [account, JSON.stringify(plan)]);
  const upgrade = dialog(page).getByRole('link', { name: 'See what Premium adds' });
  await opens(page, 'profile');
  const manage = dialog(page).getByRole('link', { name: 'Manage account' });
  await expect(manage).toHaveAttribute('href', `https://pages.example/people/${id}`);
  await expect(manage).toHaveAttribute('target', '_blank');
  // There is no larger plan than the one that everyone begins with.
  await expect(upgrade).toHaveCount(0);
  await planIs({ id: 'BASIC' });
  await expect(upgrade).toHaveAttribute('href', `https://pages.example/upgrade?account=${account}`);
  await expect(upgrade).toHaveAttribute('target', '_blank');
  await planIs({ link: 'https://plans.example/more' });
  await expect(upgrade).toHaveAttribute('href', 'https://plans.example/more');
  await planIs({ id: 'PREMIUM_TIER_B', link: null });
  await expect(upgrade).toHaveCount(0);

  const helpdesk = dialog(page).getByRole('link', { name: 'Help desk' });
  await expect(helpdesk).toHaveCount(0);
  await flagOf(sidetone, colleague, 'isTestAccount', true);
  await expect(helpdesk).toHaveAttribute('href', `https://desk.example/${account}/${id}`);
  await flagOf(sidetone, colleague, 'isTestAccount', false);
  await expect(helpdesk).toHaveCount(0);
});

test('where phones are created is the operator’s page, and a phone that registers says so', async ({
  seat,
  sidetone,
}) => {
  const { page, who } = await seat(freya, { microphone });
  const state = async (name: string) =>
    sidetone.query('update phones set state = $2 where user_id = (select id from users where email = $1)', [
      who.email,
      name,
    ]);
  await opens(page, 'phone');
  const line = dialog(page).getByRole('listitem').first();
  await expect(dialog(page).getByRole('link', { name: 'Manage routing' })).toHaveAttribute('href', pages.routing);
  await expect(line).toContainText('Online');
  for (const name of ['CREATED', 'REGISTER_SUCCESS', 'REGISTER']) {
    await state(name);
    await expect(line).toContainText(name === 'REGISTER_SUCCESS' ? 'Online' : 'Connecting');
  }
  await state('REGISTER_SUCCESS');
  await expect(line).toContainText('Online');
});

test('the operator adds a company with limits and an address of its own, suspends it and removes it', async ({
  seat,
  sidetone,
}) => {
  test.setTimeout(180_000);
  const { page, who } = await seat(mara, { microphone });
  await goesTo(page, '/admin/companies');
  const companies = page.getByRole('table', { name: 'Companies' });
  const north = companies.getByRole('row', { name: /Nordwind/ });
  const own = new URL(sidetone.origin);
  own.hostname = 'nordwind.localhost';

  await test.step('added, its first administrator gets a link there', async () => {
    await expect(companies.getByRole('row', { name: /This one/ })).toContainText('Tannhorst & Vale');
    await page.getByRole('button', { name: 'Add company' }).click();
    const panel = page.getByRole('dialog', { name: 'Add company' });
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Nordwind Segel');
    await panel.getByRole('textbox', { name: 'First name' }).fill('Nora');
    await panel.getByRole('textbox', { name: 'Last name' }).fill('Wind');
    await panel.getByRole('textbox', { name: 'Email' }).fill('nora@nordwind.example');
    await panel.getByRole('textbox', { name: 'Own address' }).fill(own.origin);
    await panel.getByRole('textbox', { name: 'Users' }).fill('0');
    await panel.getByRole('button', { name: 'Add and invite' }).click();
    await expect(panel.getByRole('textbox', { name: 'Users' })).toHaveAttribute('aria-invalid', 'true');
    await panel.getByRole('textbox', { name: 'Users' }).fill('5');
    await panel.getByRole('textbox', { name: 'Storage in GB' }).fill('50');
    await expectsNoViolation(page, 'a new company');
    await panel.getByRole('button', { name: 'Add and invite' }).click();
    const handed = page.getByRole('dialog', { name: 'Nordwind Segel added' });
    await expect(handed.getByRole('textbox')).toHaveValue(new RegExp(`^${own.origin}/invitation/`));
    await handed.getByRole('button', { name: 'Done' }).click();
    await expect(north).toContainText('1 of 5');
    await expect(north).toContainText('Invited');
    await expect(north).toContainText(own.host);
    await expectsNoViolation(page, 'companies');
  });

  await test.step('at its address the sign-in page is its own', async () => {
    const visitor = await page.context().newPage();
    await visitor.goto(`${own.origin}/login`);
    await expect(visitor.getByText('Nordwind Segel')).toBeVisible();
    await visitor.close();
  });

  const choose = async (item: string) => {
    await north
      .getByRole('button', { name: /Nordwind Segel/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  await test.step('suspended, back by Undo, and removed once it is suspended and its name typed', async () => {
    await choose('Delete permanently');
    const removal = page.getByRole('dialog', { name: 'Delete Nordwind Segel?' });
    await expect(removal).toContainText('Suspend the company first.');
    await removal.getByRole('button', { name: 'Cancel' }).click();
    await choose('Suspend');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await expect(north).toContainText('Suspended since');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(north).toContainText('Invited');
    await choose('Suspend');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await expect(north).toContainText('Suspended since');
    await choose('Delete permanently');
    const action = removal.getByRole('button', { name: 'Delete permanently' });
    await expect(action).toBeDisabled();
    await removal.getByRole('textbox').fill('Nordwind Segel');
    await action.click();
    await expect(page.getByText('Nordwind Segel deleted')).toBeVisible();
    await expect(removal).toHaveCount(0);
    await expect(north).toHaveCount(0);
  });

  await test.step('the audit log says who did it, and the company page what it uses itself', async () => {
    const said = await sidetone.query<{ action: string; email: string }>(
      `select action, email from audit_log join users on users.id = actor_user_id
        where scope = 'server' and action like 'account.%' order by audit_log.id`,
    );
    expect(said.at(-1)).toEqual({ action: 'account.removed', email: who.email });
    await goesTo(page, '/admin/company');
    await expect(page.getByRole('heading', { name: 'What your company uses' })).toBeVisible();
  });
});
