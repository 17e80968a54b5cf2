import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { ApiSession } from '../people/api-session.ts';
import { setsUpRecogniser, test } from '../world/ai-service.ts';
import { person } from '../world/room.ts';
import { everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const [mara, jonas, anna] = [0, 1, 2] as const;
/** The channel that everyone in the demo company shares. */
const service = { number: '20', name: 'Service' };
const said = 'It is about the tender for the winter service at twelve sites.';
const saidInGerman = 'Es geht um die Ausschreibung für den Winterdienst an zwölf Standorten.';
/** What the assistant plays, in Hz: its greeting, its two questions. */
const plays = { greeting: 1200, name: 1500, concern: 1800 };

/** A microphone of somebody who speaks for three seconds, and listens for four. */
function answering(hertz: number): string {
  const folder = join(tmpdir(), 'sidetone-tones');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `answering-${hertz}-${process.pid}.wav`);
  const rate = 48_000;
  const samples = sine(hertz, 7, rate).map((sample, at) => (at < rate * 3 ? sample : 0));
  writeFileSync(path, monoWav(samples, rate));
  return path;
}

/** A second of a tone, as an announcement may be uploaded. */
function spoken(hertz: number): Buffer {
  const path = join(tmpdir(), `sidetone-announcement-${hertz}-${process.pid}.wav`);
  writeFileSync(path, monoWav(sine(hertz, 1.5, 16_000), 16_000));
  return readFileSync(path);
}

const row = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem').last();
const panel = (page: Page) => page.getByRole('complementary', { name: 'Result of the call assistant' });

test.beforeAll(async ({ sidetone, service: hearing }) => {
  await everybodyReads(sidetone, 'en');
  await sidetone.query('delete from assistants');
  hearing.ears.teachTone(440, said);
});

test('a caller is asked on the phone, and what they answered is there for the users of the assistant', async ({
  seat,
  sidetone,
  people,
  service: hearing,
}) => {
  test.setTimeout(240_000);
  const boss = await ApiSession.signIn(sidetone.origin, person(people, mara));
  const asked = async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> => {
    const reply = await boss.request(method, path, body);
    expect(reply.status, `${path} ${await reply.clone().text()}`).toBe(200);
    return (await reply.json()) as Reply;
  };
  await setsUpRecogniser(boss, hearing);
  const { page } = await seat(mara, { microphone: tone(1000) });

  await test.step('an administrator uploads the announcements and names the questions', async () => {
    const sounds: Record<string, string> = {};
    for (const [name, hertz] of Object.entries(plays)) {
      const reply = await fetch(`${sidetone.origin}/api/account/announcements?name=${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${boss.accessToken}`, 'content-type': 'audio/wav' },
        body: new Uint8Array(spoken(hertz)),
      });
      expect(reply.status).toBe(200);
      sounds[name] = ((await reply.json()) as { id: string }).id;
    }
    await page.goto('/admin/assistants');
    await page.getByRole('button', { name: 'Add call assistant' }).click();
    const form = page.getByRole('dialog', { name: /call assistant|Front desk/i });
    await form.getByRole('textbox', { name: 'Name' }).fill('Front desk');
    await form.getByRole('button', { name: 'Add topic' }).click();
    await form.getByRole('textbox', { name: 'Topic 1' }).fill('Tenders');
    await form.getByRole('combobox', { name: 'Greeting' }).selectOption('greeting');
    for (const [at, [label, words, sound]] of [
      ['Name', 'Who is calling, please?', 'name'],
      ['Concern', 'What is it about?', 'concern'],
    ].entries()) {
      await form.getByRole('button', { name: 'Add question' }).click();
      await form.getByRole('textbox', { name: `Question ${at + 1}: label` }).fill(label ?? '');
      await form.getByRole('textbox', { name: `Question ${at + 1}: words` }).fill(words ?? '');
      await form.getByRole('combobox', { name: `Question ${at + 1}: announcement` }).selectOption(sound ?? '');
    }
    await form.getByRole('button', { name: 'Create call assistant' }).click();
    await form.getByRole('combobox', { name: 'User' }).fill(person(people, mara).name);
    await page.getByRole('option', { name: person(people, mara).name }).click();
    await form.getByRole('button', { name: 'User: Add' }).click();
    const reads = form.getByRole('checkbox', { name: `${person(people, mara).name} reads transcripts` });
    await reads.click();
    await expect(reads).toBeChecked();
    await page.keyboard.press('Escape');
  });

  await test.step('the channel sends its calls to the assistant first, and the dry run says so', async () => {
    await page.goto('/admin/channels');
    await page.getByRole('button', { name: service.name, exact: true }).click();
    const form = page.getByRole('dialog', { name: service.name });
    await form.getByRole('combobox', { name: 'Call assistant before ringing' }).selectOption('Front desk');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    const trial = await asked<{ steps: { kind: string; name?: string }[] }>('POST', '/admin/routing/try', {
      to: { number: service.number },
    });
    expect(trial.steps.map(({ kind }) => kind)).toContain('assistant');
  });

  await page.goto('/main/ai-assistant');
  const caller = await seat(anna, { microphone: answering(440) });
  const other = await seat(jonas, { microphone: tone(1000) });

  await test.step('the caller hears one question after the other, and nobody’s phone rings', async () => {
    await caller.calls(service.number);
    for (const hertz of Object.values(plays)) {
      await caller.expectsToHear(hertz, 700, 30_000);
      await expect(other.dock.getByRole('button', { name: 'Accept' })).toHaveCount(0);
    }
    // After the goodbye the call is over.
    await expect.poll(() => caller.isInCall(), { timeout: 60_000 }).toBe(false);
  });

  await test.step('the result comes by itself, with what was said, its topic and the transcript', async () => {
    await expect(row(page)).toContainText('Tenders', { timeout: 30_000 });
    await row(page).click();
    for (const label of ['Name', 'Concern']) await expect(panel(page)).toContainText(label);
    await expect(panel(page).getByText(said).first()).toBeVisible();
    await expect(panel(page)).toContainText('Who is calling, please?');
  });

  await test.step('somebody who is no user of the assistant has no entry', async () => {
    await expect(other.page.getByRole('link', { name: /^Call Assistant/ })).toHaveCount(0);
  });

  await test.step('a caller who presses 0 reaches the members', async () => {
    await caller.calls(service.number);
    await caller.expectsToHear(plays.greeting, 700, 30_000);
    await caller.presses(/^(keypad|tasten)$/i);
    await caller.dock.getByRole('button', { name: '0', exact: true }).click();
    await other.accepts();
    await caller.expectsToHear(1000, plays.name);
    await other.hangsUp();
  });

  await test.step('a call in German has its result in German', async () => {
    await everybodyReads(sidetone, 'de');
    hearing.ears.teachTone(440, saidInGerman);
    await page.goto('/main/ai-assistant');
    await caller.calls(service.number);
    for (const hertz of Object.values(plays)) await caller.expectsToHear(hertz, 700, 30_000);
    await expect.poll(() => caller.isInCall(), { timeout: 60_000 }).toBe(false);
    // The newest is the first.
    const result = page.getByRole('list', { name: 'Ergebnisse' }).getByRole('listitem', { name: /Uhr/ }).first();
    await expect(result).not.toContainText('Tenders', { timeout: 30_000 });
    await result.click();
    const details = page.getByRole('complementary', { name: 'Ergebnis des Anrufassistenten' });
    // The result is there before its words are.
    await expect(details.getByText(saidInGerman).first()).toBeVisible({ timeout: 30_000 });
  });
});
