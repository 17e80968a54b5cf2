import { shareAt } from '@sidetone/signals/spectrum.ts';
import { readMono } from '@sidetone/wav/wav.ts';
import { ApiSession } from '../people/api-session.ts';
import { test } from '../world/ai-service.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { needs } from '../world/needs.ts';
import { person } from '../world/room.ts';
import { everybodyReads, expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const mara = 0;

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('announcements and greetings are typed, heard and kept, and changed by their text', async ({
  seat,
  sidetone,
  service,
  people,
}) => {
  test.slow();
  needs('espeak-ng');
  await sidetone.query(
    `update channels set routing = jsonb_set(coalesce(routing, '{}'), '{voicemail}', '{"enabled": true, "maxSeconds": 30}')
      || '{"overflow": {"kind": "voicemail"}}'
      where id = (select c.id from channels c join users u on u.id = c.owner_user_id where u.email = $1)`,
    [person(people, mara).email],
  );
  const { page } = await seat(mara, { microphone: tone(440), at: '/admin/company' });
  const boss = await ApiSession.signIn(sidetone.origin, person(people, mara));
  const all = page.getByRole('region', { name: 'Announcements' });
  const field = all.getByRole('group', { name: 'Sound', exact: true });
  const kept = async (name: string) => {
    const reply = await boss.request('GET', '/account/announcements');
    const { announcements } = (await reply.json()) as { announcements: { id: string; name: string; said: unknown }[] };
    const one = announcements.find((each) => each.name === name);
    const sound = await fetch(`${sidetone.origin}/api/account/announcements/${one?.id}/audio`, {
      headers: { authorization: `Bearer ${boss.accessToken}` },
    });
    return { ...one, ...readMono(Buffer.from(await sound.arrayBuffer())) };
  };

  await test.step('without a service nothing can be typed, and the page says what to connect', async () => {
    await expect(all.getByRole('link', { name: 'Connect a service' })).toBeVisible();
    await expect(field.getByRole('button', { name: 'Enter text' })).toHaveCount(0);
    await all.getByRole('link', { name: 'Connect a service' }).click();
    await page.getByRole('region', { name: 'Reading aloud' }).getByRole('button', { name: 'Connect' }).click();
    const panel = page.getByRole('dialog', { name: 'Add an AI service' });
    await panel.getByRole('combobox', { name: 'Service' }).selectOption('A server of yours');
    await panel.getByRole('textbox', { name: 'Address' }).fill(service.urlOf('own'));
    await panel.getByRole('textbox', { name: 'Model' }).fill('say-1');
    await panel.getByText('More', { exact: true }).click();
    await panel.getByRole('textbox', { name: 'Voice for German' }).fill('de');
    await panel.getByRole('textbox', { name: 'Voice for English' }).fill('en');
    await expectsNoViolation(page, 'a service that reads texts aloud');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('region', { name: 'Reading aloud' }).getByText('Works')).toBeVisible();
    await page.goBack();
  });

  await test.step('a text is read in its language, heard before it is kept, and kept as any sound', async () => {
    await field.getByRole('button', { name: 'Enter text' }).click();
    await field.getByRole('button', { name: 'Read aloud' }).click();
    await expect(field.getByText('Enter a text.')).toBeVisible();
    await field
      .getByRole('textbox', { name: 'Text' })
      .fill('Guten Tag. Alle Plätze sind besetzt, wir sind gleich für Sie da.');
    await field.getByRole('combobox', { name: 'Language' }).selectOption('German');
    service.requests.splice(0);
    await field.getByRole('button', { name: 'Read aloud' }).click();
    await expect(field.getByText(/^Read aloud, 0:0\d$/)).toBeVisible();
    await expectsNoViolation(page, 'a text that was read aloud');
    expect(JSON.parse(String(service.requests[0]?.body))).toMatchObject({ voice: 'de', response_format: 'wav' });
    await all.getByRole('textbox', { name: 'Name', exact: true }).fill('Queue');
    await all.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByText('Queue uploaded')).toBeVisible();
    const { said, samples, sampleRate } = await kept('Queue');
    expect(said).toEqual({ text: expect.stringContaining('Alle Plätze'), language: 'de' });
    expect(sampleRate).toBe(16_000);
    // Speech: seconds of it, and no single tone.
    expect(samples.length / sampleRate).toBeGreaterThan(2);
    expect(Math.max(...samples.map(Math.abs))).toBeGreaterThan(0.1);
    expect(shareAt(600, samples, sampleRate)).toBeLessThan(0.5);
  });

  await test.step('its text is there to be changed, and what fails is said in words', async () => {
    await all.getByRole('button', { name: 'Change Queue' }).click();
    const change = all.getByRole('region', { name: 'Change Queue' });
    await expect(change.getByRole('textbox', { name: 'Text' })).toHaveValue(/Alle Plätze/);
    await change.getByRole('textbox', { name: 'Text' }).fill('We will be with you soon.');
    await change.getByRole('combobox', { name: 'Language' }).selectOption('English');
    service.play({ kind: 'status', status: 503 });
    await change.getByRole('button', { name: 'Read aloud' }).click();
    await expect(change.getByText('The text could not be read aloud. Try again later.')).toBeVisible();
    await change.getByRole('button', { name: 'Read aloud' }).click();
    await expect(change.getByText(/^Read aloud, 0:0\d$/)).toBeVisible();
    await change.getByRole('button', { name: 'Replace' }).click();
    await expect(page.getByText('Queue was replaced')).toBeVisible();
    expect((await kept('Queue')).said).toEqual({ text: 'We will be with you soon.', language: 'en' });
  });

  await test.step('a greeting is typed in the same way, and its text is kept', async () => {
    await page.goto('/main/channels/private');
    await page.getByRole('button', { name: /^Settings of/ }).click();
    const greeting = page.getByRole('group', { name: 'Greeting', exact: true });
    await greeting.getByRole('button', { name: 'Enter text' }).click();
    await greeting.getByRole('textbox', { name: 'Text' }).fill('Please leave a message after the tone.');
    await greeting.getByRole('button', { name: 'Read aloud' }).click();
    await page.getByRole('button', { name: 'Save greeting' }).click();
    await expect(page.getByText('Greeting saved')).toBeVisible();
    const own =
      "select id from channels where type = 'private' and owner_user_id = (select id from users where email = $1)";
    const [line] = await sidetone.query<{ id: string }>(own, [person(people, mara).email]);
    const reply = await boss.request('GET', `/v3/channels/${line?.id}/greeting/text`);
    expect(await reply.json()).toEqual({ said: { text: 'Please leave a message after the tone.', language: 'en' } });
    await page.reload();
    await page.getByRole('button', { name: /^Settings of/ }).click();
    await expect(greeting.getByRole('textbox', { name: 'Text' })).toHaveValue('Please leave a message after the tone.');
  });
});
