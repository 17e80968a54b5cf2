import { monoWav, sine } from '@sidetone/signals/tones.ts';
import type { Person } from '@sidetone/simulator/people/person.ts';
import { ApiSession } from '../people/api-session.ts';
import { goesTo } from '../people/going.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { person } from '../world/room.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

const [mara, jonas, anna] = [0, 1, 4] as const;
/** The channel that everyone in the demo company shares. */
const service = { number: '20', name: 'Service' };
/** What callers hear while it is closed, and what people say, in Hz. */
const closedTone = 1200;
const voices = { jonas: 1000, anna: 700 };

const hears = (who: Person, hertz: number) =>
  expect.poll(async () => (await who.hears(hertz))[hertz], { timeout: 20_000 }).toBeGreaterThan(0.05);

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));
test.afterAll(async ({ sidetone }) => {
  await sidetone.query(`update channels set routing = '{}' where name = $1`, [service.name]);
  await sidetone.query('delete from opening_hours');
});

test('a channel closes on the public holidays of a region, and callers hear so until the day is left out', async ({
  seat,
  atTelephone,
  sidetone,
  people,
}) => {
  test.setTimeout(240_000);
  const boss = await ApiSession.signIn(sidetone.origin, person(people, mara));
  const uploaded = await fetch(`${sidetone.origin}/api/account/announcements?name=Closed`, {
    method: 'POST',
    headers: { authorization: `Bearer ${boss.accessToken}`, 'content-type': 'audio/wav' },
    body: new Uint8Array(monoWav(sine(closedTone, 20, 16_000), 16_000)),
  });
  expect(uploaded.status).toBe(200);
  const [{ id: ofService } = { id: '' }] = await sidetone.query<{ id: string }>(
    'select id from channels where name = $1',
    [service.name],
  );
  const { page } = await seat(mara, { microphone: tone(440), at: '/admin/hours' });
  const year = new Date().getFullYear() + 1;

  await test.step('holidays of a region are chosen, and the form is free of barriers', async () => {
    await page.getByRole('button', { name: 'Add opening hours' }).click();
    const form = page.getByRole('dialog', { name: 'Add opening hours' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Office');
    await form.getByRole('switch', { name: 'Open at certain times only' }).click();
    await form.getByRole('switch', { name: 'Closed on public holidays' }).click();
    await form.getByRole('combobox', { name: 'State or canton' }).selectOption('Bayern');
    await form.getByRole('combobox', { name: 'Region' }).selectOption('Stadt Augsburg');
    const days = form.getByRole('list', { name: 'The next twelve months' });
    await expect(days.getByRole('checkbox', { name: /Corpus Christi$/ })).toBeChecked();
    await expect(days.getByRole('checkbox', { name: /8 August \d{4}, / })).toBeChecked();
    await days.getByRole('checkbox', { name: /Epiphany$/ }).uncheck();
    await expectsNoViolation(page, 'opening hours');
    await form.getByRole('button', { name: 'Create opening hours' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('table', { name: 'Opening hours' })).toContainText('Germany');
  });

  await test.step('the channel follows them, and the dry run names the holiday', async () => {
    await goesTo(page, '/admin/channels');
    await page.getByRole('button', { name: service.name, exact: true }).click();
    const form = page.getByRole('dialog', { name: service.name });
    await form.getByRole('combobox', { name: 'Shared opening hours' }).selectOption('Office');
    await form.getByRole('combobox', { name: 'Announcement outside opening hours' }).selectOption('Closed');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await goesTo(page, '/admin/hours');
    await expect(page.getByRole('table', { name: 'Opening hours' })).toContainText(service.name);

    await goesTo(page, `/admin/routing?open=${ofService}`);
    const steps = page.getByRole('region', { name: 'What happens' });
    const onDay = async (day: string) => {
      await page.getByLabel('When').fill(`${day}T12:00`);
      await page.getByRole('button', { name: 'Who rings?' }).click();
    };
    await onDay(`${year}-01-01`);
    await expect(steps).toContainText("It is a holiday: New Year's Day");
    // The one that was left out.
    await onDay(`${year}-01-06`);
    await expect(steps).toContainText('6 January');
    await expect(steps).not.toContainText('It is a holiday');
  });

  const caller = await atTelephone(person(people, anna), voices.anna);
  const ben = await atTelephone(person(people, jonas), voices.jonas);

  await test.step('on such a day callers hear that it is closed', async () => {
    // As if New Year's Day were today.
    await sidetone.query(
      `update opening_hours set public_holidays = (
        select jsonb_agg(day || jsonb_build_object('from', today, 'until', today))
        from jsonb_array_elements(public_holidays) day,
          (select to_char(now() at time zone 'Europe/Berlin', 'YYYY-MM-DD') today) clock
        where day ->> 'rule' = '01-01')`,
    );
    await caller.calls(service.number);
    await hears(caller, closedTone);
    await caller.hangsUp();
    expect(ben.inCall).toBe(false);
  });

  await test.step('once the day is left out, the phones of its members ring', async () => {
    await goesTo(page, '/admin/hours');
    await page.getByRole('button', { name: 'Office', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Office' });
    await form.getByRole('checkbox', { name: /New Year's Day$/ }).uncheck();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    const taken = ben.answers();
    await caller.calls(service.number);
    await taken;
    await hears(caller, voices.jonas);
    await caller.hangsUp();
    await expect.poll(() => ben.inCall).toBe(false);
  });

  await test.step('a channel that is closed by hand is closed whatever its hours say, until they count again', async () => {
    await goesTo(page, '/admin/channels');
    const switchTo = async (state: string) => {
      await page.getByRole('button', { name: `Actions for ${service.name}` }).click();
      await page.getByRole('menuitem', { name: 'Open or close by hand…' }).click();
      const dialog = page.getByRole('dialog', { name: `Open or close ${service.name} by hand` });
      await dialog.getByRole('combobox', { name: 'The channel is' }).selectOption(state);
      if (state === 'Closed') await expectsNoViolation(page, 'a channel closed by hand');
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(dialog).toBeHidden();
    };
    const table = page.getByRole('table', { name: 'Channels and queues' });
    await switchTo('Closed');
    await expect(table).toContainText('Closed by hand');
    await caller.calls(service.number);
    await hears(caller, closedTone);
    await caller.hangsUp();
    await switchTo('Open as its opening hours say');
    await expect(table).not.toContainText('by hand');
    const taken = ben.answers();
    await caller.calls(service.number);
    await taken;
    await hears(caller, voices.jonas);
    await caller.hangsUp();
    await expect.poll(() => ben.inCall).toBe(false);
  });
});
