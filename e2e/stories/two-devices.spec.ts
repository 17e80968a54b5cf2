import { everybodyReads, expect } from '../world/story.ts';
import { test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

test.beforeEach(async ({ sidetone }) => {
  await everybodyReads(sidetone, 'en');
});

test('two devices answer at the same time: one has the call, the other is informed, and no call is left', async ({
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
  await expect.poll(() => sidetone.query('select id from calls where ended_at is null')).toEqual([]);
});
