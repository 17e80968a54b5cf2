import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { Person } from '@sidetone/simulator/people/person.ts';
import { ApiSession } from '../people/api-session.ts';
import { placeSaidIn } from '../people/said-places.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { person } from '../world/room.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

const [mara, jonas, priya, lene, anna, tom] = [0, 1, 2, 3, 4, 5] as const;
const hotline = { number: '61', name: 'Hotline' };
/** What is played as music, and what people say, in Hz. */
const music = 1200;
const voices = { mara: 440, jonas: 1000, priya: 1800, lene: 2300, anna: 700, tom: 2700 };

const hears = (who: Person, hertz: number, timeout = 20_000) =>
  expect.poll(async () => (await who.hears(hertz))[hertz], { timeout }).toBeGreaterThan(0.05);

/** What was said to somebody since they were answered, in so many seconds. */
const saidTo = async (who: Person, seconds: number) => {
  await expect.poll(() => who.heard.length).toBeGreaterThan(seconds * Person.sampleRate);
  return placeSaidIn(who.heard.subarray(0, seconds * Person.sampleRate));
};

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));
test.afterAll(async ({ sidetone }) => {
  await sidetone.query('delete from channels where name = $1', [hotline.name]);
});

test('callers wait with music, hear their place, are taken in their order, and go elsewhere in the end', async ({
  seat,
  atTelephone,
  sidetone,
  people,
}) => {
  test.setTimeout(240_000);
  const boss = await ApiSession.signIn(sidetone.origin, person(people, mara));
  const uploaded = await fetch(`${sidetone.origin}/api/account/announcements?name=Waltz`, {
    method: 'POST',
    headers: { authorization: `Bearer ${boss.accessToken}`, 'content-type': 'audio/wav' },
    body: new Uint8Array(monoWav(sine(music, 3, 16_000), 16_000)),
  });
  expect(uploaded.status).toBe(200);
  const idOf = async (email: string): Promise<{ userId: string; channelId: string }> => {
    const [row] = await sidetone.query<{ userId: string; channelId: string }>(
      `select u.id as "userId", c.id as "channelId" from channels c join users u on u.id = c.owner_user_id where u.email = $1`,
      [email],
    );
    if (!row) throw new Error(`nobody is ${email}`);
    return row;
  };
  const { channelId: ofPriya } = await idOf(person(people, priya).email);
  const { userId } = await idOf(person(people, jonas).email);
  const made = await boss.request('POST', '/admin/channels', {
    name: hotline.name,
    extension: hotline.number,
    members: [{ userId, dialedIn: true }],
  });
  expect(made.status).toBe(200);
  const { channelId } = (await made.json()) as { channelId: string };
  const desk = await seat(mara, { microphone: tone(voices.mara) });
  const { page } = desk;

  await test.step('the queue is set up, the form is free of barriers, and the dry run tells of it', async () => {
    await page.goto('/admin/channels');
    await page.getByRole('button', { name: hotline.name, exact: true }).click();
    const form = page.getByRole('dialog', { name: hotline.name });
    await form.getByRole('combobox', { name: 'If nobody answers' }).selectOption('channel');
    await form.getByRole('combobox', { name: 'Channel', exact: true }).selectOption(ofPriya);
    await form.getByRole('switch', { name: 'Callers wait in a queue' }).check();
    await form.getByRole('spinbutton', { name: 'Longest wait (s)' }).fill('60');
    await form.getByRole('spinbutton', { name: 'Longest queue (callers)' }).fill('2');
    await form.getByRole('combobox', { name: 'If the queue is full' }).selectOption('channel');
    await form.getByRole('combobox', { name: 'Channel', exact: true }).last().selectOption(ofPriya);
    await form.getByRole('combobox', { name: 'Music' }).selectOption('Waltz');
    await form.getByRole('switch', { name: 'Tell callers their place in the queue' }).check();
    await expectsNoViolation(page, 'a channel whose callers wait in a queue');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await page.goto(`/admin/routing?open=${channelId}`);
    await page.getByRole('button', { name: 'Who rings?' }).click();
    await expect(page.getByRole('region', { name: 'What happens' })).toContainText('The caller waits in the queue');
  });

  const phone = (at: number, hertz: number) => atTelephone(person(people, at), hertz);
  const [ben, pia] = [await phone(jonas, voices.jonas), await phone(priya, voices.priya)];
  const [first, second, third] = [
    await phone(anna, voices.anna),
    await phone(lene, voices.lene),
    await phone(tom, voices.tom),
  ];

  await test.step('who finds a member free hears it ring and talks', async () => {
    const taken = ben.answers();
    await first.calls(hotline.number);
    await taken;
    await hears(first, voices.jonas);
  });

  await test.step('the next ones hear their place, and then the music of the channel', async () => {
    await second.calls(hotline.number);
    expect(await saidTo(second, 6)).toBe('1');
    await hears(second, music);
    await third.calls(hotline.number);
    expect(await saidTo(third, 6)).toBe('2');
    await hears(third, music);
    expect((await second.hears(music))[music]).toBeGreaterThan(0.05);
  });

  await test.step('the queue is full, and one more caller reaches somebody else', async () => {
    const taken = pia.answers(20_000);
    await desk.calls(hotline.number);
    await taken;
    await hears(pia, voices.mara);
    await desk.hangsUp();
    await expect.poll(() => pia.inCall).toBe(false);
  });

  await test.step('who came first is taken first', async () => {
    // It rings for the next caller in the same moment.
    const taken = ben.answers(20_000);
    await first.hangsUp();
    await taken;
    await hears(second, voices.jonas);
    await hears(ben, voices.lene);
    expect((await third.hears(music))[music]).toBeGreaterThan(0.05);
  });

  await test.step('who has waited for the longest time reaches somebody else', async () => {
    await pia.answers(70_000);
    await hears(third, voices.priya);
    await hears(pia, voices.tom);
    await Promise.all([second.hangsUp(), third.hangsUp()]);
  });
});
