import type { BlockedCaller } from '@sidetone/contract/entities/blocked-caller.ts';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { en } from '#i18n/words.ts';

const { live } = vi.hoisted(() => ({ live: { rows: [] as BlockedCaller[], status: 'ready' } }));
vi.mock('#live/line/http.ts', () => ({ call: async () => ({}) }));
vi.mock('#live/queries/live.ts', () => ({ useLive: () => live, retryLive: () => undefined }));

const { BlockedCallers } = await import('./BlockedCallers.tsx');
await i18next.init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } });
const drawn = () => renderToStaticMarkup(createElement(BlockedCallers, { of: 'own' }));

beforeEach(() => {
  live.status = 'ready';
});

test('a list that could not be loaded is said to be, with a way to try again, and is not called empty', () => {
  live.status = 'failed';
  const html = drawn();
  expect(html).toContain('role="alert"');
  expect(html).toContain('The blocked callers could not be loaded.');
  expect(html).toContain('Try again');
  expect(html).not.toContain('No number is blocked.');
  live.status = 'ready';
  expect(drawn()).toContain('No number is blocked.');
  expect(drawn()).not.toContain('Try again');
});

test('the part with the entries can take the focus where one is removed, and stays when it was the last one', () => {
  expect(drawn()).toMatch(/<section tabindex="-1" aria-label="Blocked callers"/);
});
