import type { Page } from '@playwright/test';
import { detailFlags, documentCall, everything, type StoredCall, setFlags } from '../people/documented-call.ts';
import { goesTo } from '../people/going.ts';
import { message } from '../people/messages.ts';
import { expectsNoViolation, looksIn } from '../world/barriers.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const desk = { microphone: tone(440), listens: false } as const;

test.beforeEach(async ({ sidetone }) => {
  await everybodyReads(sidetone, 'en');
  await setFlags(sidetone, detailFlags);
});

const panel = (page: Page) => page.locator('[aria-label="Call details"], [aria-label="Details zum Anruf"]');
const openAt = (page: Page, docId: string, more = '') => goesTo(page, `/main/channels/private?call=${docId}${more}`);
const rowOf = (page: Page, docId: string) => page.locator(`[data-call="${docId}"]`);
const stored = async (sidetone: Sidetone, { channel_id, id }: StoredCall) => {
  const [row] = await sidetone.query<{ documentation: typeof everything; unresolved: boolean }>(
    'select documentation, unresolved from inbox_events where channel_id = $1 and id = $2',
    [channel_id, id],
  );
  return row;
};

test('beside the list a call opens with the list in reach, and Back, Escape and the cross close it', async ({
  sidetone,
  seat,
  people,
}) => {
  const { page } = await seat(0, desk);
  const { id } = await documentCall(sidetone, people[0].email, everything);
  await page.getByRole('tab', { name: /^All/ }).click();
  await rowOf(page, id).click();
  await expect(panel(page).getByRole('heading', { name: everything.callHeadline.text })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`call=${id}`));
  expect(await panel(page).evaluate((element) => element.getBoundingClientRect().width)).toBe(684);
  // Not modal: the row keeps the focus, and the arrow keys move both.
  await expect(rowOf(page, id)).toBeFocused();
  const before = await panel(page).getByRole('heading', { level: 2 }).first().textContent();
  await page.keyboard.press('ArrowDown');
  await expect(panel(page).getByRole('heading', { level: 2 }).first()).not.toHaveText(before ?? '');
  await page.keyboard.press('ArrowUp');
  await expect(panel(page).getByRole('heading', { name: everything.callHeadline.text })).toBeVisible();
  // Enter goes in, Escape closes and the focus is where it came from.
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(rowOf(page, id)).toBeFocused();
  await expect(page).not.toHaveURL(/call=/);

  // However many were looked at, one step back closes.
  await rowOf(page, id).click();
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page).not.toHaveURL(new RegExp(`call=${id}`));
  await expect(page).toHaveURL(/call=/);
  await page.goBack();
  await expect(panel(page)).toHaveCount(0);
  await expect(page).toHaveURL(/channels\/private$/);

  await openAt(page, id);
  // What stands in for the page until it is there has a cross of its own, which goes with it.
  await expect(panel(page).getByRole('heading', { name: everything.callHeadline.text })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toHaveCount(0);
});

test('in a narrower window it lies over the list and keeps the focus, below 560 px it takes the route', async ({
  sidetone,
  seat,
  people,
}) => {
  const { page } = await seat(0, { ...desk, size: { width: 900, height: 700 } });
  const { id } = await documentCall(sidetone, people[0].email, everything);
  await page.getByRole('tab', { name: /^All/ }).click();
  await rowOf(page, id).click();
  const dialog = page.getByRole('dialog', { name: 'Call details' });
  await expect(dialog).toBeFocused();
  // What lies under it can't be reached.
  expect(await rowOf(page, id).evaluate((row) => row.closest('[inert]') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, id)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: everything.callHeadline.text })).toBeVisible();
  await page.mouse.click(100, 300);
  await expect(dialog).toHaveCount(0);

  await page.setViewportSize({ width: 480, height: 700 });
  await openAt(page, id);
  await expect(dialog.getByRole('heading', { name: everything.callHeadline.text })).toBeVisible();
  expect(await dialog.evaluate((element) => element.getBoundingClientRect().width)).toBe(480 - 56);
});

test('a running call is neither covered nor disturbed by the page of another one', async ({
  sidetone,
  seat,
  people,
}) => {
  const anna = await seat(0, { ...desk, listens: true, size: { width: 900, height: 700 } });
  const ben = await seat(1, { microphone: tone(1000) });
  const { id } = await documentCall(sidetone, people[0].email, everything);
  await anna.calls(ben.who.name);
  await ben.accepts();
  await anna.expectsToHear(1000, 440);
  await anna.showsAllCalls();
  await rowOf(anna.page, id).click();
  await expect(panel(anna.page).getByRole('heading', { name: everything.callHeadline.text })).toBeVisible();
  const [dock, aside] = await Promise.all([
    anna.dock.getByRole('button', { name: /^Hold/ }).boundingBox(),
    panel(anna.page).boundingBox(),
  ]);
  expect(dock && aside && aside.y + aside.height <= dock.y).toBe(true);
  await anna.expectsToHear(1000, 440);
  await anna.hangsUp();
});

test('findings are ticked, pinned, dismissed and deleted, live for a second window and stored', async ({
  sidetone,
  seat,
  sitDown,
  people,
}) => {
  const { page } = await seat(0, desk);
  const second = await sitDown(0, desk);
  await second.signsIn();
  const call = await documentCall(sidetone, people[0].email, everything);
  const { id } = call;
  await openAt(page, id);
  await second.page.getByRole('tab', { name: /^All/ }).waitFor();
  await openAt(second.page, id);
  const items = (where: Page) => panel(where).getByRole('region', { name: 'Action items' });
  await expect(items(page)).toContainText('1 of 3');
  await items(page).getByRole('checkbox', { name: 'Send plate numbers by Thu 4:00 PM' }).check();
  await items(page).getByRole('checkbox', { name: 'Confirm reefer set to 4 °C' }).check();
  await expect(items(page)).toContainText('3 of 3');
  await expect(items(second.page)).toContainText('3 of 3');
  const done = async () => (await stored(sidetone, call))?.documentation.actionItem.items.map(({ checked }) => checked);
  expect(await done()).toEqual([true, true, true]);

  const talk = (where: Page) => panel(where).getByRole('region', { name: 'Small talk' });
  const menuOf = async (topic: string, item: string) => {
    await talk(page).getByText(topic, { exact: true }).hover();
    await talk(page).getByRole('button', { name: topic }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    // A menu that closes gives the focus back, and that closes one that was opened in the meantime.
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  await expect(talk(page).getByRole('listitem')).toHaveText([/Marathon in April/, /New puppy/]);
  await menuOf('New puppy', 'Pin');
  await menuOf('Marathon in April', 'Dismiss');
  await expect(talk(second.page).getByRole('listitem')).toHaveText([/New puppy/]);
  // Deleting is for the view that shows dismissed ones.
  await talk(page).getByRole('button', { name: 'New puppy' }).click();
  await expect(page.getByRole('menuitem', { name: 'Dismiss', exact: true })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await talk(page).getByRole('button', { name: 'More about small talk' }).click();
  await page.getByRole('menuitemcheckbox').click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(talk(page).getByRole('listitem')).toHaveCount(3);
  await menuOf('Rain', 'Delete');
  await expect(talk(page).getByRole('listitem')).toHaveCount(2);
  await expect
    .poll(async () => (await stored(sidetone, call))?.documentation.smallTalk.items)
    .toEqual([
      { ...everything.smallTalk.items[0], dismissed: true },
      { ...everything.smallTalk.items[1], pinned: true },
    ]);

  // What the server refuses is taken back, and said.
  await page.route('**/action-items/**', (route) => route.abort());
  await items(page).getByRole('checkbox', { name: 'Confirm reefer set to 4 °C' }).click();
  await expect(page.getByText('Not saved').first()).toBeVisible();
  await expect(items(page).getByRole('checkbox', { name: 'Confirm reefer set to 4 °C' })).toBeChecked();
});

test('transcript and answers open inside, topics lead to the thread, and letters do what they print', async ({
  sidetone,
  seat,
  people,
}) => {
  const { page } = await seat(0, desk);
  const call = await documentCall(sidetone, people[0].email, everything);
  const { id } = call;
  await page.getByRole('tab', { name: /^All/ }).click();
  await rowOf(page, id).click();
  await panel(page)
    .getByRole('button', { name: /^Transcript.*6 turns/ })
    .click();
  await expect(panel(page).getByText('Friday at seven works for us.')).toBeVisible();
  await panel(page).getByRole('button', { name: /^Back/ }).click();
  await panel(page)
    .getByRole('button', { name: /^Smart answers.*2 of 3/ })
    .click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(3);
  await expect(panel(page)).toContainText('Not mentioned in this call.');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(page).toHaveURL(/channels\/private$/);

  await rowOf(page, id).click();
  await expect(panel(page).getByText('Written by AI from the transcript').first()).toBeVisible();
  await panel(page).focus();
  await page.keyboard.press('n');
  await expect(panel(page).getByRole('textbox')).toBeFocused();
  await panel(page).focus();
  const unresolved = async () => (await stored(sidetone, call))?.unresolved;
  expect(await unresolved()).toBe(true);
  await page.keyboard.press('e');
  await expect(panel(page).getByRole('button', { name: /^Reopen/ })).toBeVisible();
  await expect.poll(unresolved).toBe(false);
  await page.keyboard.press('e');
  await expect.poll(unresolved).toBe(true);

  await panel(page)
    .getByRole('button', { name: /Gate 4/ })
    .click();
  await expect(page).toHaveURL(/\/main\/channels\/private\/contact\/[^/?]+\?topic=Gate(%20|\+)4/);
});

test('parts that are on their way, failed or off say so; without their flags they are not there', async ({
  sidetone,
  seat,
  people,
}) => {
  const { page } = await seat(0, desk);
  const inState = async (status: 'waiting' | 'loading' | 'error' | 'disabled') => {
    const parts = Object.keys(everything).map((part) => [part, { status }]);
    return await documentCall(sidetone, people[0].email, {
      ...Object.fromEntries(parts),
      automaticRecording: { status, waveform: [], duration: null },
    });
  };
  const { id } = await inState('waiting');
  await openAt(page, id);
  const transcript = panel(page).getByRole('button', { name: /^Transcript/ });
  const answers = panel(page).getByRole('button', { name: /^Smart answers/ });
  for (const status of ['waiting', 'loading'] as const) {
    await inState(status);
    for (const button of [transcript, answers]) {
      await expect(button).toBeDisabled();
      await expect(button).toHaveAttribute('aria-busy', 'true');
    }
    await expect(panel(page)).toContainText('The summary is being written.');
    await expect(panel(page)).toContainText('Looking for action items.');
    await expect(panel(page)).toContainText('Looking for small talk.');
  }
  await expectsNoViolation(page, 'a call whose parts are on their way');
  await inState('error');
  await expect(panel(page)).toContainText('The summary could not be written.');
  // What failed can be opened: the view says why, and questions can be asked again there.
  await expect(answers).toBeEnabled();
  await expect(answers).toHaveAttribute('aria-busy', 'false');
  await expectsNoViolation(page, 'a call whose parts failed');
  await inState('disabled');
  await expect(panel(page)).toContainText('This call was not recorded.');
  await expect(panel(page)).toContainText('This call has no summary.');
  await expect(transcript).toBeDisabled();

  await documentCall(sidetone, people[0].email, everything);
  await expect(panel(page).getByRole('region', { name: 'Small talk' })).toContainText('New puppy');
  await setFlags(sidetone, []);
  await expect(panel(page).getByRole('region', { name: 'Small talk' })).toHaveCount(0);
  await expect(answers).toHaveCount(0);
  await expect(panel(page).getByRole('button', { name: /Gate 4/ })).toHaveCount(0);
  await expect(transcript).toBeEnabled();
});

test('deleting asks with the focus on Cancel, says what is gone, and what failed', async ({
  sidetone,
  seat,
  people,
}) => {
  const { page } = await seat(0, desk);
  const call = await documentCall(sidetone, people[0].email, everything);
  const { id } = call;
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  await page.getByRole('tab', { name: /^All/ }).click();
  await rowOf(page, id).click();
  const asks = async (menu: RegExp, item: RegExp) => {
    await panel(page).getByRole('button', { name: menu }).first().click();
    await page.getByRole('menuitem', { name: item }).click();
    const question = page.getByRole('dialog', { name: /^Delete/ });
    await expect(question.getByRole('button', { name: /^Cancel/ })).toBeFocused();
    return question;
  };
  // Escape answers the question and leaves the panel.
  const first = await asks(/^More$/, /^Delete call/);
  await expectsNoViolation(page, 'deleting a call', { except: ['region'] });
  await page.keyboard.press('Escape');
  await expect(first).toHaveCount(0);
  await expect(panel(page)).toBeVisible();

  await page.route('**/inbox/**', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  );
  const second = await asks(/^More$/, /^Delete call/);
  await second.getByRole('button', { name: 'Delete call' }).click();
  await expect(second).toHaveCount(0);
  await expect.poll(() => logged.some((line) => line.includes('deletion failed'))).toBe(true);
  await expect(message(page, 'The call could not be deleted')).toBeVisible();
  await expect(panel(page)).toBeVisible();
  await expect(page.getByText('Call deleted')).toHaveCount(0);
  await page.unroute('**/inbox/**');

  const versions: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') versions.push(request.headers()['api-version']);
  });
  const third = await asks(/^More$/, /^Delete call/);
  await third.getByRole('button', { name: 'Delete call' }).click();
  await expect(page.getByText('Call deleted').first()).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await expect(rowOf(page, id)).toHaveCount(0);
  expect(versions).toEqual(['2']);
  expect(await stored(sidetone, call)).toBeUndefined();
});

test('a call that is not there, or not for this person, is Not Found; links to calls go on working', async ({
  sidetone,
  seat,
  people,
}) => {
  const mara = await documentCall(sidetone, people[0].email, everything);
  const { page } = await seat(1, desk);
  await openAt(page, 'pbx-none');
  await expect(panel(page).getByText('Not Found', { exact: true })).toBeVisible();
  await expectsNoViolation(page, 'a call that is not there');
  // No database takes such an id. The server refuses the address, so it can only come from a link within the app.
  await page.evaluate(() => {
    history.pushState({}, '', '/main/channels/private?call=%00');
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
  await expect(page).toHaveURL(/call=%00/);
  await expect(panel(page).getByText('Not Found', { exact: true })).toBeVisible();
  await openAt(page, mara.id);
  await expect(panel(page).getByText('Not Found', { exact: true })).toBeVisible();
  await everybodyReads(sidetone, 'de');
  await expect(panel(page).getByText('Nicht gefunden', { exact: true })).toBeVisible();
  const own = await documentCall(sidetone, people[1].email, everything);
  await page.goto(`/main/call-events/${own.id}?channelId=${own.channel_id}`);
  await expect(panel(page).getByRole('heading', { name: everything.callHeadline.text })).toBeVisible();
});

test('ROUTE-009: a link without a channel opens the call of a shared one', async ({ sidetone, seat, people }) => {
  const { page } = await seat(1, desk);
  const call = await documentCall(sidetone, people[0].email, everything);
  const [shared] = await sidetone.query<{ id: string }>(
    `update inbox_events set channel_id = (select id from channels where name = 'Service') where id = $1
       returning channel_id as id`,
    [call.id],
  );
  await page.goto(`/main/call-events/${call.id}`);
  await expect(page).toHaveURL(new RegExp(`/main/channels/${shared?.id}\\?.*call=${call.id}`));
  await expect(panel(page).getByRole('heading', { name: everything.callHeadline.text })).toBeVisible();
  await sidetone.query('update inbox_events set channel_id = $1 where id = $2', [call.channel_id, call.id]);
});

test('test accounts find the raw data of a call under its details, nobody else does', async ({
  sidetone,
  seat,
  people,
}) => {
  const { page } = await seat(0, desk);
  const { id } = await documentCall(sidetone, people[0].email, everything);
  await openAt(page, id, '&part=data');
  const details = panel(page).getByRole('region', { name: 'Details' });
  await expect(details).toContainText('From');
  await expect(details.getByRole('button')).toHaveCount(0);
  await setFlags(sidetone, [...detailFlags, 'isTestAccount']);
  await openAt(page, id);
  await details.getByRole('button', { name: 'Raw data of this call' }).click();
  await expect(panel(page).locator('pre')).toContainText(`"id": "${id}"`);
});

for (const locale of ['en-US', 'de-DE'] as const) {
  const look = looksIn(locale);
  test(`the page of a call has no barrier in ${locale}`, async ({ sidetone, seat, people }) => {
    await everybodyReads(sidetone, locale === 'de-DE' ? 'de' : 'en');
    const { page } = await seat(0, { ...desk, locale });
    const { id } = await documentCall(sidetone, people[0].email, everything);
    await openAt(page, id);
    await panel(page).getByRole('heading', { name: everything.callHeadline.text }).waitFor();
    await look(page, 'page of a call');
    for (const part of ['transcript', 'answers']) {
      await openAt(page, id, `&part=${part}`);
      await panel(page).getByRole('heading').first().waitFor();
      await look(page, part);
    }
  });
}
