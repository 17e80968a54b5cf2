import { expect, test } from 'vitest';
import { contactSourcePriority, ownContactSource, priorityOfSource, teamContactSource } from './contact-sources.ts';

test('ENT-042: sources have their precedence, all others none', () => {
  expect([...contactSourcePriority]).toEqual(['HUBSPOT', 'PIPEDRIVE', 'SALESFORCE', 'ZOHO']);
  const sorted = ['ZOHO', 'HUBSPOT', 'SALESFORCE', 'PIPEDRIVE'].sort(
    (a, b) => priorityOfSource(b) - priorityOfSource(a),
  );
  expect(sorted).toEqual([...contactSourcePriority]);
  for (const other of [ownContactSource, teamContactSource, '']) expect(priorityOfSource(other)).toBe(0);
  expect(priorityOfSource('hubspot')).toBe(4);
});
