import { ApiSession } from '../people/api-session.ts';
import { LampKeys } from '../people/lamp-keys.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

const frontDesk = { number: '66', name: 'Front desk' };

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));
test.afterAll(async ({ sidetone }) => {
  await sidetone.query('delete from channels where name = $1', [frontDesk.name]);
});

test('the lamp of a colleague shows a call that rings, *8 picks it up, and both hear each other', async ({
  seat,
  atTelephone,
  plugIn,
  people,
  sidetone,
}) => {
  test.setTimeout(120_000);
  const [, jonas, priya] = people;
  const jonasPhone = await atTelephone(jonas, 700);
  const taker = await plugIn(priya, tone(1000, 8000));
  const keys = await LampKeys.set(sidetone, await sidetone.addPhone(priya.email, 'Keys'), [jonas.extension]);
  const anna = await seat(0, { microphone: tone(440) });
  expect(keys.lamp(jonas.extension)).toBe('off');

  await test.step('of a colleague alone nothing is picked up before the company allows it', async () => {
    await anna.calls(jonas.name);
    await expect.poll(() => keys.lamp(jonas.extension)).toBe('ringing');
    taker.dials(`*8${jonas.extension}`);
    await taker.sees('CALL_CLOSED');
    expect(keys.lamp(jonas.extension)).toBe('ringing');
    await anna.hangsUp();
    await expect.poll(() => keys.lamp(jonas.extension)).toBe('off');
  });

  await test.step('then it is, and the phone that rang falls silent', async () => {
    await sidetone.cli('calls', 'set', '--user', priya.email, '--pick-up-colleagues', 'yes');
    await anna.calls(jonas.name);
    await expect.poll(() => keys.lamp(jonas.extension)).toBe('ringing');
    taker.dials(`*8${jonas.extension}`);
    await taker.sees('CALL_ESTABLISHED', 30_000);
    await expect.poll(() => keys.lamp(jonas.extension)).toBe('off');
    await anna.expectsToHear(1000, 440);
    await taker.hearsForAWhile();
    await anna.hangsUp();
    await taker.sees('CALL_CLOSED');
    taker.expectsToHaveHeard(440, 1000);
  });

  await test.step('a lamp shows that a colleague talks, and never with whom', async () => {
    const taken = jonasPhone.answers();
    await anna.calls(jonas.name);
    await taken;
    await expect.poll(() => keys.lamp(jonas.extension)).toBe('busy');
    await anna.hangsUp();
    await expect.poll(() => keys.lamp(jonas.extension)).toBe('off');
    expect(keys.heard.join('\n')).not.toContain(anna.who.name);
    expect(keys.heard.join('\n')).not.toMatch(/<remote>|<identity/);
  });

  await test.step('nobody has a lamp for an extension that is not there', async () => {
    expect(await keys.asksFor('99999')).toBe(404);
    keys.leaves();
  });
});

test('a button of the app picks up a colleague’s call where the company lets it, and members those of their channel', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  test.setTimeout(180_000);
  const [mara, jonas, , tom] = people;
  const allow = (yesOrNo: 'yes' | 'no') =>
    sidetone.cli('calls', 'set', '--user', mara.email, '--pick-up-colleagues', yesOrNo);
  await allow('no');
  const boss = await ApiSession.signIn(sidetone.origin, mara);
  const rows = await sidetone.query<{ id: string }>('select id from users where email = any($1) order by email = $2', [
    [mara.email, jonas.email],
    jonas.email,
  ]);
  const [ofMara = '', ofJonas = ''] = rows.map(({ id }) => id);
  // What rings is looked at for a while.
  const ringsLong = (channel: string, value: string) =>
    sidetone.query(`update channels set ring_seconds = 120 where ${channel} = $1`, [value]);
  await ringsLong('owner_user_id', ofJonas);
  const jonasPhone = await atTelephone(jonas, 1000);
  const caller = await atTelephone(tom, 1800);
  const anna = await seat(0, { microphone: tone(440), at: `/main/contacts/${ofJonas}` });
  const { page } = anna;
  const ofContact = page.getByRole('group', { name: jonas.name });
  const pickUp = (within = ofContact) =>
    within.getByRole('button', { name: `Pick up the call for ${jonas.name}`, exact: true });
  const rings = async (extension: string) => {
    caller.calls(extension).catch(() => undefined);
    await jonasPhone.isRung();
  };
  const talksToCaller = async () => {
    await expect(anna.dock).toContainText(tom.name);
    await anna.expectsToHear(1800, 1000);
    await expect.poll(async () => (await caller.hears(440))[440], { timeout: 15_000 }).toBeGreaterThan(0.05);
    await expect.poll(() => jonasPhone.isRinging).toBe(false);
  };

  await test.step('there is none for a call of the colleague alone, and the code says why', async () => {
    await rings(jonas.extension);
    await expect(page.getByText('Ringing').first()).toBeVisible();
    await anna.calls(`*8${jonas.extension}`);
    await expect(page.getByText('You may not pick up this call. Ask an administrator.')).toBeVisible();
    await expect(pickUp()).toHaveCount(0);
    expect(jonasPhone.isRinging).toBe(true);
  });

  await test.step('once it is allowed it appears, and by the keyboard the call comes to this app', async () => {
    await allow('yes');
    await expect(pickUp()).toBeEnabled();
    await expect(pickUp(page.getByRole('list', { name: /contacts/i }))).toBeVisible();
    await expectsNoViolation(page, 'a colleague whose call can be picked up', { except: ['region'] });
    await pickUp().press('Enter');
    await talksToCaller();
    await expect(pickUp()).toHaveCount(0);
    await anna.hangsUp();
    await expect.poll(() => caller.inCall).toBe(false);
    const events = await sidetone.query(
      `select c.owner_user_id = $1 as "isTaker", e.established_at is not null as talked
        from inbox_events e join channels c on c.id = e.channel_id
        where e.session_id = (select session_id from inbox_events where owner = $1 order by started_at desc limit 1)
          and e.direction = 'INCOMING' order by 1`,
      [ofMara],
    );
    expect(events).toEqual([
      { isTaker: false, talked: false },
      { isTaker: true, talked: true },
    ]);
  });

  await test.step('who is too late is told so', async () => {
    await anna.calls(`*8${jonas.extension}`);
    await expect(page.getByText('The call was answered, or the caller hung up.')).toBeVisible();
  });

  await test.step('on the board of their channel members have it without that, in German as well', async () => {
    await allow('no');
    const members = [
      { userId: ofMara, dialedIn: false },
      { userId: ofJonas, dialedIn: true },
    ];
    const made = await boss.request('POST', '/admin/channels', {
      name: frontDesk.name,
      extension: frontDesk.number,
      members,
    });
    const { channelId } = (await made.json()) as { channelId: string };
    await ringsLong('id', channelId);
    await everybodyReads(sidetone, 'de');
    await page.goto(`/main/boards/${channelId}`);
    await rings(frontDesk.number);
    const button = page.getByRole('button', { name: `Anruf für ${jonas.name} heranholen` });
    await expect(button).toHaveText('Heranholen');
    await expectsNoViolation(page, 'a board with a call that can be picked up', { widths: [480] });
    await button.click();
    await talksToCaller();
    await expect(button).toHaveCount(0);
    await anna.hangsUp();
    await expect.poll(() => caller.inCall).toBe(false);
  });
});
