import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { en } from '#i18n/words.ts';

const { live } = vi.hoisted(() => ({ live: { rows: [], status: 'loading' } }));
vi.mock('#live/queries/live.ts', () => ({ useLive: () => live, retryLive: () => undefined }));

const { ForwardingMissing } = await import('./ForwardingMissing.tsx');
await i18next.init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } });

test('rules that could not be loaded are said to be, with a way to try again', () => {
  const drawn = () => renderToStaticMarkup(createElement(ForwardingMissing));
  expect(drawn()).not.toContain('Try again');
  live.status = 'failed';
  expect(drawn()).toContain('Your call forwarding could not be loaded.');
  expect(drawn()).toContain('role="alert"');
  expect(drawn()).toContain('Try again');
});
