import { expect, test } from 'vitest';
import { mayDeleteCalls } from './grants.ts';

test.each([
  ['an administrator', { admin: true, grants: [] }, 'shared', true],
  ['a member with the grant', { admin: false, grants: ['CALL_DELETE'] }, 'shared', true],
  ['a member with other grants', { admin: false, grants: ['CONTACT_WRITE', 'INTEGRATION_WRITE'] }, 'shared', false],
  ['somebody who is not known yet', null, 'shared', false],
  ['a member, of the own channel', { admin: false, grants: [] }, 'personal', true],
] as const)('%s may delete calls: as the rule says', (_who, person, channelType, may) => {
  expect(mayDeleteCalls(person, channelType)).toBe(may);
});
