import { expect, test } from 'vitest';
import { featurePlace } from './feature-place.ts';

test.each([
  ['', { at: 'list' }],
  ['hasCustomWords', { at: 'feature', flag: 'hasCustomWords', detail: null }],
  ['hasSmartAnswers/detail/set-1', { at: 'feature', flag: 'hasSmartAnswers', detail: 'set-1' }],
  ['hasSmartAnswers/detail', { at: 'astray' }],
  ['hasSmartAnswers/other/set-1', { at: 'astray' }],
  ['hasSmartAnswers/detail/set-1/more', { at: 'astray' }],
  ['hasWebhook', { at: 'astray' }],
  ['hasNeoPbx', { at: 'astray' }],
  ['nothing', { at: 'astray' }],
])('ai-features/%s leads to %j', (path, place) => {
  expect(featurePlace(path.split('/').filter(Boolean))).toEqual(place);
});
