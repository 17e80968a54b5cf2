import type { Colleague } from '../people/colleague.ts';
import { asksAlso, hearsExactly } from '../people/second-line.ts';
import { inBothGenerations, playsIn } from '../world/generations.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

const openCalls = 'select id from calls where ended_at is null';

/** From now on the browser asks for the microphone, and nobody answers before `answersTheQuestion`. */
async function isAskedForTheMicrophone({ page }: Colleague): Promise<void> {
  await page.evaluate(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const answered = Promise.withResolvers<void>();
    Object.assign(window, { answersTheQuestion: answered.resolve });
    mediaDevices.getUserMedia = async (wanted) => {
      document.documentElement.dataset['asks'] = 'microphone';
      await answered.promise;
      return open(wanted);
    };
  });
}

const answersTheQuestion = ({ page }: Colleague): Promise<void> =>
  page.evaluate(() => (window as unknown as { answersTheQuestion(): void }).answersTheQuestion());

inBothGenerations((generation) => {
  test('the page is reloaded while it rings: the caller keeps waiting, and the new page takes the call', async ({
    sitDown,
    atTelephone,
    people,
    sidetone,
  }) => {
    const [mara, jonas] = people;
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    const ben = await atTelephone(jonas, 1000);
    const taken = ben.calls(mara.extension);
    taken.catch(() => undefined);
    await expect(anna.dock).toContainText(jonas.name);
    await anna.page.reload();
    await expect(anna.dock).toContainText(jonas.name, { timeout: 15_000 });
    await anna.accepts();
    await taken;
    await anna.expectsToHear(1000, 440);
    await expect.poll(async () => (await ben.hears(440))[440]).toBeGreaterThan(0.05);
    await ben.hangsUp();
    await expect(anna.dock).toBeHidden();
    await expect.poll(() => sidetone.query(openCalls)).toEqual([]);
    const [last] = await sidetone.query('select state from inbox_events order by started_at desc limit 1');
    expect(last).toEqual({ state: 'FINISHED' });
  });

  test('the tab that is the phone is closed while it rings: the other tab takes the call', async ({
    sitDown,
    atTelephone,
    people,
  }) => {
    const [mara, jonas] = people;
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    const second = await anna.opensSecondTab();
    await second.phoneIsReady();
    const ben = await atTelephone(jonas, 1000);
    const taken = ben.calls(mara.extension);
    taken.catch(() => undefined);
    await expect(second.dock).toContainText(jonas.name);
    await anna.closesTab();
    await expect(second.dock).toContainText(jonas.name, { timeout: 15_000 });
    // It has the phone once it says so no longer.
    await expect(second.page.getByText('The call runs in another tab.')).toBeHidden();
    await second.accepts();
    await taken;
    await second.expectsToHear(1000, 440);
    await ben.hangsUp();
    await expect(second.dock).toBeHidden();
  });

  test('the browser asks for the microphone: hanging up ends the call, callers ring, and new calls go', async ({
    sitDown,
    atTelephone,
    people,
    sidetone,
  }) => {
    const [mara, jonas, priya] = people;
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    await isAskedForTheMicrophone(anna);
    const ben = await atTelephone(jonas, 1000);
    const pia = await atTelephone(priya, 700);
    const before = await sidetone.query('select id from calls');

    await anna.calls(jonas.extension);
    await expect(anna.page.locator('[data-asks]')).toHaveCount(1);
    await anna.hangsUp();
    await expect(anna.dock).toBeHidden();
    const refused = expect(pia.calls(mara.extension)).rejects.toMatchObject({ code: 'REFUSED' });
    await expect(anna.dock).toContainText(priya.name);
    await anna.declines();
    await refused;
    await expect(anna.dock).toBeHidden();

    await anna.calls(jonas.extension);
    await answersTheQuestion(anna);
    await ben.answers();
    await anna.expectsToHear(1000, 440);
    await anna.hangsUp();
    await expect.poll(() => ben.inCall).toBe(false);
    // The one that was given up was never sent.
    expect(await sidetone.query('select id from calls')).toHaveLength(before.length + 2);
  });

  test('the page is reloaded while the second line rings: the colleague who answers is heard, and hears', async ({
    sitDown,
    atTelephone,
    people,
  }) => {
    const [, jonas, priya] = people;
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    const ben = await atTelephone(jonas, 1000);
    const pia = await atTelephone(priya, 700);
    await anna.calls(jonas.extension);
    await ben.answers();
    await anna.expectsToHear(1000, 440);
    await asksAlso(anna, priya.extension);
    await pia.isRung();
    await expect(anna.dock).toContainText(priya.name);

    await anna.page.reload();
    await expect(anna.dock.getByRole('button', { name: /^hand over/i })).toBeVisible({ timeout: 25_000 });
    await pia.answers();
    await hearsExactly(pia, [440], [1000]);
    await hearsExactly(anna, [700], [1000]);
    await anna.presses(/^switch/i);
    await hearsExactly(anna, [1000], [700]);
    await anna.presses(/^switch/i);
    await hearsExactly(anna, [700], [1000]);
    await hearsExactly(pia, [440], [1000]);
    await anna.presses(/^hand over/i);
    await hearsExactly(ben, [700], [440]);
    await ben.hangsUp();
    await expect.poll(() => pia.inCall).toBe(false);
  });

  test('keys that are typed on hold reach the other side', async ({ sitDown, atTelephone, people }) => {
    const [, jonas] = people;
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    const ben = await atTelephone(jonas, 1000);
    await anna.calls(jonas.extension);
    await ben.answers();
    await anna.expectsToHear(1000, 440);
    await anna.presses(/^keypad$/i);
    await anna.page.keyboard.type('12');
    await expect.poll(() => ben.keys).toBe('12');
    await anna.presses(/^hold/i);
    await anna.expectsSilence(1000);
    await anna.page.keyboard.type('34');
    await expect.poll(() => ben.keys).toBe('1234');
    await anna.presses(/^resume/i);
    await anna.expectsToHear(1000, 440);
    await anna.page.keyboard.type('5');
    await expect.poll(() => ben.keys).toBe('12345');
    await anna.hangsUp();
    await expect.poll(() => ben.inCall).toBe(false);
  });
});

test.describe('codes of the classic generation, typed by hand', () => {
  playsIn('classic');

  test('the one for a recording asks first, and those for a transfer are tones where none runs', async ({
    sitDown,
    atTelephone,
    people,
    sidetone,
  }) => {
    const [, jonas] = people;
    await sidetone.query('update users set skip_recording_consent = false');
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToClassicWork();
    const ben = await atTelephone(jonas, 1000);
    await anna.calls(jonas.extension);
    await ben.answers();
    await anna.expectsToHear(1000, 440);
    await anna.presses(/^keypad$/i);
    await anna.page.keyboard.type('*6');
    const question = anna.page.getByRole('dialog');
    await expect(question).toContainText(/record this call/i);
    await expect(anna.dock).not.toContainText('Recording');
    await question.getByRole('button', { name: /^cancel/i }).click();
    await expect(question).toBeHidden();
    await anna.page.keyboard.type('*8');
    await expect.poll(() => ben.keys).toBe('*8');
    await anna.page.keyboard.type('1*4');
    await expect.poll(() => ben.keys).toBe('*81*4');
    await anna.hangsUp();
    await expect.poll(() => ben.inCall).toBe(false);
  });
});
