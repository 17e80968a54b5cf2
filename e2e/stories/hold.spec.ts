import type { Colleague } from '../people/colleague.ts';
import { inBothGenerations } from '../world/generations.ts';
import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

/** Presses the key for hold this many times, faster than anyone: nothing waits for an answer in between. */
const pressesHold = (who: Colleague, times: number) =>
  who.page.evaluate((presses) => {
    const keys = { key: 'H', code: 'KeyH', ctrlKey: true, altKey: true, shiftKey: true };
    for (let press = 0; press < presses; press += 1) {
      for (const kind of ['keydown', 'keyup']) {
        document.body.dispatchEvent(new KeyboardEvent(kind, { ...keys, bubbles: true, cancelable: true }));
      }
    }
  }, times);

const resume = (who: Colleague) => who.dock.getByRole('button', { name: /^Resume/ });
const hold = (who: Colleague) => who.dock.getByRole('button', { name: /^Hold/ });

inBothGenerations((generation) => {
  test('however fast the hold key is pressed, its final state is what everyone hears', async ({ sitDown }) => {
    const anna = await sitDown(0, { microphone: tone(440) });
    const ben = await sitDown(1, { microphone: tone(1000) });
    for (const each of [anna, ben]) await each.comesToWork(generation);
    await anna.calls(ben.who.name);
    await ben.accepts();
    await anna.expectsToHear(1000, 440);

    const bothHear = async () => {
      await anna.expectsToHear(1000, 440);
      await ben.expectsToHear(440, 1000);
    };

    for (const times of [2, 4, 8]) {
      await test.step(`${times} presses: both hear each other`, async () => {
        await pressesHold(anna, times);
        await expect(hold(anna)).toHaveAttribute('aria-pressed', 'false');
        await bothHear();
      });
    }

    await test.step('three presses hold, and one more takes back', async () => {
      await pressesHold(anna, 3);
      await expect(resume(anna)).toHaveAttribute('aria-pressed', 'true');
      await expect(anna.dock).toContainText('They hear music, you hear nothing');
      await anna.expectsSilence(1000, 440);
      await ben.expectsSilence(440, 1000);
      await pressesHold(anna, 1);
      await bothHear();
    });

    await test.step('both at the same time, each twice and then each once', async () => {
      await Promise.all([pressesHold(anna, 2), pressesHold(ben, 2)]);
      await bothHear();
      await Promise.all([pressesHold(anna, 1), pressesHold(ben, 1)]);
      for (const each of [anna, ben]) await expect(resume(each)).toBeVisible();
      await anna.expectsSilence(1000, 440);
      await ben.expectsSilence(440, 1000);
      await Promise.all([pressesHold(anna, 1), pressesHold(ben, 1)]);
      await bothHear();
    });
    await anna.hangsUp();
    await expect(ben.dock).toBeHidden({ timeout: 10_000 });
  });
});
