import { monoWav, sine } from '@sidetone/signals/tones.ts';
import type { Person } from '@sidetone/simulator/people/person.ts';
import { ApiSession } from '../people/api-session.ts';
import { goesTo } from '../people/going.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { person } from '../world/room.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

const [mara, jonas, priya, tom, lene] = [0, 1, 2, 3, 4] as const;
const helpdesk = { number: '67', name: 'Helpdesk' };
/** What is played as music, and what people say, in Hz. */
const music = 1200;
const voices = { mara: 440, jonas: 1000, priya: 1800, tom: 2300, lene: 700 };

const hears = (who: Person, hertz: number, timeout = 20_000) =>
  expect.poll(async () => (await who.hears(hertz))[hertz], { timeout }).toBeGreaterThan(0.05);

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));
test.afterAll(async ({ sidetone }) => {
  await everybodyReads(sidetone, 'en');
  await sidetone.query('delete from channels where name = $1', [helpdesk.name]);
});

test('the board shows who waits and who is on what, a pause with a reason rings nobody, and a key of the phone ends it', async ({
  seat,
  atTelephone,
  sidetone,
  people,
}) => {
  test.setTimeout(240_000);
  const boss = await ApiSession.signIn(sidetone.origin, person(people, mara));
  const uploaded = await fetch(`${sidetone.origin}/api/account/announcements?name=Polka`, {
    method: 'POST',
    headers: { authorization: `Bearer ${boss.accessToken}`, 'content-type': 'audio/wav' },
    body: new Uint8Array(monoWav(sine(music, 3, 16_000), 16_000)),
  });
  const { id: musicId } = (await uploaded.json()) as { id: string };
  const idOf = async (at: number): Promise<string> => {
    const [row] = await sidetone.query<{ id: string }>('select id from users where email = $1', [
      person(people, at).email,
    ]);
    if (!row) throw new Error('nobody is there');
    return row.id;
  };
  const [ofJonas, ofPriya] = [await idOf(jonas), await idOf(priya)];
  const made = await boss.request('POST', '/admin/channels', {
    name: helpdesk.name,
    extension: helpdesk.number,
    members: [ofJonas, ofPriya].map((userId) => ({ userId, dialedIn: true })),
  });
  expect(made.status).toBe(200);
  const { channelId } = (await made.json()) as { channelId: string };
  const waits = { waiting: { musicId, longestSeconds: 300 } };
  expect((await boss.request('PUT', `/admin/channels/${channelId}/routing`, waits)).status).toBe(200);

  const { page } = await seat(jonas, { microphone: tone(voices.jonas) });
  const supervisor = (await seat(mara, { microphone: tone(voices.mara) })).page;
  const waiting = supervisor.getByRole('list', { name: 'Waiting now' });
  const members = supervisor.getByRole('list', { name: 'Members' });
  const rowOf = (name: string) => members.getByRole('listitem').filter({ hasText: name });

  await test.step('an administrator who is no member opens the board from the table of channels', async () => {
    await goesTo(supervisor, '/admin/channels');
    await supervisor.getByRole('button', { name: `Actions for ${helpdesk.name}` }).click();
    await supervisor.getByRole('menuitem', { name: 'Show board' }).click();
    await expect(supervisor.getByRole('heading', { name: `Board of ${helpdesk.name}` })).toBeVisible();
    await expect(supervisor.getByText('Nobody is waiting')).toBeVisible();
    await expect(members.getByRole('listitem')).toHaveCount(2);
  });

  const phone = (at: number, hertz: number) => atTelephone(person(people, at), hertz);
  const [ben, pia] = [await phone(jonas, voices.jonas), await phone(priya, voices.priya)];
  const [first, second] = [await phone(lene, voices.lene), await phone(tom, voices.tom)];

  await test.step('a member pauses for lunch, and everybody sees why and until when', async () => {
    await goesTo(page, `/main/channels/${channelId}`);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const form = page.getByRole('dialog', { name: `Pause in ${helpdesk.name}` });
    await form.getByRole('combobox', { name: 'Reason' }).selectOption('Lunch');
    await expect(form.getByRole('combobox', { name: 'For' })).toHaveValue('45');
    await expectsNoViolation(page, 'a pause that is about to begin', { widths: [1440] });
    await form.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(page.getByRole('button', { name: 'End pause' })).toBeVisible();
    await expect(rowOf('Jonas')).toContainText(/Lunch until/);
    await page.getByRole('tab', { name: /Availability/ }).click();
    await expect(page.getByRole('group', { name: 'Availability' })).toContainText(/Lunch until/);
  });

  await test.step('only the other member rings, and the board shows whom they talk to', async () => {
    const taken = pia.answers();
    await first.calls(helpdesk.number);
    await taken;
    await hears(first, voices.priya);
    await expect(rowOf('Priya')).toContainText('In a call');
    await expect(rowOf('Priya')).toContainText('Lene');
    expect(ben.inCall).toBe(false);
  });

  await test.step('the next caller waits with music, and stands on the board', async () => {
    await second.calls(helpdesk.number);
    await hears(second, music);
    await expect(waiting.getByRole('listitem')).toHaveCount(1);
    await expect(waiting).toContainText('Tom');
    await expect(supervisor.getByRole('definition').first()).toContainText(/^1\s*longest 0:\d\d$/);
    await expectsNoViolation(supervisor, 'the board of a queue');
    await page.getByRole('tab', { name: 'Board' }).click();
    await expect(page.getByRole('list', { name: 'Waiting now' })).toContainText('Tom');
  });

  await test.step('for a wall it fills the window, and its button ends that', async () => {
    await supervisor.keyboard.press('f');
    await expect(supervisor.locator('[data-wall="true"]')).toBeVisible();
    await expect(supervisor.getByRole('heading', { name: helpdesk.name, exact: true })).toBeVisible();
    await expectsNoViolation(supervisor, 'the board of a queue on a wall', { widths: [1440] });
    await supervisor.getByRole('button', { name: 'Leave full screen' }).click();
    await expect(supervisor.locator('[data-wall="true"]')).toHaveCount(0);
  });

  await test.step('the pause ends, and who paused takes the one who waits', async () => {
    const taken = ben.answers(30_000);
    await page.getByRole('button', { name: 'End pause' }).click();
    await taken;
    await hears(second, voices.jonas);
    await hears(ben, voices.tom);
    await expect(supervisor.getByText('Nobody is waiting')).toBeVisible();
    await expect(rowOf('Jonas')).toContainText('In a call');
  });

  await test.step('what is over counts for today', async () => {
    await Promise.all([first.hangsUp(), second.hangsUp()]);
    await expect.poll(() => pia.inCall || ben.inCall).toBe(false);
    const answered = supervisor.getByRole('definition').nth(2);
    await expect(answered).toHaveText('2', { timeout: 20_000 });
    await expect(rowOf('Priya')).toContainText('1 call today');
  });

  await test.step('a code of the phone begins a pause everywhere, and the same code ends it', async () => {
    for (const state of ['Break', 'Available']) {
      await pia.calls('*46');
      await expect.poll(() => pia.inCall, { timeout: 20_000 }).toBe(false);
      await expect(rowOf('Priya')).toContainText(state);
    }
    const lines = await sidetone.query<{ action: string }>(
      `select action from audit_log where target = $1 and action like 'queue.member%' order by id`,
      [channelId],
    );
    expect(lines.map(({ action }) => action)).toEqual([
      'queue.memberPaused',
      'queue.memberResumed',
      'queue.memberPaused',
      'queue.memberResumed',
    ]);
  });

  await test.step('the list of reasons is the administrators’, and German has its own words', async () => {
    await goesTo(supervisor, '/admin/company');
    const reasons = supervisor.getByRole('list', { name: 'Pauses in queues' });
    await expect(reasons.getByRole('listitem')).toHaveCount(4);
    await expectsNoViolation(supervisor, 'reasons for pauses', { widths: [1440] });
    await everybodyReads(sidetone, 'de');
    await supervisor.goto(`/main/boards/${channelId}`);
    await expect(supervisor.getByRole('heading', { name: `Übersicht von ${helpdesk.name}` })).toBeVisible();
    await expectsNoViolation(supervisor, 'the board of a queue in German', { widths: [480] });
  });
});
