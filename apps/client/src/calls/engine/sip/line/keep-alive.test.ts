import type { UA } from 'jssip';
import { expect, test } from 'vitest';
import { handClock } from '../../../testing/hand-clock.ts';
import { pingByOptions } from './keep-alive.ts';

function line() {
  const clock = handClock();
  const sent: { target: string; failed: (event: { cause: string }) => void }[] = [];
  const state = { registered: true };
  const ua = {
    isRegistered: () => state.registered,
    sendOptions: (
      target: string,
      _body: string,
      { eventHandlers }: { eventHandlers: { failed: (event: { cause: string }) => void } },
    ) => sent.push({ target, failed: eventHandlers.failed }),
  };
  let silences = 0;
  const stop = pingByOptions(ua as unknown as UA, 'pbx.example', clock, () => {
    silences += 1;
  });
  return { clock, sent, state, stop, silences: () => silences };
}

test('every 20 s an OPTIONS goes out while the line is registered', async () => {
  const { clock, sent, state, stop } = line();
  await clock.pass(19_999);
  expect(sent).toEqual([]);
  await clock.pass(20_001);
  expect(sent.map(({ target }) => target)).toEqual(['sip:pbx.example', 'sip:pbx.example']);
  state.registered = false;
  await clock.pass(20_000);
  state.registered = true;
  await clock.pass(20_000);
  expect(sent).toHaveLength(3);
  stop();
  await clock.pass(60_000);
  expect(sent).toHaveLength(3);
});

test('any answer to an OPTIONS will do, and no answer is silence', async () => {
  const { clock, sent, silences } = line();
  await clock.pass(20_000);
  sent[0]?.failed({ cause: 'Not Found' });
  expect(silences()).toBe(0);
  sent[0]?.failed({ cause: 'Request Timeout' });
  expect(silences()).toBe(1);
});
