import { setTimeout as pause } from 'node:timers/promises';
import { keysIn } from '@sidetone/simulator/people/audio/keys-by-ear.ts';
import { recordWhile } from '../people/recording.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

test('keys go through a call both ways: a browser hears those of a phone, and a phone gets those of a browser', async ({
  seat,
  atTelephone,
  people,
}) => {
  const [, , owner] = people;
  if (!owner) throw new Error('The demo company lacks a third person');
  const anna = await seat(0, { microphone: tone(440) });
  const caller = await atTelephone(owner, 1000);

  const answered = caller.calls(anna.who.extension);
  await expect(anna.dock).toContainText(owner.name);
  await anna.accepts();
  await answered;
  await anna.expectsToHear(1000, 440);
  await expect.poll(async () => (await caller.hears(440))[440]).toBeGreaterThan(0.05);

  await test.step('the phone presses keys', async () => {
    await expect
      .poll(
        async () =>
          keysIn(
            await recordWhile(anna.page, async () => {
              await caller.presses('1290*#55');
              await pause(1_000);
            }),
          ),
        // A busy machine may cut a key short in the browser's buffer: a person would press again.
        { message: `${anna.who.name} should hear the keys`, timeout: 20_000 },
      )
      .toBe('1290*#55');
    await anna.expectsToHear(1000, 440);
  });

  await test.step('the browser presses keys', async () => {
    await anna.presses(/^(keypad|tasten)$/i);
    for (const key of ['1', '2', '3', '*', '0', '#', '7', '7']) {
      await anna.dock.getByRole('button', { name: key, exact: true }).click();
    }
    await expect.poll(() => caller.keys).toBe('123*0#77');
    await anna.page.keyboard.type('98');
    await expect.poll(() => caller.keys).toBe('123*0#7798');
    await expect(anna.dock.getByRole('status', { name: /^(typed|Eingegeben)$/i })).toHaveText('123*0#7798');
  });

  await test.step('the voices are still there', async () => {
    await anna.expectsToHear(1000, 440);
    await expect.poll(async () => (await caller.hears(440))[440]).toBeGreaterThan(0.05);
  });

  await caller.hangsUp();
  await expect(anna.dock).toBeHidden({ timeout: 10_000 });
  expect(caller.inCall).toBe(false);
});

test('a phone that is rung answers, is held and hears again', async ({ seat, atTelephone, people }) => {
  const [, , , owner] = people;
  if (!owner) throw new Error('The demo company lacks a fourth person');
  const anna = await seat(0, { microphone: tone(440) });
  const callee = await atTelephone(owner, 1000);

  await anna.calls(owner.extension);
  await callee.answers();
  await anna.expectsToHear(1000, 440);
  await anna.presses(/^(hold|halten)/i);
  await anna.expectsSilence(440, 1000);
  await expect.poll(async () => (await callee.hears(440))[440]).toBeLessThan(0.005);
  await anna.presses(/^(resume|zurückholen)/i);
  await anna.expectsToHear(1000, 440);

  await callee.holds();
  await anna.expectsSilence(440, 1000);
  await callee.resumes();
  await anna.expectsToHear(1000, 440);
  await expect.poll(async () => (await callee.hears(440))[440]).toBeGreaterThan(0.05);

  await anna.hangsUp();
  await expect.poll(() => callee.inCall).toBe(false);
});
