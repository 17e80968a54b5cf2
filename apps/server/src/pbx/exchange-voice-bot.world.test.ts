import { randomBytes } from 'node:crypto';
import { type Bot, openBot } from '@sidetone/simulator/bots/bot.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { directory } from '../exchange-memory/directory.ts';
import { keepBotCalls } from '../features/voice-bots/keep-bot-calls.ts';
import { callSidOf } from '../features/voice-bots/names.ts';
import { privateHosts } from '../network/private-hosts.ts';
import { secretBox } from '../storage/secret-box.ts';
import type { SipPhone } from './control/testing/sip-phone.ts';
import { startWholeExchange, type WholeExchange } from './control/testing/whole-exchange.ts';
import { RtpPhone } from './media/testing/rtp-phone.ts';

let whole: WholeExchange;
let bot: Bot;
let anna: SipPhone;
let ben: SipPhone;
const audio: RtpPhone[] = [];

beforeAll(async () => {
  bot = await openBot({ does: 'tone', hertz: 1000 });
  whole = await startWholeExchange({}, (db) => {
    const bots = keepBotCalls({
      db,
      box: secretBox(randomBytes(32)),
      node: 'node-1',
      hosts: privateHosts(['127.0.0.1']),
      log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
      fileOf: async () => null,
    });
    return { bots, directory: { ...directory(db), botOf: bots.botOf } };
  });
  const { db } = whole.database;
  const settings = JSON.stringify({ url: bot.url, parameters: [], maxCalls: 1, maxMinutes: 5 });
  await db.insertInto('assistants').values({ id: 'bot', account_id: 's1', name: 'Bot', bot: settings }).execute();
  await db
    .updateTable('channels')
    .set({ routing: JSON.stringify({ assistantId: 'bot' }) })
    .where('id', '=', 'cteam')
    .execute();
  [anna, ben] = [await whole.phone('anna'), await whole.phone('ben')];
}, 60_000);
afterAll(async () => {
  await whole.stop();
  await bot.close();
});
afterEach(() => {
  for (const phone of audio.splice(0)) phone.close();
});

const tones = [440, 1000, 2000];
const open = async (): Promise<RtpPhone> => {
  const phone = await RtpPhone.open();
  audio.push(phone);
  return phone;
};
const botCalls = () => whole.database.db.selectFrom('assistant_bot_calls').selectAll().execute();
const results = () => whole.database.db.selectFrom('assistant_results').selectAll().execute();

test('a caller hears the bot, is handed over to a member, and the bot hears nothing more', async () => {
  const [annaHears, benHears] = [await open(), await open()];
  const coming = bot.calls.stream();
  const outgoing = anna.dial('20', annaHears.sdp());
  annaHears.say(440, (await outgoing.answered.promise).body);
  const stream = await coming;
  expect(await annaHears.ear.tone(tones)).toBe(1000);
  await vi.waitFor(() => expect(stream.heardCount).toBeGreaterThan(4000));
  const [call] = await botCalls();
  expect(stream.start).toMatchObject({
    callSid: callSidOf(call?.id ?? ''),
    customParameters: { From: '11', channel: 'Team', sessionId: call?.session_id },
  });

  expect(whole.exchange.steerBot(call?.id ?? '', 'handOver')).toBe(true);
  const incoming = await ben.called();
  incoming.accept(benHears.sdp());
  benHears.say(2000, incoming.received.body);
  expect(await annaHears.ear.tone([440, 2000])).toBe(2000);
  expect(await benHears.ear.tone(tones)).toBe(440);
  expect(stream.came.at(-1)?.event).toBe('stop');
  expect(stream.closedWith).not.toBeNull();
  await vi.waitFor(async () => {
    expect(await botCalls()).toEqual([]);
    expect(await results()).toMatchObject([{ assistant_id: 'bot', session_id: call?.session_id, state: 'OPEN' }]);
  });
  await outgoing.hangUp();
  await incoming.ended.promise;
}, 30_000);

test('a bot that closes properly ends the call, and one that breaks leads to the members', async () => {
  const [annaHears, benHears] = [await open(), await open()];
  bot.calls.atFirst.push({ does: 'close', code: 1000, afterMs: 200 });
  const done = anna.dial('20', annaHears.sdp());
  await done.answered.promise;
  await done.ended.promise;

  bot.calls.atFirst.push({ does: 'break', afterMs: 200 });
  const outgoing = anna.dial('20', annaHears.sdp());
  await outgoing.answered.promise;
  const incoming = await ben.called();
  incoming.accept(benHears.sdp());
  await vi.waitFor(async () => expect(await botCalls()).toEqual([]));
  await outgoing.hangUp();
  await incoming.ended.promise;
}, 30_000);
