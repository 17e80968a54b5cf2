import type { Page } from '@playwright/test';
import { type HubSpot, openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { goesTo } from '../people/going.ts';
import { message } from '../people/messages.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

/** A Sidetone that reaches a HubSpot on its own machine. */
const test = base.extend<object, { sidetone: Sidetone; portal: HubSpot }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const portal = await openHubSpot();
      await use(portal);
      portal.close();
    },
    { scope: 'worker' },
  ],
  sidetone: [
    async ({ portal }, use) => {
      const settings = { INTEGRATION_PRIVATE_HOSTS: '127.0.0.1', INTEGRATION_HUBSPOT_URL: portal.url };
      const sidetone = await ownSidetone({ settings });
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

/** Entries that nobody has settled, by the name of who was talked to. */
const entries = [
  {
    name: 'Ada Refused',
    state: 'REFUSED',
    more: `written_rev = 1, problem = '{"code": "invalid", "detail": "deal 5512 is closed"}'`,
  },
  { name: 'Ben Unclear', state: 'UNCLEAR', more: `sent_rev = 1, sent_at = now(), attempts = 1, next_try_at = null` },
  { name: 'Cleo Missing', state: 'UNCLEAR', more: `sent_rev = 1, sent_at = now(), attempts = 1, next_try_at = null` },
  { name: 'Dan Waiting', state: 'WAITING', more: `attempts = 3, next_try_at = now() + interval '1 hour'` },
] as const;

/** Mara connects HubSpot by the token of a private app. */
async function connects(page: Page, portal: HubSpot): Promise<void> {
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await goesTo(page, '/main/channels/private/dialogs/settings/integrations/HUBSPOT');
  await settings.getByLabel('API key', { exact: true }).fill(portal.key);
  await settings.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(message(page, 'HubSpot is connected')).toBeVisible();
  await expect(settings.getByRole('listitem', { name: 'HubSpot' })).toContainText('synced', { timeout: 30_000 });
}

/** Logs of calls of Mara's, closed by her, whose entries came to these states. */
async function leavesEntries(sidetone: Sidetone, portal: HubSpot, email: string): Promise<void> {
  for (const [at, { name, state, more }] of entries.entries()) {
    const [firstname, lastname] = name.split(' ');
    const contact = portal.objects.add('contacts', { firstname: firstname ?? '', lastname: lastname ?? '' });
    await sidetone.query(
      `with call as (
         select e.channel_id, e.session_id, e.account_id, u.id as user_id from inbox_events e
           join channels c on c.id = e.channel_id join users u on u.id = c.owner_user_id
          where u.email = $1 and e.terminated_at is not null order by e.started_at desc offset $2 limit 1),
       log as (insert into call_logs (channel_id, session_id, account_id, ready_at, settled_at, closed_by)
         select channel_id, session_id, account_id, now(), now(), user_id from call),
       entity as (insert into call_log_entities (channel_id, session_id, source, type, external_id, label, chosen_by)
         select channel_id, session_id, 'HUBSPOT', 'contacts', $3, $4, 'user' from call)
       insert into crm_writes (id, account_id, source, channel_id, session_id, kind, unit, key, state, actor, created_at)
         select 'entry-' || $2::text, account_id, 'HUBSPOT', channel_id, session_id, 'call', 'main', 'KEY-' || $2::text, $5,
           user_id, now() - $2::int * interval '1 minute' from call`,
      [email, at, contact.id, name, state],
    );
    await sidetone.query(`update crm_writes set ${more} where id = $1`, [`entry-${at}`]);
  }
}

test('an administrator finds what is not in the CRM, and settles it in each of the four ways', async ({
  seat,
  sidetone,
  portal,
  people,
}) => {
  test.setTimeout(180_000);
  const [mara] = people;
  const { page } = await seat(0, { microphone: tone(440) });
  await connects(page, portal);
  await leavesEntries(sidetone, portal, mara.email);
  const row = (name: string) => page.getByRole('row', { name });
  const opened = (name: string) => page.getByRole('group', { name, exact: true });
  const opens = async (name: string) => {
    await row(name).click();
    await expect(opened(name)).toBeVisible();
  };
  const closes = async (name: string) => {
    await page.keyboard.press('Escape');
    await expect(opened(name)).toBeHidden();
  };
  const inPortal = (key: string) => portal.recordsWithKey(key).length;

  await test.step('the connection says how many calls wait', async () => {
    await goesTo(page, '/main/channels/private/dialogs/settings/integrations');
    await expect(page.getByRole('listitem', { name: 'HubSpot' })).toContainText('1 call is waiting to be logged');
  });

  await test.step('counts by state, and filters by state, user and day', async () => {
    await goesTo(page, '/admin/crm');
    await expect(page.getByText('3 need you')).toBeVisible();
    for (const { name } of entries) await expect(row(name)).toBeVisible();
    await expectsNoViolation(page, 'the CRM log with entries');
    const state = page.getByRole('combobox', { name: 'State', exact: true });
    await state.selectOption({ label: 'Unclear (2)' });
    await expect(row('Ada Refused')).toBeHidden();
    await expect(row('Ben Unclear')).toBeVisible();
    await state.selectOption({ label: 'Needs you (3)' });
    await expect(row('Ada Refused')).toBeVisible();
    await expect(row('Dan Waiting')).toBeHidden();
    await page.getByRole('combobox', { name: 'User', exact: true }).selectOption({ label: 'Server' });
    await expect(row('Ada Refused')).toBeHidden();
    await page.getByRole('combobox', { name: 'User', exact: true }).selectOption({ label: mara.name });
    await page.getByRole('combobox', { name: 'Period', exact: true }).selectOption({ label: 'Last 7 days' });
    await expect(row('Ada Refused')).toBeVisible();
    await page.getByRole('combobox', { name: 'Period', exact: true }).selectOption({ label: 'All days' });
    await page.getByRole('combobox', { name: 'User', exact: true }).selectOption({ label: 'All users' });
    await state.selectOption({ label: 'All states' });
  });

  await test.step('tries again what the CRM refused: it is there once', async () => {
    await opens('Ada Refused');
    await expect(opened('Ada Refused')).toContainText('deal 5512 is closed');
    await opened('Ada Refused').getByRole('button', { name: 'Try now' }).click();
    await expect(opened('Ada Refused').getByText('Written', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
    expect(inPortal('KEY-0')).toBe(1);
    await expect(opened('Ada Refused').getByRole('link', { name: /Open in HubSpot/ })).toBeVisible();
    await closes('Ada Refused');
  });

  await test.step('says that an unclear one is there, and where: nothing is sent', async () => {
    await opens('Ben Unclear');
    await opened('Ben Unclear')
      .getByLabel(/Address of the record/)
      .fill('https://app.example/record/7');
    await opened('Ben Unclear').getByRole('button', { name: 'It is there' }).click();
    await expect(message(page, 'Marked as written')).toBeVisible();
    await expect(opened('Ben Unclear').getByRole('link', { name: /Open in HubSpot/ })).toHaveAttribute(
      'href',
      'https://app.example/record/7',
    );
    expect(inPortal('KEY-1')).toBe(0);
    await closes('Ben Unclear');
  });

  await test.step('has another one written again, after a question', async () => {
    await opens('Cleo Missing');
    await opened('Cleo Missing').getByRole('button', { name: 'Write again' }).click();
    const question = page.getByRole('dialog', { name: 'Write the call again?' });
    await expect(question).toContainText('KEY-2');
    await question.getByRole('button', { name: 'Write again' }).click();
    await expect(opened('Cleo Missing').getByText('Written', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
    expect(inPortal('KEY-2')).toBe(1);
    await closes('Cleo Missing');
  });

  await test.step('gives up one that waits: it is never sent', async () => {
    await opens('Dan Waiting');
    await opened('Dan Waiting').getByRole('button', { name: 'Give up' }).click();
    const question = page.getByRole('dialog', { name: 'Give up this entry?' });
    await question.getByRole('button', { name: 'Give up' }).click();
    await expect(opened('Dan Waiting').getByText('Not written', { exact: true }).first()).toBeVisible();
    await closes('Dan Waiting');
    await expect(row('Dan Waiting')).toContainText('Not written');
    expect(inPortal('KEY-3')).toBe(0);
    await expect(page.getByText('1 needs you')).toBeVisible();
  });
});
