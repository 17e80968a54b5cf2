import { expect } from '../world/story.ts';
import { test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

test('a frozen page is shown as offline within 30 s', async ({ seat, people }) => {
  const [mara] = people;
  const anna = await seat(0, { microphone: tone(440) });
  const watcher = await seat(2, { microphone: tone(700) });
  const thaw = await anna.freezes();
  try {
    const frozen = performance.now();
    await watcher.page.keyboard.press('Control+k');
    await watcher.page.getByRole('combobox').fill(mara.name);
    await expect(watcher.page.getByRole('option').first()).toContainText(/offline|nicht erreichbar/i, {
      timeout: 30_000 - (performance.now() - frozen),
    });
  } finally {
    thaw();
  }
});

test('the tab with the phone freezes: a second one takes the phone and rings', async ({
  seat,
  atTelephone,
  people,
}) => {
  const [mara, jonas] = people;
  const anna = await seat(0, { microphone: tone(440) });
  const second = await anna.opensSecondTab();
  await second.phoneIsReady();
  const ben = await atTelephone(jonas, 1000);
  const thaw = await anna.freezes();
  try {
    await second.page.bringToFront();
    await expect(async () => {
      const taken = ben.calls(mara.extension);
      taken.catch(() => undefined);
      await expect(second.dock.getByRole('button', { name: /^(accept|annehmen)/i })).toBeVisible({ timeout: 4_000 });
      await second.accepts();
      await taken;
    }).toPass({ timeout: 40_000 });
    await second.expectsToHear(1000, 440);
    await ben.hangsUp();
  } finally {
    thaw();
  }
});
