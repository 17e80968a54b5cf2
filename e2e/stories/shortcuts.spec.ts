import type { Colleague } from '../people/colleague.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

/** Presses a key of the call the way a browser outside of a Mac has it. */
const press = (who: Colleague, letter: string) => who.page.keyboard.press(`Control+Alt+Shift+Key${letter}`);

const key = (who: Colleague, name: RegExp) => who.dock.getByRole('button', { name });

test('a call by keys alone: keypad, mute, hold, recording, and none of them where it has nothing to do', async ({
  seat,
}) => {
  const ben = await seat(1, { microphone: tone(1000) });
  const anna = await seat(0, { microphone: tone(440) });
  const { page } = anna;
  await anna.calls(ben.who.name);
  await key(ben, /^Accept/).waitFor();

  await test.step('while nobody has answered, only mute and hang up work', async () => {
    for (const name of [/^Keypad/, /^Record/, /^Add/, /^Hold/, /^Conference/]) {
      await expect(key(anna, name)).toBeDisabled();
    }
    for (const letter of ['K', 'P', 'A', 'T', 'H', 'S', 'G']) await press(anna, letter);
    await press(anna, 'M');
    await expect(key(anna, /^Muted/)).toBeVisible();
    // The keys before it were taken by then.
    await expect(page.getByRole('dialog')).toBeHidden();
    await press(anna, 'M');
    await expect(key(anna, /^Mute$/)).toBeVisible();
  });

  await test.step('a plain letter answers, but not while it is typed', async () => {
    await ben.page.keyboard.press('Control+Alt+Shift+KeyA');
    await ben.page.evaluate(() => {
      const field = Object.assign(document.createElement('input'), { id: 'typing' });
      document.body.append(field);
      field.focus();
    });
    await ben.page.keyboard.press('a');
    await expect(ben.page.locator('#typing')).toHaveValue('a');
    await expect(key(ben, /^Accept/)).toBeVisible();
    await ben.page.evaluate(() => document.querySelector('#typing')?.remove());
    await ben.page.keyboard.press('a');
    await anna.expectsToHear(1000, 440);
  });

  await test.step('K opens the keypad and closes it', async () => {
    await press(anna, 'K');
    await expect(key(anna, /^Keypad/)).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.type('12*#');
    await expect(anna.dock.getByRole('status', { name: 'Typed' })).toHaveText('12*#');
    await press(anna, 'K');
    await expect(key(anna, /^Keypad/)).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('M mutes, H holds, and both come back', async () => {
    await press(anna, 'M');
    await ben.expectsSilence(440, 1000);
    await press(anna, 'M');
    await ben.expectsToHear(440, 1000);
    await press(anna, 'H');
    await expect(anna.dock).toContainText('They hear music, you hear nothing');
    await press(anna, 'H');
    await anna.expectsToHear(1000, 440);
    await ben.expectsToHear(440, 1000);
  });

  await test.step('P asks for consent first, records, stops and resumes', async () => {
    await press(anna, 'P');
    const consent = page.getByRole('dialog', { name: 'Record this call?' });
    await expect(consent.getByRole('button', { name: 'Start recording' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(consent).toBeHidden();
    await expect(key(anna, /^Record$/)).toBeVisible();
    await press(anna, 'P');
    await expect(consent.getByRole('button', { name: 'Start recording' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(key(anna, /^Stop/)).toBeVisible();
    await expect(anna.dock).toContainText(/Recording\s*0:\d\d/);
    // It says so for two seconds.
    await Promise.all([expect(anna.dock).toContainText('Saving the recording'), press(anna, 'P')]);
    await expect(key(anna, /^Continue/)).toBeEnabled();
    await expect(anna.dock).toContainText('Recording stopped');
  });

  await test.step('A and T open the search for a colleague to ask, with the team in it', async () => {
    for (const letter of ['A', 'T']) {
      await press(anna, letter);
      await expect(page.getByRole('combobox', { name: 'Add participant' })).toBeFocused();
      await expect(page.getByRole('option').nth(2)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('combobox')).toBeHidden();
    }
  });

  await test.step('D hangs up; the recording is announced, and leads to its call', async () => {
    await press(anna, 'D');
    // For five seconds, in which the dock may still say how the call ended.
    await expect(page.getByText('Recording ready')).toBeVisible({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Open the call' }).click();
    await expect(page).toHaveURL(/\/main\/channels\/.+call=/);
    await expect(page.getByRole('complementary', { name: 'Call details' })).toBeFocused();
    await expect(anna.callWith(ben.who.name, /Outgoing/)).toHaveAttribute('aria-current', 'true');
    await expect(anna.dock).toBeHidden();
    await expect(ben.dock).toBeHidden();
  });
});

test('a call that comes in is declined by its plain letter, and AltGr writes letters', async ({ seat }) => {
  const ben = await seat(1, { microphone: tone(1000) });
  const anna = await seat(0, { microphone: tone(440) });
  await anna.calls(ben.who.name);
  await key(ben, /^Decline/).waitFor();
  await anna.page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'D',
        code: 'KeyD',
        ctrlKey: true,
        altKey: true,
        shiftKey: true,
        modifierAltGraph: true,
        bubbles: true,
        cancelable: true,
      }),
    ),
  );
  await expect(key(anna, /^Hang up/)).toBeVisible();
  // It says so for two seconds.
  await Promise.all([expect(anna.dock).toContainText('Declined'), ben.page.keyboard.press('d')]);
  await expect(ben.dock).toBeHidden({ timeout: 10_000 });
});

test('a warm transfer by keys alone: add, switch, conference, hand over', async ({ seat }) => {
  const ben = await seat(1, { microphone: tone(1000) });
  const clara = await seat(2, { microphone: tone(1700) });
  const anna = await seat(0, { microphone: tone(440) });
  await anna.calls(ben.who.name);
  await key(ben, /^Accept/).waitFor();
  await ben.page.keyboard.press('a');
  await anna.expectsToHear(1000, 440);

  await test.step('A calls a colleague beside the call, which is on hold during that time', async () => {
    await key(anna, /^Hold$/).focus();
    await press(anna, 'A');
    await expect(anna.page.getByRole('combobox', { name: 'Add participant' })).toBeFocused();
    await anna.page.keyboard.type(clara.who.name.slice(0, 5));
    const found = anna.page.getByRole('option', { name: new RegExp(clara.who.name) });
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await anna.page.keyboard.press('Enter');
    await key(clara, /^Accept/).waitFor();
    await expect(key(anna, /^Hand over/)).toBeVisible();
    await expect(key(anna, /^Switch$/)).toBeDisabled();
    // The key that changed its meaning under the focus kept it.
    await expect(key(anna, /^Switch$/)).toBeFocused();
    await clara.page.keyboard.press('a');
    await anna.expectsToHear(1700, 1000);
  });

  await test.step('S switches to the held call, a click on its header too', async () => {
    await expect(key(anna, /^Switch$/)).toBeEnabled();
    await press(anna, 'S');
    await anna.expectsToHear(1000, 1700);
    await key(anna, new RegExp(clara.who.name)).click();
    await anna.expectsToHear(1700, 1000);
  });

  await test.step('G brings all three together', async () => {
    await press(anna, 'G');
    await expect(anna.dock).toContainText('Three on the line');
    await expect(key(anna, /^Leave/)).toBeVisible();
    await ben.expectsToHear(1700, 2500);
    await ben.expectsToHear(440, 2500);
  });

  await test.step('D leaves the two others alone', async () => {
    await press(anna, 'D');
    await expect(anna.dock).toBeHidden({ timeout: 10_000 });
    await ben.expectsToHear(1700, 440);
    await clara.expectsToHear(1000, 440);
  });
  await ben.hangsUp();
  await expect(clara.dock).toBeHidden({ timeout: 10_000 });
});
