import type { Colleague } from '../people/colleague.ts';
import { messages } from '../people/messages.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect, healthyAfterwards, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const desk = { microphone: tone(440) };
healthyAfterwards();
test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

const dials = async ({ page }: Colleague, text: string) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(text);
  await page.keyboard.press('Enter');
};

/** The first press empties the field, the second closes. */
const leavesSearch = async ({ page }: Colleague) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox')).toBeHidden();
};

/** What the app tells at its corner. */
const tells = ({ page }: Colleague, text: string) => messages(page).getByText(text, { exact: true }).first();

const openCalls = async (sidetone: Sidetone) => {
  const [counted] = await sidetone.query<{ n: number }>(
    `select (select count(*) from calls where ended_at is null)::int
          + (select count(*) from inbox_events where terminated_at is null)::int as n`,
  );
  return counted?.n;
};

test('nothing typed, one’s own number and half a number call nobody and say why', async ({ seat, sidetone }) => {
  const before = await sidetone.query('select id from calls');
  const anna = await seat(0, desk);
  const { page } = anna;
  await test.step('nothing', async () => {
    await dials(anna, '   ');
    await expect(page.getByRole('combobox')).toBeVisible();
    await expect(anna.dock).toBeHidden();
    await leavesSearch(anna);
  });
  await test.step('own extension', async () => {
    await dials(anna, anna.who.extension);
    await expect(page.getByText('This is your own number.')).toBeVisible();
    await expect(anna.dock).toBeHidden();
    await leavesSearch(anna);
  });
  await test.step('half a number', async () => {
    await dials(anna, '++49');
    await expect(page.getByText('This is not a complete phone number.')).toBeVisible();
    await expect(anna.dock).toBeHidden();
    await leavesSearch(anna);
  });
  // Enter called nobody else either: the list below may hold people whose numbers contain the same digits.
  expect(await sidetone.query('select id from calls')).toEqual(before);
});

test('a number that nobody has ends the call with clear words', async ({ seat, sidetone }) => {
  const anna = await seat(0, desk);
  await dials(anna, '98');
  await expect(anna.dock).toContainText('Number not found');
  await expect(anna.dock).toBeHidden();
  await expect.poll(() => openCalls(sidetone)).toBe(0);
  // The phone is not hurt by it.
  await anna.calls('*43');
  await anna.expectsToHear(440, 1000);
  await anna.hangsUp();
});

test('a microphone that is not allowed stops the call before it rings', async ({ seat, sidetone }) => {
  const anna = await seat(0, { ...desk, microphoneAllowed: false });
  const ben = await seat(1, desk);
  await anna.calls(ben.who.name);
  await expect(tells(anna, 'Microphone not allowed')).toBeVisible();
  await expect(anna.dock).toBeHidden();
  await expect(ben.dock).toBeHidden();

  await ben.calls(anna.who.name);
  await anna.accepts();
  // The caller hears that this leads nowhere, and does not wait.
  await expect(ben.dock).toContainText(/Busy|Declined/);
  await expect(tells(anna, 'Microphone not allowed')).toBeVisible();
  await expect(anna.dock).toBeHidden();
  await expect.poll(() => openCalls(sidetone)).toBe(0);
});

test('a machine without a microphone says so', async ({ seat, sidetone }) => {
  const anna = await seat(0, { ...desk, microphonePresent: false });
  await anna.calls('*43');
  await expect(tells(anna, 'No microphone')).toBeVisible();
  await expect(tells(anna, 'Plug in a microphone or a headset, then call again.')).toBeVisible();
  await expect(anna.dock).toBeHidden();
  expect(await openCalls(sidetone)).toBe(0);
});

test('of two tabs one is the phone, the other shows it, and takes over when the first closes', async ({
  seat,
  sidetone,
}) => {
  const anna = await seat(0, desk);
  const ben = await seat(1, { microphone: tone(1000) });
  const second = await anna.opensSecondTab();
  await second.phoneIsReady();

  await test.step('both show the call, one owns it', async () => {
    await ben.calls(anna.who.name);
    await expect(anna.dock).toContainText(ben.who.name);
    await expect(second.dock).toContainText(ben.who.name);
    await second.accepts();
    await anna.expectsToHear(1000, 440);
    await expect(second.page.getByText('The call runs in another tab. The keys work here too.')).toBeVisible();
    await expect(anna.page.getByText('The call runs in another tab.')).toBeHidden();
    await second.presses(/^hold/i);
    await ben.expectsSilence(440, 1000);
    await second.hangsUp();
    await expect(anna.dock).toBeHidden();
    await expect(ben.dock).toBeHidden();
  });

  await test.step('the first closes and the second is the phone', async () => {
    const phones = async () => {
      const registered = await sidetone.query<{ id: string }>(
        'select call_id as id from registrations where user_id = (select id from users where email = $1)',
        [anna.who.email],
      );
      return registered.map(({ id }) => id);
    };
    const before = await phones();
    await anna.closesTab();
    // Between the two tabs there is a moment without a phone, in which nothing could ring.
    await expect.poll(async () => (await phones()).filter((id) => !before.includes(id)).length).toBe(1);
    await ben.calls(anna.who.name);
    await second.accepts();
    await second.expectsToHear(1000, 440);
    await expect(second.page.getByText('The call runs in another tab.')).toBeHidden();
    await second.hangsUp();
    await expect(ben.dock).toBeHidden();
  });
});
