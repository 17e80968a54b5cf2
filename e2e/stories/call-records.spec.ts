import { readFile } from 'node:fs/promises';
import { goesTo } from '../people/going.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { person } from '../world/room.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

const [mara, jonas, lene] = [0, 1, 4] as const;
const voices = { mara: 440, jonas: 1000, lene: 700 };

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));
test.afterAll(async ({ sidetone }) => {
  await everybodyReads(sidetone, 'en');
  await sidetone.query('update users set cost_centre = null');
});

test('an administrator finds a call of two colleagues, sees whose phones rang and exports it, and the audit log says who looked', async ({
  seat,
  atTelephone,
  sidetone,
  people,
  numbers,
}) => {
  test.setTimeout(180_000);
  const [ofJonas, ofLene] = [person(people, jonas), person(people, lene)];
  const [ben, caller] = [await atTelephone(ofJonas, voices.jonas), await atTelephone(ofLene, voices.lene)];
  const { page } = await seat(mara, { microphone: tone(voices.mara) });
  const table = page.getByRole('table', { name: 'Calls' });

  await test.step('two people talk', async () => {
    const taken = ben.answers();
    await caller.calls(numbers.of(ofJonas));
    await taken;
    await expect
      .poll(async () => (await caller.hears(voices.jonas))[voices.jonas], { timeout: 20_000 })
      .toBeGreaterThan(0.05);
    await caller.hangsUp();
    await expect
      .poll(() =>
        sidetone.query(
          "select 1 from inbox_events where terminated_at > now() - interval '1 minute' and established_at is not null",
        ),
      )
      .toHaveLength(2);
  });

  await test.step('the call is listed first, and filters find it from one of its two sides', async () => {
    await goesTo(page, '/admin/records');
    await expect(table.getByRole('row').nth(1)).toContainText('Answered');
    await expectsNoViolation(page, 'calls of the company');
    await page.getByRole('combobox', { name: 'User' }).selectOption({ label: ofJonas.name });
    await page.getByRole('combobox', { name: 'Direction' }).selectOption('Incoming');
    // Until the answer is there, the rows of before are shown.
    await expect(table.getByRole('row').nth(1)).toContainText(new RegExp(`Incoming\\s*${ofLene.name}`));
  });

  await test.step('it shows whom it rang', async () => {
    await table.getByRole('row').nth(1).getByRole('button').first().click();
    const panel = page.getByRole('dialog', { name: new RegExp(ofLene.name) });
    await expect(panel.getByRole('region', { name: 'Phones that rang' })).toContainText(ofJonas.name);
    await expect(panel).toContainText('talked for');
    await expect(panel.getByRole('link', { name: 'Open call' })).toHaveCount(0);
    await expectsNoViolation(page, 'a call of the company', { widths: [1440] });
    await page.keyboard.press('Escape');
  });

  await test.step('its SIP messages are shown as a ladder without secrets, and are saved as text', async () => {
    await expect
      .poll(async () => (await sidetone.query('select 1 from sip_traces')).length, { timeout: 20_000 })
      .toBeGreaterThan(1);
    await table.getByRole('row').nth(1).getByRole('button').first().click();
    const panel = page.getByRole('dialog', { name: new RegExp(ofLene.name) });
    await panel.getByRole('button', { name: 'Show SIP messages' }).click();
    const ladder = panel.getByRole('region', { name: 'SIP messages' }).getByRole('list');
    await expect(
      ladder
        .getByRole('listitem')
        .filter({ hasText: /INVITE sip:/ })
        .first(),
    ).toBeVisible();
    await expect(ladder.getByRole('listitem').filter({ hasText: '200 OK' }).first()).toBeVisible();
    await expectsNoViolation(page, 'the SIP of a call');
    const saving = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Save as text' }).click();
    const text = await readFile(await (await saving).path(), 'utf8');
    expect(text).toMatch(/^=== \S+ \S+ \S+ -> Sidetone ===\r\nINVITE sip:/);
    expect(text).toContain('Authorization: (left out)');
    expect(text).not.toMatch(/response="|a=ice-pwd:[^ ]|inline:/);
    await page.keyboard.press('Escape');
  });

  await test.step('a cost centre counts for calls of before, and a filter finds them', async () => {
    await page.getByRole('button', { name: 'Cost centres' }).click();
    const panel = page.getByRole('dialog', { name: 'Cost centres' });
    const field = panel.getByRole('textbox', { name: ofJonas.name });
    await field.fill('Sales 4711');
    await field.press('Enter');
    await expect(page.getByText(/^Cost centre of Jonas .* saved$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Cost centre' }).selectOption('Sales 4711');
    await expect(table.getByRole('row').nth(1)).toContainText('Sales 4711');
    await page.getByRole('searchbox', { name: 'Search by number' }).fill('999999999');
    await expect(page.getByText('No results')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search by number' }).fill('');
    await expect(table.getByRole('row').nth(1)).toContainText('Sales 4711');
  });

  await test.step('the file has what is shown', async () => {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = await readFile(await (await saving).path(), 'utf8');
    expect(text.startsWith('\uFEFFStart,Answered,End,')).toBe(true);
    expect(text).toContain(',Sales 4711,');
    expect(text).toContain(`,${ofLene.name},`);
  });

  await test.step('the audit log says who looked and who exported', async () => {
    await goesTo(page, '/admin/log');
    await expect(page.getByRole('row').filter({ hasText: 'Calls exported' }).first()).toContainText(
      person(people, mara).name,
    );
    await expect(page.getByRole('row').filter({ hasText: 'Calls looked at' }).first()).toBeVisible();
  });

  await test.step('the health page names the fix for each problem, and updates by itself', async () => {
    await sidetone.query(
      `insert into trunks (id, account_id, name, kind, host, transport, is_enabled, state, failure)
       select 'health' || account_id, account_id, 'Storm', 'address', '198.51.100.7', 'udp', false, 'off', null
       from users where email = $1`,
      [person(people, mara).email],
    );
    await goesTo(page, '/admin/health');
    await expect(page.getByRole('listitem').filter({ hasText: 'Trunk Storm is switched off' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Nobody can make outside calls' })).toContainText(
      'Add a trunk',
    );
    await expectsNoViolation(page, 'health');
    await sidetone.query(`delete from trunks where name = 'Storm'`);
    await expect(page.getByRole('listitem').filter({ hasText: 'Trunk Storm' })).toHaveCount(0);
  });

  await test.step('in German', async () => {
    await everybodyReads(sidetone, 'de');
    await page.goto('/admin/records');
    await expect(page.getByRole('heading', { name: 'Anrufe' })).toBeVisible();
    await expectsNoViolation(page, 'Anrufe der Firma', { widths: [480] });
  });
});
