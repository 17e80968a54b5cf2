import { messages } from '../people/messages.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const microphone = tone(440);
/** The channel that everyone in the demo company shares. */
const service = 'Service';

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('a shared channel says that it is shared until that is acknowledged, and who can be reached', async ({
  seat,
  sidetone,
  people,
}) => {
  const { page, who } = await seat(0, { microphone });
  const banner = page.getByText(/^Shared inbox: all 6 members/);
  await expect(banner).toBeHidden();
  await expect(page.getByRole('tab', { name: /^Availability/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'About Private' }).click();
  await expect(page.getByRole('dialog', { name: 'About Private' })).toContainText('Only you can see them');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page
    .getByRole('link', { name: new RegExp(`^${service}`) })
    .first()
    .click();
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: `About ${service}` }).click();
  await expect(page.getByRole('dialog', { name: `About ${service}` })).toContainText('Queue');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectsNoViolation(page, 'a shared channel');
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(banner).toBeHidden();
  const acknowledged = () =>
    sidetone.query<{ at: string | null }>(
      `select settings ->> 'acknowledgedSharedInboxAt' as at from users where email = $1`,
      [who.email],
    );
  await expect.poll(acknowledged, { timeout: 60_000 }).toEqual([{ at: expect.stringMatching(/^\d{4}-/) }]);

  // Who looks first, then who is logged in, then by last name; live.
  await sidetone.query(
    `update channel_members set dialed_in = user_id <> (select id from users where email = $1)
      where channel_id = (select id from channels where name = $2)`,
    [people[5].email, service],
  );
  const tab = page.getByRole('tab', { name: /^Availability/ });
  await expect(tab).toHaveText('Availability (1)');
  await tab.click();
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  const order = ['Mara Tannhorst', 'Jonas Krüger', 'Lene Petersen', 'Priya Raman', 'Tom Vale', 'Samuel Adeyemi'];
  await expect(members).toContainText(order);
  await expect(page.getByText('1/6')).toBeVisible();
  await expect(members.first()).toContainText('Available');
  await expect(members.nth(1)).not.toContainText(/Offline|Available/);
  await expectsNoViolation(page, 'who can be reached');

  const own = members.first().getByRole('switch', { name: 'Logged in' });
  await expect(page.getByRole('switch')).toHaveCount(1);
  await own.click();
  await expect(own).not.toBeChecked();
  await expect(tab).toHaveText('Availability (0)');
  await expect(members.first()).toContainText('Mara Tannhorst');
  await own.click();
  await expect(own).toBeChecked();

  // Another channel begins at its inbox.
  await page
    .getByRole('link', { name: /^Private/ })
    .first()
    .click();
  // A way that is left before it leads anywhere is no way.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Private');
  await page
    .getByRole('link', { name: new RegExp(`^${service}`) })
    .first()
    .click();
  await expect(page.getByRole('tab', { name: /^Inbox/ })).toHaveAttribute('aria-selected', 'true');
  await expect(banner).toBeHidden();
});

test('the name of a channel opens its settings, which say what was saved', async ({ seat }) => {
  const { page } = await seat(0, { microphone });
  await page
    .getByRole('link', { name: new RegExp(`^${service}`) })
    .first()
    .click();
  await page.getByRole('heading', { level: 1 }).getByRole('button', { name: service }).click();
  const panel = page.getByRole('dialog', { name: service });
  await panel.getByRole('radio', { name: /^Anonymous/ }).click();
  const saved = panel.getByRole('status').filter({ hasText: 'Saved' });
  await expect(saved).toBeVisible();
  await expect(saved).toBeHidden();
  // What the server does not take is told, and taken back.
  await page.route('**/api/channels/*/settings', (route) => route.abort());
  await panel.getByRole('radio', { name: /^Suppressed/ }).click();
  await expect(panel.getByRole('alert')).toContainText('Not saved');
  await expect(panel.getByRole('radio', { name: /^Anonymous/ })).toBeChecked();
  await expect(messages(page)).toContainText('Not saved');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Anonymous' })).toBeVisible();
});

test('a caller id of a phone is looked at while it is typed, and closes the panel once it is saved', async ({
  sitDown,
  people,
  sidetone,
}) => {
  const freya = people[6];
  await sidetone.query(
    `update phones set is_disconnected_by_user = false where user_id = (select id from users where email = $1)`,
    [freya.email],
  );
  const desk = await sitDown(6, { microphone });
  await desk.comesToClassicWork();
  const { page } = desk;
  await page.getByRole('button', { name: /^Settings of/ }).click();
  const panel = page.getByRole('dialog', { name: 'Private' });
  await panel.getByRole('radio').first().click();
  await panel.getByRole('radio', { name: /^Another number/ }).click();
  const field = panel.getByRole('textbox', { name: 'Number' });
  const save = panel.getByRole('button', { name: 'Save' });
  const orders: string[] = [];
  page.on('request', (request) => request.url().endsWith('/callerId') && orders.push(request.postData() ?? ''));
  await expect(save).toBeDisabled();
  await field.press('Enter');
  await field.fill('040 6');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(save).toBeDisabled();
  await field.press('Enter');
  await field.fill('+49 40 5550199');
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  await save.click();
  await expect(panel).toBeHidden();
  expect(orders).toHaveLength(1);
  const callerIds = () =>
    sidetone.query<{ caller_id: string | null }>(
      `select caller_id from phones where user_id = (select id from users where email = $1) and caller_id is not null`,
      [freya.email],
    );
  await expect.poll(callerIds, { timeout: 60_000 }).toEqual([{ caller_id: '+49405550199' }]);
  await expectsNoViolation(page, 'a channel of the classic generation');
});

test('a user who is removed from a channel while they look at it is informed, and what they type is no key of a list', async ({
  seat,
  sidetone,
}) => {
  const { page, who } = await seat(4, { microphone });
  await page
    .getByRole('link', { name: new RegExp(`^${service}`) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: service })).toBeVisible();
  const membership = `from channel_members where user_id = (select id from users where email = $1)
    and channel_id = (select id from channels where name = '${service}')`;
  await sidetone.query(`delete ${membership}`, [who.email]);
  const told = page.getByRole('alert').getByText(`You are no longer a member of ${service}`);
  await expect(told).toBeVisible();
  const address = page.url();
  await page.keyboard.type('nice');
  await expect(told).toBeVisible();
  expect(page.url()).toBe(address);
  await expectsNoViolation(page, 'a channel that was taken away');
  await page.getByRole('button', { name: 'To my inbox' }).click();
  await expect(page).toHaveURL(/\/main\/channels\/private$/);
  await sidetone.query(
    `insert into channel_members (channel_id, user_id)
     select c.id, u.id from channels c, users u where c.name = '${service}' and u.email = $1`,
    [who.email],
  );
});
