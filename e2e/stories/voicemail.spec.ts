import { loudestOf } from '../people/loudest.ts';
import { MessageLamp } from '../people/message-lamp.ts';
import { expectsMoment, keepsMoments } from '../people/passing-moments.ts';
import { isSaidIn } from '../people/said-places.ts';
import { hearsExactly } from '../people/second-line.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

/** The channel that everyone in the demo company shares. */
const service = { number: '20', name: 'Service' };

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('a message is played in the row of its call, and everyone in the channel sees that it was heard', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  // Every screen is looked at in both appearances and at three widths.
  test.slow();
  await sidetone.query(`update channels set routing = $1, ring_seconds = 5 where name = $2`, [
    JSON.stringify({ overflow: { kind: 'voicemail' }, voicemail: { enabled: true, maxSeconds: 30 } }),
    service.name,
  ]);
  await sidetone.query('delete from agents', []);
  const [mara, jonas] = [await seat(0, { microphone: tone(440) }), await seat(1, { microphone: tone(1000) })];
  for (const { page } of [mara, jonas]) {
    await page
      .getByRole('link', { name: new RegExp(`^${service.name}`) })
      .first()
      .click();
  }
  const caller = await atTelephone(people[4], 700);
  const began = new Date();
  await caller.calls(service.number);
  // The tone: from there on it is a message.
  await expect.poll(() => loudestOf(1000, caller.heard), { timeout: 20_000, intervals: [50] }).toBeGreaterThan(0.05);
  await new Promise((resolve) => setTimeout(resolve, 4000));
  await caller.hangsUp();

  const play = (page: typeof mara.page) => page.getByRole('button', { name: /^Play the voicemail from/ }).first();
  await expect(play(jonas.page)).toBeVisible({ timeout: 20_000 });
  const row = mara.callWith(people[4].name, /Missed, with voicemail/);
  await expect(row).toContainText('Voicemail');
  await expectsNoViolation(mara.page, 'a row with a message');

  await keepsMoments(mara.page);
  await play(mara.page).click();
  const place = row.getByRole('slider');
  await expectsMoment(mara.page, /^0:0[1-9] of 0:0\d$/, 30_000);
  await expectsNoViolation(mara.page, 'a message that plays');
  // At its end it goes back to the start.
  await expect(place).toHaveAttribute('aria-valuetext', /^0:00 of 0:0\d$/, { timeout: 30_000 });
  await expect(play(mara.page)).toBeVisible();
  const read = () =>
    sidetone.query<{ read: boolean; told: boolean }>(
      `select v.read_at is not null as read, e.documentation #> '{voicemail,readAt}' is not null as told
         from voicemails v join inbox_events e on e.channel_id = v.channel_id and e.id = v.doc_id
        where e.started_at > $1`,
      [began],
    );
  await expect.poll(read).toEqual([{ read: true, told: true }]);
});

test('the head of a channel logs in and out, and chooses what others see and where it rings', async ({
  seat,
  sidetone,
}) => {
  // A number is one company's, and others on this server may have played this story.
  const local = `5550${Date.now() % 1_000_000}`;
  await sidetone.query(
    `insert into numbers (e164, account_id, channel_id, label) select $1, account_id, id, 'Hotline' from channels where name = $2`,
    [`+4940${local}`, service.name],
  );
  const { page, who } = await seat(0, { microphone: tone(440) });
  await page
    .getByRole('link', { name: new RegExp(`^${service.name}`) })
    .first()
    .click();
  const mine = async () => {
    const [row] = await sidetone.query<{ dialed_in: boolean; sender: string | null; endpoint_ids: string[] | null }>(
      `select dialed_in, sender, endpoint_ids from channel_members
        where user_id = (select id from users where email = $1)
          and channel_id = (select id from channels where name = $2)`,
      [who.email, service.name],
    );
    return row;
  };

  await page.getByRole('button', { name: /^Log out/ }).click();
  await expect(page.getByRole('button', { name: /^Log in/ })).toBeVisible();
  await expect.poll(mine, { timeout: 30_000 }).toMatchObject({ dialed_in: false });
  await page.getByRole('button', { name: /^Settings of/ }).click();
  const panel = page.getByRole('dialog', { name: service.name });
  await expectsNoViolation(page, 'channel settings');
  await panel.getByRole('switch', { name: 'Logged in' }).click();
  await expect.poll(mine, { timeout: 30_000 }).toMatchObject({ dialed_in: true });

  await panel.getByRole('radio', { name: /^Anonymous/ }).click();
  await expect.poll(mine, { timeout: 30_000 }).toMatchObject({ sender: 'anonymous' });
  await panel.getByRole('radio', { name: /Hotline/ }).click();
  await expect
    .poll(mine, { timeout: 30_000 })
    .toMatchObject({ sender: expect.stringMatching(new RegExp(`^\\+4940${local}$|^$`)) });
  await panel.getByRole('switch', { name: /^App/ }).click();
  const ringing = async () => {
    const ids = (await mine())?.endpoint_ids ?? null;
    const rows = await sidetone.query<{ kind: string }>('select kind from endpoints where id = any($1)', [ids]);
    return ids && rows.map(({ kind }) => kind);
  };
  await expect.poll(ringing).not.toBeNull();
  expect(await ringing()).not.toContain('app');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('img', { name: /^This channel does not ring in this app/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Caller ID/ })).toContainText(`+49 40 ${local}`);
  // The button that the focus returned to shows its tooltip, which hangs beside every landmark.
  await expectsNoViolation(page, 'the head of a channel', { except: ['region'] });
});

test('messages are heard, deleted and answered at a desk phone, and the mailbox opens elsewhere by PIN alone', async ({
  seat,
  atTelephone,
  plugInLinphone,
  people,
  sidetone,
}) => {
  test.slow();
  const [mara, jonas, priya] = people;
  await sidetone.query(
    `update channels set routing = $1 where type = 'private' and owner_user_id = (select id from users where email = $2)`,
    [JSON.stringify({ overflow: { kind: 'voicemail' }, voicemail: { enabled: true, maxSeconds: 30 } }), mara.email],
  );
  // Those that the demo company has come after new ones.
  await sidetone.query('update voicemails set read_at = coalesce(read_at, now())', []);
  const phone = await atTelephone(mara, 440);
  const ben = await atTelephone(jonas, 1700);
  const pia = await atTelephone(priya, 700);
  const app = await seat(0, { microphone: tone(440) });
  const lamp = await MessageLamp.set(sidetone, await sidetone.addPhone(mara.email, 'Lamp'));
  const showsNew = (fresh: number) => expect.poll(() => lamp.news.at(-1), { timeout: 20_000 }).toBe(fresh);
  const hasMessage = (from: string) =>
    app.page.getByRole('button', { name: new RegExp(`^Play the voicemail from ${from}`) });
  const hears = (who: typeof phone, sentence: string) =>
    expect.poll(() => isSaidIn(who.heard, sentence), { timeout: 20_000, message: sentence }).toBe(true);
  const hearsTone = (who: typeof phone, hertz: number) =>
    expect.poll(async () => (await who.hears(hertz))[hertz], { timeout: 20_000 }).toBeGreaterThan(0.05);

  await test.step('two colleagues leave a message', async () => {
    for (const caller of [pia, ben]) {
      await caller.calls(`*99${mara.extension}`);
      await expect
        .poll(() => loudestOf(1000, caller.heard), { timeout: 20_000, intervals: [50] })
        .toBeGreaterThan(0.05);
      await new Promise((resolve) => setTimeout(resolve, 6000));
      await caller.hangsUp();
    }
    for (const { name } of [priya, jonas]) await expect(hasMessage(name)).toBeVisible({ timeout: 30_000 });
    await showsNew(2);
  });

  await test.step('one is deleted, which can be taken back until the next one', async () => {
    await phone.calls('*97');
    await hears(phone, 'mailbox/you-have');
    await hearsTone(phone, 700);
    await phone.presses('7');
    await hears(phone, 'mailbox/deleted');
    await phone.presses('7');
    await hears(phone, 'mailbox/kept');
    await showsNew(2);
    await phone.presses('7');
    await expect(hasMessage(priya.name)).toBeVisible();
    const before = lamp.news.length;
    await phone.presses('6');
    // The one that plays next is new until its end.
    await expect.poll(() => lamp.news.slice(before), { timeout: 20_000 }).toContain(1);
    await expect(hasMessage(priya.name)).toBeHidden({ timeout: 20_000 });
    await hearsTone(phone, 1700);
    await expect(hasMessage(jonas.name)).toBeVisible();
    const removed = await sidetone.query(
      `select audit_log.id from audit_log join users on users.id = actor_user_id
        where action = 'voicemail.removed' and email = $1`,
      [mara.email],
    );
    expect(removed).toHaveLength(1);
  });

  await test.step('the caller of the other one is named and called back', async () => {
    // Said in three seconds; the menu waits for fourteen more before it goes on, which looking for the words could take.
    await phone.presses('3');
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const taken = ben.answers(20_000);
    await phone.presses('8');
    await taken;
    await hears(phone, 'mailbox/today');
    await hearsExactly(phone, [1700], [440]);
    await hearsExactly(ben, [440], [1700]);
    await phone.hangsUp();
    await expect.poll(() => ben.inCall).toBe(false);
  });

  await test.step('a PIN opens the mailbox at the phone of somebody else, and a wrong one does not', async () => {
    await phone.calls('*97');
    await hears(phone, 'mailbox/you-have');
    await phone.presses('03');
    await hears(phone, 'mailbox/pin-new');
    await phone.presses('4829#');
    await hears(phone, 'mailbox/pin-again');
    await phone.presses('4829#');
    await hears(phone, 'mailbox/pin-changed');
    await phone.hangsUp();
    await ben.calls(`*97${mara.extension}`);
    await hears(ben, 'rooms/room-pin');
    await ben.presses('1111#');
    await hears(ben, 'rooms/room-wrong-pin');
    await ben.presses('4829#');
    await hears(ben, 'mailbox/you-have');
    await hearsTone(ben, 1700);
    await ben.hangsUp();
  });

  await test.step('a phone that sends its keys by INFO deletes the last one, and the lamp knows', async () => {
    const { all } = lamp;
    await phone.leaves();
    const linphone = await plugInLinphone(mara, tone(440), { infoKeys: true });
    await linphone.reaches('*97', `127.0.0.1:${sidetone.ports.sip}`);
    await expect.poll(async () => (await linphone.hears([1700]))[1700], { timeout: 30_000 }).toBeGreaterThan(0.05);
    linphone.does('7');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    linphone.does('terminate 1');
    await expect(hasMessage(jonas.name)).toBeHidden({ timeout: 20_000 });
    await expect.poll(() => lamp.all, { timeout: 20_000 }).toBe(all - 1);
    await showsNew(0);
    lamp.leaves();
  });
});

test('codes of a desk phone forward its calls and say so, and the last caller is named and called back', async ({
  atTelephone,
  people,
  sidetone,
}) => {
  test.slow();
  const [mara, jonas, priya] = people;
  const began = new Date();
  const phone = await atTelephone(mara, 440);
  const ben = await atTelephone(jonas, 1700);
  const pia = await atTelephone(priya, 700);
  const hears = (who: typeof phone, sentence: string) =>
    expect.poll(() => isSaidIn(who.heard, sentence), { timeout: 20_000, message: sentence }).toBe(true);
  const dials = async (code: string, sentence: string) => {
    await phone.calls(code);
    await hears(phone, sentence);
    await phone.hangsUp();
  };

  await test.step('all calls go to a colleague', async () => {
    await dials(`*72${jonas.extension}`, 'line/always-to');
    const answered = pia.calls(mara.extension);
    await ben.answers(20_000);
    await answered;
    await hearsExactly(ben, [700], [440, 1700]);
    expect(phone.inCall).toBe(false);
    await pia.hangsUp();
    await expect.poll(() => ben.inCall).toBe(false);
    await dials('*74', 'line/always-to');
  });

  await test.step('with the code of mobiles they come back, a number that costs too much is refused', async () => {
    await dials('#21#', 'line/always-off');
    await dials('*7200900123456', 'line/refused');
    await dials('*72112', 'line/refused');
    await dials('*74', 'line/nothing-on');
    const changes = await sidetone.query(
      `select audit_log.id from audit_log join users on users.id = actor_user_id
        where action = 'channel.forwardingChanged' and email = $1 and at > $2`,
      [mara.email, began],
    );
    expect(changes).toHaveLength(2);
  });

  await test.step('the last caller is called back with a key, which is pressed before everything was said', async () => {
    const ringing = pia.calls(mara.extension).catch(() => {});
    await phone.isRung(20_000);
    await pia.hangsUp();
    await ringing;
    await expect.poll(() => phone.inCall).toBe(false);
    await phone.calls('*69');
    await hears(phone, 'mailbox/from');
    const taken = pia.answers(20_000);
    await phone.presses('1');
    await taken;
    await hearsExactly(phone, [700], [440]);
    await hearsExactly(pia, [440], [700]);
    await phone.hangsUp();
  });
});
