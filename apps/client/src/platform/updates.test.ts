import { expect, test } from 'vitest';
import { applyUpdate, holdUpdates, updates } from './updates.ts';

test('a new version waits as long as a call is in progress, whatever is pressed', () => {
  let applied = 0;
  applyUpdate();
  updates.setState({ apply: () => (applied += 1) });
  holdUpdates(true);
  applyUpdate();
  expect(applied).toBe(0);
  holdUpdates(false);
  applyUpdate();
  expect(applied).toBe(1);
});
