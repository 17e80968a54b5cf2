import { beforeEach, expect, test } from 'vitest';
import { MessageWriter, streamSidOf } from './messages.ts';
import type { StreamEnd } from './stream.ts';
import { Stream } from './stream.ts';

const streamSid = streamSidOf('s');
const order = {
  streamId: 's',
  url: 'wss://bot.example/',
  addresses: ['192.0.2.1'],
  headers: {},
  accountSid: 'AC1',
  callSid: 'CA1',
  parameters: {},
};

let now: number;
let tick: number;
let says: Int16Array | null;
let played: Int16Array[];
let sent: { event: string; sequenceNumber?: string; media?: { timestamp: string } }[];
let pings: number;
let unsent: number;
let ends: StreamEnd[];
let stream: Stream;

beforeEach(() => {
  [now, tick, pings, unsent] = [1000, 0, 0, 0];
  says = new Int16Array(320);
  [played, sent, ends] = [[], [], []];
  const leg = { speech: () => says, sendFrame: (samples: Int16Array) => void played.push(samples) };
  const wire = {
    get bufferedAmount() {
      return unsent;
    },
    send: (text: string) => void sent.push(JSON.parse(text)),
    ping: () => {
      pings += 1;
    },
  };
  stream = new Stream(leg, wire, new MessageWriter(order), now, (end) => ends.push(end));
});

/** Lets time go by; the program answers its pings unless it `isDeaf`. */
function pass(ms: number, isDeaf = false): void {
  for (let gone = 0; gone < ms; gone += 20) {
    now += 20;
    tick += 1;
    stream.onFrame(tick, now);
    if (!isDeaf) stream.ponged();
  }
}
const say = (message: object) => stream.hear(JSON.stringify({ streamSid, ...message }), now);
const sayAudio = (ms: number) =>
  say({ event: 'media', media: { payload: Buffer.alloc(ms * 8, 0x20).toString('base64') } });
const eventsSent = () => sent.map(({ event }) => event);
const isLoud = (samples: Int16Array | undefined) => Math.abs(samples?.[160] ?? 0) > 1000;

test('it introduces itself, then sends each frame; in a hold there is none, and the time goes on', () => {
  expect(eventsSent()).toEqual(['connected', 'start']);
  pass(40);
  says = null;
  pass(60);
  says = new Int16Array(320);
  pass(20);
  expect(sent.slice(2).map(({ media }) => media?.timestamp)).toEqual(['20', '40', '120']);
  expect(sent.slice(1).map(({ sequenceNumber }) => sequenceNumber)).toEqual(['1', '2', '3', '4']);
});

test('what the program says is played with its marks, and silence after it', () => {
  sayAudio(100);
  say({ event: 'mark', mark: { name: 'done' } });
  pass(100);
  expect(played.map(isLoud)).toEqual([true, true, true, true, true]);
  expect(stream.level(now)).toBeGreaterThan(0.03);
  expect(eventsSent()).not.toContain('mark');
  pass(40);
  expect(eventsSent()).toContain('mark');
  expect(isLoud(played.at(-1))).toBe(false);
  pass(2100);
  expect(stream.level(now)).toBe(0);
});

test('too much audio is cleared once, and ends the stream when it happens again', () => {
  for (let i = 0; i < 14; i++) sayAudio(9000);
  pass(20);
  expect([isLoud(played[0]), ends]).toEqual([false, []]);
  for (let i = 0; i < 14; i++) sayAudio(9000);
  expect(ends).toEqual([{ end: 'failed', why: 'the program sent more audio than can be played' }]);
});

test('a thousand messages in two seconds are enough, pings count', () => {
  for (let i = 0; i < 999; i++) say({ event: 'clear' });
  stream.pinged(now);
  expect(ends).toEqual([]);
  pass(2020);
  for (let i = 0; i < 1000; i++) say({ event: 'clear' });
  expect(ends).toEqual([]);
  stream.pinged(now);
  expect(ends).toEqual([{ end: 'failed', why: 'the program sent too many messages' }]);
});

test('four million characters in two seconds are enough, however often they are cleared', () => {
  const sayAndClear = () => {
    sayAudio(9000);
    say({ event: 'clear' });
  };
  for (let i = 0; i < 41; i++) sayAndClear();
  expect(ends).toEqual([]);
  sayAndClear();
  expect(ends).toEqual([{ end: 'failed', why: 'the program sent too many messages' }]);
});

test('what is no message ends the stream, once and without its words', () => {
  stream.hear('tell everybody my secret', now);
  stream.hear(null, now);
  expect(ends).toEqual([{ end: 'failed', why: 'the program sent what is no message of a stream' }]);
});

test('a program that answers no ping for ten seconds is gone', () => {
  pass(20_000);
  expect(pings).toBe(4);
  pass(14_800, true);
  expect(ends).toEqual([]);
  pass(400, true);
  expect(ends).toEqual([{ end: 'failed', why: 'the program answers no ping' }]);
});

test('a program that reads nothing misses what is said, and after five seconds the stream', () => {
  pass(20);
  unsent = 1_000_001;
  pass(4000);
  unsent = 0;
  pass(20);
  expect(sent.slice(2).map(({ sequenceNumber }) => sequenceNumber)).toEqual(['2', '3']);
  unsent = 1_000_001;
  pass(4800);
  expect(ends).toEqual([]);
  pass(400);
  expect(ends).toEqual([{ end: 'failed', why: 'the program reads too slowly' }]);
});

test.each([1000, 1005])('a program that closes on purpose is heard to its end: %i', (code) => {
  sayAudio(200);
  stream.closed(code);
  pass(200);
  expect(ends).toEqual([]);
  expect(played.every(isLoud)).toBe(true);
  pass(20);
  expect(ends).toEqual([{ end: 'closed', why: 'the program closed the connection' }]);
});

test.each([
  [1011, 'the program closed the connection with code 1011'],
  [1006, 'the connection broke'],
])('any other close is a failure: %i', (code, why) => {
  stream.closed(code);
  expect(ends).toEqual([{ end: 'failed', why }]);
});

test('stopped by us it says so, and nobody hears of an end', () => {
  stream.stop();
  stream.closed(1000);
  stream.fail('late');
  pass(20);
  expect([eventsSent(), ends, played]).toEqual([['connected', 'start', 'stop'], [], []]);
});
