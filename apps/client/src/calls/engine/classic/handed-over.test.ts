import { expect, test } from 'vitest';
import { row, sitDown } from './testing/fake-classic.ts';

test('a window that takes the phone over continues the calls of the window before, except those that were hung up', async () => {
  const owned = [{ callId: 'call-1', sessionId: 'session-1' }];
  for (const how of ['handOver', 'end'] as const) {
    const before = sitDown({ owned });
    await before.shows(row({ state: 'talking' }));
    await before.start();
    expect(before.resumed).toHaveLength(1);
    await before.engine.stop(how);
    const next = sitDown({ stored: before.stored });
    await next.shows(row({ state: 'talking' }));
    await next.start();
    expect([how, next.resumed.length]).toEqual([how, how === 'handOver' ? 1 : 0]);
  }
});
