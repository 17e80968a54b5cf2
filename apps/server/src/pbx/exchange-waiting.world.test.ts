import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { powerOf, shareAt } from '@sidetone/signals/spectrum.ts';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directory } from '../exchange-memory/directory.ts';
import type { SipPhone } from './control/testing/sip-phone.ts';
import { startWholeExchange, type WholeExchange } from './control/testing/whole-exchange.ts';
import { RtpPhone } from './media/testing/rtp-phone.ts';

/** What the channel plays to those who wait, and what people say, in Hz. */
const music = 2000;
const tones = [440, 700, 1000, 1400, music];

let whole: WholeExchange;
const folder = mkdtempSync(join(tmpdir(), 'waiting-'));
const audio: RtpPhone[] = [];

beforeAll(async () => {
  const file = join(folder, 'waltz.wav');
  writeFileSync(file, monoWav(sine(music, 3, 16_000), 16_000));
  whole = await startWholeExchange({}, (db) => ({
    directory: { ...directory(db), announcementFile: async (_account, id) => (id === 'waltz' ? file : null) },
  }));
  const { db } = whole.database;
  await db.deleteFrom('channel_members').where('channel_id', '=', 'cteam').where('user_id', '<>', 'wben').execute();
  const routing = { waiting: { musicId: 'waltz', positionEverySeconds: 600 } };
  await db
    .updateTable('channels')
    .set({ routing: JSON.stringify(routing), ring_seconds: 30 })
    .where('id', '=', 'cteam')
    .execute();
}, 60_000);
afterAll(async () => {
  for (const phone of audio) phone.close();
  await whole.stop();
  rmSync(folder, { recursive: true, force: true });
});

const open = async (): Promise<RtpPhone> => {
  const phone = await RtpPhone.open();
  audio.push(phone);
  return phone;
};

/** Calls the channel and speaks a tone; gives the call once it is answered, by whom or what it may be. */
async function calls(phone: SipPhone, hertz: number) {
  const ears = await open();
  const call = phone.dial('20', ears.sdp());
  const { status, body } = await call.answered.promise;
  expect(status).toBe(200);
  ears.say(hertz, body);
  return { call, ears };
}

test('who waits hears their place and then music, and is taken in their order', async () => {
  const [anna, ben, cleo, other] = [
    await whole.phone('anna'),
    await whole.phone('ben'),
    await whole.phone('cleo'),
    await whole.phone('cleo'),
  ];
  const take = async () => {
    const ears = await open();
    const incoming = await ben.called();
    incoming.accept(ears.sdp());
    ears.say(1000, incoming.received.body);
    return ears;
  };
  const taken = take();
  const first = await calls(anna, 440);
  await taken;
  expect(await first.ears.ear.tone(tones)).toBe(1000);

  const second = await calls(cleo, 700);
  const said = await second.ears.ear.listen(1000);
  expect(powerOf(said)).toBeGreaterThan(10_000);
  expect(shareAt(music, said, 8000)).toBeLessThan(0.2);
  await second.ears.ear.listen(3000);
  expect(await second.ears.ear.tone(tones)).toBe(music);
  const third = await calls(other, 1400);
  await third.ears.ear.listen(5000, 15_000);
  expect(await third.ears.ear.tone(tones)).toBe(music);

  const again = take();
  await first.call.hangUp();
  const benHears = await again;
  expect(await second.ears.ear.tone(tones)).toBe(1000);
  expect(await benHears.ear.tone(tones)).toBe(700);
  expect(await third.ears.ear.tone(tones)).toBe(music);

  const last = take();
  await second.call.hangUp();
  const benHearsLast = await last;
  expect(await third.ears.ear.tone(tones)).toBe(1000);
  expect(await benHearsLast.ear.tone(tones)).toBe(1400);
  await third.call.hangUp();
}, 90_000);
