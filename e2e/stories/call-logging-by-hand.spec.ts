import type { Page } from '@playwright/test';
import { type HubSpot, openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { openPipedrive, type Pipedrive } from '@sidetone/simulator/crm/pipedrive/pipedrive.ts';
import { goesTo } from '../people/going.ts';
import { message } from '../people/messages.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

/** A Sidetone whose operator has an app at HubSpot, which is on the same machine, and so is Pipedrive. */
const test = base.extend<object, { sidetone: Sidetone; portal: HubSpot; pipedrive: Pipedrive }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const portal = await openHubSpot();
      await use(portal);
      portal.close();
    },
    { scope: 'worker' },
  ],
  pipedrive: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const pipedrive = await openPipedrive();
      await use(pipedrive);
      pipedrive.close();
    },
    { scope: 'worker' },
  ],
  sidetone: [
    async ({ portal, pipedrive }, use) => {
      const sidetone = await ownSidetone(({ http }) => ({
        settings: {
          PUBLIC_URL: `http://localhost:${http}`,
          INTEGRATION_PRIVATE_HOSTS: '127.0.0.1',
          INTEGRATION_HUBSPOT_URL: portal.url,
          INTEGRATION_HUBSPOT_CLIENT_ID: portal.app.clientId,
          INTEGRATION_HUBSPOT_CLIENT_SECRET: portal.app.clientSecret,
          INTEGRATION_PIPEDRIVE_URL: pipedrive.url,
        },
      }));
      await sidetone.query(`update users set grants = grants || '{INTEGRATION_WRITE}'`);
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const microphone = tone(440);
/** Whose calls they are, by their place in the company. */
const anna = 2;
const known = '+4940111222';

/** Calls of someone's own channel that are over; they talked for `seconds`. */
const talks = (sidetone: Sidetone, email: string, calls: readonly { id: string; number: string; seconds: number }[]) =>
  sidetone.query(
    `insert into inbox_events (id, account_id, channel_id, session_id, owner, unresolved, direction, state,
       on_phone_number, remote_phone_number, started_at, established_at, terminated_at, terminated_reason, documentation)
     select one.id, channels.account_id, channels.id, one.id, users.id, false, 'INCOMING', 'FINISHED',
       '+4930231251', one.number, now() - interval '10 min', now() - interval '10 min',
       now() - interval '10 min' + one.seconds * interval '1 s', 'TERMINATED', '{}'
     from users join channels on channels.owner_user_id = users.id,
       jsonb_to_recordset($2) as one (id text, number text, seconds float)
     where users.email = $1`,
    [email, JSON.stringify(calls)],
  );

/** The panel of a call's log, and what it is logged to. */
const panelOf = (page: Page) => page.getByLabel('Call log', { exact: true });
const chipsOf = (page: Page) => panelOf(page).getByRole('list', { name: 'Log to' });

/** Opens the log of a call by the menu of its row. */
async function opens(page: Page, call: RegExp): Promise<void> {
  await page.getByRole('listitem', { name: call }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Log call in CRM' }).click();
  await expect(panelOf(page)).toBeVisible();
}

const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const hubSpot = (page: Page) => settings(page).getByRole('listitem', { name: 'HubSpot' });

/** The page of HubSpot, in a window of its own: it is always at the vendor, which is `portal` here. */
async function beginsSignIn(page: Page, portal: HubSpot, button = 'Connect HubSpot'): Promise<Page> {
  await page.context().route('https://app.hubspot.com/**', (route) => {
    const { pathname, search } = new URL(route.request().url());
    return route.fulfill({ status: 302, headers: { location: `${portal.url}${pathname}${search}` } });
  });
  const opened = page.context().waitForEvent('page');
  await hubSpot(page).getByRole('button', { name: button }).click();
  const consent = await opened;
  await expect(consent.getByRole('heading', { name: 'Sidetone wants to connect to your account' })).toBeVisible();
  return consent;
}

test.describe.configure({ mode: 'serial' });

test('SINTEG-018 API-066: users sign in at the page of HubSpot, which may say no', async ({
  seat,
  sidetone,
  portal,
}) => {
  await everybodyReads(sidetone, 'en');
  portal.objects.add('contacts', { firstname: 'Ulrike', lastname: 'Sommerfeld', phone: known });
  const { page } = await seat(anna, { microphone, at: '/main/channels/private/dialogs/settings/integrations' });

  await test.step('who cancels there is told here, and nothing is connected', async () => {
    const consent = await beginsSignIn(page, portal);
    await expect(hubSpot(page)).toContainText('Use the browser window that has just opened to sign in.');
    await consent.getByRole('button', { name: 'Cancel' }).click();
    await expect(consent.getByRole('heading', { name: 'The sign-in did not work' })).toBeVisible();
    await expectsNoViolation(consent, 'a sign-in at a CRM that failed');
    await expect(page.getByText('HubSpot was not connected')).toBeVisible();
    await expect(page.getByText('Access was denied on the sign-in page.').first()).toBeVisible();
    await consent.close();
  });

  await test.step('who agrees is connected, and the contacts come', async () => {
    const consent = await beginsSignIn(page, portal);
    await consent.getByRole('button', { name: 'Connect app' }).click();
    await expect(consent.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
    await expectsNoViolation(consent, 'a sign-in at a CRM that worked');
    await consent.close();
    await expect(hubSpot(page)).toContainText('1 contact, synced', { timeout: 30_000 });
  });
});

test('a call of yesterday is logged from its menu, and taken out of HubSpot again', async ({
  seat,
  sidetone,
  portal,
  people,
}) => {
  await everybodyReads(sidetone, 'en');
  const { objects } = portal;
  const calls = () => objects.of('calls').filter(({ archived }) => !archived);
  await talks(sidetone, people[anna].email, [{ id: 'talk-known', number: known, seconds: 95 }]);
  const colleague = await seat(anna, { microphone });
  const { page } = colleague;
  await page.setViewportSize({ width: 1440, height: 900 });
  await colleague.showsAllCalls();
  const [panel, chips] = [panelOf(page), chipsOf(page)];

  await test.step('SLOG-002: it stays open, and nothing is written until the user says so', async () => {
    await opens(page, /Ulrike Sommerfeld/);
    await expect(chips).toContainText('Ulrike Sommerfeld');
    await expect(panel).toContainText('Not logged yet');
    await expect(panel.getByRole('button', { name: 'Pause' })).toBeHidden();
    await panel.getByRole('button', { name: 'Log and close' }).click();
    await expect(panel).toBeHidden();
    await expect.poll(() => calls().length, { timeout: 30_000 }).toBe(1);
  });

  await test.step('"Remove from CRM" asks, deletes the entry there, and the call stays', async () => {
    await opens(page, /Ulrike Sommerfeld/);
    await expect(chips.getByRole('button', { name: /^written/ })).toBeVisible({ timeout: 30_000 });
    await panel.getByRole('button', { name: 'Remove from CRM' }).click();
    const asked = page.getByRole('dialog', { name: 'Remove this call from HubSpot?' });
    await expectsNoViolation(page, 'the question before an entry is removed');
    await asked.getByRole('button', { name: 'Remove from CRM' }).click();
    await expect.poll(() => calls().length, { timeout: 30_000 }).toBe(0);
    await expect(panel.getByRole('button', { name: 'Remove from CRM' })).toBeHidden({ timeout: 30_000 });
    await expect(chips).toContainText('Ulrike Sommerfeld');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(page.getByRole('listitem', { name: /Ulrike Sommerfeld/ }).first()).toBeVisible();
  });
});

test('nobody has the number: a contact is made in HubSpot out of the log, which is then logged to it', async ({
  seat,
  sidetone,
  portal,
  people,
}) => {
  await everybodyReads(sidetone, 'en');
  await talks(sidetone, people[anna].email, [{ id: 'talk-unknown', number: '+4940222333', seconds: 61 }]);
  const colleague = await seat(anna, { microphone });
  const { page } = colleague;
  await page.setViewportSize({ width: 1440, height: 900 });
  await colleague.showsAllCalls();
  await opens(page, /\+49 40 222333/);
  const panel = panelOf(page);
  await expect(panel).toContainText('Save the contact in HubSpot. The call is then logged to it.');
  await panel.getByRole('button', { name: 'Create contact' }).click();
  await page.getByLabel('First name').fill('Wanda');
  await page.getByLabel('Last name').fill('Weber');
  await page.keyboard.press('Control+Enter');
  await expect(chipsOf(page)).toContainText('Wanda Weber', { timeout: 30_000 });
  await panel.getByRole('button', { name: 'Log and close' }).click();
  const made = portal.objects.of('contacts').find(({ properties }) => properties['firstname'] === 'Wanda');
  const logged = () =>
    portal.objects.of('calls').filter(({ associations }) => associations.get('contacts')?.has(made?.id ?? ''));
  await expect.poll(() => logged().length, { timeout: 30_000 }).toBe(1);
});

test('while HubSpot is signed out entries wait, and they are written once it is signed in again', async ({
  seat,
  sidetone,
  portal,
  people,
}) => {
  await everybodyReads(sidetone, 'en');
  const calls = () => portal.objects.of('calls').filter(({ archived }) => !archived).length;
  await talks(sidetone, people[anna].email, [{ id: 'talk-waiting', number: known, seconds: 47 }]);
  const colleague = await seat(anna, { microphone });
  const { page } = colleague;
  await page.setViewportSize({ width: 1440, height: 900 });
  await colleague.showsAllCalls();
  await opens(page, /Ulrike Sommerfeld/);
  await expect(chipsOf(page)).toContainText('Ulrike Sommerfeld');
  const before = calls();
  await sidetone.query(`update integrations set state = 'AUTHENTICATION_REQUIRED' where name = 'HUBSPOT'`);
  await panelOf(page).getByRole('button', { name: 'Log and close' }).click();
  await expect(panelOf(page)).toBeHidden();
  const states = async () => {
    const rows = await sidetone.query<{ state: string }>(
      `select state from crm_writes where session_id = 'talk-waiting'`,
    );
    return rows.map(({ state }) => state);
  };
  await expect.poll(states, { timeout: 30_000 }).toEqual(['BLOCKED']);
  await goesTo(page, '/main/channels/private/dialogs/settings/integrations');
  await expect(hubSpot(page)).toContainText('1 call is waiting to be logged');
  await expectsNoViolation(page, 'a CRM that is signed out, with a call that waits');
  expect(calls()).toBe(before);
  const consent = await beginsSignIn(page, portal, 'Reconnect HubSpot');
  await consent.getByRole('button', { name: 'Connect app' }).click();
  await expect(consent.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await consent.close();
  await expect.poll(states, { timeout: 30_000 }).toEqual(['WRITTEN']);
  expect(calls()).toBe(before + 1);
});

test('SPERM-024: a member logs a call that the channel missed, and each of two CRMs gets it once', async ({
  seat,
  sidetone,
  portal,
  pipedrive,
  people,
}) => {
  await everybodyReads(sidetone, 'en');
  pipedrive.records.add('persons', {
    name: 'Ulrike Sommerfeld',
    phones: [{ value: known, label: 'work', primary: true }],
  });
  await talks(sidetone, people[anna].email, [{ id: 'talk-missed', number: known, seconds: 0 }]);
  // Nobody took it, and it rang a channel that is shared.
  await sidetone.query(
    `update inbox_events set owner = null, state = 'MISSED', established_at = null, terminated_reason = 'CANCELLED',
       channel_id = (select channel_id from channel_members join users on users.id = user_id
         join channels on channels.id = channel_id where users.email = $1 and channels.type <> 'private' limit 1)
     where session_id = 'talk-missed'`,
    [people[anna].email],
  );
  const [{ channel_id: shared } = { channel_id: '' }] = await sidetone.query<{ channel_id: string }>(
    `select channel_id from inbox_events where session_id = 'talk-missed'`,
  );
  const colleague = await seat(anna, { microphone });
  const { page } = colleague;
  await page.setViewportSize({ width: 1440, height: 900 });
  await goesTo(page, '/main/channels/private/dialogs/settings/integrations/PIPEDRIVE');
  await settings(page).getByLabel('API key', { exact: true }).fill(pipedrive.key);
  await settings(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(message(page, 'Pipedrive is connected')).toBeVisible();
  await expect(settings(page).getByRole('listitem', { name: 'Pipedrive' })).toContainText('1 contact, synced', {
    timeout: 30_000,
  });
  await goesTo(page, `/main/channels/${shared}`);
  await colleague.showsAllCalls();
  await opens(page, /Ulrike Sommerfeld/);
  await expect(chipsOf(page).getByText('Ulrike Sommerfeld')).toHaveCount(2);
  await panelOf(page).getByRole('button', { name: 'Log and close' }).click();
  const keys = async () => {
    const written = `select source, key from crm_writes where session_id = 'talk-missed' and state = 'WRITTEN' order by source`;
    return await sidetone.query<{ source: string; key: string }>(written);
  };
  await expect
    .poll(async () => (await keys()).map(({ source }) => source), { timeout: 30_000 })
    .toEqual(['HUBSPOT', 'PIPEDRIVE']);
  const [inHubSpot, inPipedrive] = await keys();
  expect(portal.recordsWithKey(inHubSpot?.key ?? '')).toHaveLength(1);
  expect(pipedrive.activitiesWithKey(inPipedrive?.key ?? '')).toHaveLength(1);
});

test('SPERM-018: without the grant for tasks the log has no follow-up task, and with it there is one', async ({
  seat,
  sidetone,
  people,
}) => {
  await everybodyReads(sidetone, 'en');
  await talks(sidetone, people[anna].email, [{ id: 'talk-grant', number: known, seconds: 20 }]);
  const { email } = people[anna];
  const task = (page: Page) => panelOf(page).getByRole('switch', { name: 'Follow-up task' });
  await sidetone.query(`update users set grants = array_remove(grants, 'CALL_TASKS') where email = $1`, [email]);
  const colleague = await seat(anna, { microphone });
  const { page } = colleague;
  await page.setViewportSize({ width: 1440, height: 900 });
  await colleague.showsAllCalls();
  await opens(page, /Ulrike Sommerfeld/);
  await expect(panelOf(page).getByRole('group', { name: 'Outcome' })).toBeVisible();
  await expect(task(page)).toBeHidden();
  await sidetone.query(`update users set grants = grants || '{CALL_TASKS}' where email = $1`, [email]);
  await expect(task(page)).toBeVisible();
});

test('SPERM-016, SPERM-017: without the grant of the plan nobody logs calls, and the settings say so', async ({
  seat,
  sidetone,
}) => {
  await everybodyReads(sidetone, 'en');
  await sidetone.query(`update accounts set plan = plan || '{"integrationGrants": []}'`);
  const colleague = await seat(anna, { microphone });
  const { page } = colleague;
  await page.setViewportSize({ width: 1440, height: 900 });
  await colleague.showsAllCalls();
  await page
    .getByRole('listitem', { name: /Ulrike Sommerfeld/ })
    .first()
    .click({ button: 'right' });
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Log call in CRM' })).toBeHidden();
  await page.keyboard.press('Escape');
  await goesTo(page, '/main/channels/private/dialogs/settings/integrations');
  await settings(page).getByRole('tab', { name: 'Call notes' }).click();
  await expect(settings(page)).toContainText('Your plan does not include writing calls into a CRM.');
  await expectsNoViolation(page, 'call notes without the grant of the plan');
});
