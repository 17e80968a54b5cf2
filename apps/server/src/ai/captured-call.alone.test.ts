import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toneIn } from '@sidetone/signals/spectrum.ts';
import { repairWav } from '@sidetone/wav/repair-wav.ts';
import { readMono } from '@sidetone/wav/wav.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { captureKeeper } from '../features/sounds/captures.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { jobsLater } from '../jobs/testing/some-jobs.ts';
import { recordingDesk } from '../pbx/control/recording/recordings.ts';
import type { SipPhone } from '../pbx/control/testing/sip-phone.ts';
import { startWholeExchange, type WholeExchange } from '../pbx/control/testing/whole-exchange.ts';
import { RtpPhone } from '../pbx/media/testing/rtp-phone.ts';
import { soundFiles } from '../sound/sound-files.ts';
import { captureWishes } from './capture-wishes.ts';
import { skipDocumentation } from './control.ts';
import { askForDocumentation } from './documenting.ts';
import type { SpeechProvider } from './providers/speech.ts';
import { documentedWorld, someServices, switchOn } from './testing/documented-world.ts';

// Real calls take their time, and on a busy machine more of it.
vi.setConfig({ testTimeout: 60_000 });

const said: Readonly<Record<number, string>> = {
  440: 'I will send you the offer for the forty rolls by Monday.',
  1000: 'Thank you, that is great, we will order the rolls from you.',
};
/** The tone tells who speaks, in both directions. */
let asked = 0;
const speech: SpeechProvider = {
  limits: { longestPieceSeconds: 600, largestPieceBytes: 25_000_000, times: 'stretches', takesLanguage: false },
  async transcribe({ wav, seconds }) {
    asked += 1;
    const samples = Int16Array.from(readMono(Buffer.from(wav)).samples, (sample) => sample * 32_767);
    const text = said[toneIn(samples, 16_000, [440, 1000]) ?? 0] ?? '';
    return { language: 'en', stretches: [{ start: 0, end: seconds, text, words: [] }] };
  },
  check: () => Promise.resolve({ models: null }),
};

const folder = mkdtempSync(join(tmpdir(), 'captured-'));
const services = someServices({ speech });
let whole: WholeExchange;
let jobs: Jobs;
let world: Awaited<ReturnType<typeof documentedWorld>>;
let anna: SipPhone;
let ben: SipPhone;
const audio: RtpPhone[] = [];
beforeAll(async () => {
  whole = await startWholeExchange({}, (db) => {
    jobs = jobsLater(db);
    const keeper = captureKeeper({
      db,
      jobs,
      files: soundFiles(join(folder, 'captures')),
      log: pino({ level: 'silent' }),
      repair: repairWav,
      ready: (trx, { channel_id, doc_id }) => askForDocumentation(jobs, trx, { channelId: channel_id, docId: doc_id }),
    });
    const feed = { onChange: () => () => {}, onGap: () => () => {} };
    const captures = { ...keeper, ...captureWishes({ db, services, feed }) };
    return { captures: { captures, desk: recordingDesk(captures) } };
  });
  world = await documentedWorld(whole.database.db, services, { jobs, folder });
  await world.steps.work();
  await switchOn(whole.database.db);
  anna = await whole.phone('anna');
  ben = await whole.phone('ben');
}, 60_000);
afterAll(async () => {
  await world.stop();
  await whole.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const phone of audio.splice(0)) phone.close();
  await wants('none');
});
const wants = (recordingConsent: 'none' | 'keypress') =>
  whole.database.db
    .updateTable('accounts')
    .set({ call_settings: JSON.stringify({ recordingConsent }) })
    .execute();

const inWords = (sample: number) => sample % 2000 < 1500;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Anna and Ben talk; both events of their call. */
const talk = async () => {
  const [ofAnna, ofBen] = [await RtpPhone.open(), await RtpPhone.open('PCMA')];
  audio.push(ofAnna, ofBen);
  const outgoing = anna.dial('12', ofAnna.sdp());
  const incoming = await ben.called();
  incoming.accept(ofBen.sdp());
  const answer = await outgoing.answered.promise;
  ofAnna.say(440, answer.body, inWords);
  ofBen.say(1000, incoming.received.body, inWords);
  return { outgoing, ofBen };
};
const newest = async () => {
  const rows = await whole.database.db
    .selectFrom('inbox_events')
    .select(['channel_id', 'id', 'documentation', 'session_id'])
    .orderBy('started_at', 'desc')
    .orderBy('channel_id')
    .limit(2)
    .execute();
  return rows.sort((a, b) => (a.channel_id < b.channel_id ? -1 : 1));
};
const captured = () => whole.database.db.selectFrom('captures').selectAll().execute();
const filesLeft = () =>
  readdirSync(join(folder, 'captures'), { recursive: true }).filter((name) => String(name).endsWith('.wav'));

/** Anna skips the documentation of her call. */
const skip = async () => {
  const [ofAnna] = await newest();
  const { db } = whole.database;
  await db
    .updateTable('users')
    .set({ grants: ['CALL_BOOSTS'] })
    .where('id', '=', 'wanna')
    .execute();
  await db
    .insertInto('channel_members')
    .values({ channel_id: 'ca', user_id: 'wanna' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await skipDocumentation(
    { db, jobs, steerCapture: whole.exchange.steerCapture },
    {
      caller: { userId: 'wanna', accountId: 's1' } as Parameters<typeof skipDocumentation>[1]['caller'],
      sessionId: ofAnna?.session_id ?? '',
      channelId: 'ca',
    },
  );
};

test('a call of both documents itself for each of them from their own sound, which is gone afterwards', async () => {
  const { outgoing } = await talk();
  await vi.waitFor(async () =>
    expect((await captured()).map(({ user_id, state }) => [user_id, state]).sort()).toEqual([
      ['wanna', 'recording'],
      ['wben', 'recording'],
    ]),
  );
  await pause(4000);
  await outgoing.hangUp();
  await vi.waitFor(async () => {
    for (const { documentation } of await newest())
      expect(documentation).toMatchObject({ summary: { status: 'success' } });
  }, 30_000);
  const texts = (await newest()).map(({ documentation }) =>
    (documentation['transcription'] as { items: { speaker: number; text: string }[] }).items
      .map(({ speaker, text }) => `${speaker} ${text}`)
      .sort(),
  );
  expect(texts).toEqual([
    [`0 ${said[440]}`, `1 ${said[1000]}`],
    [`0 ${said[1000]}`, `1 ${said[440]}`],
  ]);
  await vi.waitFor(async () => expect(await captured()).toEqual([]), 10_000);
  expect(filesLeft()).toEqual([]);
  // It was no recording for anybody.
  for (const { documentation } of await newest()) {
    expect(Object.keys(documentation)).not.toContain('manualRecording');
    expect(Object.keys(documentation)).not.toContain('automaticRecording');
  }
});

test('without the consent of the other side nothing is captured, and the parts say so', async () => {
  await wants('keypress');
  const { outgoing, ofBen } = await talk();
  await vi.waitFor(async () => expect((await captured()).map(({ state }) => state)).toContain('asking'));
  ofBen.press(2);
  await vi.waitFor(async () => {
    const [ofAnna] = await newest();
    expect(ofAnna?.documentation).toMatchObject({ transcription: { status: 'disabled', reason: 'noConsent' } });
  }, 20_000);
  await outgoing.hangUp();
  await vi.waitFor(async () => {
    const [ofAnna, ofHim] = await newest();
    for (const event of [ofAnna, ofHim])
      expect(event?.documentation).not.toMatchObject({ summary: { status: 'success' } });
  });
});

test('what is skipped while the call goes on is not captured any longer, and not listened to', async () => {
  const { outgoing } = await talk();
  await vi.waitFor(async () => expect((await captured()).filter(({ state }) => state === 'recording')).toHaveLength(2));
  const before = asked;
  await skip();
  await vi.waitFor(async () =>
    expect((await captured()).find(({ user_id, state }) => user_id === 'wanna' && state === 'stopped')).toBeDefined(),
  );
  await pause(3500);
  await outgoing.hangUp();
  await vi.waitFor(async () => {
    const [, ofHim] = await newest();
    expect(ofHim?.documentation).toMatchObject({ summary: { status: 'success' } });
  }, 30_000);
  const [hers] = await newest();
  expect(hers?.documentation).toMatchObject({
    transcription: { status: 'disabled', reason: 'skipped' },
    summary: { status: 'disabled', reason: 'skipped' },
  });
  expect(asked - before).toBe(2);
});

test('a skip while the other side is being asked ends the question, and what is not there was skipped, not refused', async () => {
  await wants('keypress');
  const { outgoing } = await talk();
  const hers = async () => {
    const [{ id = '' } = {}] = await newest();
    return (await captured()).find(({ channel_id, doc_id }) => channel_id === 'ca' && doc_id === id)?.state;
  };
  await vi.waitFor(async () => expect(await hers()).toBe('asking'));
  await skip();
  await vi.waitFor(async () => expect(await hers()).toBe('failed'));
  await pause(300);
  expect(JSON.stringify((await newest())[0]?.documentation)).not.toContain('noConsent');
  await outgoing.hangUp();
});
