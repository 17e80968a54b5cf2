import { expect, test } from 'vitest';
import { handClock } from '../../../testing/hand-clock.ts';
import { endSurely, rejectSurely } from './end-surely.ts';

const failed = (code: string) => Object.assign(new Error(code), { code });

/** A server that cannot be reached for this long, and then answers with these codes, or with success. */
function world(awayMs: number, ...answers: string[]) {
  const clock = handClock();
  const orders: string[] = [];
  const warned: string[] = [];
  const backAt = clock.now() + awayMs;
  const order = async (...words: string[]) => {
    orders.push(words.join(' '));
    if (clock.now() < backAt) throw failed('NETWORK');
    const code = answers.shift();
    if (code !== undefined) throw failed(code);
  };
  const server = {
    end: (sipCallId: string) => order('end', sipCallId),
    reject: (sipCallId: string, reason: string) => order('reject', sipCallId, reason),
  };
  const log = (_level: string, message: string) => void warned.push(message);
  return { clock, orders, warned, parts: { server, clock, log } };
}

test('the server learns of an end even when the network is away for longer than a moment', async () => {
  const { clock, orders, warned, parts } = world(30_000);
  endSurely('c1', parts);
  await clock.pass(29_999);
  const before = orders.length;
  await clock.pass(5_001);
  expect(orders).toHaveLength(before + 1);
  await clock.pass(120_000);
  expect([orders.length, warned]).toEqual([before + 1, []]);
});

test('a refusal is repeated as well, and is no failure when the first one had arrived after all', async () => {
  const { clock, orders, warned, parts } = world(1_000, 'NOT_FOUND');
  rejectSurely('c1', 'declined', parts);
  await clock.pass(120_000);
  expect(orders).toEqual(['reject c1 declined', 'reject c1 declined']);
  expect(warned).toEqual([]);
});

test('an order that the server refuses is logged and not repeated, and no order is repeated forever', async () => {
  const refused = world(0, 'CONFLICT');
  rejectSurely('c1', 'busy', refused.parts);
  await refused.clock.pass(120_000);
  expect([refused.orders.length, refused.warned]).toEqual([1, ['REJECT_FAILED']]);
  const gone = world(Number.POSITIVE_INFINITY);
  endSurely('c1', gone.parts);
  await gone.clock.pass(600_000);
  expect([gone.orders.length < 30, gone.warned]).toEqual([true, ['TERMINATE_FAILED']]);
});
