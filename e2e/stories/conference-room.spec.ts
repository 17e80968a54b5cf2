import { hearsExactly } from '../people/second-line.ts';
import { heading, opens, section } from '../people/settings.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads } from '../world/story.ts';
import { test as base, expect } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

/** A server with two media processes, so that people of one conference are in both. */
const test = base.extend<object, { sidetone: Sidetone }>({
  sidetone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const sidetone = await ownSidetone({ settings: { MEDIA_PROCESSES: '2' } });
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

/** Ends of calls in each media process, with those that tie it to the other. */
const endpoints = async ({ origin }: Sidetone): Promise<string> => {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return [...text.matchAll(/^sidetone_media_process_endpoints\{.*\} (\d+)$/gm)].map(([, count]) => count).join(' ');
};

const voices = { jonas: 1000, priya: 700, anna: 1700 };
const pins = { guest: '482913', moderator: '557731' };

test('an administrator makes a conference room, callers meet there by PIN, and a killed server sends nobody away', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  test.setTimeout(240_000);
  await everybodyReads(sidetone, 'en');
  const [, jonas, priya, , anna] = people;
  if (!anna) throw new Error('nobody else is there');
  const { page } = await seat(0, { microphone: tone(440), at: '/admin/rooms' });

  await test.step('the room is made, and its form is free of barriers', async () => {
    await page.getByRole('button', { name: 'Add conference room' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add conference room' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Board');
    await form.getByRole('textbox', { name: 'Extension' }).fill('77');
    await form.getByRole('textbox', { name: 'PIN', exact: true }).fill(pins.guest);
    await form.getByRole('switch', { name: 'Wait for a moderator' }).check();
    await form.getByRole('button', { name: 'Create conference room' }).click();
    await expect(form.getByText('Choose an owner or a PIN for moderators first.')).toBeVisible();
    await form.getByRole('textbox', { name: 'PIN for moderators' }).fill(pins.moderator);
    await expectsNoViolation(page, 'a conference room', { widths: [480] });
    await form.getByRole('button', { name: 'Create conference room' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('table', { name: 'Conference rooms' })).toContainText('77');
  });

  await page.getByRole('button', { name: 'Board', exact: true }).click();
  const room = page.getByRole('dialog', { name: 'Board' });
  const list = room.getByRole('list');
  const [ben, pia, ann] = [
    await atTelephone(jonas, voices.jonas),
    await atTelephone(priya, voices.priya),
    await atTelephone(anna, voices.anna),
  ];

  await test.step('three wrong PINs end a call', async () => {
    await ann.calls('77');
    for (const pin of ['1111#', '2222#', '3333#']) await ann.presses(pin);
    await expect.poll(() => ann.inCall, { timeout: 40_000 }).toBe(false);
    expect(sidetone.output.match(/rooms: wrong PIN/g)).toHaveLength(3);
  });

  await test.step('the first one waits for the moderator, and then they hear each other', async () => {
    // Nobody is left of before, so that the three are spread over the media processes in their order.
    await expect.poll(() => endpoints(sidetone)).toBe('0 0');
    await ben.calls('77');
    await ben.presses(`${pins.guest}#`);
    await expect(list.getByRole('listitem')).toHaveCount(1, { timeout: 20_000 });
    await expect(list).toContainText('Hears music');
    await pia.calls('77');
    await pia.presses(`${pins.moderator}#`);
    await expect(list).toContainText('Moderator');
    await expect(list).not.toContainText('Hears music');
    await hearsExactly(ben, [voices.priya], []);
    await hearsExactly(pia, [voices.jonas], []);
    await ann.calls('77');
    await ann.presses(`${pins.guest}#`);
    await expect(list.getByRole('listitem')).toHaveCount(3, { timeout: 20_000 });
    await hearsExactly(ben, [voices.priya, voices.anna], []);
    await expectsNoViolation(page, 'a conference room with people', { widths: [480] });
  });

  await test.step('a muted caller hears and is not heard', async () => {
    await room.getByRole('button', { name: `Mute ${jonas.name}` }).click();
    await expect(list).toContainText('Muted');
    await hearsExactly(pia, [voices.anna], [voices.jonas]);
    await hearsExactly(ben, [voices.priya, voices.anna], []);
  });

  await test.step('the server is killed, and everyone keeps their place and stays muted or not', async () => {
    await sidetone.killServices();
    const isUp = () =>
      fetch(`${sidetone.origin}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isUp).toBe(false);
    await expect.poll(isUp, { timeout: 60_000 }).toBe(true);
    // What is on the page may be from before.
    await page.reload();
    await expect(list.getByRole('listitem')).toHaveCount(3, { timeout: 60_000 });
    await expect(list).toContainText('Muted');
    await hearsExactly(pia, [voices.anna], [voices.jonas]);
    await room.getByRole('button', { name: `Unmute ${jonas.name}` }).click();
    await hearsExactly(pia, [voices.anna, voices.jonas], []);
  });

  await test.step('one of two media processes is killed: who was in it leaves and comes back, the others stay', async () => {
    // Two people in one, the third in the other, and a tie for each who is represented where the others meet.
    const isTied = async () => ['3 2', '4 3'].includes(await endpoints(sidetone));
    await expect.poll(isTied).toBe(true);
    sidetone.killMedia('media-2');
    await expect.poll(() => pia.inCall, { timeout: 20_000 }).toBe(false);
    expect([ben.inCall, ann.inCall]).toEqual([true, true]);
    await pia.calls('77');
    await pia.presses(`${pins.moderator}#`);
    await expect(list.getByRole('listitem')).toHaveCount(3, { timeout: 20_000 });
    await hearsExactly(pia, [voices.anna, voices.jonas], []);
    await hearsExactly(ben, [voices.priya, voices.anna], []);
  });

  await test.step('a locked room is for moderators, one is removed, and the conference is ended', async () => {
    await room.getByRole('button', { name: `Remove ${anna.name} from the room` }).click();
    await expect.poll(() => ann.inCall, { timeout: 20_000 }).toBe(false);
    await room.getByRole('button', { name: 'Lock room' }).click();
    await expect(room.getByRole('button', { name: 'Unlock room' })).toBeVisible();
    await ann.calls('77');
    await ann.presses(`${pins.guest}#`);
    await expect.poll(() => ann.inCall, { timeout: 20_000 }).toBe(false);
    await room.getByRole('button', { name: 'End conference' }).click();
    const question = page.getByRole('dialog', { name: 'End the conference in Board?' });
    await question.getByRole('button', { name: 'End conference' }).click();
    await expect.poll(() => [ben.inCall, pia.inCall], { timeout: 20_000 }).toEqual([false, false]);
    await expect(page.getByRole('table', { name: 'Conference rooms' })).toContainText('0 of 20');
  });

  await test.step('the settings list the rooms of the company for its administrators', async () => {
    await opens(page, 'conference-rooms');
    await expect(section(page, 'Conference rooms')).toHaveAttribute('aria-current', 'page');
    await expect(heading(page, 'Conference rooms')).toBeVisible();
  });

  await test.step('calls of the room are answered calls, and the audit log names who did what', async () => {
    const taken = await sidetone.query(
      `select e.id from inbox_events e join channels c on c.id = e.channel_id
        where c.name = 'Board' and e.direction = 'INCOMING' and e.established_at is not null`,
    );
    expect(taken).toHaveLength(6);
    const lines = await sidetone.query<{ action: string }>(
      `select action from audit_log where action like 'conferenceRoom.%' order by id`,
    );
    expect(lines.map(({ action }) => action)).toEqual([
      'conferenceRoom.created',
      'conferenceRoom.personMuted',
      'conferenceRoom.personMuted',
      'conferenceRoom.personRemoved',
      'conferenceRoom.locked',
      'conferenceRoom.ended',
    ]);
  });
});
