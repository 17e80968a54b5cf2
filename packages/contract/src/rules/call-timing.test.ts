import { expect, test } from 'vitest';
import { isBackendPinged } from './call-timing.ts';

test('CONST-026: the backend is pinged only while the window is in sight and has the focus', () => {
  for (const hidden of [true, false]) {
    for (const focused of [true, false]) expect(isBackendPinged({ hidden, focused })).toBe(!hidden && focused);
  }
});
