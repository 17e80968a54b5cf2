import type { Locator } from '@playwright/test';
import { keypadDigits } from '@sidetone/contract/rules/numbers/keypad-name.ts';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import type { Person } from '@sidetone/simulator/people/person.ts';
import { ApiSession } from '../people/api-session.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { person } from '../world/room.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

const [mara, jonas, priya, anna] = [0, 1, 2, 4] as const;
/** The channel that everyone in the demo company shares. */
const service = { number: '20', name: 'Service' };
/** What the menus play, in Hz. */
const prompts = { main: 1200, support: 1500 };
/** What people say, in Hz. */
const voices = { jonas: 1000, priya: 1800, anna: 700 };

/** Three seconds of a tone, as an announcement may be uploaded. */
const spoken = (hertz: number): Buffer => monoWav(sine(hertz, 3, 16_000), 16_000);

const hears = (who: Person, hertz: number) =>
  expect.poll(async () => (await who.hears(hertz))[hertz], { timeout: 20_000 }).toBeGreaterThan(0.05);

/** Until it is heard again. */
const hearsNoMore = (who: Person, hertz: number) =>
  expect.poll(async () => (await who.hears(hertz))[hertz], { timeout: 20_000 }).toBeLessThan(0.01);

/** Adds a key to the menu that is open in a form. */
async function leads(form: Locator, key: string, kind: string, which?: string): Promise<void> {
  await form.getByRole('button', { name: 'Add key' }).click();
  await form.getByRole('combobox', { name: 'Key', exact: true }).last().selectOption(key);
  await form.getByRole('combobox', { name: `Key ${key} leads to`, exact: true }).selectOption(kind);
  if (which === undefined) return;
  await form.getByRole('combobox', { name: `Key ${key} leads to: which one` }).selectOption(which);
}

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));
test.afterAll(async ({ sidetone }) => {
  await sidetone.query(`update channels set routing = '{}' where name = $1`, [service.name]);
  await sidetone.query('delete from voice_menus');
});

test('an administrator sets up voice menus, and callers reach by their keys whom they want', async ({
  seat,
  atTelephone,
  sidetone,
  people,
}) => {
  test.setTimeout(240_000);
  const boss = await ApiSession.signIn(sidetone.origin, person(people, mara));
  for (const [name, hertz] of Object.entries(prompts)) {
    const reply = await fetch(`${sidetone.origin}/api/account/announcements?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${boss.accessToken}`, 'content-type': 'audio/wav' },
      body: new Uint8Array(spoken(hertz)),
    });
    expect(reply.status).toBe(200);
  }
  const channelOf = async (at: number): Promise<string> => {
    const [row] = await sidetone.query<{ id: string }>(
      'select c.id from channels c join users u on u.id = c.owner_user_id where u.email = $1',
      [person(people, at).email],
    );
    return row?.id ?? '';
  };
  const [ofJonas, ofPriya] = [await channelOf(jonas), await channelOf(priya)];
  const [{ id: ofService } = { id: '' }] = await sidetone.query<{ id: string }>(
    'select id from channels where name = $1',
    [service.name],
  );
  const { page } = await seat(mara, { microphone: tone(440) });

  await test.step('the menus are set up, and the form is free of barriers', async () => {
    await page.goto('/admin/menus');
    await page.getByRole('button', { name: 'Add voice menu' }).click();
    const support = page.getByRole('dialog', { name: 'Add voice menu' });
    await support.getByRole('textbox', { name: 'Name' }).fill('Support');
    await support.getByRole('combobox', { name: 'Prompt' }).selectOption('support');
    await leads(support, '1', 'channel', ofPriya);
    await leads(support, '*', 'back');
    await support.getByRole('switch', { name: 'Callers can spell a name' }).check();
    await expectsNoViolation(page, 'a voice menu');
    await support.getByRole('button', { name: 'Create voice menu' }).click();
    await expect(support).toBeHidden();

    await page.getByRole('button', { name: 'Add voice menu' }).click();
    const main = page.getByRole('dialog', { name: 'Add voice menu' });
    await main.getByRole('textbox', { name: 'Name' }).fill('Main');
    await main.getByRole('combobox', { name: 'Prompt' }).selectOption('main');
    await leads(main, '1', 'channel', ofService);
    await leads(main, '2', 'menu');
    await main.getByRole('spinbutton', { name: 'Wait for a key (s)' }).fill('2');
    await main.getByRole('spinbutton', { name: 'Repeat the prompt (times)' }).fill('1');
    await main.getByRole('combobox', { name: 'After that', exact: true }).selectOption('channel');
    await main.getByRole('combobox', { name: 'After that: which one' }).selectOption(ofJonas);
    await main.getByRole('button', { name: 'Create voice menu' }).click();
    await expect(main).toBeHidden();
    await expect(page.getByRole('table', { name: 'Voice menus' })).toContainText('2: Support');
  });

  await test.step('a menu that would lead back is refused at its key', async () => {
    await page.getByRole('button', { name: 'Support', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Support' });
    await leads(form, '9', 'menu');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('This voice menu leads back here. Choose another one.')).toBeVisible();
    await form.getByRole('button', { name: 'Remove key 9' }).click();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form).toBeHidden();
  });

  await test.step('the channel begins with it, and the dry run says where its keys lead', async () => {
    await page.goto('/admin/channels');
    await page.getByRole('button', { name: service.name, exact: true }).click();
    const form = page.getByRole('dialog', { name: service.name });
    await form.getByRole('combobox', { name: 'Voice menu before ringing' }).selectOption('Main');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await page.goto(`/admin/routing?open=${ofService}`);
    await page.getByRole('button', { name: 'Who rings?' }).click();
    const steps = page.getByRole('region', { name: 'What happens' });
    await expect(steps).toContainText('The caller hears the voice menu Main');
    await expect(steps).toContainText('1: Service, 2: Support');
  });

  const caller = await atTelephone(person(people, anna), voices.anna);
  const [ben, pia] = [
    await atTelephone(person(people, jonas), voices.jonas),
    await atTelephone(person(people, priya), voices.priya),
  ];

  await test.step('keys end the prompts, lead through both menus and back, and to a colleague', async () => {
    await caller.calls(service.number);
    await hears(caller, prompts.main);
    await caller.presses('2');
    await hears(caller, prompts.support);
    await caller.presses('*');
    await hears(caller, prompts.main);
    await caller.presses('2');
    await hears(caller, prompts.support);
    const taken = pia.answers();
    await caller.presses('1');
    await taken;
    await hears(caller, voices.priya);
    await hears(pia, voices.anna);
    await caller.hangsUp();
    await expect.poll(() => pia.inCall).toBe(false);
  });

  await test.step('a colleague is reached by the letters of their name', async () => {
    const [, lastName = ''] = person(people, priya).name.split(' ');
    await caller.calls(service.number);
    await hears(caller, prompts.main);
    const taken = pia.answers();
    for (const key of `2${keypadDigits(lastName)[0]}`) await caller.presses(key);
    await taken;
    await hears(caller, voices.priya);
    await caller.hangsUp();
    await expect.poll(() => pia.inCall).toBe(false);
  });

  await test.step('after a wrong key the menu is heard again, and then the call goes where nothing leads', async () => {
    await caller.calls(service.number);
    await hears(caller, prompts.main);
    const taken = ben.answers(40_000);
    await caller.presses('7');
    await hearsNoMore(caller, prompts.main);
    await hears(caller, prompts.main);
    await taken;
    await hears(caller, voices.jonas);
    await caller.hangsUp();
    await expect.poll(() => ben.inCall).toBe(false);
  });
});
