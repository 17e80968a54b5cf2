import { movedBy } from '@sidetone/contract/rules/crm/write-moves.ts';
import { crmWriteStates } from '@sidetone/contract/rules/crm/write-states.ts';
import { describe, expect, test } from 'vitest';
import { IntegrationError, type IntegrationErrorType } from '../connector.ts';
import { causeOfFailure } from './failed-write.ts';

describe('a failed request', () => {
  const failure = (type: IntegrationErrorType, provablyNotTaken: boolean) =>
    new IntegrationError(type, 'detail', { provablyNotTaken });

  test('that should have made a record is unclear, unless it certainly did nothing', () => {
    for (const error of [
      failure('failed', false),
      failure('conflict', false),
      new Error('reset'),
      'thrown',
      undefined,
    ]) {
      expect(causeOfFailure(error, false)).toBe('unclear');
      expect(causeOfFailure(error, true)).toBe('delayed');
    }
  });

  test('that did nothing waits, is blocked or is refused by what was wrong', () => {
    const causes = (
      ['rate_limited', 'unreachable', 'refresh', 'forbidden', 'limit', 'invalid', 'not_found'] as const
    ).map((type) => [type, causeOfFailure(failure(type, true), false)]);
    expect(Object.fromEntries(causes)).toEqual({
      rate_limited: 'delayed',
      unreachable: 'delayed',
      refresh: 'blocked',
      forbidden: 'blocked',
      limit: 'blocked',
      invalid: 'refused',
      not_found: 'refused',
    });
  });

  test('moves what is being sent, and nothing else', () => {
    expect(movedBy('SENDING', causeOfFailure(new Error('reset'), false))).toBe('UNCLEAR');
    expect(crmWriteStates.filter((state) => movedBy(state, 'unclear') !== null)).toEqual(['SENDING']);
  });
});
