import { assistantQueries } from '@sidetone/contract/documents/assistant-queries.ts';
import { inboxEventQueryLimit } from '@sidetone/contract/rules/limits.ts';
import { expect, test } from 'vitest';

test('the server gives as many results at a time as a range asks for', () => {
  const asked = { assistantId: 'desk', state: 'OPEN', limit: inboxEventQueryLimit };
  expect(assistantQueries.assistantResults.params.safeParse(asked).success).toBe(true);
});
