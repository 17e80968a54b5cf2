import { expect, test } from 'vitest';
import { DtmfReceiver, DtmfSender } from './dtmf.ts';

function ear() {
  const heard: string[] = [];
  const receiver = new DtmfReceiver((digit, ms) => heard.push(`${digit} ${ms}`));
  const take = (event: number, timestamp: number, duration: number, isEnd: boolean, now: number) => {
    const payload = Buffer.of(event, isEnd ? 0x8a : 0x0a, duration >> 8, duration & 0xff);
    receiver.take(payload, 0, 4, timestamp, 8000, now);
  };
  return { heard, receiver, take };
}

test('a digit is told once, however often its end is sent', () => {
  const { heard, take } = ear();
  for (const [duration, isEnd] of [
    [160, false],
    [480, false],
    [800, true],
    [800, true],
    [800, true],
  ] as const) {
    take(5, 100, duration, isEnd, 0);
  }
  expect(heard).toEqual(['5 100']);
});

test('the same digit twice is two digits', () => {
  const { heard, take } = ear();
  take(1, 100, 800, true, 0);
  take(1, 2000, 800, true, 200);
  take(1, 2000, 800, true, 201);
  expect(heard).toEqual(['1 100', '1 100']);
});

test('a digit whose end was lost is over with the next one, or after silence', () => {
  const { heard, receiver, take } = ear();
  take(10, 100, 320, false, 0);
  take(11, 900, 320, false, 100);
  receiver.settle(200);
  expect(heard).toEqual(['* 40']);
  receiver.settle(300);
  take(11, 900, 800, true, 310); // its end after all
  expect(heard).toEqual(['* 40', '# 40']);
});

test('short packets and events that are no keys are nothing', () => {
  const { heard, receiver, take } = ear();
  receiver.take(Buffer.of(5, 0x8a, 1), 0, 3, 100, 8000, 0);
  take(16, 100, 800, true, 0);
  expect(heard).toEqual([]);
});

test('digits go out 100 ms long, their ends three times, and 80 ms apart with silence between', () => {
  const sender = new DtmfSender();
  sender.add('1#');
  const out: string[] = [];
  for (let ms = 0; sender.isBusy; ms += 10) {
    const rests = sender.step(10, ({ event, isEnd, isFirst, durationMs }) => {
      out.push(`${ms}: ${event} ${durationMs}${isFirst ? ' first' : ''}${isEnd ? ' end' : ''}`);
    });
    if (rests) out.push(`${ms}: silence`);
  }
  const ends = (line: string) => [line, line, line];
  expect(out).toEqual([
    '0: 1 20 first',
    '20: 1 20',
    '40: 1 40',
    '60: 1 60',
    '80: 1 80',
    ...ends('100: 1 100 end'),
    '100: silence',
    '120: silence',
    '140: silence',
    '160: silence',
    '180: 11 20 first',
    '200: 11 20',
    '220: 11 40',
    '240: 11 60',
    '260: 11 80',
    ...ends('280: 11 100 end'),
    '280: silence',
    '300: silence',
    '320: silence',
    '340: silence',
  ]);
});

test('who sends digits without end is not sending for hours', () => {
  const sender = new DtmfSender();
  for (let round = 0; round < 10; round += 1) sender.add('1'.repeat(256));
  let ended = 0;
  for (let ms = 0; ms < 3 * 256 * 180 && sender.isBusy; ms += 10) {
    sender.step(10, ({ isEnd }) => {
      ended += isEnd ? 1 : 0;
    });
  }
  expect(sender.isBusy).toBe(false);
  // Each end is sent three times.
  expect(ended).toBe(3 * 256);
});
