import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { en } from '#i18n/words.ts';
import { Known } from './Known.tsx';

await i18next.init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
});

const drawn = (...relatesTo: Parameters<typeof Known>[0]['relatesTo']) =>
  renderToStaticMarkup(createElement(Known, { relatesTo, smallTalk: [] }));

test('SCONTACT-007: a related record is told with its kind, and leads to its page in the CRM', () => {
  const html = drawn({ id: '7', type: 'deals', label: 'Fleet 2026', url: 'https://crm.example/deal/7', isOpen: true });
  expect(html).toContain('href="https://crm.example/deal/7"');
  expect(html).toContain('rel="noreferrer"');
  expect(html).toMatch(/Fleet 2026.*>Deal</s);
  expect(html).not.toContain('Closed');
});

test('what is closed says so, and nothing is said where that means nothing', () => {
  expect(drawn({ id: '7', type: 'tickets', label: 'Broken gate', isOpen: false })).toContain('>Closed<');
  expect(drawn({ id: '7', type: 'companies', label: 'Harbour', isOpen: null })).not.toContain('Closed');
});

test('an address that is no page of the web is not a link; an unknown kind reads as it came', () => {
  const html = drawn(
    { id: '1', type: 'quotes', label: null, url: 'javascript:alert(1)' },
    { id: '2', type: 'constructor', label: 'B', url: 'https://' },
  );
  expect(html).not.toContain('href=');
  expect(html).toContain('>1<');
  expect(html).toContain('>quotes<');
  expect(html).toContain('>constructor<');
});
