import type { Page } from '@playwright/test';
import { ApiSession } from '../people/api-session.ts';
import { setFlags } from '../people/documented-call.ts';
import { dialog, heading, opens, toggle } from '../people/settings.ts';
import { setsUpRecogniser, speaking, test } from '../world/ai-service.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect } from '../world/story.ts';

const [mara, jonas, anna] = [0, 1, 2] as const;
const name = 'Custom words';
const field = (page: Page, number: number) =>
  dialog(page).getByRole('textbox', { name: `Word ${number}`, exact: true });
const saved = (page: Page) => dialog(page).getByRole('status').filter({ hasText: 'Saved' });
const add = (page: Page) => dialog(page).getByRole('button', { name: 'Add a word' });

/** The words on the server, those that are off in brackets. */
const listed = async (sidetone: Sidetone): Promise<string[]> => {
  const [row] = await sidetone.query<{ words: { value: string; enabled: boolean }[] }>(
    'select words from custom_words',
  );
  return (row?.words ?? []).map(({ value, enabled }) => (enabled ? value : `(${value})`));
};

const pastes = (page: Page, number: number, text: string) =>
  field(page, number).evaluate((input, pasted) => {
    input.focus();
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);

test.beforeEach(async ({ sidetone }) => {
  await everybodyReads(sidetone, 'en');
  await sidetone.query('delete from custom_words');
});

test('SAI-019, SAI-030 to -032: an administrator pastes words, and a colleague sees them while they are typed', async ({
  seat,
  sidetone,
}) => {
  test.setTimeout(300_000);
  await setFlags(sidetone, ['hasCallTranscription', 'hasCallSummary']);
  const { page } = await seat(mara, { microphone: speaking(440) });
  const { page: other } = await seat(jonas, { microphone: speaking(1000) });

  await test.step('switching the feature on opens its page, and the list has a button of its own', async () => {
    await opens(page, 'ai-features');
    await expect(dialog(page).getByRole('button', { name: /^Settings of/ })).toHaveCount(2);
    await toggle(page, /^Custom words/).click();
    await expect(heading(page, name)).toBeFocused();
    await expect(page).toHaveURL(/ai-features\/hasCustomWords$/);
    await dialog(page).getByRole('button', { name: 'Back' }).click();
    await dialog(page).getByRole('button', { name: 'Settings of Custom words' }).click();
    await expect(heading(page, name)).toBeVisible();
    await expect(field(page, 1)).toHaveValue('');
    await expect(toggle(page, 'Use word 1')).toBeDisabled();
    await expectsNoViolation(page, 'no words');
  });

  await test.step('what is typed is on, is saved with the time, and reaches a colleague', async () => {
    await opens(other, 'ai-features/hasCustomWords');
    await field(page, 1).pressSequentially('Kranich Logistik');
    await expect(toggle(page, 'Use “Kranich Logistik”')).toBeChecked();
    await expect(saved(page)).toHaveText(/^Saved \d+:\d\d [AP]M$/);
    await expect(field(other, 1)).toHaveValue('Kranich Logistik');
    await expect(dialog(other).getByText('1 of 1 on')).toBeVisible();
    await expect(dialog(other).getByText('Custom words are off for you')).toBeVisible();
  });

  await test.step('Enter goes to the next row, and pasted lines become rows', async () => {
    await page.keyboard.press('Enter');
    await expect(field(page, 2)).toBeFocused();
    await pastes(page, 2, 'Nordlys Møbler\r\nReefer\n\nkranich logistik\nFinkenwerder\t Gate-in \n');
    await expect(dialog(page).getByRole('textbox', { name: /^Word/ })).toHaveCount(6);
    await expect(field(page, 5)).toBeFocused();
    await expect(field(page, 5)).toHaveValue('Gate-in');
    await expect(page.getByText('One line was left out')).toBeVisible();
    await expect(field(other, 5)).toHaveValue('Gate-in');
    const wanted = ['Kranich Logistik', 'Nordlys Møbler', 'Reefer', 'Finkenwerder', 'Gate-in'];
    await expect.poll(() => listed(sidetone)).toEqual(wanted);
    await page.keyboard.press('ArrowUp');
    await expect(field(page, 3)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(field(page, 5)).toBeFocused();
  });

  await test.step('a colleague switches one off and clears another; a row that is empty is off, and goes', async () => {
    await toggle(other, 'Use “Reefer”').uncheck();
    await dialog(other).getByRole('button', { name: 'Clear “Finkenwerder”' }).click();
    await expect(field(other, 4)).toBeFocused();
    await expect(toggle(other, 'Use word 4')).not.toBeChecked();
    await expect(toggle(other, 'Use word 4')).toBeDisabled();
    await expect.poll(() => listed(sidetone)).toEqual(['Kranich Logistik', 'Nordlys Møbler', '(Reefer)', 'Gate-in']);
    await expect(toggle(page, 'Use “Reefer”')).not.toBeChecked();
    await expect(dialog(page).getByText('3 of 4 on')).toBeVisible();
    await expect(field(page, 4)).toHaveValue('Gate-in');
  });

  await test.step('the filter shows what is looked for, with its number', async () => {
    await dialog(page).getByRole('searchbox', { name: 'Filter words' }).fill('moeb');
    await expect(dialog(page).getByText('No word contains “moeb”.')).toBeVisible();
    await dialog(page).getByRole('searchbox', { name: 'Filter words' }).fill('NORD');
    await expect(dialog(page).getByRole('textbox', { name: /^Word/ })).toHaveCount(1);
    await expect(field(page, 2)).toHaveValue('Nordlys Møbler');
    await add(page).click();
    await expect(field(page, 5)).toBeFocused();
  });

  await test.step('a word that is there already is not saved, and says so', async () => {
    await field(page, 5).fill('reefer');
    await expect(field(page, 5)).toHaveAccessibleDescription(/^Already in the list/);
    await expectsNoViolation(page, 'custom words');
    await field(page, 5).fill('');
  });

  await test.step('what both do at the same moment is in the list', async () => {
    await other.context().setOffline(true);
    await field(other, 6).fill('Europalette');
    await expect(dialog(other).getByText('Kept in this browser until the server is reached.')).toBeVisible({
      timeout: 20_000,
    });
    await field(page, 5).fill('Lütte');
    await expect.poll(() => listed(sidetone)).toContain('Lütte');
    await other.context().setOffline(false);
    await expect
      .poll(() => listed(sidetone), { timeout: 30_000 })
      .toEqual(['Kranich Logistik', 'Nordlys Møbler', '(Reefer)', 'Gate-in', 'Lütte', 'Europalette']);
    await expect(field(page, 6)).toHaveValue('Europalette');
  });

  await test.step('SSET-045, SSET-046: near the limit it is counted, and at the limit nothing is added', async () => {
    await pastes(page, 7, Array.from({ length: 120 }, (_, at) => `Wort ${at + 1}`).join('\n'));
    await expect(page.getByText('26 lines were left out')).toBeVisible();
    await expect(dialog(page).getByText('99 of 100 on · 100/100')).toBeVisible();
    await expect(add(page)).toBeDisabled();
    await expect(dialog(page).getByText('The list is full. Clear a word to add another.')).toBeVisible();
    await expect(dialog(other).getByText('100/100')).toBeVisible();
    await field(page, 100).fill('');
    await expect(add(page)).toBeEnabled();
    await expect(dialog(page).getByText('98 of 99 on · 99/100')).toBeVisible();
  });

  await test.step('what was typed last is there although the page was closed in the same moment', async () => {
    await field(page, 1).fill('Kranich');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect.poll(async () => (await listed(sidetone))[0]).toBe('Kranich');
    await opens(page, 'ai-features/hasCustomWords');
    await field(page, 1).fill('Kraniche');
    await page.reload();
    await expect(field(page, 1)).toHaveValue('Kraniche');
    await expect.poll(async () => (await listed(sidetone))[0]).toBe('Kraniche');
  });
});

test('a call in which a name was misheard shows it as the company writes it', async ({
  seat,
  people,
  sidetone,
  service,
}) => {
  test.setTimeout(180_000);
  service.ears.teachTone(440, 'I will send the offer of Kranisch Logistik for 200 rolls by Monday.');
  service.ears.teachTone(1000, 'Thank you, that is great, and greetings to Nordlys Mobler.');
  await setFlags(sidetone, ['hasCallTranscription', 'hasCallSummary', 'hasCallHeadline', 'hasCustomWords']);
  const administrator = await ApiSession.signIn(sidetone.origin, people[mara]);
  await setsUpRecogniser(administrator, service);
  const [account] = await sidetone.query<{ id: string }>('select account_id as id from users where email = $1', [
    people[mara].email,
  ]);
  const path = `/accounts/${account?.id}/custom-words`;
  const words = ['Kranich Logistik', 'Nordlys Møbler', 'Rollen 2000'].map((value, at) => ({
    id: `w${at}`,
    value,
    enabled: true,
  }));
  expect((await administrator.request('PUT', path, { words, rev: 0 })).status).toBe(200);
  // Somebody who has not seen this list writes nothing over it.
  expect((await administrator.request('PUT', path, { words: [], rev: 0 })).status).toBe(409);

  const caller = await seat(jonas, { microphone: speaking(440) });
  const called = await seat(anna, { microphone: speaking(1000) });
  await caller.calls(called.who.name);
  await called.accepts();
  await called.expectsToHear(440, 1000);
  await caller.page.waitForTimeout(4_000);
  await caller.hangsUp();
  await caller.showsAllCalls();
  const row = caller.page.locator('[data-call]').filter({ hasText: /offer|rolls/ });
  await expect(row).toBeVisible({ timeout: 30_000 });
  await row.click();
  const panel = caller.page.locator('[aria-label="Call details"]');
  await expect(panel).toContainText('offer of Kranich Logistik for 200 rolls');
  const [event] = await sidetone.query<{ documentation: { transcription: { items: { text: string }[] } } }>(
    `select e.documentation from inbox_events e join channels c on c.id = e.channel_id
       join users u on u.id = c.owner_user_id where u.email = $1 order by e.started_at desc limit 1`,
    [people[jonas].email],
  );
  const said = event?.documentation.transcription.items.map(({ text }) => text).join(' ');
  expect(said).toContain('Kranich Logistik for 200 rolls');
  expect(said).toContain('greetings to Nordlys Møbler.');
  // The call is in the inbox of both, and our user is on another side in each.
  const heard = await sidetone.query<{ words: { text: string; heard?: string }[] }>(
    'select words from transcript_words',
  );
  expect(heard.flatMap(({ words: all }) => all)).toContainEqual(
    expect.objectContaining({ text: 'Kranich Logistik', heard: 'Kranisch Logistik' }),
  );
  const prompts = service.requests.map(({ body }) => /name="prompt"\r\n\r\n(.*)\r\n/.exec(body.toString('utf8'))?.[1]);
  expect(prompts).toContain('Kranich Logistik, Nordlys Møbler, Rollen 2000');
});

test('SSHELL-055, SSHELL-056: an operator who wants to know learns which feature is switched and set up, and not a word of it', async ({
  seat,
  sidetone,
}) => {
  await setFlags(sidetone, ['hasCallTranscription', 'hasCallSummary']);
  const { page } = await seat(mara, { microphone: speaking(440) });
  await page.route('**/api/server-info', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), analytics: true } });
  });
  const told: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/analytics')) told.push(request.postDataJSON());
  });
  await page.reload();
  await opens(page, 'ai-features');
  await toggle(page, /^Custom words/).click();
  await field(page, 1).fill('Reefer');
  await expect(saved(page)).toBeVisible();
  await field(page, 1).fill('Reefer box');
  await expect.poll(() => listed(sidetone)).toEqual(['Reefer box']);
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await toggle(page, /^Custom words/).click();
  const feature = { name: 'AI Feature State Changed', flag: 'hasCustomWords' };
  await expect
    .poll(() => told)
    .toEqual([
      { event: { ...feature, enabled: true } },
      { event: { name: 'AI Feature Settings Submitted', flag: 'hasCustomWords' } },
      { event: { ...feature, enabled: false } },
    ]);
});
