import { asksAlso, hearsExactly } from '../people/second-line.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

test.beforeEach(async ({ sidetone }) => {
  await everybodyReads(sidetone, 'en');
});

const inboxOf = `select e.direction, e.state, e.transferred_to, e.transferred_from, e.terminated_at is not null as over
  from inbox_events e join channels c on c.id = e.channel_id join users u on u.id = c.owner_user_id
 where u.email = $1 order by e.started_at desc`;

interface InboxRow {
  direction: string;
  state: string;
  transferred_to: { remotePhoneNumber: string | null } | null;
  transferred_from: { remotePhoneNumber: string | null } | null;
  over: boolean;
}

test('asks a colleague, switches, confers with both and hands over by hanging up', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  const [, jonas, priya] = people;
  const anna = await seat(0, { microphone: tone(440) });
  const ben = await atTelephone(jonas, 1000);
  const pia = await atTelephone(priya, 700);

  await anna.calls(jonas.extension);
  await ben.answers();
  await anna.expectsToHear(1000, 440);

  await test.step('the first one waits with music while the second is asked', async () => {
    await asksAlso(anna, priya.extension);
    await pia.isRung();
    await expect(anna.dock).toContainText(priya.name);
    await pia.answers();
    await hearsExactly(pia, [440], [1000]);
    await hearsExactly(anna, [700], [1000]);
    await hearsExactly(ben, [], [440, 700]);
  });

  await test.step('switches to the first and back', async () => {
    await anna.presses(/^switch/i);
    await hearsExactly(anna, [1000], [700]);
    await hearsExactly(ben, [440], [700]);
    await hearsExactly(pia, [], [440, 1000]);
    await anna.presses(/^switch/i);
    await hearsExactly(anna, [700], [1000]);
  });

  await test.step('in the conference each hears exactly the other two', async () => {
    await anna.presses(/^conference/i);
    await expect(anna.dock).toContainText(/three on the line/i);
    await hearsExactly(anna, [700, 1000], [440]);
    await hearsExactly(ben, [440, 700], [1000]);
    await hearsExactly(pia, [440, 1000], [700]);
  });

  await test.step('leaves, and the two go on', async () => {
    await anna.presses(/^leave/i);
    await hearsExactly(ben, [700], [440]);
    await hearsExactly(pia, [1000], [440]);
    await expect(anna.dock).toBeHidden();
  });

  await test.step('hangs up, and the inboxes tell how it came', async () => {
    await ben.hangsUp();
    await expect.poll(() => pia.inCall).toBe(false);
    await expect
      .poll(async () => {
        const annas = await sidetone.query<InboxRow>(inboxOf, [anna.who.email]);
        return {
          over: annas.slice(0, 2).map((row) => row.over),
          handedOver: annas.some((row) => row.transferred_to?.remotePhoneNumber === priya.extension),
        };
      })
      .toEqual({ over: [true, true], handedOver: true });
    const [pias] = await sidetone.query<InboxRow>(inboxOf, [priya.email]);
    expect(pias?.transferred_from).toBeTruthy();
  });
});

test('whom nobody wants comes back: the second one is busy, then the transfer is cancelled', async ({
  seat,
  atTelephone,
  people,
}) => {
  const [, jonas, priya] = people;
  const anna = await seat(0, { microphone: tone(440) });
  const ben = await atTelephone(jonas, 1000);
  const pia = await atTelephone(priya, 700);
  await anna.calls(jonas.extension);
  await ben.answers();
  await anna.expectsToHear(1000, 440);

  await asksAlso(anna, priya.extension);
  await pia.declines();
  await anna.expectsToHear(1000, 440);

  await asksAlso(anna, priya.extension);
  await pia.answers();
  await hearsExactly(anna, [700], [1000]);
  await anna.presses(/^cancel transfer/i);
  await hearsExactly(anna, [1000], [700]);
  await hearsExactly(ben, [440], [700]);
  await expect.poll(() => pia.inCall).toBe(false);

  await anna.hangsUp();
  await expect.poll(() => ben.inCall).toBe(false);
});

test('a caller on hold hears music, and nobody hears them', async ({ seat, atTelephone, people }) => {
  const [, jonas] = people;
  const anna = await seat(0, { microphone: tone(440) });
  const ben = await atTelephone(jonas, 1000);
  await anna.calls(jonas.extension);
  await ben.answers();
  await anna.expectsToHear(1000, 440);
  await anna.presses(/^hold/i);
  await anna.expectsSilence(440, 1000);
  await hearsExactly(ben, [], [440]);
  const before = ben.heard.length;
  await expect
    .poll(() => {
      const heard = ben.heard.subarray(before);
      return Math.sqrt(heard.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(heard.length, 1));
    })
    .toBeGreaterThan(0.01);
  await anna.presses(/^resume/i);
  await anna.expectsToHear(1000, 440);
  await hearsExactly(ben, [440], []);
  await anna.hangsUp();
});

test('who is on hold without hold music hears nothing, and the screen does not say music', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  const [, jonas] = people;
  const holdMusic = (value: string) =>
    sidetone.query(`update accounts set call_settings = call_settings || jsonb_build_object('holdMusic', $1::text)`, [
      value,
    ]);
  await holdMusic('off');
  try {
    const anna = await seat(0, { microphone: tone(440) });
    const ben = await atTelephone(jonas, 1000);
    await anna.calls(jonas.extension);
    await ben.answers();
    await anna.expectsToHear(1000, 440);
    await anna.presses(/^hold/i);
    await expect(anna.dock).toContainText(/On hold: neither of you hears the other/);
    await expect(anna.dock).not.toContainText(/music/i);
    await hearsExactly(ben, [], [440]);
    const before = ben.heard.length;
    // Listens for a while.
    await hearsExactly(ben, [], [440]);
    const loudest = ben.heard.subarray(before).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeLessThan(0.01);
    await anna.presses(/^resume/i);
    await anna.expectsToHear(1000, 440);
    await anna.hangsUp();
  } finally {
    await holdMusic('default');
  }
});

test('hands over without asking, leaves a caller to a voicemail, connects two callers, and dials again', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  test.slow();
  const [, jonas, priya] = people;
  const anna = await seat(0, { microphone: tone(440) });
  const ben = await atTelephone(jonas, 1000);
  const pia = await atTelephone(priya, 700);
  const { page, dock } = anna;
  const takesMessages = (enabled: boolean) =>
    sidetone.query(`update channels set routing = $1 where owner_user_id = (select id from users where email = $2)`, [
      JSON.stringify({ overflow: { kind: 'voicemail' }, voicemail: { enabled, maxSeconds: 30 } }),
      priya.email,
    ]);
  const option = (name: string | RegExp) => page.getByRole('option', { name });
  const search = page.locator('input[role=combobox]');
  const goes = async (way: string, whom: string) => {
    await anna.presses(/^add/i);
    await page.getByRole('radio', { name: way }).check();
    await search.fill(whom);
    await expect(option(/Priya/).first()).toBeVisible();
    await search.press('Enter');
  };

  await test.step('the call goes on to a colleague who was not asked', async () => {
    await anna.calls(jonas.extension);
    await ben.answers();
    await anna.expectsToHear(1000, 440);
    await goes('Hand over', priya.extension);
    await expect(dock).toContainText(/^.*Transferr(ed|ing) to/);
    await pia.answers();
    await hearsExactly(ben, [700], [440]);
    await hearsExactly(pia, [1000], [440]);
    await expect(dock).toBeHidden({ timeout: 15_000 });
    await ben.hangsUp();
  });

  await test.step('the number is dialled again from the search, or with the mouse', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('group', { name: 'Dialled last' })).toBeVisible();
    await expect(option(new RegExp(jonas.name))).toBeVisible();
    await page.getByRole('button', { name: 'Keypad' }).click();
    const pad = page.getByRole('group', { name: 'Keypad' });
    for (const key of ['*', '4', '3', '7']) await pad.getByRole('button', { name: key, exact: true }).click();
    await pad.getByRole('button', { name: 'Delete last character' }).click();
    await expect(search).toHaveValue('*43');
    await expect(option(/Echo test/)).toBeVisible();
    await expectsNoViolation(page, 'the search with its keypad');
    await search.fill('');
    await option(new RegExp(jonas.name)).click();
    await ben.answers();
    await anna.expectsToHear(1000, 440);
  });

  await test.step('pasted digits are keys for the other side', async () => {
    await anna.presses(/^keypad$/i);
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '482 913#');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => ben.keys).toBe('482913#');
  });

  await test.step('a voicemail is there only where messages are taken', async () => {
    await takesMessages(false);
    await goes('To voicemail', priya.extension);
    await expect(page.getByText('No voicemail there')).toBeVisible();
    await hearsExactly(ben, [440], [700]);
    await takesMessages(true);
    await goes('To voicemail', priya.extension);
    await expect(dock).toContainText(/Transferr(ed|ing) to/);
    await expect(dock).toBeHidden({ timeout: 15_000 });
    await expect
      .poll(
        async () =>
          (
            await sidetone.query(
              `select 1 from voicemails v join channels c on c.id = v.channel_id
                 join users u on u.id = c.owner_user_id where u.email = $1`,
              [priya.email],
            )
          ).length,
        { timeout: 20_000 },
      )
      .toBe(1);
    expect(pia.inCall).toBe(false);
    await ben.hangsUp();
  });

  await test.step('two callers are connected by one key', async () => {
    await sidetone.query(`update accounts set call_settings = call_settings || '{"callWaiting": true}'`);
    await expect(dock).toBeHidden();
    const first = ben.calls(anna.who.extension);
    await anna.accepts();
    await first;
    await anna.expectsToHear(1000, 440);
    const second = pia.calls(anna.who.extension);
    await dock.getByRole('button', { name: 'Hold and accept' }).click();
    await second;
    await hearsExactly(pia, [440], [1000]);
    await anna.presses(/^connect/i);
    await hearsExactly(ben, [700], [440]);
    await hearsExactly(pia, [1000], [440]);
    await expect(dock).toBeHidden({ timeout: 15_000 });
    await pia.hangsUp();
  });
});

test('a parked call is shown in every app, and is taken at a desk phone and in an app', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  test.slow();
  const [, jonas, priya, , fifth] = people;
  if (!fifth) throw new Error('The demo company lacks a fifth person');
  const anna = await seat(0, { microphone: tone(440) });
  const cleo = await seat(1, { microphone: tone(600) });
  const ben = await atTelephone(fifth, 1000);
  const pia = await atTelephone(priya, 700);
  const parked = (page: typeof anna.page) => page.getByRole('region', { name: 'Parked calls' });
  const parks = async () => {
    await anna.presses(/^add/i);
    await anna.page.getByRole('option', { name: /^Park the call/ }).click();
    await expect(parked(cleo.page)).toContainText(fifth.name);
  };

  const inboxOfJonas = () => sidetone.query<InboxRow>(inboxOf, [jonas.email]);
  const before = (await inboxOfJonas()).length;

  const answered = ben.calls(anna.who.extension);
  await anna.accepts();
  await answered;
  await anna.expectsToHear(1000, 440);

  await test.step('hears music, and every app shows it', async () => {
    await parks();
    await expect(anna.dock).toBeHidden({ timeout: 15_000 });
    await expect(parked(anna.page)).toContainText(/Place 1/);
    await hearsExactly(ben, [], [440, 600]);
    await expectsNoViolation(cleo.page, 'parked calls');
  });

  await test.step('is taken at a desk phone by the number of its place', async () => {
    await pia.calls('*701');
    await hearsExactly(pia, [1000], [440]);
    await hearsExactly(ben, [700], [440]);
    await expect(parked(cleo.page)).toBeHidden();
    await pia.hangsUp();
    await expect.poll(() => ben.inCall).toBe(false);
  });

  await test.step('is taken in an app by a click', async () => {
    const again = ben.calls(anna.who.extension);
    await anna.accepts();
    await again;
    await anna.expectsToHear(1000, 440);
    await parks();
    await cleo.page.getByRole('button', { name: `Take the call of ${fifth.name}` }).click();
    await cleo.expectsToHear(1000, 440);
    await hearsExactly(ben, [600], [440]);
    await expect(cleo.dock).toContainText(fifth.name);
    await cleo.hangsUp();
    await expect.poll(() => ben.inCall).toBe(false);
  });

  await test.step('the call is in the inbox of the colleague who took it in the app', async () => {
    await expect.poll(async () => (await inboxOfJonas()).length).toBeGreaterThan(before);
    await expect.poll(async () => (await inboxOfJonas())[0]).toMatchObject({ direction: 'INCOMING', over: true });
  });
});
