import { selectedOutcome } from '@sidetone/contract/entities/call-log.ts';
import { expect, test } from 'vitest';
import { mergedOutcomes, outcomeOfText } from './outcomes.ts';

test('API-080: the outcomes of several CRMs are one list, each meaning once', () => {
  const merged = mergedOutcomes([
    {
      source: 'HUBSPOT',
      outcomes: [
        { id: 'a', label: 'Connected' },
        { id: 'b', label: 'Busy' },
      ],
    },
    {
      source: 'PIPEDRIVE',
      outcomes: [
        { id: 'busy', label: ' busy ' },
        { id: 'left', label: 'Left message' },
      ],
    },
  ]);
  expect(merged).toEqual([
    { id: 'HUBSPOT:a', displayValue: 'Connected' },
    { id: 'HUBSPOT:b', displayValue: 'Busy' },
    { id: 'PIPEDRIVE:left', displayValue: 'Left message' },
  ]);
});

test('an outcome in own words is what the server takes, or none', () => {
  expect(outcomeOfText('  Wants a callback ')).toEqual({ id: 'text', displayValue: 'Wants a callback' });
  expect(outcomeOfText('   ')).toBeNull();
  expect(selectedOutcome.safeParse(outcomeOfText('x'.repeat(500))).success).toBe(true);
});
