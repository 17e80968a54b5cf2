import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareAt } from '@sidetone/signals/spectrum.ts';
import { attachmentOf, headOf, mailBox, textOf } from '../../apps/server/src/mail/testing/mail-box.ts';
import { makeAuthority, makeServerCertificate } from '../../apps/server/src/tls/certificate.ts';
import { goesTo } from '../people/going.ts';
import { heardMp3 } from '../people/heard-mp3.ts';
import { loudestOf } from '../people/loudest.ts';
import { dialog, opens } from '../people/settings.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads } from '../world/story.ts';
import { test as base, expect } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

type MailBox = Awaited<ReturnType<typeof mailBox>>;

const name = 'Mail servers of stories';
const authority = { ...makeAuthority(name, new Date()), name };
const signIn = { user: 'phone@company.example', password: 'north-wind-7' };

/** A Sidetone that may send by a mail server on its own machine, and that mail server, which wants STARTTLS and a sign-in. */
const test = base.extend<object, { sidetone: Sidetone; box: MailBox }>({
  sidetone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'mail-authority-'));
      const trusted = join(folder, 'authority.pem');
      writeFileSync(trusted, authority.cert);
      const sidetone = await ownSidetone((ports) => ({
        settings: {
          MAIL_PRIVATE_HOSTS: '127.0.0.1',
          NODE_EXTRA_CA_CERTS: trusted,
          PUBLIC_URL: `http://localhost:${ports.http}`,
          // Half of it is how often it is looked whether a report is due.
          ALARM_AFTER_SECONDS: '2',
        },
      }));
      await use(sidetone);
      await sidetone.dispose();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  box: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const certified = makeServerCertificate(authority, ['127.0.0.1'], new Date());
      const box = await mailBox({ certified, signIn });
      await use(box);
      await box.stop();
    },
    { scope: 'worker' },
  ],
});

const service = { number: '20', name: 'Service' };
const theirs = 700;

test.beforeAll(async ({ sidetone }) => {
  await everybodyReads(sidetone, 'en');
  await sidetone.query(`update channels set routing = $1, ring_seconds = 5 where name = $2`, [
    JSON.stringify({ overflow: { kind: 'voicemail' }, voicemail: { enabled: true, maxSeconds: 30 } }),
    service.name,
  ]);
  await sidetone.query('delete from agents', []);
  // The report counts what is called here.
  await sidetone.query('delete from inbox_events', []);
});

/** The calls so far were those of the last day whose report is due: before six in the morning that is not yesterday. */
const becomesTheDayBefore = (sidetone: Sidetone) =>
  sidetone.query(
    `with clock as (select id, now() at time zone zone_of(id) as shows from accounts),
      days as (select id, shows::date - ((shows - interval '6 hours')::date - 1) as ago from clock),
      moved as (update inbox_events e set started_at = started_at - make_interval(days => ago),
          established_at = established_at - make_interval(days => ago), terminated_at = terminated_at - make_interval(days => ago),
          day = day - ago
        from days where days.id = e.account_id)
    update report_settings r set since = now() - make_interval(days => ago) from days where days.id = r.account_id`,
    [],
  );

test('an administrator sets up the mail server and sees what is wrong; then a voicemail arrives with its sound', async ({
  seat,
  atTelephone,
  people,
  sidetone,
  box,
}) => {
  test.setTimeout(300_000);
  const boss = await seat(0, { microphone: tone(440) });
  const { page } = boss;
  const from = (subject: RegExp) => box.mails.find(({ source }) => subject.test(headOf(source, 'Subject') ?? ''));

  await test.step('a wrong password, a wrong host and the right ones', async () => {
    await page.goto('/admin/mail');
    await expect(page.getByText('Nobody gets emails until you enter one here')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send a test email' })).toBeDisabled();
    await page.getByLabel('Host').fill('10.0.0.7');
    await page.getByLabel('Port').fill(String(box.port));
    await page.getByLabel('User name').fill(signIn.user);
    await page.getByLabel('Password', { exact: true }).fill('a guess');
    await page.getByLabel('Sender address').fill('phone@company.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Host')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('name it in MAIL_PRIVATE_HOSTS')).toBeVisible();
    await page.getByLabel('Host').fill('127.0.0.1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Mail server saved')).toBeVisible();
    await page.getByRole('button', { name: 'Send a test email' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'refused the sign-in (535)' })).toBeVisible();
    await expectsNoViolation(page, 'the mail server');
    await page.getByLabel('Password', { exact: true }).fill(signIn.password);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await page.getByRole('button', { name: 'Send a test email' }).click();
    await expect(page.getByText(`Sent to ${boss.who.email}`)).toBeVisible();
    expect(box.mails).toMatchObject([{ to: [boss.who.email], from: 'phone@company.example', secure: true }]);
    // The server never sends the password back.
    await page.reload();
    await expect(page.getByLabel('User name')).toHaveValue(signIn.user);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  });

  await test.step('what another administrator saved arrives beside what is typed, which stays', async () => {
    const sender = page.getByLabel('Sender name');
    await sender.fill('Front desk');
    await page.getByLabel('Password', { exact: true }).fill(signIn.password);
    await sidetone.query(`update mail_servers set from_address = 'desk@company.example'`, []);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Someone else changed this first.')).toBeVisible();
    await expect(page.getByLabel('Sender address')).toHaveValue('desk@company.example');
    await expect(sender).toHaveValue('Front desk');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(signIn.password);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await page.reload();
    await expect(sender).toHaveValue('Front desk');
    await expect(page.getByLabel('Sender address')).toHaveValue('desk@company.example');
  });

  await test.step('a user chooses emails of a channel', async () => {
    await opens(page, 'emails');
    const settings = dialog(page);
    await settings.getByLabel('Voicemails').selectOption('sound');
    await settings.getByLabel('Missed calls').selectOption('each');
    await settings.getByRole('switch', { name: service.name }).click();
    await expect(settings.getByRole('switch', { name: service.name })).toBeChecked();
    await expectsNoViolation(page, 'the emails of a user');
    await page.reload();
    await expect(settings.getByLabel('Voicemails')).toHaveValue('sound');
    await expect(settings.getByRole('switch', { name: service.name })).toBeChecked();
  });

  const caller = await atTelephone(people[4], theirs);
  await test.step('a voicemail left by telephone arrives by email', async () => {
    await caller.calls(service.number);
    // The tone: from there on it is a message.
    await expect.poll(() => loudestOf(1000, caller.heard), { timeout: 20_000, intervals: [50] }).toBeGreaterThan(0.05);
    await new Promise((resolve) => setTimeout(resolve, 4000));
    await caller.hangsUp();
    await expect.poll(() => from(/^New voicemail from/), { timeout: 60_000 }).toBeDefined();
    const { to, source = '' } = from(/^New voicemail from/) ?? {};
    expect(to).toEqual([boss.who.email]);
    expect(headOf(source, 'Subject')).toContain(people[4].name.split(' ')[0]);
    expect(textOf(source)).toContain(`left a message for ${service.name}`);
    const sound = attachmentOf(source);
    expect(sound?.name).toBe('voicemail.mp3');
    const { seconds, channels } = await heardMp3(sound?.bytes ?? Buffer.alloc(0));
    expect(seconds).toBeGreaterThan(2);
    const samples = channels[0] ?? [];
    expect(shareAt(theirs, samples.slice(samples.length >> 1), 16_000)).toBeGreaterThan(0.5);
    const link = /http:\/\/localhost:\S+call-events\S+/.exec(textOf(source))?.[0] ?? '';
    await page.goto(link);
    await expect(page.getByText(people[4].name).first()).toBeVisible();
  });

  await test.step('a call that nobody took comes by email, and the administration shows both', async () => {
    await caller.calls(service.number);
    await caller.hangsUp();
    await expect.poll(() => from(/^Missed call from/), { timeout: 60_000 }).toBeDefined();
    await page.goto('/admin/mail');
    await expect(page.getByRole('listitem').filter({ hasText: /Sent$/ })).toHaveCount(2);
    const states = await sidetone.query<{ state: string }>('select state from mails', []);
    expect(states).toEqual([{ state: 'sent' }, { state: 'sent' }]);
  });

  await test.step('a report of the calls is set up in the browser and arrives with their figures, a table and a link', async () => {
    // The page was loaded again: its phone has to be there.
    await goesTo(page, '/main/contacts');
    await boss.phoneIsReady();
    const calling = caller.calls(boss.who.extension);
    await boss.accepts();
    await calling;
    await boss.hangsUp();
    await expect.poll(() => caller.inCall).toBe(false);
    await goesTo(page, '/admin/records');
    await page.getByRole('button', { name: 'Report by email' }).click();
    const panel = page.getByRole('dialog', { name: 'Report by email' });
    await panel.getByLabel('How often').selectOption({ label: 'Every morning, for the day before' });
    await panel.getByLabel('Email addresses').fill('owner@company.example');
    await expectsNoViolation(page, 'a report by email');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Report saved')).toBeVisible();
    await becomesTheDayBefore(sidetone);
    await expect.poll(() => from(/: calls, /), { timeout: 30_000 }).toBeDefined();
    const { to, source = '' } = from(/: calls, /) ?? {};
    expect(to).toEqual(['owner@company.example']);
    const text = textOf(source);
    expect(text).toContain('- All channels: 3 incoming, 1 answered, 2 missed');
    expect(text).toMatch(new RegExp(`- ${service.name}: 2 incoming, 0 answered, 2 missed`));
    expect(text).toMatch(new RegExp(`- ${boss.who.name}: 1 incoming, 1 answered, 0 missed`));
    expect(source).toMatch(/filename="?calls-\d{4}-\d\d-\d\d\.csv/);
    const link = /http:\/\/localhost:\S+\/admin\/records/.exec(text)?.[0] ?? '';
    await everybodyReads(sidetone, 'de');
    await page.goto(link);
    await expect(page.getByRole('table', { name: 'Anrufe' })).toContainText(service.name);
  });

  await test.step('and in German, when that is chosen', async () => {
    await page.getByRole('button', { name: 'Bericht per E-Mail' }).click();
    const panel = page.getByRole('dialog', { name: 'Bericht per E-Mail' });
    await panel.getByLabel('Sprache').selectOption('de');
    await panel.getByRole('button', { name: 'Speichern' }).click();
    await expect(page.getByText('Bericht gespeichert')).toBeVisible();
    // Each day is reported once.
    await sidetone.query(`delete from notices where kind = 'report'`, []);
    await expect.poll(() => from(/: Anrufe, /), { timeout: 30_000 }).toBeDefined();
    const text = textOf(from(/: Anrufe, /)?.source ?? '');
    expect(text).toContain('- Alle Kanäle: 3 eingehend, 1 angenommen, 2 verpasst');
  });
});
