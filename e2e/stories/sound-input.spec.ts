import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { silence, tone as voice, writeWav } from '@sidetone/signals/recording.ts';
import { shareAt } from '@sidetone/signals/spectrum.ts';
import { sine, sixteenBits } from '@sidetone/signals/tones.ts';
import { readMono, wavOf } from '@sidetone/wav/wav.ts';
import { runSoundProcess } from '../../apps/server/src/sound/sound-process.ts';
import { ApiSession } from '../people/api-session.ts';
import { loudestOf } from '../people/loudest.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { person } from '../world/room.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

const [mara, jonas, priya] = [0, 1, 2] as const;
/** What people say into their microphones, and what files hold, in Hz. */
const spoken = 440;
const inWav = 1200;
const inMp3 = 700;

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

/** Stereo at 44.1 kHz: neither is played by the exchange. */
const stereoWav = (hertz: number, seconds: number) => {
  const side = Int16Array.from(sine(hertz, seconds, 44_100), sixteenBits);
  return wavOf([side, side], 44_100);
};

async function mp3Of(hertz: number, seconds: number): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'sidetone-sound-'));
  try {
    const [wav, mp3] = [join(folder, 'said.wav'), join(folder, 'said.mp3')];
    writeWav(wav, { seconds, left: silence, right: voice(hertz) });
    await runSoundProcess(mp3, [wav], { mix: true });
    return readFileSync(mp3);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const choose = (page: Page, field: string, name: string, buffer: Buffer) =>
  page
    .getByRole('group', { name: field, exact: true })
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: '', buffer });

const records = async (page: Page, field: string, milliseconds: number) => {
  const group = page.getByRole('group', { name: field, exact: true });
  await group.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(group.getByText('Recording', { exact: true })).toBeAttached();
  await page.waitForTimeout(milliseconds);
  await group.getByRole('button', { name: 'Stop' }).click();
  await expect(group.getByText(/^Your recording, 0:0\d$/)).toBeVisible();
};

test('announcements come from files of any kind and from the microphone, and callers get what was heard', async ({
  seat,
  sidetone,
  people,
}) => {
  test.slow();
  const { page } = await seat(mara, { microphone: tone(spoken) });
  const boss = await ApiSession.signIn(sidetone.origin, person(people, mara));
  await page.goto('/admin/company');
  const field = page.getByRole('group', { name: 'Sound', exact: true });
  const all = page.getByRole('region', { name: 'Announcements' });
  const name = all.getByRole('textbox', { name: 'Name', exact: true });
  const uploads = async (called: string) => {
    await all.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByText(`${called} uploaded`)).toBeVisible();
    await expect(page.getByRole('button', { name: `Play ${called}` })).toBeVisible();
  };
  /** How much of an announcement is one tone, from 0 to 1. */
  const shareOf = async (called: string, hertz: number) => {
    const { announcements } = (await (await boss.request('GET', '/account/announcements')).json()) as {
      announcements: { id: string; name: string }[];
    };
    const id = announcements.find((each) => each.name === called)?.id;
    const reply = await fetch(`${sidetone.origin}/api/account/announcements/${id}/audio`, {
      headers: { authorization: `Bearer ${boss.accessToken}` },
    });
    const { samples, sampleRate } = readMono(Buffer.from(await reply.arrayBuffer()));
    expect(sampleRate).toBe(16_000);
    // Coders fade in and out.
    return shareAt(hertz, samples.subarray(4000, samples.length - 4000), sampleRate);
  };

  await test.step('nothing is sent without a sound and a name', async () => {
    await all.getByRole('button', { name: 'Upload' }).click();
    await expect(field.getByRole('alert')).toHaveText('Choose a file or record something.');
    await expect(page.getByText('Enter a name.')).toBeVisible();
  });

  await test.step('files that cannot be used are refused in words', async () => {
    await choose(page, 'Sound', 'text.mp3', Buffer.from('no sound at all'));
    await expect(field.getByRole('alert')).toContainText('no sound that can be read');
    await choose(page, 'Sound', 'long.wav', wavOf([new Int16Array(8000 * 400)], 8000));
    await expect(field.getByRole('alert')).toHaveText('The sound is too long.');
    await choose(page, 'Sound', 'short.wav', wavOf([new Int16Array(4000)], 8000));
    await expect(field.getByRole('alert')).toHaveText('The sound is shorter than a second.');
    await expectsNoViolation(page, 'a sound that is refused');
  });

  await test.step('WAV of another rate, in two channels', async () => {
    await choose(page, 'Sound', 'Waltz.wav', stereoWav(inWav, 3));
    await expect(field.getByText('Waltz.wav, 0:03')).toBeVisible();
    await expect(name).toHaveValue('Waltz');
    await expectsNoViolation(page, 'a sound that was chosen');
    await uploads('Waltz');
    expect(await shareOf('Waltz', inWav)).toBeGreaterThan(0.9);
  });

  await test.step('MP3', async () => {
    await choose(page, 'Sound', 'Closed.mp3', await mp3Of(inMp3, 3));
    await expect(field.getByText(/^Closed\.mp3, 0:03$/)).toBeVisible();
    await uploads('Closed');
    expect(await shareOf('Closed', inMp3)).toBeGreaterThan(0.9);
  });

  await test.step('what is said into the microphone', async () => {
    await records(page, 'Sound', 2500);
    await name.fill('Spoken');
    await uploads('Spoken');
    expect(await shareOf('Spoken', spoken)).toBeGreaterThan(0.5);
  });
});

test('an announcement is said on a telephone, by its code or after one was rung, and nothing half is kept', async ({
  seat,
  atTelephone,
  sidetone,
  people,
}) => {
  test.slow();
  const { page } = await seat(mara, { microphone: tone(spoken) });
  const phone = await atTelephone(person(people, mara), 1500);
  await page.goto('/admin/company');
  const field = page.getByRole('group', { name: 'Sound', exact: true });
  const all = page.getByRole('region', { name: 'Announcements' });
  const byPhone = field.getByRole('button', { name: 'Record by phone' });
  const panel = field.getByRole('region', { name: 'Record by phone' });
  const state = panel.getByRole('status');
  const speaking = 'Recording. Press # on the phone when you are done.';

  await test.step('the code is dialled, the tone is recorded and heard again, and the form has it', async () => {
    await byPhone.click();
    await expect(state).toHaveText('Waiting for the call …');
    await expectsNoViolation(page, 'a code to record by phone');
    const number = /\*96\d{4}/.exec((await panel.textContent()) ?? '')?.[0] ?? '';
    await phone.calls(number);
    await expect(state).toHaveText('The call is there. Listen to what to do.');
    await expect(state).toHaveText(speaking, { timeout: 30_000 });
    await page.waitForTimeout(2500);
    const before = phone.heard.length;
    await phone.presses('#');
    await expect(state).toContainText('# keeps it');
    await expect.poll(() => loudestOf(1500, phone.heard.subarray(before)), { timeout: 20_000 }).toBeGreaterThan(0.02);
    await phone.presses('#');
    await expect(field.getByText(/^Your recording, 0:0\d$/)).toBeVisible();
    await expect(panel).toBeHidden();
    await all.getByRole('textbox', { name: 'Name', exact: true }).fill('Spoken by phone');
    await all.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByRole('button', { name: 'Play Spoken by phone' })).toBeVisible();
    const boss = await ApiSession.signIn(sidetone.origin, person(people, mara));
    const { announcements } = (await (await boss.request('GET', '/account/announcements')).json()) as {
      announcements: { id: string; name: string }[];
    };
    const id = announcements.find(({ name }) => name === 'Spoken by phone')?.id;
    const reply = await fetch(`${sidetone.origin}/api/account/announcements/${id}/audio`, {
      headers: { authorization: `Bearer ${boss.accessToken}` },
    });
    const { samples, sampleRate } = readMono(Buffer.from(await reply.arrayBuffer()));
    expect(shareAt(1500, samples.subarray(4000, samples.length - 4000), sampleRate)).toBeGreaterThan(0.5);
  });

  await test.step('a telephone that rang for it and hangs up while it is recorded leaves nothing', async () => {
    await byPhone.click();
    await panel.getByRole('button', { name: 'Call me' }).click();
    await phone.isRung(20_000);
    await phone.answers();
    await expect(state).toHaveText(speaking, { timeout: 30_000 });
    await phone.hangsUp();
    await expect(state).toHaveText(/^Nothing was kept/);
    await expectsNoViolation(page, 'a recording by phone that came to nothing');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel).toBeHidden();
    await expect(byPhone).toBeFocused();
    await expect.poll(() => sidetone.query('select id from phone_recordings', [])).toEqual([]);
  });
});

test('users say the greeting of their line in the app, callers hear it, and it can be undone', async ({
  seat,
  atTelephone,
  sidetone,
  people,
}) => {
  test.slow();
  const own = `(select c.id from channels c join users u on u.id = c.owner_user_id where u.email = $1)`;
  await sidetone.query(
    `update channels set ring_seconds = 5, routing = jsonb_set(coalesce(routing, '{}'), '{voicemail}', '{"enabled": true, "maxSeconds": 30}')
      || '{"overflow": {"kind": "voicemail"}}' where id = ${own}`,
    [person(people, jonas).email],
  );
  const { page } = await seat(jonas, { microphone: tone(spoken) });
  await page.goto('/main/channels/private');
  await page.getByRole('button', { name: /^Settings of/ }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Callers hear the default greeting.')).toBeVisible();
  await records(page, 'Greeting', 3000);
  await expectsNoViolation(page, 'a greeting that was recorded');
  await panel.getByRole('button', { name: 'Save greeting' }).click();
  await expect(page.getByText('Greeting saved')).toBeVisible();

  const caller = await atTelephone(person(people, priya), 1800);
  await caller.calls(person(people, jonas).extension);
  await expect.poll(() => loudestOf(spoken, caller.heard), { timeout: 30_000 }).toBeGreaterThan(0.02);
  await caller.hangsUp();

  await panel.getByRole('button', { name: 'Use the default' }).click();
  await expect(panel.getByText('Callers hear the default greeting.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(panel.getByRole('button', { name: 'Use the default' })).toBeVisible();
});
