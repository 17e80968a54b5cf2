import type { Locator } from '@playwright/test';
import type { Person } from '@sidetone/simulator/people/person.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { goesTo } from '../people/going.ts';
import { menuButton } from '../people/own-menu.ts';
import { Provider } from '../people/provider.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { needs } from '../world/needs.ts';
import { freePort } from '../world/ports.ts';
import { person } from '../world/room.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

// A trunk to this machine is for the company that runs the server.
test.use({ server: 'own' });

const [jonas, priya, anna] = [1, 2, 4] as const;
const trunk = { username: 'tannhorst', password: 'north-wind' };
/** Jonas's mobile, and where he works on some days. */
const mobile = { username: '+494066969999', password: 'south-wind' };
const workshop = { username: '+494066969998', password: 'north-wind' };
/** What people say, in Hz. */
const voices = { mobile: 1000, priya: 1800, anna: 700, jonas: 1300, workshop: 2300 };

const hears = (who: Person, hertz: number) =>
  expect.poll(async () => (await who.hears(hertz))[hertz], { timeout: 20_000 }).toBeGreaterThan(0.05);

/** Leaves one rule in the form, for all callers. */
async function wants(form: Locator, when: string, to: { kind: string; field?: string; value?: string }): Promise<void> {
  await expect(form.getByRole('button', { name: 'Add rule' })).toBeVisible();
  const removing = form.getByRole('button', { name: /^Remove rule/ });
  while ((await removing.count()) > 0) await removing.first().click();
  await form.getByRole('button', { name: 'Add rule' }).click();
  await form.getByRole('combobox', { name: 'When' }).selectOption({ label: when });
  await form.getByRole('combobox', { name: 'Forward to' }).selectOption({ label: to.kind });
  if (to.field === 'Number') await form.getByRole('textbox', { name: 'Number' }).fill(to.value ?? '');
  else if (to.field) await form.getByRole('combobox', { name: to.field }).selectOption({ label: to.value ?? '' });
  await form.getByRole('button', { name: 'Save' }).click();
}

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('a user says where their calls go: a mobile, a colleague while they talk, the voicemail when they do not answer', async ({
  seat,
  atTelephone,
  sidetone,
  people,
}) => {
  test.setTimeout(300_000);
  needs('kamailio');
  needs('baresip');
  const { page } = await seat(jonas, { microphone: tone(440) });
  const [{ extension } = { extension: '' }] = await sidetone.query<{ extension: string }>(
    `select min(x.extension) as extension from extensions x join channels c on c.id = x.channel_id
       join users u on u.id = c.owner_user_id where u.email = $1`,
    [person(people, jonas).email],
  );
  const isOn = () =>
    sidetone.query<{ on: string }>(`select forwarding ->> 'isOn' as on from channels where forwarding <> '{}'`, []);
  const form = page.getByRole('dialog', { name: 'Settings' });
  const turnedOn = form.getByRole('switch', { name: 'Forward my calls' });
  const saved = form.getByRole('button', { name: 'Save' });

  await test.step('a number without a way outside is refused at its rule, and the page is free of barriers', async () => {
    await goesTo(page, '/main/channels/private/dialogs/settings/forwarding');
    await expect(turnedOn).toBeDisabled();
    await wants(form, 'Always', { kind: 'A number', field: 'Number', value: mobile.username });
    await expect(form.getByText('There is no trunk for outside calls.')).toBeVisible();
    await expectsNoViolation(page, 'call forwarding');
  });

  const provider = await Provider.open(await freePort(), { subscribers: [trunk, mobile], numbers: '^\\+4930231251' });
  const ports = { control: await freePort(), sip: await freePort() };
  const far = await DeskPhone.plugIn({ ...mobile, server: provider.address }, tone(voices.mobile, 8000), ports);
  process.env['TRUNK_PASSWORD'] = trunk.password;
  try {
    const place = ['--host', '127.0.0.1', '--port', provider.port, '--username', trunk.username];
    await sidetone.cli('trunk', 'add', '--name', 'North', ...place, '--user', person(people, jonas).email);
    await expect
      .poll(() => sidetone.cli('trunk', 'list'), { timeout: 20_000 })
      .toMatch(new RegExp(`North .*${trunk.username} at .* registered`));
    const caller = await atTelephone(person(people, anna), voices.anna);
    const colleague = await atTelephone(person(people, priya), voices.priya);
    const desk = await atTelephone(person(people, jonas), voices.jonas);

    await test.step('always to a number: the mobile rings and nothing else, and both hear each other', async () => {
      await saved.click();
      await expect(saved).toBeDisabled();
      await turnedOn.check();
      await expect.poll(isOn).toEqual([{ on: 'true' }]);
      const calling = caller.calls(extension);
      await far.sees('CALL_INCOMING', 30_000);
      expect(desk.isRinging).toBe(false);
      far.answers();
      await far.sees('CALL_ESTABLISHED');
      await calling;
      await hears(caller, voices.mobile);
      await caller.hangsUp();
      await far.sees('CALL_CLOSED');
      const [counted] = await sidetone.query<{ kind: string; email: string }>(
        `select o.kind, u.email from outside_calls o join users u on u.id = o.user_id order by o.at desc limit 1`,
        [],
      );
      expect(counted).toEqual({ kind: 'forward', email: person(people, jonas).email });
    });

    await test.step('the switch in the menu ends it: the own phones ring again', async () => {
      await goesTo(page, '/main/channels/private');
      await menuButton(page).click();
      const item = page.getByRole('menuitemcheckbox', { name: 'Forward calls' });
      await expect(item).toBeChecked();
      await item.click();
      await expect(item).not.toBeChecked();
      await page.keyboard.press('Escape');
      await expect.poll(isOn).toEqual([{ on: 'false' }]);
      const taken = desk.answers(20_000);
      await caller.calls(extension);
      await taken;
      await hears(caller, voices.jonas);
      await caller.hangsUp();
      await expect.poll(() => desk.inCall).toBe(false);
    });

    await test.step('while the user talks, a colleague gets the call', async () => {
      await goesTo(page, '/main/channels/private/dialogs/settings/forwarding');
      await wants(form, 'If you are busy', {
        kind: 'A colleague',
        field: 'Colleague',
        value: person(people, priya).name,
      });
      await expect(saved).toBeDisabled();
      await turnedOn.check();
      await expect.poll(isOn).toEqual([{ on: 'true' }]);
      await desk.calls('*43');
      const taken = colleague.answers(20_000);
      await caller.calls(extension);
      await taken;
      await hears(caller, voices.priya);
      await hears(colleague, voices.anna);
      await caller.hangsUp();
      await desk.hangsUp();
      await expect.poll(() => colleague.inCall || desk.inCall).toBe(false);
    });

    await test.step('a call that is not answered can leave a message', async () => {
      await wants(form, 'If you do not answer', { kind: 'Voicemail' });
      await expect(saved).toBeDisabled();
      await form.getByRole('combobox', { name: 'Ring time before “not answered”' }).selectOption('5');
      await saved.click();
      await expect(saved).toBeDisabled();
      const messages = async () => (await sidetone.query('select id from voicemails', [])).length;
      const before = await messages();
      const calling = caller.calls(extension);
      await desk.isRung();
      await calling;
      // The beep: from there on it is a message.
      await hears(caller, 1000);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await caller.hangsUp();
      await expect.poll(messages, { timeout: 20_000 }).toBe(before + 1);
    });
  } finally {
    delete process.env['TRUNK_PASSWORD'];
    await far.unplug();
    await provider.close();
  }
});

test('the mobile of a user rings along: a key takes the call there, and its mailbox never has one', async ({
  seat,
  atTelephone,
  sidetone,
  people,
}) => {
  test.setTimeout(300_000);
  needs('kamailio');
  needs('baresip');
  const { page } = await seat(jonas, { microphone: tone(440) });
  const [{ extension } = { extension: '' }] = await sidetone.query<{ extension: string }>(
    `select min(x.extension) as extension from extensions x join channels c on c.id = x.channel_id
       join users u on u.id = c.owner_user_id where u.email = $1`,
    [person(people, jonas).email],
  );
  const provider = await Provider.open(await freePort(), {
    subscribers: [trunk, mobile, workshop],
    numbers: '^\\+4930231251',
  });
  const ports = { control: await freePort(), sip: await freePort() };
  const far = await DeskPhone.plugIn({ ...mobile, server: provider.address }, tone(voices.mobile, 8000), ports);
  const others = { control: await freePort(), sip: await freePort() };
  const at = { ...workshop, server: provider.address };
  const second = await DeskPhone.plugIn(at, tone(voices.workshop, 8000), others);
  process.env['TRUNK_PASSWORD'] = trunk.password;
  try {
    const place = ['--host', '127.0.0.1', '--port', provider.port, '--username', trunk.username];
    await sidetone.cli('trunk', 'add', '--name', 'East', ...place, '--user', person(people, jonas).email);
    await expect
      .poll(() => sidetone.cli('trunk', 'list'), { timeout: 20_000 })
      .toMatch(new RegExp(`East .*${trunk.username} at .* registered`));
    const caller = await atTelephone(person(people, anna), voices.anna);
    const desk = await atTelephone(person(people, jonas), voices.jonas);
    const dryRun = () => sidetone.cli('routing', 'try', extension);

    await test.step('the user enters it in the settings, without any rule', async () => {
      await goesTo(page, '/main/channels/private/dialogs/settings/forwarding');
      const form = page.getByRole('dialog', { name: 'Settings' });
      const turnedOn = form.getByRole('switch', { name: 'Forward my calls' });
      await expect(turnedOn).toBeVisible();
      if (await turnedOn.isChecked()) await turnedOn.click();
      await form.getByRole('checkbox', { name: 'Ring my mobile too' }).check();
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form.getByText('This is not a valid number.')).toBeVisible();
      await form.getByRole('textbox', { name: 'Mobile number' }).fill('040 66969999');
      await form.getByRole('button', { name: 'Add number' }).click();
      const second = form.getByRole('group', { name: 'Number 2' });
      await expect(second.getByRole('textbox', { name: 'Mobile number' })).toBeFocused();
      await second.getByRole('textbox', { name: 'Mobile number' }).fill('040 66969998');
      await second.getByRole('combobox', { name: 'Starts ringing' }).selectOption('5 seconds');
      await expectsNoViolation(page, 'mobiles that ring along');
      await form.getByRole('button', { name: 'Save' }).click();
      // The button is disabled while it saves, too.
      await expect.poll(dryRun).toContain(workshop.username);
      await goesTo(page, '/main/channels/private');
    });

    await test.step('who answers there hears who calls, and has the call once the key is pressed', async () => {
      let isTaken = false;
      const calling = caller.calls(extension).then(() => {
        isTaken = true;
      });
      await desk.isRung();
      await far.sees('CALL_INCOMING', 30_000);
      far.answers();
      await far.sees('CALL_ESTABLISHED');
      await far.hearsForAWhile();
      expect(desk.isRinging).toBe(true);
      expect(isTaken).toBe(false);
      far.presses('1');
      await calling;
      await expect.poll(() => desk.isRinging).toBe(false);
      await hears(caller, voices.mobile);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await caller.hangsUp();
      await far.sees('CALL_CLOSED');
      far.expectsToHaveHeard(voices.anna, voices.jonas);
      const [leg] = await sidetone.query<{ email: string; e164: string; kind: string }>(
        `select u.email, o.e164, o.kind from legs l join users u on u.id = l.user_id
           join outside_calls o on o.id = l.outside_call_id where l.established_at is not null`,
        [],
      );
      expect(leg).toEqual({ email: person(people, jonas).email, e164: mobile.username, kind: 'forward' });
    });

    await test.step('the second number rings after the first, and takes the call with a key as well', async () => {
      const calling = caller.calls(extension);
      await far.sees('CALL_INCOMING', 30_000);
      await second.sees('CALL_INCOMING', 30_000);
      second.answers();
      await second.sees('CALL_ESTABLISHED');
      await second.hearsForAWhile();
      second.presses('1');
      await calling;
      await far.sees('CALL_CLOSED');
      await hears(caller, voices.workshop);
      await caller.hangsUp();
      await second.sees('CALL_CLOSED');
    });

    await test.step('at other times it does not ring, and the dry run says so', async () => {
      await goesTo(page, '/main/channels/private/dialogs/settings/forwarding');
      const form = page.getByRole('group', { name: 'Number 2' });
      await form.getByRole('combobox', { name: 'Time' }).selectOption('At these times');
      const today = new Date().toLocaleDateString('en', { weekday: 'long', timeZone: 'Europe/Berlin' });
      const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
      // Not on the days around now, whatever the time is.
      const far = days[(days.indexOf(today) + 3) % 7];
      for (const day of days) await form.getByRole('checkbox', { name: day }).setChecked(day === far);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(dryRun).not.toContain(workshop.username);
      expect(await dryRun()).toContain(mobile.username);
      await goesTo(page, '/main/channels/private');
    });

    await test.step('a mailbox that answers and presses nothing is hung up, and the phone goes on ringing', async () => {
      const calling = caller.calls(extension);
      await desk.isRung();
      await far.sees('CALL_INCOMING', 30_000);
      far.answers();
      await far.sees('CALL_ESTABLISHED');
      await far.sees('CALL_CLOSED', 60_000);
      expect(desk.isRinging).toBe(true);
      await desk.answers(20_000);
      await calling;
      await hears(caller, voices.jonas);
      await caller.hangsUp();
      await expect.poll(() => desk.inCall).toBe(false);
    });
  } finally {
    delete process.env['TRUNK_PASSWORD'];
    await far.unplug();
    await second.unplug();
    await provider.close();
  }
});

test('an administrator sees where the calls of a user go, changes it, and the dry run says why', async ({
  seat,
  sidetone,
  people,
}) => {
  test.setTimeout(120_000);
  const { page } = await seat(0, { microphone: tone(440), at: '/admin/users' });
  const who = person(people, priya);
  await page.getByRole('row', { name: new RegExp(who.name) }).click();
  await expect(page.getByText('No calls are forwarded.')).toBeVisible();
  await page.getByRole('link', { name: 'Change call forwarding' }).click();
  const form = page.getByRole('dialog', { name: `Call forwarding of ${who.name}` });
  await wants(form, 'Always', { kind: 'Voicemail' });
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
  await form.getByRole('switch', { name: 'Forward calls of this user' }).check();
  await expectsNoViolation(page, 'call forwarding of a user');
  const [{ id } = { id: '' }] = await sidetone.query<{ id: string }>(
    'select c.id from channels c join users u on u.id = c.owner_user_id where u.email = $1',
    [who.email],
  );
  await expect
    .poll(() =>
      sidetone.query(`select id from audit_log where action = 'channel.forwardingChanged' and target = $1`, [id]),
    )
    .toHaveLength(2);
  await goesTo(page, `/admin/routing?open=${id}`);
  await page.getByRole('button', { name: 'Who rings?' }).click();
  const steps = page.getByRole('region', { name: 'What happens' });
  await expect(steps).toContainText('The user forwards all calls');
  await expect(steps).toContainText('The caller can leave a message');
});
