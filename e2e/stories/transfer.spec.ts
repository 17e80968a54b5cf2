import { asksAlso, hearsExactly } from '../people/second-line.ts';
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
