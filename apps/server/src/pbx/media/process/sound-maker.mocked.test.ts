import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Agreed } from '../negotiation.ts';
import { SoundMaker } from './sound-maker.ts';
import { Ticker } from './ticker.ts';
import { emptyHeader, readRtp } from './wire/rtp-receiver.ts';
import { RtpSender } from './wire/rtp-sender.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

const agreed: Agreed = {
  codec: 'PCMU',
  sendPayloadType: 0,
  receive: new Map([[0, 'PCMU']]),
  telephoneEvent: { sendPayloadType: 101, clock: 8000 },
  receiveEvents: new Map([[101, 8000]]),
  farDirection: 'sendrecv',
  maySend: true,
  mayReceive: true,
};

test('digits and the silence between them fill the time without gap and overlap, so that a browser plays each', () => {
  const spans: { from: number; to: number; what: string }[] = [];
  const sender = new RtpSender(7, (packet) => {
    const header = emptyHeader();
    readRtp(packet, header);
    const { payloadType, payloadStart, payloadEnd, timestamp } = header;
    const isEvent = payloadType === 101;
    const length = isEvent ? packet.readUInt16BE(payloadStart + 2) : payloadEnd - payloadStart;
    const span = { from: timestamp, to: timestamp + length, what: isEvent ? `${packet[payloadStart]}` : 'silence' };
    const last = spans.at(-1);
    if (isEvent && last?.from === timestamp && last.what === span.what) spans.pop();
    spans.push(span);
    return true;
  });
  sender.lastTimestamp = 1_000_000;
  const sounds = new SoundMaker(sender, new Ticker(), (error) => {
    throw error;
  });
  sounds.follow(agreed);
  sounds.sendDigits('55#');
  vi.advanceTimersByTime(1_000);

  const rest = Array(4).fill('silence 160');
  expect(spans.map(({ from, to, what }) => `${what} ${to - from}`)).toEqual([
    '5 800',
    ...rest,
    '5 800',
    ...rest,
    '11 800',
    ...rest,
  ]);
  expect(spans.slice(1).map(({ from }, index) => from - (spans[index]?.to ?? 0))).toEqual(Array(14).fill(0));
  expect(sounds.isBusy).toBe(false);
});
