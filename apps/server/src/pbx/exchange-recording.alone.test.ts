import { existsSync, readFileSync } from 'node:fs';
import { chromiumPath } from '@sidetone/signals/chromium.ts';
import { powerOf, toneIn } from '@sidetone/signals/spectrum.ts';
import { openWav } from '@sidetone/wav/open-wav.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { someKeeper } from '../features/sounds/testing/some-keeper.ts';
import { mp3Decoder } from '../sound/testing/mp3-decoder.ts';
import { recordingDesk } from './control/recording/recordings.ts';
import type { SipPhone } from './control/testing/sip-phone.ts';
import { startWholeExchange, type WholeExchange } from './control/testing/whole-exchange.ts';
import { RtpPhone } from './media/testing/rtp-phone.ts';

// Real calls take their time, and on a busy machine more of it.
vi.setConfig({ testTimeout: 60_000 });

let whole: WholeExchange;
let kept: ReturnType<typeof someKeeper>;
let anna: SipPhone;
let ben: SipPhone;
const audio: RtpPhone[] = [];

beforeAll(async () => {
  whole = await startWholeExchange({}, (db) => {
    kept = someKeeper(db);
    return { recordings: recordingDesk(kept.keeper) };
  });
  anna = await whole.phone('anna');
  ben = await whole.phone('ben');
}, 60_000);
afterAll(async () => {
  await whole.stop();
  await kept.stop();
});
afterEach(async () => {
  for (const phone of audio.splice(0)) phone.close();
  await wants('none');
});

const wants = (recordingConsent: 'none' | 'announcement' | 'keypress') =>
  whole.database.db
    .updateTable('accounts')
    .set({ call_settings: JSON.stringify({ recordingConsent }) })
    .execute();

/** Anna (440 Hz) and Ben (1000 Hz) talk. */
const talk = async () => {
  const [annaHears, benHears] = [await RtpPhone.open(), await RtpPhone.open('PCMA')];
  audio.push(annaHears, benHears);
  const outgoing = anna.dial('12', annaHears.sdp());
  const incoming = await ben.called();
  incoming.accept(benHears.sdp());
  const answer = await outgoing.answered.promise;
  annaHears.say(440, answer.body);
  benHears.say(1000, incoming.received.body);
  expect(await benHears.ear.tone(tones)).toBe(440);
  const call = { id: outgoing.ids.callId };
  return {
    outgoing,
    incoming,
    annaHears,
    benHears,
    record: () => whole.exchange.startRecording('wanna', call),
    change: (id: string, state: 'recording' | 'paused' | 'stopped') =>
      whole.exchange.changeRecording('wanna', call, id, state),
  };
};
const tones = [440, 1000];
/** The row of a recording once it is in a final state. */
const stored = (recordingId: string) =>
  vi.waitFor(async () => {
    const row = await rowOf(recordingId);
    expect(row.state).toMatch(/ready|failed/);
    return row;
  }, 25_000);
const rowOf = (recordingId: string) =>
  whole.database.db.selectFrom('recordings').selectAll().where('id', '=', recordingId).executeTakeFirstOrThrow();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** What is on each side of an original. */
const sidesOf = async (path: string | null) => {
  const sound = await openWav(kept.files.whole(path ?? ''));
  const { left, right } = await sound.read(sound.length);
  await sound.close();
  return { left: toneIn(left, 16_000, tones), right: toneIn(right, 16_000, tones), seconds: left.length / 16_000 };
};

test.skipIf(!existsSync(chromiumPath))(
  'who records is on the left of the MP3, the other side on the right; a stop is left out, and the inbox has it all',
  async () => {
    const call = await talk();
    const { recordingId } = await call.record();
    await pause(1000);
    await call.change(recordingId, 'stopped');
    await pause(1500);
    expect(await call.record()).toEqual({ recordingId });
    await pause(1000);
    await call.outgoing.hangUp();
    const row = await stored(recordingId);
    expect(row).toMatchObject({ state: 'ready', user_id: 'wanna', channel_id: 'ca', mode: 'manual', consent: null });
    expect(row.duration_ms).toBeGreaterThan(1700);
    expect(row.duration_ms).toBeLessThan(2700);
    const decoder = await mp3Decoder();
    const { channels } = await decoder.decode(kept.files.whole(row.mp3_path ?? ''));
    await decoder.close();
    expect(channels.map((channel) => toneIn(channel, 16_000, tones))).toEqual([440, 1000]);
    const events = await whole.database.db
      .selectFrom('inbox_events')
      .select(['channel_id', 'documentation'])
      .where('session_id', '=', row.session_id)
      .orderBy('channel_id')
      .execute();
    expect(events.map(({ channel_id, documentation }) => [channel_id, Object.keys(documentation)])).toEqual([
      ['ca', ['manualRecording']],
      ['cb', []],
    ]);
    expect(kept.told).toContain(`stored ${recordingId} wanna ${row.doc_id}`);
  },
);

test('both may record, each for themselves: what one hears, the other says', async () => {
  const call = await talk();
  const [hers, his] = await Promise.all([
    call.record(),
    whole.exchange.startRecording('wben', { id: call.incoming.ids.callId }),
  ]);
  await pause(1000);
  await call.outgoing.hangUp();
  const [annas, bens] = [await stored(hers.recordingId), await stored(his.recordingId)];
  expect(await sidesOf(annas.original_path)).toMatchObject({ left: 440, right: 1000 });
  expect(await sidesOf(bens.original_path)).toMatchObject({ left: 1000, right: 440 });
  expect([annas.channel_id, bens.channel_id]).toEqual(['ca', 'cb']);
});

test('where the account wants it, the other side hears an announcement first, and nothing is recorded before', async () => {
  await wants('announcement');
  const call = await talk();
  const asked = performance.now();
  const recording = call.record();
  // The announcement has taken the place of Anna's voice at Ben's ear; she still hears him.
  const heard = await call.benHears.ear.listen(1000);
  expect(powerOf(heard)).toBeGreaterThan(1000);
  expect(toneIn(heard.slice(2000), 8000, tones)).toBeUndefined();
  expect(await call.annaHears.ear.tone(tones)).toBe(1000);
  const { recordingId } = await recording;
  const askedMs = performance.now() - asked;
  expect(askedMs).toBeGreaterThan(1500);
  await pause(1000);
  expect(await call.benHears.ear.tone(tones)).toBe(440);
  await call.outgoing.hangUp();
  const row = await stored(recordingId);
  expect(row.consent).toMatchObject([{ how: 'announcement' }]);
  expect((await sidesOf(row.original_path)).seconds).toBeLessThan((performance.now() - asked - askedMs) / 1000);
});

test('where a key is wanted, the key of the other side begins the recording', async () => {
  await wants('keypress');
  const call = await talk();
  const recording = call.record();
  await call.benHears.ear.listen(300);
  call.annaHears.press(1);
  await call.benHears.ear.listen(300);
  const { db } = whole.database;
  expect(await db.selectFrom('recordings').select('id').where('state', '=', 'asking').execute()).toHaveLength(1);
  call.benHears.press(1);
  const { recordingId } = await recording;
  await pause(500);
  await call.outgoing.hangUp();
  expect(await stored(recordingId)).toMatchObject({ state: 'ready', consent: [{ how: 'keypress' }] });
});

test('another key is a refusal: the call goes on, and nothing was recorded', async () => {
  await wants('keypress');
  const call = await talk();
  const recording = call.record();
  recording.catch(() => {});
  await call.benHears.ear.listen(300);
  call.benHears.press(2);
  await expect(recording).rejects.toMatchObject({ code: 'WRONG_STATE', message: expect.stringContaining('not want') });
  expect(await call.benHears.ear.tone(tones)).toBe(440);
  await call.outgoing.hangUp();
  const [row] = await whole.database.db
    .selectFrom('recordings')
    .selectAll()
    .orderBy('started_at', 'desc')
    .limit(1)
    .execute();
  await vi.waitFor(async () => expect((await rowOf(row?.id ?? '')).state).toBe('failed'));
  expect(existsSync(kept.files.whole(row?.original_path ?? ''))).toBe(false);
});

test('who joins a recorded call hears the announcement first, and the recording waits for it', async () => {
  await wants('announcement');
  const cleo = await whole.phone('cleo');
  const call = await talk();
  const { recordingId } = await call.record();
  const own = { id: call.outgoing.ids.callId };
  const { transferId } = await whole.exchange.startTransfer('wanna', own, {
    number: '13',
    ownNumber: null,
    sessionId: null,
  });
  const cleoHears = await RtpPhone.open();
  audio.push(cleoHears);
  const third = await cleo.called();
  expect((await rowOf(recordingId)).state).toBe('recording'); // who only rings is not asked
  third.accept(cleoHears.sdp());
  cleoHears.say(700, third.received.body);
  await vi.waitFor(async () => expect((await rowOf(recordingId)).state).toBe('stopped'), 3000);
  const heard = await cleoHears.ear.listen(1000);
  expect(powerOf(heard)).toBeGreaterThan(1000);
  expect(toneIn(heard.slice(2000), 8000, [440, 1000, 700])).toBeUndefined();
  await vi.waitFor(async () => expect((await rowOf(recordingId)).state).toBe('recording'), 8000);
  await whole.exchange.setLines('wanna', own, transferId, ['INITIAL', 'TARGET']);
  await pause(500);
  await whole.exchange.dropTransfer('wanna', own, transferId);
  await call.outgoing.hangUp();
  const row = await stored(recordingId);
  expect([row.state, row.consent]).toMatchObject(['ready', [{ how: 'announcement' }, { how: 'announcement' }]]);
});

// Last of all: it takes the media process away.
test('when the media process is killed, what was recorded until then can be listened to', async () => {
  const call = await talk();
  const { recordingId } = await call.record();
  await pause(2500);
  whole.media.child.kill('SIGKILL');
  const row = await stored(recordingId);
  expect(row.state).toBe('ready');
  expect(await sidesOf(row.original_path)).toMatchObject({ left: 440, right: 1000 });
  expect(row.duration_ms).toBeGreaterThan(1500);
  // Its header says what the file holds.
  const file = readFileSync(kept.files.whole(row.original_path ?? ''));
  expect(file.readUInt32LE(40)).toBe(file.length - 44);
});
