import type { Page } from '@playwright/test';
import { type NameServer, openNameServer } from '../../apps/server/src/network/testing/name-server.ts';
import { type Directory, openDirectory } from '../../apps/server/src/sign-on/testing/directory.ts';
import { goesTo } from '../people/going.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const desk = { microphone: tone(440) };

/** A Sidetone that knows its address, and the directory of its company on this machine. */
const test = base.extend<object, { names: NameServer; sidetone: Sidetone; directory: Directory }>({
  names: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const names = await openNameServer();
      await use(names);
      await names.close();
    },
    { scope: 'worker' },
  ],
  sidetone: [
    async ({ names }, use) => {
      const sidetone = await ownSidetone(({ http }) => ({
        settings: {
          PUBLIC_URL: `http://localhost:${http}`,
          SIGN_ON_PRIVATE_HOSTS: '127.0.0.1',
          DOMAIN_NAME_SERVERS: names.address,
        },
      }));
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  directory: [
    async ({ sidetone, people }, use) => {
      const { email } = people[2];
      const domain = email.split('@')[1] ?? '';
      const directory = await openDirectory({
        redirect: `${sidetone.origin}/company-sign-in`,
        people: {
          nora: {
            email: `nora@${domain}`,
            email_verified: true,
            given_name: 'Nora',
            family_name: 'Muster',
            groups: ['/support'],
          },
          wes: { email: 'wes@elsewhere.example', email_verified: true },
          colleague: { email, email_verified: true },
        },
      });
      await use(directory);
      await directory.close();
    },
    { scope: 'worker' },
  ],
});

test.beforeEach(({ sidetone }) => everybodyReads(sidetone, 'en'));

const door = (page: Page) => page.getByRole('button', { name: 'Use single sign-on', exact: true });
/** Signs in by the company's door, as somebody of the directory. */
const byCompany = async (page: Page, email: string, id: string) => {
  await page.goto('/login');
  await page.getByLabel(/^email/i).fill(email);
  await door(page).click();
  await expect(page.getByRole('heading', { name: 'Directory of the company' })).toBeVisible();
  await page.getByRole('button', { name: id, exact: true }).click();
};

test('a company signs in at its own provider: set up, domain proved, first sign-in with a queue, passwords refused, signed out there', async ({
  seat,
  sitDown,
  people,
  names,
  directory,
}) => {
  test.setTimeout(240_000);
  const domain = people[2].email.split('@')[1] ?? '';
  const nora = `nora@${domain}`;
  const boss = await seat(0, desk);
  const { page } = boss;
  const save = async () => {
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: /^Sav/ })).toBeHidden();
  };

  await test.step('the administrator enters the provider and sees what is wrong', async () => {
    await goesTo(page, '/admin/sso');
    await page.getByLabel('Issuer address').fill('https://10.1.2.3');
    await page.getByLabel('Client ID').fill(directory.client.id);
    await page.getByLabel('Client secret', { exact: true }).fill('a guess');
    await page.getByLabel('Email domains').fill('gmail.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('name it in SIGN_ON_PRIVATE_HOSTS')).toBeVisible();
    await page.getByLabel('Issuer address').fill(directory.issuer);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Anyone can get an address of this domain.')).toBeVisible();
    await page.getByLabel('Email domains').fill(domain);
    await page.getByRole('button', { name: 'Add group' }).click();
    await page.getByLabel('Group', { exact: true }).fill('support');
    await page.getByRole('listitem').getByRole('checkbox', { name: 'Support' }).check();
    await save();
    await page.getByRole('button', { name: 'Test provider' }).click();
    await expect(page.getByText('The client ID or secret is wrong')).toBeVisible();
    await page.getByLabel('Client secret', { exact: true }).fill(directory.client.secret);
    await save();
    await page.getByRole('button', { name: 'Test provider' }).click();
    await expect(page.getByText('The provider answers and knows the client.')).toBeVisible();
    await expect(page.getByLabel('Client secret', { exact: true })).toHaveValue('');
  });
  await test.step('the domain waits for its record, which is looked for at a click', async () => {
    const proof = page.getByRole('listitem', { name: domain });
    await expect(proof.getByText('Waiting for the record')).toBeVisible();
    const check = proof.getByRole('button', { name: `Check now: ${domain}` });
    await check.click();
    await expect(proof.getByText('The domain was not found. Check its spelling.')).toBeVisible();
    await expectsNoViolation(page, 'single sign-on');
    const [name, value] = [
      proof.getByLabel(`Name of the TXT record for ${domain}`, { exact: true }),
      proof.getByLabel(`Value of the TXT record for ${domain}`, { exact: true }),
    ];
    names.records.set(await name.inputValue(), [await value.inputValue()]);
    await check.click();
    await expect(proof.getByText('Proved')).toBeVisible();
    directory.tellsEnds({
      logout: await page.getByLabel('Back-channel logout address', { exact: true }).inputValue(),
      afterLogout: await page.getByLabel('Address after sign-out', { exact: true }).inputValue(),
    });
  });

  const stranger = await sitDown(3, desk);
  await test.step('an address of another domain is refused, with a way back', async () => {
    await byCompany(stranger.page, nora, 'wes');
    await expect(stranger.page.getByText('Your email address does not belong to this company.')).toBeVisible();
    await expect(stranger.page).toHaveURL(/\/company-sign-in$/);
    await expectsNoViolation(stranger.page, 'refused by single sign-on');
    await stranger.page.getByRole('link', { name: 'Back to sign-in' }).click();
    await expect(door(stranger.page)).toBeVisible();
    await expectsNoViolation(stranger.page, 'door of the company');
  });
  const newcomer = await sitDown(4, desk);
  await test.step('the first sign-in creates a user, and their group puts them into the queue', async () => {
    await byCompany(newcomer.page, nora, 'nora');
    await expect(newcomer.page).toHaveURL(/\/(setup|main)\//, { timeout: 30_000 });
    await goesTo(page, '/admin/users');
    const row = page.getByRole('row').filter({ hasText: nora });
    await expect(row.getByRole('cell', { name: 'Support', exact: true })).toBeVisible();
  });
  await test.step('a user who signs out at the provider is signed out here as well, within seconds', async () => {
    const there = await newcomer.page.context().newPage();
    await there.goto(`${directory.issuer}/session/end`);
    await expect(newcomer.page.getByText('Your session has ended')).toBeVisible({ timeout: 15_000 });
    await there.close();
  });
  await test.step('where it is required a password leads to the provider, which has new keys by then', async () => {
    await goesTo(page, '/admin/sso');
    await page.getByRole('switch', { name: 'Everyone must sign in this way' }).click();
    await save();
    await directory.newKeys();
    const colleague = await sitDown(2, desk);
    await colleague.signsIn();
    const step = colleague.page.getByRole('region', { name: 'Second step' });
    await expect(step.getByText('Your company has its users sign in on its own page.')).toBeVisible();
    await expectsNoViolation(colleague.page, 'password refused');
    await door(colleague.page).click();
    await colleague.page.getByRole('button', { name: 'colleague', exact: true }).click();
    const isIn = () =>
      expect(colleague.page.getByRole('navigation').getByRole('link', { name: /^Private/ })).toBeVisible({
        timeout: 30_000,
      });
    await isIn();
    await goesTo(page, '/admin/sso');
    await page.getByRole('switch', { name: 'Also sign out at the provider' }).click();
    await save();
    await colleague.page.getByRole('button', { name: /^Your menu/ }).click();
    await colleague.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(colleague.page.getByLabel(/^password/i)).toBeVisible();
    // The provider asks again: it has signed the browser out as well.
    await byCompany(colleague.page, people[2].email, 'colleague');
    await isIn();
  });
});
