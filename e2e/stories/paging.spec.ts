import { hearsExactly } from '../people/second-line.ts';
import { toggle } from '../people/settings.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

test.use({ server: 'own' });

/** What they say, in Hz. */
const voices = { jonas: 1000, priya: 700, lene: 2300, tom: 1500, app: 440 };

/** Their phones have answered by themselves. */
const haveAnswered = (...phones: readonly { readonly inCall: boolean }[]) =>
  expect.poll(() => phones.map(({ inCall }) => inCall), { timeout: 15_000 }).toEqual(phones.map(() => true));

test('a page is heard by the free phones of its group, and a colleague calls in where that is allowed', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  test.setTimeout(240_000);
  await everybodyReads(sidetone, 'en');
  const [mara, jonas, priya, tom, lene] = people;
  const desk = await seat(0, { microphone: tone(voices.app), at: '/admin/paging' });
  const { page } = desk;

  await test.step('an administrator makes a group, whose form is free of barriers', async () => {
    await expect(page.getByText('No paging groups')).toBeVisible();
    await expectsNoViolation(page, 'no paging groups', { widths: [480] });
    await page.getByRole('button', { name: 'Add paging group' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add paging group' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Workshop');
    await form.getByRole('combobox', { name: 'Add member' }).fill(mara.name);
    await page.getByRole('option', { name: mara.name }).click();
    await form.getByRole('button', { name: 'Add member: Add' }).click();
    await form.getByRole('button', { name: 'Add several' }).first().click();
    await form
      .getByRole('textbox', { name: /^Or paste a list/ })
      .fill(`${jonas.extension}\n${priya.name} <${priya.email}>\nNobody Here\n${lene.name}`);
    await expect(form.getByText('Not found, or not clear: Nobody Here')).toBeVisible();
    await form.getByRole('checkbox', { name: tom.name }).check();
    await expectsNoViolation(page, 'several members', { widths: [900, 480] });
    await form.getByRole('button', { name: 'Add 4 people' }).click();
    const members = form.getByRole('list', { name: 'Members' });
    for (const { name } of [mara, jonas, priya, lene, tom]) await expect(members).toContainText(name);
    await expectsNoViolation(page, 'a paging group', { widths: [1440, 480] });
    await form.getByRole('button', { name: 'Create paging group' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('table', { name: 'Paging' })).toContainText('*111');
  });

  const [atJonas, atPriya, atLene, atTom] = [
    await atTelephone(jonas, voices.jonas),
    await atTelephone(priya, voices.priya),
    await atTelephone(lene, voices.lene),
    await atTelephone(tom, voices.tom),
  ];

  await test.step('free phones hear the caller, who hears nobody; a phone in a call is left out', async () => {
    await atPriya.calls('*43');
    await hearsExactly(atPriya, [voices.priya], []);
    await atTom.calls('*111');
    await haveAnswered(atJonas, atLene);
    await hearsExactly(atJonas, [voices.tom], [voices.lene]);
    await hearsExactly(atLene, [voices.tom], [voices.jonas]);
    await hearsExactly(atTom, [], [voices.jonas, voices.lene, voices.priya]);
    await hearsExactly(atPriya, [voices.priya], [voices.tom]);
    await atTom.hangsUp();
    await expect.poll(() => [atJonas.inCall, atLene.inCall, atPriya.inCall]).toEqual([false, false, true]);
    await atPriya.hangsUp();
    const [came] = await sidetone.query<{ count: number }>(
      `select count(*)::int from inbox_events where direction = 'INCOMING' and remote_user_id = (select id from users where email = $1)`,
      [tom.email],
    );
    expect(came).toEqual({ count: 0 });
  });

  await test.step('a killed server leaves no phone off the hook', async () => {
    await atTom.calls('*111');
    await haveAnswered(atJonas, atPriya, atLene);
    await hearsExactly(atLene, [voices.tom], []);
    await sidetone.killServices();
    const calls = () => [atTom, atJonas, atPriya, atLene].map(({ inCall }) => inCall);
    await expect.poll(calls, { timeout: 60_000 }).toEqual([false, false, false, false]);
    await expect.poll(() => sidetone.isHealthy(), { timeout: 60_000 }).toBe(true);
  });

  await test.step('a colleague calls in once the company allows it, and both hear each other', async () => {
    await expect(atTom.calls(`*80${jonas.extension}`)).rejects.toMatchObject({ code: 'REFUSED' });
    await page.goto(`${sidetone.origin}/admin/company`);
    const mayCallIn = page.getByRole('switch', { name: 'Colleagues may call in' });
    await mayCallIn.click();
    await expect(mayCallIn).toBeChecked();
    await expect(page.getByText('Saved').first()).toBeVisible();
    await atTom.calls(`*80${jonas.extension}`);
    await haveAnswered(atJonas);
    await hearsExactly(atJonas, [voices.tom], []);
    await hearsExactly(atTom, [voices.jonas], []);
    const third = atLene.calls(`*80${jonas.extension}`);
    await expect(third).rejects.toMatchObject({ code: 'REFUSED' });
    await atTom.hangsUp();
    await expect.poll(() => atJonas.inCall).toBe(false);
  });

  await test.step('the app answers a colleague once its user has allowed that, and says so', async () => {
    await page.goto(`${sidetone.origin}/main/channels/private/dialogs/settings/extensions`);
    await page.context().grantPermissions(['microphone']);
    const answersItself = toggle(page, 'This app answers by itself as well');
    await answersItself.click();
    await expect(answersItself).toBeChecked();
    await expectsNoViolation(page, 'colleagues who call in', { widths: [480] });
    await expect
      .poll(
        async () =>
          await atTom.calls(`*80${mara.extension}`).then(
            () => true,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    await expect(page.getByText(`${tom.name} has called in`)).toBeVisible();
    await hearsExactly(atTom, [voices.app], []);
    await atTom.hangsUp();
    await expect(page.getByRole('button', { name: 'Hang up' })).toHaveCount(0);
  });

  await test.step('the app of a member without a desk phone plays a page, says whose it is, and leaves it', async () => {
    await atTom.calls('*111');
    await expect(page.getByText(`Page from Workshop: ${tom.name}`)).toBeVisible();
    await hearsExactly(desk, [voices.tom], [voices.jonas]);
    await hearsExactly(atTom, [], [voices.app, voices.jonas]);
    await page.getByRole('button', { name: 'Stop listening' }).click();
    await expect(page.getByText(`Page from Workshop: ${tom.name}`)).toBeHidden();
    await haveAnswered(atJonas);
    await atTom.hangsUp();
    const hearsPages = toggle(page, 'This app plays pages of my groups');
    await hearsPages.click();
    await expect(hearsPages).not.toBeChecked();
    await atTom.calls('*111');
    await haveAnswered(atJonas, atLene, atPriya);
    await hearsExactly(desk, [], [voices.tom]);
    await atTom.hangsUp();
  });
});
