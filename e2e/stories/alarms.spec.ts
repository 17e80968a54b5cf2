import { headOf, mailBox, textOf } from '../../apps/server/src/mail/testing/mail-box.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { goesTo } from '../people/going.ts';
import { Provider } from '../people/provider.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { needs } from '../world/needs.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import { freePort } from '../world/ports.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { test as base, everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

type MailBox = Awaited<ReturnType<typeof mailBox>>;

/** A Sidetone that tells of trouble after two seconds, and the mail server of its operator. */
const test = base.extend<object, { sidetone: Sidetone; box: MailBox }>({
  sidetone: [
    async ({ box }, use) => {
      const sidetone = await ownSidetone({
        settings: { ALARM_AFTER_SECONDS: '2', SMTP_URL: box.smtpUrl, MAIL_FROM: 'phone@company.example' },
      });
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  box: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const box = await mailBox();
      await use(box);
      await box.stop();
    },
    { scope: 'worker' },
  ],
});

const trunk = { username: 'tannhorst', password: 'north-wind' };
const outside = { username: '+494066969999', password: 'south-wind' };
/** Numbers that the provider sends to its subscriber: the company's among them. */
const ours = '^\\+4930231251';
/** What a test plays, and what the phone outside speaks. */
const [ofTest, ofPhone] = [1100, 1000];
const address = 'ops@company.example';

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('a trunk is tested with calls that are heard at both ends, and its trouble and the end of it are mailed once each', async ({
  seat,
  sidetone,
  people,
  numbers,
  box,
}) => {
  test.setTimeout(300_000);
  needs('kamailio');
  needs('baresip');
  const [, who] = people;
  const north = await Provider.open(await freePort(), { subscribers: [trunk, outside], numbers: ours });
  const southPort = await freePort();
  let south: Provider | undefined;
  const ports = { control: await freePort(), sip: await freePort() };
  const far = await DeskPhone.plugIn({ ...outside, server: north.address }, tone(ofPhone, 8000), ports);
  process.env['TRUNK_PASSWORD'] = trunk.password;
  const add = (name: string, port: number | string, ...more: string[]) =>
    sidetone.cli(
      'trunk',
      'add',
      ...['--name', name, '--host', '127.0.0.1', '--port', String(port), '--username', trunk.username],
      ...['--user', who.email, ...more],
    );
  const mailed = (subject: RegExp) => box.mails.filter(({ source }) => subject.test(headOf(source, 'Subject') ?? ''));
  try {
    await add('North', north.port);
    await expect
      .poll(() => sidetone.cli('trunk', 'list'), { timeout: 20_000 })
      .toMatch(new RegExp(`North .*${trunk.username} at .* registered`));
    const { page } = await seat(0, { microphone: tone(440) });
    await goesTo(page, '/admin/trunks');
    await page.getByRole('button', { name: 'North' }).first().click();
    const panel = page.getByRole('dialog', { name: 'North' });
    const results = panel.getByRole('list', { name: 'Result of the test' });
    const said = (step: string) => results.getByRole('listitem').filter({ hasText: step });

    await test.step('a call to an own number comes back, with sound both ways and keys', async () => {
      await panel.getByRole('combobox', { name: 'Call to' }).selectOption(numbers.service);
      await panel.getByRole('button', { name: 'Test this trunk' }).click();
      await expect(results.getByRole('listitem')).toHaveCount(9, { timeout: 60_000 });
      await expect(results.getByText('Works', { exact: true })).toHaveCount(9);
      await expect(said('The right number is shown')).toContainText('+49 30');
      await expectsNoViolation(page, 'the test of a trunk');
      // Nobody was rung, and nothing of it is in an inbox.
      expect(
        await sidetone.query("select 1 from inbox_events where started_at > now() - interval '2 minutes'"),
      ).toEqual([]);
    });

    await test.step('a person outside answers, hears the tone and presses 1', async () => {
      await panel.getByRole('combobox', { name: 'Call to' }).selectOption('Another number');
      await panel.getByRole('textbox', { name: 'Number', exact: true }).fill(outside.username);
      await panel.getByRole('button', { name: 'Test this trunk' }).click();
      await far.sees('CALL_INCOMING', 30_000);
      far.answers();
      await far.sees('CALL_ESTABLISHED');
      await far.hearsForAWhile();
      far.presses('1');
      await far.sees('CALL_CLOSED', 30_000);
      far.expectsToHaveHeard(ofTest, ofPhone);
      await expect(said('What is said there is heard here')).toContainText('Works');
      await expect(said('What is said here is heard there')).toContainText('Works');
      await expect(said('The call comes back in')).toContainText('Not tested');
      await page.keyboard.press('Escape');
    });

    await test.step('the administrator enters an address, and a test arrives', async () => {
      await goesTo(page, '/admin/health');
      await page.getByLabel('Email addresses').fill(address);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await expect(page.getByText(`${address}: arrived`)).toBeVisible({ timeout: 20_000 });
      expect(mailed(/test of alarms/)).toHaveLength(1);
      await expectsNoViolation(page, 'alarms');
    });

    const alarms = page.getByRole('list', { name: 'Alarms', exact: true });
    await test.step('a trunk that nobody answers is mailed once, even if the server is killed, and an administrator is on it', async () => {
      await add('South', southPort, '--transport', 'tcp');
      await expect.poll(() => mailed(/Trunk South does not work/).length, { timeout: 60_000 }).toBe(1);
      await expect(alarms.getByRole('listitem').filter({ hasText: 'South' })).toBeVisible({ timeout: 60_000 });
      await alarms
        .getByRole('listitem')
        .filter({ hasText: 'South' })
        .getByRole('button', { name: 'I am on it' })
        .click();
      await expect(alarms.getByRole('listitem').filter({ hasText: 'South' })).toContainText('is on it', {
        timeout: 20_000,
      });
      expect(textOf(mailed(/Trunk South/)[0]?.source ?? '')).toContain('Began:');
      await sidetone.killServices();
    });

    await test.step('once it works again its end is mailed once, and it is an earlier alarm', async () => {
      south = await Provider.open(southPort, { subscribers: [trunk], numbers: ours });
      await expect.poll(() => mailed(/over: Trunk South/).length, { timeout: 90_000 }).toBe(1);
      await expect(page.getByRole('list', { name: 'Earlier alarms' })).toContainText('South');
      expect(mailed(/Trunk South does not work/)).toHaveLength(2);
    });
  } finally {
    delete process.env['TRUNK_PASSWORD'];
    await far.unplug();
    await north.close();
    await south?.close();
  }
});
