import { ApiSession } from '../people/api-session.ts';
import { goesTo } from '../people/going.ts';
import { watchOnce } from '../people/live-watcher.ts';
import { addPastCall, documented, switchOn } from '../people/thread-history.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const microphone = tone(440);
/** A contact of the demo company, and someone whom nobody knows. */
const customer = '+494066969210';
const stranger = '+4969900090214';

let name = '';
let today = '';

test.beforeAll(async ({ sidetone, people }) => {
  // A history is written before anything is looked at.
  test.setTimeout(240_000);
  await everybodyReads(sidetone, 'en');
  await switchOn(sidetone, 'hasCallTopicsAnalysis', 'hasCallSmallTalk');
  const [mara, jonas] = people;
  // Only the calls of these stories.
  await sidetone.query('delete from inbox_events');
  const [contact] = await sidetone.query<{ name: string }>('select name from contacts where e164s @> array[$1]', [
    customer,
  ]);
  name = contact?.name ?? '';
  const own = { channel: mara.email, number: customer } as const;
  today = await addPastCall(sidetone, {
    ...own,
    minutesAgo: 5,
    seconds: 372,
    owner: mara.email,
    documentation: {
      ...documented('Delivery moved to Friday', 'Two trucks from 06:30 on.', ['Customs', 'Delivery']),
      note: { status: 'success', content: '<p>Send the <strong>permit</strong> number</p>', revision: 1 },
      actionItem: {
        status: 'success',
        items: [
          { id: 'a1', text: 'Send the customs papers', checked: false },
          { id: 'a2', text: 'Already done', checked: true },
        ],
      },
      smallTalk: {
        status: 'success',
        items: [
          { id: 's1', topic: 'Sailing', description: 'The boat is called Lütte', pinned: true, dismissed: false },
          { id: 's2', topic: 'Dismissed', description: 'nobody needs it', pinned: false, dismissed: true },
        ],
      },
    },
  });
  await addPastCall(sidetone, {
    ...own,
    daysAgo: 20,
    seconds: 60,
    resolved: true,
    owner: mara.email,
    documentation: documented('Asked for an invoice', null, ['Invoice']),
  });
  await addPastCall(sidetone, { ...own, daysAgo: 45, resolved: true });
  await addPastCall(sidetone, {
    channel: 'Service',
    number: customer,
    daysAgo: 2,
    seconds: 90,
    owner: jonas.email,
    documentation: documented('Complaint about a crate', null, ['Damage']),
  });
  await addPastCall(sidetone, { channel: mara.email, number: stranger, daysAgo: 1 });
  await addPastCall(sidetone, { channel: mara.email, number: null, daysAgo: 1 });
});

test('everything with one person is in their thread, and changes there apply immediately', async ({
  seat,
  sidetone,
  people,
}) => {
  const { page } = await seat(0, { microphone });
  await page.getByRole('tab', { name: /^All/ }).click();
  await page.getByRole('button', { name: 'Calls about Customs' }).first().click();
  await expect(page).toHaveURL(/\/main\/channels\/private\/contact\/[^/]+\?topic=Customs$/);
  const list = page.getByRole('list', { name: `Calls with ${name}` });
  const calls = list.getByRole('listitem').filter({ has: page.getByRole('button') });
  await expect(calls).toHaveCount(1);
  await expect(page.getByText('1 of 3 calls')).toBeVisible();
  await page.getByRole('link', { name: 'All 3' }).click();
  await expect(page).toHaveURL(/\/contact\/[^/?]+$/);
  await expect(calls).toHaveCount(3);
  await expect(list.getByRole('heading')).toHaveText([/^Today/, /^Earlier/]);
  await expect(calls.first()).toContainText('Two trucks from 06:30 on.');
  await expect(calls.first()).toContainText('Send the permit number');
  await expect(calls.first()).toContainText('Mara Tannhorst');
  await expect(calls.last()).toContainText('Missed, rang 21 s');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expectsNoViolation(page, 'a thread');

  // A call that comes in is there at once, and what was said of it later as well.
  const seen = page.getByRole('navigation', { name: 'Topics' });
  await addPastCall(sidetone, {
    channel: people[0].email,
    number: customer,
    minutesAgo: 1,
    documentation: documented('Called once more', null, ['Crane']),
  });
  await expect(calls).toHaveCount(4, { timeout: 20_000 });
  await expect(seen.getByRole('link', { name: 'Crane 1' })).toBeVisible();

  // The keyboard: down, resolve, open, and the way back.
  await page.locator('body').press('ArrowDown');
  await expect(calls.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(calls.nth(1)).toBeFocused();
  await page.keyboard.press('e');
  await expect(calls.nth(1).getByRole('button', { name: /^Reopen/ })).toBeVisible();
  const unresolved = () => sidetone.query('select id from inbox_events where id = $1 and unresolved', [today]);
  await expect.poll(unresolved, { timeout: 60_000 }).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`call=${today}`));
  await expect(page.getByRole('complementary').filter({ hasText: 'Delivery moved to Friday' }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/call=/);

  // Side column: done is done, and only what is open is there.
  const about = page.getByRole('complementary', { name: `About ${name}` });
  await expect(about.getByText('The boat is called Lütte')).toBeVisible();
  await expect(about.getByText('Dismissed')).toBeHidden();
  // A click and not a check, which would look at the box once more: it goes as soon as it is ticked.
  await about.getByRole('checkbox', { name: 'Send the customs papers' }).click();
  await expect(about.getByRole('checkbox')).toHaveCount(0);
  // Resolving has told something as well, and may still be there.
  const done = page.getByRole('dialog', { name: 'Done: Send the customs papers' });
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect(about.getByRole('checkbox', { name: 'Send the customs papers' })).not.toBeChecked();

  // The same person in the other channel, and back to its inbox.
  await page.getByRole('link', { name: /^Service 1$/ }).click();
  await expect(page).toHaveURL(/\/main\/channels\/(?!private)[^/]+\/contact\//);
  await expect(calls).toHaveCount(1);
  await expect(calls.first()).toContainText('Complaint about a crate');
  await page.locator('body').press('Escape');
  await expect(page).toHaveURL(/\/main\/channels\/(?!private)[^/]+$/);
});

test('a number without a name, a call without a number, and nobody at all have their threads', async ({ seat }) => {
  // Every screen is looked at in both appearances and at three widths.
  test.slow();
  const { page } = await seat(0, {
    microphone,
    at: `/main/channels/private/number/${encodeURIComponent('069 9000 90214')}`,
  });
  const calls = page
    .getByRole('list', { name: /^Calls with/ })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('button'),
    });
  await expect(calls).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('+49 69 900090214');
  await expect(page.getByText('No contact has this number.')).toBeVisible();
  await expectsNoViolation(page, 'the thread of a number');

  await page.goto('/main/channels/private/number/+4930999999/and/more');
  await expect(page.getByRole('heading', { name: /^No calls with/ })).toBeVisible();
  await expectsNoViolation(page, 'a thread without calls');
  for (const none of ['%2B', 'abc']) {
    await page.goto(`/main/channels/private/number/${none}`);
    await expect(page.getByRole('button', { name: 'Call', exact: true })).toBeDisabled();
  }

  await goesTo(page, '/main/channels/private');
  await page.getByRole('tab', { name: /^All/ }).click();
  await page.getByRole('listitem', { name: /Anonymous/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^All calls with/ }).click();
  await expect(page).toHaveURL(/\/main\/channels\/private\/anonymous\/pbx-/);
  await expect(calls).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Call', exact: true })).toBeDisabled();
  await expect(page.getByText('Each anonymous call is shown on its own')).toBeVisible();
  await expectsNoViolation(page, 'the thread of an anonymous call');

  for (const missing of ['contact/knobody', 'anonymous/pbx-nothing']) {
    await page.goto(`/main/channels/private/${missing}`);
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  }
  await expectsNoViolation(page, 'a thread of nobody');
  await page.getByRole('button', { name: 'Go to the inbox' }).click();
  await expect(page).toHaveURL(/\/main\/channels\/private$/);
});

test('addresses that lead nowhere lead to the private channel', async ({ seat }) => {
  const { page } = await seat(0, { microphone });
  for (const address of [
    '/main',
    '/main/nothing/like/this',
    '/main/channels/none',
    '/main/channels/none/number/+4930999999',
    '/main/channels/private/what',
  ]) {
    await page.goto(address);
    await expect(page, address).toHaveURL(/\/main\/channels\/private$/);
  }
});

test('a user who signs in beside a page that stays open sees nothing of the user before', async ({
  seat,
  people,
  sidetone,
}) => {
  const mara = await seat(0, { microphone });
  const beside = await mara.opensSecondTab('/main/channels/private');
  await beside.page.getByRole('tab', { name: /^All/ }).click();
  const hers = beside.page.getByRole('listitem', { name: new RegExp(name) });
  await expect(hers.first()).toBeVisible();

  await mara.page.getByRole('button', { name: /^Your menu/i }).click();
  await mara.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(beside.page).toHaveURL(/\/login/);
  const [, jonas] = people;
  await mara.page.getByLabel(/^E-?mail/i).fill(jonas.email);
  await mara.page.getByLabel(/^Password/i).fill(jonas.password);
  await mara.page.getByRole('button', { name: /^Sign in/i }).click();
  await expect(mara.page.getByRole('button', { name: new RegExp(jonas.name) })).toBeVisible({ timeout: 20_000 });

  // Nobody loads the page that stayed open again: it goes on by itself, as someone else's.
  await beside.page.evaluate(() => {
    history.pushState(null, '', '/main/channels/private');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(beside.page.getByRole('button', { name: new RegExp(jonas.name) })).toBeVisible({ timeout: 20_000 });
  await beside.page.getByRole('tab', { name: /^All/ }).click();
  await expect(beside.page.getByText(people[0].name)).toHaveCount(0);
  await expect(hers).toHaveCount(0);
  await addPastCall(sidetone, { channel: people[0].email, number: customer, minutesAgo: 1 });
  await addPastCall(sidetone, { channel: jonas.email, number: '+4930888888', minutesAgo: 1 });
  await expect(beside.page.getByRole('listitem', { name: /30 888888/ })).toBeVisible({ timeout: 20_000 });
  await expect(hers).toHaveCount(0);
});

test('the star and the link to the address book of a contact are in the head of their thread and of their calls', async ({
  seat,
  sidetone,
  people,
}) => {
  const { page } = await seat(0, { microphone });
  const address = 'https://book.example/people/annika';
  await sidetone.query(`update contacts set source = 'CARDDAV', contact_url = $2 where e164s @> array[$1]`, [
    customer,
    address,
  ]);
  const favorites = () =>
    sidetone.query(`select 1 from favorites join users on users.id = favorites.user_id where users.email = $1`, [
      people[0].email,
    ]);
  expect(await favorites()).toEqual([]);

  await goesTo(page, `/main/channels/private?call=${today}`);
  const panel = page.getByRole('complementary').filter({ hasText: 'Delivery moved to Friday' }).first();
  const opens = (within: typeof panel) => within.getByRole('link', { name: /^Open in / });
  await expect(opens(panel)).toHaveAttribute('href', address);
  await expect(opens(panel)).toHaveAttribute('target', '_blank');
  await panel.getByRole('button', { name: 'Add to favourites' }).click();
  await expect(panel.getByRole('button', { name: 'Remove from favourites' })).toBeVisible();
  await expect.poll(favorites).toHaveLength(1);

  await panel.getByRole('button', { name: /^More/ }).first().click();
  await page.getByRole('menuitem', { name: 'Open conversation history' }).click();
  const head = page.locator('[data-thread] header');
  await expect(opens(head)).toHaveAttribute('href', address);
  await head.getByRole('button', { name: 'Remove from favourites' }).click();
  await expect(head.getByRole('button', { name: 'Add to favourites' })).toBeVisible();
  await expect.poll(favorites).toEqual([]);
  await expectsNoViolation(page, 'the head of a thread with a star');

  await page
    .getByRole('complementary', { name: `About ${name}` })
    .getByRole('button', { name: 'Open whole contact' })
    .click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();

  // Nobody is known for a number: there is nobody to mark, and no book to open.
  await goesTo(page, `/main/channels/private/number/${encodeURIComponent(stranger)}`);
  await expect(head.getByRole('button', { name: /^Call/ })).toBeVisible();
  await expect(head.getByRole('button', { name: /favourites$/ })).toHaveCount(0);
  await expect(opens(head)).toHaveCount(0);
  await sidetone.query(`update contacts set source = 'SIDETONE', contact_url = null where e164s @> array[$1]`, [
    customer,
  ]);
});

test('all calls of a long thread are resolved together, also those that are not loaded, and Undo reopens them', async ({
  seat,
  sidetone,
  people,
}) => {
  const { page } = await seat(0, { microphone });
  const caller = '+4930777777';
  const calls = 250;
  await sidetone.query(
    `insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state, remote_phone_number,
       started_at, terminated_at, terminated_reason)
     select 'pbx-long-' || channels.id || n, account_id, channels.id, n, true, 'INCOMING', 'MISSED', $2,
       now() - interval '2 days' - n * interval '1 minute', now() - interval '2 days' - n * interval '1 minute', 'CANCELLED'
     from channels, generate_series(1, $3::int) as n where owner_user_id = (select id from users where email = $1)`,
    [people[0].email, caller, calls],
  );
  const unresolved = async () =>
    (await sidetone.query('select 1 from inbox_events where remote_phone_number = $1 and unresolved', [caller])).length;
  await goesTo(page, `/main/channels/private/number/${encodeURIComponent(caller)}`);
  const loaded = page.getByRole('list', { name: /^Calls with/ }).getByRole('listitem');
  await expect(loaded.first()).toBeVisible({ timeout: 20_000 });
  await page.locator('[data-thread] header').getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: `Resolve ${calls} calls` }).click();
  await expect(page.getByText(`${calls} calls resolved`)).toBeVisible({ timeout: 20_000 });
  expect(await unresolved()).toBe(0);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(unresolved, { timeout: 20_000 }).toBe(calls);
  await sidetone.query('delete from inbox_events where remote_phone_number = $1', [caller]);
});

test('SROUTE-038: the last of 1,205 calls with one number is reached, and nothing follows it', async ({
  seat,
  sidetone,
  people,
}) => {
  const { page } = await seat(0, { microphone });
  const caller = '+4930777778';
  const calls = 1_205;
  await sidetone.query(
    `insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state, remote_phone_number,
       started_at, terminated_at, terminated_reason)
     select 'pbx-deep-' || channels.id || '-' || n, account_id, channels.id, n, false, 'INCOMING', 'MISSED', $2,
       now() - interval '2 days' - n * interval '1 minute', now() - interval '2 days' - n * interval '1 minute', 'CANCELLED'
     from channels, generate_series(1, $3::int) as n where owner_user_id = (select id from users where email = $1)`,
    [people[0].email, caller, calls],
  );
  await goesTo(page, `/main/channels/private/number/${encodeURIComponent(caller)}`);
  const entry = (n: number) => page.locator(`[data-call^="pbx-deep-"][data-call$="-${n}"]`);
  await expect(entry(1)).toBeVisible({ timeout: 20_000 });
  await expect
    .poll(
      async () => {
        await page.keyboard.press('End');
        return entry(calls).isVisible();
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  await page.keyboard.press('ArrowDown');
  await expect(entry(calls)).toBeFocused();
  await sidetone.query('delete from inbox_events where remote_phone_number = $1', [caller]);
});

test('CONST-068, CONST-069: today, yesterday and times of calls are those of the company, wherever the browser is', async ({
  seat,
  people,
  sidetone,
}) => {
  const { page } = await seat(0, { microphone });
  // One of these islands always has another day than Berlin, where the browser is.
  const berlin = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Europe/Berlin' });
  const [zone, city] =
    Number(berlin.format()) < 12 ? ['Pacific/Pago_Pago', 'Pago Pago'] : ['Pacific/Kiritimati', 'Kiritimati'];
  await sidetone.query('update accounts set time_zone = $1', [zone]);
  const call = { channel: people[0].email, number: '+4930777779' };
  const ids = [await addPastCall(sidetone, call), await addPastCall(sidetone, { ...call, daysAgo: 1 })];
  try {
    await goesTo(page, '/main/channels/private');
    const row = page.locator(`[data-call="${ids[0]}"]`);
    const [at] = await sidetone.query<{ time: string }>(
      `select to_char(started_at at time zone $1, 'FMHH12:MI AM') as time from inbox_events where id = $2`,
      [zone, ids[0]],
    );
    await expect(row).toContainText(at?.time ?? 'no call');
    await expect(page.getByText(`Times are ${city} time`)).toBeVisible();
    const heads = page.getByRole('list', { name: /^calls/i }).getByRole('heading', { level: 2 });
    await expect(heads.first()).toContainText('Today');
    await expect(heads.nth(1)).toContainText('Yesterday');
  } finally {
    await sidetone.query(`update accounts set time_zone = 'Europe/Berlin'`);
    await sidetone.query('delete from inbox_events where id = any($1)', [ids]);
  }
});

test('nobody outside of a channel reads its threads', async ({ people, sidetone }) => {
  const session = await ApiSession.signIn(sidetone.origin, people[1]);
  const [channel] = await sidetone.query<{ channel_id: string }>('select channel_id from inbox_events where id = $1', [
    today,
  ]);
  const path = `/channels/${channel?.channel_id}/inbox/${today}`;
  expect([403, 404]).toContain((await session.request('PUT', `${path}/resolved`, { resolved: false })).status);
  const of = { kind: 'number', number: customer };
  for (const query of ['thread', 'threadInfo']) {
    const answer = await watchOnce(sidetone, session.accessToken, query, { channelId: channel?.channel_id, of });
    expect(answer.error?.code).toBe('NOT_FOUND');
  }
});
