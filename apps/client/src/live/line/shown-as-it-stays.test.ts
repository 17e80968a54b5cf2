import { expect, test } from 'vitest';
import { fakeLiveSource } from '../store/testing/fake-live-source.ts';
import { shownAsItStays } from './shown-as-it-stays.ts';

const snapshot = (...rows: readonly string[]) => ({ type: 'snapshot' as const, rows });

/** A source whose messages with the word `foreign` wait until `arrive`. */
function held() {
  const source = fakeLiveSource();
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  const heard: unknown[] = [];
  const shown = shownAsItStays(source, (message) => (JSON.stringify(message).includes('foreign') ? promise : null));
  const stop = shown.subscribe('inbox', {}, { message: (message) => heard.push(message), failed: () => undefined });
  return { source, shown, arrive, heard, stop };
}

/** What waits has gone on. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a message that waits keeps those behind it, and others come straight on', async () => {
  const { source, arrive, heard } = held();
  source.say('inbox', snapshot('near'));
  expect(heard).toEqual([snapshot('near')]);
  source.say('inbox', snapshot('foreign'));
  source.say('inbox', snapshot('newer'));
  expect(heard).toHaveLength(1);
  arrive();
  await settled();
  expect(heard).toEqual([snapshot('near'), snapshot('foreign'), snapshot('newer')]);
  source.say('inbox', snapshot('last'));
  expect(heard.at(-1)).toEqual(snapshot('last'));
});

test('nothing that waited comes to the next user, or behind the end', async () => {
  for (const end of ['renew', 'stop'] as const) {
    const { source, shown, arrive, heard, stop } = held();
    source.say('inbox', snapshot('foreign'));
    if (end === 'renew') shown.renew();
    else stop();
    arrive();
    await settled();
    expect([end, heard]).toEqual([end, []]);
  }
});
