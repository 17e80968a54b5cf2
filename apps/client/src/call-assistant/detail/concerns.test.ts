import { expect, test } from 'vitest';
import { concernsOf } from './concerns.ts';

test('SASSIST-002: the switcher offers the result’s topics and then the assistant’s, each once', () => {
  const topics = [{ label: 'Invoice' }, { label: 'Tender' }];
  expect(concernsOf({ primaryTopic: 'Tender', topics: ['Deadline', 'Tender'] }, topics)).toEqual([
    'Tender',
    'Deadline',
    'Invoice',
  ]);
  expect(concernsOf({ primaryTopic: null, topics: [] }, [])).toEqual([]);
});
