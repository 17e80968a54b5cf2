import { expect, test } from 'vitest';
import { memberInfo } from '../entities/member-info.ts';
import { readValid } from './read-valid.ts';

test('ENT-049: a member info that breaks its schema is skipped, and the reader is notified', () => {
  const good = { accountId: 's1', webuserId: 'w1', dialedIn: true };
  const skipped: unknown[] = [];
  const read = readValid(memberInfo, [good, null, { ...good, webuserId: '1' }, { ...good, webuserId: 'w2' }], (bad) =>
    skipped.push(bad),
  );
  expect(read.map((one) => one.webuserId)).toEqual(['w1', 'w2']);
  expect(skipped).toEqual([null, { ...good, webuserId: '1' }]);
});
