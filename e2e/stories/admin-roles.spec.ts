import type { Page } from '@playwright/test';
import { ApiSession } from '../people/api-session.ts';
import { goesTo } from '../people/going.ts';
import { menu, opensMenu } from '../people/own-menu.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { person } from '../world/room.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const [mara, jonas] = [0, 1] as const;

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));
test.afterAll(({ sidetone }) => sidetone.query(`update users set roles = '{}'`));

const pages = (page: Page) => page.getByRole('navigation', { name: 'Administration' }).getByRole('link');

/** The left column has these pages and no others, after the way back. */
const seesPages = (page: Page, names: readonly string[]) =>
  expect(pages(page)).toHaveText([/^Back to calls/, ...names]);

/** A page that is not theirs says so, and leads to one that is. */
async function isForbidden(page: Page, section: string): Promise<void> {
  await goesTo(page, `/admin/${section}`);
  await expect(page.getByRole('heading', { name: 'This page is not yours' })).toBeVisible();
}

/** What the API answers to each of these, the address and a word of its body. */
const answersOf = (session: ApiSession, asked: readonly (readonly [string, string, unknown?])[]) =>
  Promise.all(asked.map(async ([method, path, body]) => (await session.request(method, path, body)).status));

test('someone with a role sees the pages of that role and nothing else, and another role takes effect on the open page', async ({
  seat,
  sidetone,
  people,
}) => {
  test.setTimeout(120_000);
  const [maras, jonass] = [person(people, mara), person(people, jonas)];
  const boss = await seat(mara, { microphone: tone(440) });
  const { page } = boss;
  const panelOf = (name: string) => page.getByRole('dialog', { name });
  const changesTo = async (chosen: (panel: ReturnType<typeof panelOf>) => Promise<void>) => {
    await goesTo(page, '/admin/users');
    await page.getByRole('checkbox', { name: `Select ${jonass.name}` }).check();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const panel = panelOf('Change 1 user');
    await chosen(panel);
    await panel.getByRole('button', { name: 'Change 1 user' }).click();
    await expect(panel).toHaveCount(0);
  };
  const row = page.getByRole('row', { name: new RegExp(jonass.name) });

  await test.step('an administrator lets a user manage users', async () => {
    await goesTo(page, '/admin/users');
    await row.getByRole('button', { name: jonass.name }).first().click();
    const panel = panelOf(jonass.name);
    await panel.getByRole('checkbox', { name: /^User management/ }).check();
    await expectsNoViolation(page, 'roles of a user', { widths: [1440] });
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('User management');
  });

  const holder = await seat(jonas, { microphone: tone(700) });
  const own = holder.page;
  const session = await ApiSession.signIn(sidetone.origin, jonass);
  const [boss1] = await sidetone.query<{ id: string }>('select id from users where email = $1', [maras.email]);
  const bossId = boss1?.id ?? '';

  await test.step('a user who manages users has only that page, and cannot touch an administrator', async () => {
    await opensMenu(own);
    await menu(own).getByRole('menuitem', { name: 'Administration' }).click();
    await expect(own.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
    await seesPages(own, ['Users']);
    await own
      .getByRole('row', { name: new RegExp(maras.name) })
      .getByRole('button', { name: maras.name })
      .first()
      .click();
    await expect(own.getByRole('dialog', { name: maras.name })).toContainText('may do more than you');
    await own.keyboard.press('Escape');
    await own.getByRole('button', { name: 'Invite user' }).click();
    const invite = own.getByRole('dialog', { name: 'Invite user' });
    await expect(invite.getByRole('checkbox', { name: /^User management/ })).toBeVisible();
    await expect(invite.getByRole('checkbox', { name: /^Numbers/ })).toHaveCount(0);
    await expect(invite.getByRole('switch', { name: /^Administrator/ })).toHaveCount(0);
    await own.keyboard.press('Escape');
    await isForbidden(own, 'company');
    await expectsNoViolation(own, 'a page of the administration that is not theirs', { widths: [1440] });
    const refused = await answersOf(session, [
      ['PATCH', '/admin/account', { name: 'Mine' }],
      ['GET', '/admin/audit-log'],
      ['GET', '/admin/call-records'],
      ['POST', '/admin/channels', { name: 'Mine' }],
      ['POST', `/admin/users/${bossId}/reset-link`],
      ['PATCH', `/admin/users/${bossId}`, { admin: false }],
      ['PATCH', `/admin/users/${session.webUserId}`, { admin: true }],
      ['PATCH', `/admin/users/${session.webUserId}`, { roles: ['people', 'reports'] }],
    ]);
    expect(refused).toEqual(refused.map(() => 403));
    await goesTo(own, '/admin/users');
  });

  await test.step('given queues in place of it, the open page follows', async () => {
    await changesTo(async (panel) => {
      await panel.getByRole('combobox', { name: 'Role' }).selectOption('Certain areas');
      await panel.getByRole('checkbox', { name: /^Queues/ }).check();
    });
    await expect(own.getByRole('heading', { name: 'This page is not yours' })).toBeVisible();
    await seesPages(own, [
      'Channels and queues',
      'Voice menus',
      'Paging',
      'Opening hours',
      'Skills',
      'Routing',
      'Blocked callers',
    ]);
    await own.getByRole('link', { name: 'Back to your pages' }).click();
    await expect(own.getByRole('heading', { name: 'Channels and queues', level: 1 })).toBeVisible();
    await own.getByRole('button', { name: 'Service', exact: true }).first().click();
    await expect(own.getByRole('dialog', { name: 'Service' }).getByText(maras.name).first()).toBeVisible();
    await own.keyboard.press('Escape');
    await isForbidden(own, 'users');
    const refused = await answersOf(session, [
      ['POST', '/admin/users', { firstName: 'A', lastName: 'B', email: 'a.b@example.com' }],
      ['GET', '/admin/call-records'],
      ['POST', '/admin/numbers', { first: '+4930555001' }],
    ]);
    expect(refused).toEqual([403, 403, 403]);
  });

  await test.step('given call records, they see calls and nothing else', async () => {
    await changesTo(async (panel) => {
      await panel.getByRole('combobox', { name: 'Role' }).selectOption('Certain areas');
      await panel.getByRole('checkbox', { name: /^Call records/ }).check();
    });
    await seesPages(own, ['Calls']);
    await own.getByRole('link', { name: 'Back to your pages' }).click();
    await expect(own.getByRole('heading', { name: 'Calls', level: 1 })).toBeVisible();
    await expect(own.getByRole('combobox', { name: 'User' }).getByRole('option', { name: maras.name })).toBeAttached();
    expect((await session.request('GET', '/admin/call-records')).status).toBe(200);
    const refused = await answersOf(session, [
      ['POST', '/admin/voice-menus', { name: 'Mine' }],
      ['POST', `/admin/users/${bossId}/sign-out`],
    ]);
    expect(refused).toEqual([403, 403]);
  });

  await test.step('without a role there is no administration for them, and the audit log names who gave and took it', async () => {
    await changesTo(async (panel) => {
      await panel.getByRole('combobox', { name: 'Role' }).selectOption('Member');
    });
    await expect(own.getByRole('heading', { name: 'For administrators' })).toBeVisible();
    expect((await session.request('GET', '/admin/call-records')).status).toBe(403);
    await goesTo(page, '/admin/log');
    const entry = page.getByRole('row', { name: /Role changed/ }).first();
    await expect(entry).toContainText(maras.name);
    await expect(entry).toContainText('May administer: Call records → –');
  });
});
