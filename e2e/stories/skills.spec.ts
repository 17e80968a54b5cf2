import type { Locator } from '@playwright/test';
import type { Person } from '@sidetone/simulator/people/person.ts';
import { headOf, mailBox, textOf } from '../../apps/server/src/mail/testing/mail-box.ts';
import { ApiSession } from '../people/api-session.ts';
import { goesTo } from '../people/going.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import { person } from '../world/room.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads } from '../world/story.ts';
import { test as base, expect } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

type MailBox = Awaited<ReturnType<typeof mailBox>>;

/** A Sidetone that reports trouble after two seconds, and the mail server of its operator. */
const test = base.extend<object, { sidetone: Sidetone; box: MailBox }>({
  sidetone: [
    async ({ box }, use) => {
      const sidetone = await ownSidetone((ports) => ({
        settings: {
          ALARM_AFTER_SECONDS: '2',
          SMTP_URL: box.smtpUrl,
          MAIL_FROM: 'phone@company.example',
          PUBLIC_URL: `http://localhost:${ports.http}`,
        },
      }));
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

const [mara, jonas, priya, tom, lene] = [0, 1, 2, 3, 4] as const;
const helpdesk = { number: '67', name: 'Helpdesk' };
const team = 'support@company.example';
const ops = 'ops@company.example';
const relaxSeconds = 20;
/** What people say, in Hz. */
const voices = { mara: 440, jonas: 1000, priya: 1800, tom: 2300, lene: 700 };

const hears = (who: Person, hertz: number, timeout = 20_000) =>
  expect.poll(async () => (await who.hears(hertz))[hertz], { timeout }).toBeGreaterThan(0.05);

/** Picks one of a list by typing, and adds it. */
async function adds(form: Locator, label: string, name: string): Promise<void> {
  await form.getByRole('combobox', { name: label }).fill(name);
  await form.getByRole('option', { name }).or(form.page().getByRole('option', { name })).first().click();
  await form.getByRole('button', { name: `${label}: Add` }).click();
}

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));
test.afterEach(async ({ sidetone }) => {
  await sidetone.query('delete from channels where name = $1', [helpdesk.name]);
  for (const table of ['skills', 'voice_menus', 'alarms', 'alarm_settings'])
    await sidetone.query(`delete from ${table}`);
});

test('callers who press 2 reach the member who speaks English first, and the other after a while; alarms and emails of the channel', async ({
  seat,
  atTelephone,
  sidetone,
  people,
  box,
}) => {
  test.setTimeout(420_000);
  box.mails.splice(0);
  const boss = await ApiSession.signIn(sidetone.origin, person(people, mara));
  const asks = async <Reply>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Reply> => {
    const reply = await boss.request(method, path, body);
    expect(reply.status, `${method} ${path}`).toBe(200);
    return (await reply.json()) as Reply;
  };
  const idOf = async (at: number): Promise<string> => {
    const [row] = await sidetone.query<{ id: string }>('select id from users where email = $1', [
      person(people, at).email,
    ]);
    return row?.id ?? '';
  };
  const [ofJonas, ofPriya] = [await idOf(jonas), await idOf(priya)];
  const { channelId } = await asks<{ channelId: string }>('POST', '/admin/channels', {
    name: helpdesk.name,
    extension: helpdesk.number,
    members: [ofJonas, ofPriya].map((userId) => ({ userId, dialedIn: true })),
  });
  const { id: menuId } = await asks<{ id: string }>('POST', '/admin/voice-menus', {
    name: 'Languages',
    keys: ['1', '2'].map((key) => ({ key, target: { kind: 'channel', channelId } })),
    waitSeconds: 20,
  });
  const routing = {
    strategy: 'longest-idle',
    turnSeconds: 10,
    followUpSeconds: 0,
    menuId,
    waiting: { longestSeconds: 600 },
    skills: { needs: [], relaxSeconds },
    alarmLimits: { mostWaiting: 1, mostWaitSeconds: null },
  };
  await asks('PUT', `/admin/channels/${channelId}/routing`, routing);
  /** Jonas has been without a call for longer, so that he would be next. */
  const jonasIsNext = () =>
    sidetone.query(
      `insert into agents (user_id, last_call_at) values ($1, now() - interval '2 hours'), ($2, now())
       on conflict (user_id) do update set last_call_at = excluded.last_call_at`,
      [ofJonas, ofPriya],
    );
  const page = (await seat(mara, { microphone: tone(voices.mara) })).page;

  await test.step('an administrator adds a skill and who has it, and a key asks for it', async () => {
    await goesTo(page, '/admin/skills');
    await expect(page.getByText('No skills yet')).toBeVisible();
    await page.getByRole('button', { name: 'Add skill' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add skill' });
    await form.getByRole('textbox', { name: 'Name' }).fill('English');
    await adds(form, 'User', 'Priya');
    await expectsNoViolation(page, 'a skill');
    await form.getByRole('button', { name: 'Create skill' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('table', { name: 'Skills' })).toContainText(/English.*Priya.*Good/);
    await goesTo(page, '/admin/menus');
    await page.getByRole('button', { name: 'Languages', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'Languages' });
    await menu.getByText('Callers who press 2 need').click();
    await adds(
      menu.getByRole('listitem').filter({ hasText: 'Callers who press 2 need' }),
      'Skill that callers need',
      'English',
    );
    await menu.getByRole('button', { name: 'Save' }).click();
    await expect(menu).toBeHidden();
  });
  const [{ id: english } = { id: '' }] = await sidetone.query<{ id: string }>('select id from skills');

  await test.step('the dry run says who rings and why; a skill that nobody has is a warning', async () => {
    const { steps } = await asks<{ steps: unknown[] }>('POST', '/admin/routing/try', {
      to: { channelId },
      skills: [{ skillId: english, level: 1 }],
      routing: { ...routing, menuId: null },
    });
    expect(steps).toMatchObject([
      { kind: 'channel' },
      { kind: 'ring', members: [{ userId: ofPriya }], asked: { step: 'skills', needs: [{ name: 'English' }] } },
      { kind: 'wait' },
      { kind: 'ring', members: [{ userId: ofJonas }], afterSeconds: relaxSeconds, asked: { step: 'anybody' } },
      { kind: 'wait' },
      { kind: 'end' },
    ]);
    await goesTo(page, '/admin/channels');
    await page.getByRole('button', { name: helpdesk.name, exact: true }).click();
    const form = page.getByRole('dialog', { name: helpdesk.name });
    await adds(form, 'Skill that callers need', 'English');
    await expect(form.getByText('No member has')).toBeHidden();
    await form.getByRole('combobox', { name: 'Level of English' }).selectOption('3');
    await expect(form.getByText('No member has this level')).toBeVisible();
    await form.getByRole('button', { name: 'Remove English' }).click();
  });

  await test.step('the address of the channel gets a code, and is confirmed with it', async () => {
    const form = page.getByRole('dialog', { name: helpdesk.name });
    await form.getByRole('textbox', { name: 'Email address' }).fill(team);
    await form.getByRole('button', { name: 'Send a code' }).click();
    await expect.poll(() => box.mails.filter(({ to }) => to.includes(team)).length).toBe(1);
    const code = /\b[0-9]{6}\b/.exec(headOf(box.mails.at(-1)?.source ?? '', 'Subject') ?? '')?.[0] ?? '';
    await form.getByRole('textbox', { name: 'Code from the email' }).fill(code === '000000' ? '000001' : '000000');
    await form.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('This is not the code from the email.')).toBeVisible();
    await form.getByRole('textbox', { name: 'Code from the email' }).fill(code);
    await form.getByRole('button', { name: 'Confirm' }).click();
    await expect(form.getByText('Confirmed', { exact: true })).toBeVisible();
    await expectsNoViolation(page, 'the settings of a queue with skills', { widths: [1440] });
  });

  const phone = (at: number, hertz: number) => atTelephone(person(people, at), hertz);
  const [ben, pia] = [await phone(jonas, voices.jonas), await phone(priya, voices.priya)];
  const [caller, other] = [await phone(lene, voices.lene), await phone(tom, voices.tom)];
  await jonasIsNext();

  await test.step('key 2 rings Priya first, though Jonas has been free for longer', async () => {
    const rings = pia.isRung(20_000);
    await caller.calls(helpdesk.number);
    await caller.presses('2');
    await rings;
    expect(ben.isRinging).toBe(false);
    await pia.answers();
    await hears(caller, voices.priya);
    await caller.hangsUp();
    await expect.poll(() => pia.inCall).toBe(false);
  });

  await test.step('key 1 rings Jonas first', async () => {
    await jonasIsNext();
    const taken = ben.answers(20_000);
    await other.calls(helpdesk.number);
    await other.presses('1');
    await taken;
    await hears(other, voices.jonas);
    await other.hangsUp();
    await expect.poll(() => ben.inCall).toBe(false);
  });

  await test.step('while Priya talks an English caller waits, as the board shows, and gets Jonas after the time, though signalling is killed', async () => {
    const busy = pia.answers(20_000);
    await other.calls(person(people, priya).extension);
    await busy;
    await goesTo(page, `/main/boards/${channelId}`);
    await caller.calls(helpdesk.number);
    await caller.presses('2');
    const came = Date.now();
    const waiting = page.getByRole('list', { name: 'Waiting now' });
    await expect(waiting).toContainText('English');
    // He rings after twenty seconds, which looking for barriers may take.
    expect(ben.isRinging).toBe(false);
    await expectsNoViolation(page, 'the board of a queue with skills', { widths: [480, 1440] });
    await sidetone.killServices();
    await ben.isRung(90_000);
    expect(Date.now() - came).toBeGreaterThan((relaxSeconds - 2) * 1000);
    await ben.answers();
    await hears(caller, voices.jonas, 40_000);
    await caller.hangsUp();
    await expect.poll(() => ben.inCall, { timeout: 20_000 }).toBe(false);
  });

  await test.step('a skill that is deleted while somebody waits for it holds nobody up', async () => {
    await sidetone.query(
      `update channels set routing = jsonb_set(routing, '{skills,relaxSeconds}', '600') where id = $1`,
      [channelId],
    );
    const taken = ben.isRung(60_000);
    await caller.calls(helpdesk.number);
    await caller.presses('2');
    await expect(page.getByRole('list', { name: 'Waiting now' }).getByRole('listitem')).toHaveCount(1);
    expect(ben.isRinging).toBe(false);
    await sidetone.query('delete from skills where id = $1', [english]);
    await taken;
    await caller.hangsUp();
    await expect.poll(() => ben.isRinging, { timeout: 20_000 }).toBe(false);
  });

  await test.step('the missed call is mailed to the address of the channel, and its link stops that', async () => {
    const missed = () => box.mails.find(({ source }) => /^Missed call from/.test(headOf(source, 'Subject') ?? ''));
    await expect.poll(missed, { timeout: 60_000 }).toBeDefined();
    expect(missed()?.to).toEqual([team]);
    expect(textOf(missed()?.source ?? '')).toContain(helpdesk.name);
    const link = /<([^>]+)>/.exec((headOf(missed()?.source ?? '', 'List-Unsubscribe') ?? '').replace(/\s/g, ''))?.[1];
    const stop = await fetch(new URL(link ?? '').href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(stop.status).toBe(200);
    const { mail } = await asks<{ mail: object }>('GET', `/admin/channels/${channelId}/mail`);
    expect(mail).toMatchObject({ voicemails: 'off', missedCalls: 'off', isConfirmed: true });
  });

  await test.step('the limit of this channel raises an alarm, though the company has none', async () => {
    const { settings } = await asks<{ settings: { rev: number } }>('GET', '/admin/alarms/settings');
    await asks('PUT', '/admin/alarms/settings', { ...settings, emails: [ops], language: 'en' });
    await sidetone.query('update channel_members set dialed_in = user_id = $1 where channel_id = $2', [
      ofPriya,
      channelId,
    ]);
    await caller.calls(helpdesk.number);
    await caller.presses('1');
    const alarm = () =>
      box.mails.find(({ to, source }) => to.includes(ops) && (headOf(source, 'Subject') ?? '').includes(helpdesk.name));
    await expect.poll(alarm, { timeout: 120_000 }).toBeDefined();
    await Promise.all([caller.hangsUp(), other.hangsUp()]);
  });
});
