import { refusalKinds } from '@sidetone/contract/entities/guard.ts';
import { trunkKinds } from '@sidetone/contract/entities/trunk.ts';
import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { adminGerman, adminWords } from '#i18n/admin-words.ts';
import { de, en } from '#i18n/words.ts';
import { type DetailLanguage, detailLanguage, detailWords } from './audit-words.ts';

const raw: DetailLanguage = { field: () => null, value: () => null };

test('a detail is one line, with the values before and after', () => {
  const detail = { name: 'Sales', areaCode: { from: '30', to: '40' }, label: { from: null, to: 'Main' } };
  expect(detailWords(detail, raw)).toBe('name: Sales, areaCode: 30 → 40, label: – → Main');
});

test('empty values are left out, and nested ones stay readable', () => {
  expect(detailWords({ note: null, grants: ['A'] }, raw)).toBe('grants: ["A"]');
});

test('fields and their values have words, before a change and after it', () => {
  const words: DetailLanguage = {
    field: (name) => (name === 'admin' ? 'Administrator' : null),
    value: (name, value) => (name === 'admin' ? (value === true ? 'yes' : 'no') : null),
  };
  expect(detailWords({ admin: { from: false, to: true }, ended: 0 }, words)).toBe('Administrator: no → yes, ended: 0');
});

const i18n = createInstance();
await i18n.init({
  lng: 'en',
  resources: { en: { translation: { ...en, ...adminWords } }, de: { translation: { ...de, ...adminGerman } } },
  interpolation: { escapeValue: false },
});

test.each(['en', 'de'] as const)('no kind is shown by its name on the server (%s)', (language) => {
  const speaks = detailLanguage(i18n.getFixedT(language), new Map());
  for (const kind of [...refusalKinds, ...trunkKinds, 'call', 'transfer', 'forward']) {
    const said = detailWords({ kind }, speaks);
    expect(said).toMatch(language === 'en' ? /^Kind: [A-Z]/ : /^Art: [A-Z]/);
  }
});

test('the number of ended sign-ins has a word', () => {
  const speaks = detailLanguage(i18n.getFixedT('en'), new Map());
  expect(detailWords({ ended: 0 }, speaks)).toBe('Sign-ins ended: 0');
});
