import type { Page } from '@playwright/test';
import { ApiSession } from '../people/api-session.ts';
import { missedCalls } from '../people/missed-calls.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

test.beforeAll(async ({ sidetone }) => {
  await everybodyReads(sidetone, 'en');
  await sidetone.query(`update accounts set flags = flags || '{"hasCallTopicsAnalysis": true}'`);
});

const channelOf = (sidetone: Sidetone, email: string) =>
  channelWhere(sidetone, 'owner_user_id = (select id from users where email = $1)', [email]);
const sharedChannel = (sidetone: Sidetone) => channelWhere(sidetone, `name = 'Service'`, []);

async function channelWhere(sidetone: Sidetone, where: string, values: readonly string[]): Promise<string> {
  const [row] = await sidetone.query<{ id: string }>(`select id from channels where ${where}`, [...values]);
  if (!row) throw new Error(`The demo company has no channel where ${where}`);
  return row.id;
}

const rowOf = (page: Page, id: string) => page.locator(`[data-call="${id}"]`);
const openChannel = (page: Page, id: string) => page.goto(`/main/channels/${id}`);

test('resolving a call, and the undo, reach the other member immediately', async ({ seat, sidetone }) => {
  const shared = await sharedChannel(sidetone);
  const [anna, ben] = [await seat(0, { microphone: tone(440) }), await seat(1, { microphone: tone(1000) })];
  await missedCalls(sidetone, shared, [
    { id: 'live-1', number: '+4969900092140', minutesAgo: 3 },
    { id: 'live-2', number: '+4969900092140', minutesAgo: 2 },
    { id: 'live-3', number: '+4969900092140', minutesAgo: 1 },
  ]);
  for (const { page } of [anna, ben]) await openChannel(page, shared);
  // One row stands for the three calls of one caller on one day.
  for (const { page } of [anna, ben]) await expect(rowOf(page, 'live-3')).toContainText('(3)');
  await expect(rowOf(anna.page, 'live-2')).toHaveCount(0);

  await rowOf(anna.page, 'live-3').hover();
  await rowOf(anna.page, 'live-3')
    .getByRole('button', { name: /^Resolve/ })
    .click();
  // It goes after five seconds, but not from under the pointer.
  await anna.page.getByRole('button', { name: 'Undo' }).hover();
  await expect(rowOf(ben.page, 'live-3')).toBeHidden();
  await anna.page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(ben.page, 'live-3')).toBeVisible();
  const unresolved = async () => {
    const [row] = await sidetone.query<{ count: number }>(
      `select count(*)::int as count from inbox_events where id like 'live-%' and unresolved`,
    );
    return row?.count;
  };
  await expect.poll(unresolved).toBe(3);

  // A group without an unresolved call reopens with its newest alone.
  await rowOf(ben.page, 'live-3').hover();
  await rowOf(ben.page, 'live-3')
    .getByRole('button', { name: /^Resolve/ })
    .click();
  await expect.poll(unresolved).toBe(0);
  await ben.showsAllCalls();
  await rowOf(ben.page, 'live-3')
    .getByRole('button', { name: /^Reopen/ })
    .click();
  await expect.poll(unresolved).toBe(1);
  await expect(rowOf(anna.page, 'live-3')).toBeVisible();

  // All of a shared channel is nobody's to clear.
  await expect(ben.page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0);
});

test('non-members get nothing of a channel, by the page or by the wire', async ({ seat, sidetone, people }) => {
  const [anna, ben] = [people[0], people[1]];
  const annas = await channelOf(sidetone, anna.email);
  await missedCalls(sidetone, annas, [{ id: 'secret-1', number: '+4969900092177', minutesAgo: 1 }]);
  const { page } = await seat(1, { microphone: tone(440) });
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  await openChannel(page, annas);
  // The address of a channel that is not one's own leads home.
  await expect(page).toHaveURL(/\/main\/channels\/private/);
  await page.getByRole('tab', { name: /^All/ }).click();
  await page.getByRole('listitem').first().waitFor();
  await expect(rowOf(page, 'secret-1')).toHaveCount(0);
  expect(heard.filter((frame) => frame.includes('secret-1'))).toEqual([]);

  const session = await ApiSession.signIn(sidetone.origin, ben);
  const inChannel = `/channels/${annas}/inbox`;
  for (const [method, path, body] of [
    ['PUT', `${inChannel}/secret-1/resolved`, { resolved: true, group: true }],
    ['POST', `${inChannel}/resolve`, { ids: ['secret-1'] }],
    ['POST', `${inChannel}/resolve-all`, undefined],
    ['POST', `${inChannel}/reopen`, { ids: ['secret-1'] }],
  ] as const) {
    const reply = await session.request(method, path, body);
    expect(reply.status, `${method} ${path}`).toBeGreaterThanOrEqual(403);
    expect(await reply.text()).not.toContain('secret-1');
  }
  const [row] = await sidetone.query<{ unresolved: boolean }>(
    `select unresolved from inbox_events where id = 'secret-1'`,
  );
  expect(row?.unresolved).toBe(true);
});

test('a long list comes as it is scrolled, and calls that arrive at its top move nothing in view', async ({
  seat,
  sidetone,
}) => {
  const anna = await seat(2, { microphone: tone(440) });
  const { page } = anna;
  const own = await channelOf(sidetone, anna.who.email);
  await missedCalls(
    sidetone,
    own,
    Array.from({ length: 450 }, (_, n) => ({
      id: `long-${n}`,
      number: `+4930${2_000_000 + n}`,
      minutesAgo: 60 * 24 * 30 + n * 30,
    })),
  );
  await openChannel(page, 'private');
  await anna.showsAllCalls();
  const list = page.getByTestId('call-list');
  await anna.inbox.getByRole('listitem').first().waitFor();
  // Far fewer rows are drawn than there are.
  expect(await page.locator('[data-call]').count()).toBeLessThan(60);
  const wheel = async (rows: number) => {
    await list.hover();
    await page.mouse.wheel(0, rows * 60);
  };
  await expect(async () => {
    await wheel(100);
    await expect(rowOf(page, 'long-449')).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 30_000 });
  await wheel(-150);
  const inView = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-call]')]
        .map((row) => [row.dataset['call'], row.getBoundingClientRect().top] as const)
        .filter(([, top]) => top > 140 && top < innerHeight - 100),
    );
  // The wheel turns in its own time.
  await expect(rowOf(page, 'long-449')).toBeHidden();
  let [last, still] = ['', 0];
  await expect
    .poll(
      async () => {
        const rows = await inView();
        const now = JSON.stringify(rows);
        still = now === last && rows.length > 5 ? still + 1 : 0;
        last = now;
        return still;
      },
      { intervals: [200] },
    )
    .toBeGreaterThan(4);
  const before = await inView();
  await missedCalls(sidetone, own, [
    { id: 'top-1', number: '+4969900092101', minutesAgo: 0.2 },
    { id: 'top-2', number: '+4969900092102', minutesAgo: 0.1 },
  ]);
  const arrived = page.getByRole('button', { name: '2 new calls' });
  await expect(arrived).toBeVisible();
  expect(await inView()).toEqual(before);
  await arrived.click();
  await expect(rowOf(page, 'top-2')).toBeInViewport();
  await expect(arrived).toBeHidden();

  // At the very top as well, where someone is about to press a row.
  await rowOf(page, 'top-2').hover();
  const at = await rowOf(page, 'top-2').boundingBox();
  await missedCalls(sidetone, own, [{ id: 'top-3', number: '+4969900092103', minutesAgo: 0 }]);
  await expect(page.getByRole('button', { name: '1 new call' })).toBeVisible();
  expect(await rowOf(page, 'top-2').boundingBox()).toEqual(at);
  // Else a new call is what one wants to see there.
  await page.getByRole('button', { name: '1 new call' }).click();
  await expect(rowOf(page, 'top-3')).toBeInViewport();
  await expect(page.getByRole('button', { name: '1 new call' })).toBeHidden();
  await page.getByRole('tab', { name: /^All/ }).hover();
  await missedCalls(sidetone, own, [{ id: 'top-4', number: '+4969900092104', minutesAgo: -0.1 }]);
  await expect(rowOf(page, 'top-4')).toBeInViewport();
});

test('calls are found by kind, name, number and what was said', async ({ seat, sidetone }) => {
  const anna = await seat(3, { microphone: tone(440) });
  const { page } = anna;
  const own = await channelOf(sidetone, anna.who.email);
  const said = 'Please call me back about the customs papers';
  await missedCalls(sidetone, own, [
    {
      id: 'found-1',
      number: '+4969900092188',
      minutesAgo: 3,
      documentation: {
        voicemail: {
          visual: { status: 'processed', waveform: [0.5], duration: 38 },
          transcription: { status: 'success', text: said },
        },
      },
    },
    {
      id: 'found-2',
      number: '+4969900092189',
      minutesAgo: 2,
      documentation: {
        callHeadline: { status: 'success', text: 'Quote accepted' },
        summary: { status: 'success', topics: ['Quote', 'Contract', 'Pricing', 'Reefers'], text: '', keyPoints: [] },
      },
    },
  ]);
  await openChannel(page, 'private');
  await expect(rowOf(page, 'found-1')).toContainText(`Voicemail: “${said}”`);
  await expect(rowOf(page, 'found-2')).toContainText('Quote accepted');
  await expect(rowOf(page, 'found-2').getByText('+1', { exact: true })).toBeVisible();
  await expectsNoViolation(page, 'rows with topics and a message');

  await page.keyboard.press('f');
  await page.getByRole('searchbox').waitFor();
  await expectsNoViolation(page, 'filter', { except: ['region'] });
  await page.getByRole('searchbox').fill('customs pap');
  await expect(rowOf(page, 'found-2')).toHaveCount(0);
  await expect(rowOf(page, 'found-1')).toBeVisible();
  // Gone from what was found, not only for as long as that was looked for.
  await expect(rowOf(page, 'found-2')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Voicemail' }).check();
  await expect(rowOf(page, 'found-1')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Voicemail' }).uncheck();
  await page.getByRole('checkbox', { name: 'Outgoing' }).check();
  await expect(page.getByRole('heading', { name: 'No calls found' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).toBeHidden();
  // The button that has the focus again shows its name, outside of every landmark: the rule is meant for what stays.
  await expectsNoViolation(page, 'nothing found', { except: ['region'] });
  await page.getByRole('button', { name: 'Remove filter: Outgoing' }).click();
  await expect(rowOf(page, 'found-1')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rowOf(page, 'found-2')).toBeVisible();

  // A topic leads to what else was said about it with them.
  await rowOf(page, 'found-2').getByRole('button', { name: 'Calls about Contract' }).click();
  await expect(page).toHaveURL(/\/number\/%2B4969900092189\?topic=Contract$/);
});

test('the keyboard goes from call to call, and the page beside the list goes along', async ({ seat, sidetone }) => {
  const anna = await seat(4, { microphone: tone(440) });
  const { page } = anna;
  const keys = page.keyboard;
  const own = await channelOf(sidetone, anna.who.email);
  await missedCalls(
    sidetone,
    own,
    [1, 2, 3, 4].map((n) => ({ id: `key-${n}`, number: `+496990009220${n}`, minutesAgo: n })),
  );
  await openChannel(page, 'private');
  await rowOf(page, 'key-1').waitFor();
  await keys.press('ArrowDown');
  await expect(rowOf(page, 'key-1')).toBeFocused();
  await keys.press('Enter');
  await expect(page).toHaveURL(/call=key-1$/);
  // The address is there before the page beside the list, which goes along from then on.
  await expect(page.getByRole('complementary', { name: 'Call details' })).toBeVisible();
  await keys.press('ArrowDown');
  await expect(page).toHaveURL(/call=key-2$/);
  await expect(rowOf(page, 'key-2')).toBeFocused();
  await expect(rowOf(page, 'key-2')).toHaveAttribute('aria-current', 'true');
  // What is resolved leaves, and the next one takes its place, in the list and beside it.
  await keys.press('e');
  await expect(rowOf(page, 'key-2')).toHaveCount(0);
  await expect(page).toHaveURL(/call=key-3$/);
  await expect(rowOf(page, 'key-3')).toBeFocused();
  await keys.press('Escape');
  await expect(page).not.toHaveURL(/call=/);
  await expect(rowOf(page, 'key-3')).toBeFocused();
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await keys.press('n');
  await expect(page.getByRole('textbox', { name: /note/i })).toBeFocused();
  // The address asks for the note, and no longer once it has the focus.
  await expect(page).toHaveURL(/call=key-3$/);
  expect(addresses.filter((one) => /call=key-3.*note=1|note=1.*call=key-3/.test(one))).toHaveLength(1);
});

test('tab, filter, place and selection are there again after a thread and a reload', async ({ seat, sidetone }) => {
  const anna = await seat(3, { microphone: tone(440) });
  const { page } = anna;
  const calls = (n: number) => ({ id: `kept-${n}`, number: `+4955${1_000_000 + n}`, minutesAgo: n + 1 });
  await missedCalls(
    sidetone,
    await channelOf(sidetone, anna.who.email),
    Array.from({ length: 300 }, (_, n) => calls(n)),
  );
  await openChannel(page, 'private');
  await anna.showsAllCalls();
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('checkbox', { name: 'Missed' }).check();
  await page.keyboard.press('Escape');
  await rowOf(page, 'kept-0').click();
  await page.keyboard.press('Escape');
  for (const key of ['PageDown', 'PageDown', 'PageDown']) await page.keyboard.press(key);
  const id = (await page.locator('[data-call]:focus').getAttribute('data-call')) ?? '';
  expect(Number(id.split('-')[1])).toBeGreaterThan(15);
  const at = await rowOf(page, id).boundingBox();
  const isThereAgain = async () => {
    await expect(page.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('group', { name: 'Active filters' })).toContainText('Missed');
    await expect(rowOf(page, id)).toHaveAttribute('aria-current', 'true');
    await expect.poll(async () => (await rowOf(page, id).boundingBox())?.y).toBe(at?.y);
  };
  await page.goto(`/main/channels/private/number/${encodeURIComponent('+49551000020')}`);
  await page.locator('[data-thread] [data-call]').first().waitFor();
  await page.keyboard.press('Escape');
  await isThereAgain();
  await page.reload();
  await isThereAgain();
});

test('a change that the server refuses is taken back', async ({ seat, sidetone }) => {
  const anna = await seat(5, { microphone: tone(440) });
  const { page } = anna;
  const own = await channelOf(sidetone, anna.who.email);
  await missedCalls(sidetone, own, [{ id: 'refused-1', number: '+4969900092301', minutesAgo: 1 }]);
  await openChannel(page, 'private');
  await rowOf(page, 'refused-1').hover();
  await page.route('**/inbox/refused-1/resolved', (route) => route.abort());
  await rowOf(page, 'refused-1')
    .getByRole('button', { name: /^Resolve/ })
    .click();
  await expect(page.getByText('Not saved').first()).toBeVisible();
  await expect(rowOf(page, 'refused-1')).toBeVisible();
  await page.unroute('**/inbox/refused-1/resolved');

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mark all as resolved' }).click();
  await page.getByRole('button', { name: 'Undo' }).hover();
  await expect(page.getByRole('heading', { name: 'No unresolved calls' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'refused-1')).toBeVisible();
});

test('at midnight today becomes yesterday', async ({ sitDown, sidetone }) => {
  const anna = await sitDown(0, { microphone: tone(440), listens: false });
  const { page } = anna;
  const own = await channelOf(sidetone, anna.who.email);
  await missedCalls(sidetone, own, [{ id: 'midnight-1', number: '+4969900092401', minutesAgo: 0 }]);
  await anna.signsIn();
  await rowOf(page, 'midnight-1').waitFor();
  const head = anna.inbox.getByRole('heading', { level: 2 }).first();
  await expect(head).toContainText('Today');
  // The page's own clock is moved on by a day; what it does every half minute comes soon after.
  await page.evaluate(() => {
    const { now } = Date;
    const RealDate = Date;
    const later = () => now() + 86_400_000;
    globalThis.Date = class extends RealDate {
      constructor(...given: []) {
        super(...((given.length === 0 ? [later()] : given) as []));
      }
      static override now = later;
    } as DateConstructor;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(head).toContainText('Yesterday');
});
