import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

test('a user of the classic generation calls another company and is called by it, and both hear each other', async ({
  seat,
  numbers,
}) => {
  const mara = await seat(0, { microphone: tone(440) });
  const freya = await seat(6, { microphone: tone(1000) });

  await test.step('classic calls newer', async () => {
    await freya.calls(numbers.of(mara.who));
    await expect(mara.dock).toContainText(numbers.of(freya.who).slice(-3));
    await mara.accepts();
    await mara.expectsToHear(1000, 440);
    await freya.expectsToHear(440, 1000);
    await mara.hangsUp();
    await expect(freya.dock).toBeHidden({ timeout: 10_000 });
  });

  await test.step('newer calls classic', async () => {
    await mara.calls(numbers.of(freya.who));
    await expect(freya.dock).toBeVisible({ timeout: 15_000 });
    await freya.accepts();
    await freya.expectsToHear(440, 1000);
    await mara.expectsToHear(1000, 440);
    await freya.hangsUp();
  });
});
