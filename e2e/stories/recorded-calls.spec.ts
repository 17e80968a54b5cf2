import { toneIn } from '@sidetone/signals/spectrum.ts';
import { ApiSession } from '../people/api-session.ts';
import { heardMp3 } from '../people/heard-mp3.ts';
import { recordsNow } from '../people/record-call.ts';
import { needs } from '../world/needs.ts';
import { expect, test } from '../world/telephones.ts';

// The server is killed.
test.use({ server: 'own' });

const tones = [440, 1000];

test.afterAll(({ sidetone }) => sidetone.query(`update accounts set call_settings = '{}'`));

test('a recorded call is fetched as MP3 by who recorded it: they on the left, the other side on the right', async ({
  atTelephone,
  people: [anna, ben, cleo],
  sidetone,
}) => {
  needs('chromium');
  await sidetone.cli('calls', 'set', '--user', anna.email, '--recording-consent', 'announcement');
  const annas = await ApiSession.signIn(sidetone.origin, anna);
  const caller = await atTelephone(anna, 440);
  const called = await atTelephone(ben, 1000);
  await Promise.all([caller.calls(ben.extension), called.answers()]);
  const asked = Date.now();
  const { event, address } = await recordsNow(annas, sidetone);
  const began = Date.now();
  expect(began - asked).toBeGreaterThan(1500); // the announcement was heard first
  await pause(2000);
  await caller.hangsUp();
  // Whatever it took to say that it is recorded, the announcement is not in it.
  const longest = (Date.now() - asked - 1500) / 1000;

  await expect.poll(async () => (await annas.request('GET', address)).status, { timeout: 20_000 }).toBe(200);
  const told = await annas.request('GET', `/recording/${event.channel_id}/${event.id}`);
  expect(await told.json()).toEqual({ url: `${sidetone.origin}/api${address}` });
  const { seconds, channels } = await heardReply(await annas.request('GET', address));
  expect(seconds).toBeGreaterThan(1.5);
  expect(seconds).toBeLessThan(longest);
  expect(channels.map((channel) => toneIn(channel, 16_000, tones))).toEqual([440, 1000]);
  const [row] = await sidetone.query(
    `select r.consent, e.documentation -> 'manualRecording' ->> 'status' as status
      from recordings r join inbox_events e on e.id = r.doc_id and e.channel_id = r.channel_id where r.doc_id = $1`,
    [event.id],
  );
  expect(row).toMatchObject({ consent: [{ how: 'announcement' }], status: 'success' });

  const cleos = await ApiSession.signIn(sidetone.origin, cleo);
  expect((await cleos.request('GET', address)).status).toBe(404);
  expect((await cleos.request('DELETE', address)).status).toBe(404);
  expect((await annas.request('DELETE', address)).status).toBe(200);
  expect((await annas.request('GET', address)).status).toBe(404);
});

test('everything is killed while a call is recorded: the recording up to then can be played', async ({
  atTelephone,
  people: [anna, ben],
  sidetone,
}) => {
  test.setTimeout(120_000);
  needs('chromium');
  const annas = await ApiSession.signIn(sidetone.origin, anna);
  const caller = await atTelephone(anna, 440);
  const called = await atTelephone(ben, 1000);
  await Promise.all([caller.calls(ben.extension), called.answers()]);
  const { address } = await recordsNow(annas, sidetone);
  await pause(3000);
  await sidetone.killTree();
  await sidetone.start();

  const again = await ApiSession.signIn(sidetone.origin, anna);
  await expect.poll(async () => (await again.request('GET', address)).status, { timeout: 40_000 }).toBe(200);
  const { seconds, channels } = await heardReply(await again.request('GET', address));
  expect(seconds).toBeGreaterThan(2);
  expect(channels.map((channel) => toneIn(channel, 16_000, tones))).toEqual([440, 1000]);
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The sound of a reply, as listeners hear it. */
const heardReply = async (reply: Response) => await heardMp3(Buffer.from(await reply.arrayBuffer()));
