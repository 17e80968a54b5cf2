import { everybodyReads, expect } from '../world/story.ts';
import { test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

test.beforeEach(async ({ sidetone }) => {
  await everybodyReads(sidetone, 'en');
});

test('a second call is refused as busy while one runs, and the first goes on', async ({
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
  await expect(pia.calls(anna.who.extension)).rejects.toMatchObject({ code: 'REFUSED', status: 486 });
  await anna.expectsToHear(1000, 700);
  await anna.hangsUp();
  await expect.poll(() => ben.inCall).toBe(false);
});

test('who is busy is told as a word and as a tone', async ({ seat, atTelephone, people }) => {
  const [, jonas] = people;
  const anna = await seat(0, { microphone: tone(440) });
  const ben = await atTelephone(jonas, 1000);
  await anna.calls(jonas.extension);
  await anna.expectsTone(425);
  await ben.declines(486);
  await expect(anna.dock).toContainText(/busy|declined/i);
  await anna.expectsTone(425);
});

test('two devices answer at once: one has the call, the other is told, and no call is left', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  const [mara, jonas] = people;
  const caller = await atTelephone(jonas, 1000);
  const anna = await seat(0, { microphone: tone(440) });
  const desk = await atTelephone(mara, 700);
  const taken = caller.calls(mara.extension);
  await desk.isRung();
  await expect(anna.dock).toContainText(jonas.name);
  // The key and not the button: once the other has it, there is no button any more.
  await Promise.all([anna.page.keyboard.press('a'), desk.answers().catch(() => undefined)]);
  await taken;
  await expect
    .poll(async () => {
      const heard = await caller.hears(440, 700);
      return [(heard[440] ?? 0) > 0.05, (heard[700] ?? 0) > 0.05].filter(Boolean).length;
    })
    .toBe(1);
  await expect
    .poll(async () => {
      const talks = await anna.dock.getByRole('button', { name: /^hang up/i }).isVisible();
      return [talks, desk.inCall].filter(Boolean).length;
    })
    .toBe(1);
  await caller.hangsUp();
  await expect.poll(() => desk.inCall).toBe(false);
  const [open] = await sidetone.query<{ n: number }>('select count(*)::int as n from calls where ended_at is null');
  expect(open?.n).toBe(0);
});

test('a caller hears what the other side plays before it answers', async ({ seat, atTelephone, people }) => {
  const [, jonas] = people;
  const anna = await seat(0, { microphone: tone(440) });
  const ben = await atTelephone(jonas, 1000);
  await anna.calls(jonas.extension);
  await ben.speaksEarly();
  await anna.expectsToHear(1000, 425);
  await expect(anna.dock).toContainText(/dialling/i);
  await ben.answers();
  await anna.expectsToHear(1000, 440);
  await expect.poll(async () => (await ben.hears(440))[440]).toBeGreaterThan(0.05);
  await anna.hangsUp();
});

test('nobody answers for 180 s: the ringing ends by itself', async ({ seat, atTelephone, people, sidetone }) => {
  const [mara, jonas] = people;
  await sidetone.query(
    'update channels set ring_seconds = 300 from users u where u.id = owner_user_id and u.email = $1',
    [mara.email],
  );
  const caller = await atTelephone(jonas, 1000);
  const anna = await seat(0, { microphone: tone(440) });
  await anna.page.clock.install();
  const refused = expect(caller.calls(mara.extension)).rejects.toMatchObject({ code: 'REFUSED' });
  await expect(anna.dock).toContainText(jonas.name);
  await anna.page.clock.fastForward(179_000);
  await expect(anna.dock).toContainText(jonas.name);
  await anna.page.clock.fastForward(2_000);
  await refused;
  await expect(anna.dock).toBeHidden();
});
