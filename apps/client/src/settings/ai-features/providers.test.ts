import { llmProviders } from '@sidetone/contract/rules/ai/ai-services.ts';
import { expect, test, vi } from 'vitest';
import { knownProviders } from './providers.ts';

test('SAI-028, SAI-029: an unknown provider is logged, and nothing is drawn for it', () => {
  const warn = vi.fn();
  expect(knownProviders(['mistral', 'somebody-else', 'openai'], warn)).toEqual(['mistral', 'openai']);
  expect(warn.mock.calls).toEqual([['[settings] unknown LLM provider:', 'somebody-else']]);
});

test('both that the contract names are known', () => {
  const warn = vi.fn();
  expect(knownProviders(llmProviders, warn)).toEqual(llmProviders);
  expect(warn).not.toHaveBeenCalled();
});
