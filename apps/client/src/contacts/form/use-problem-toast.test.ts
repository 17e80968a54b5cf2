import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { en } from '#i18n/words.ts';
import { toast } from '#ui/toasts.ts';
import type { SaveToast } from './save-problem.ts';
import { useProblemToast } from './use-problem-toast.ts';

vi.mock('#ui/toasts.ts', () => ({ toast: vi.fn() }));
beforeEach(() => vi.mocked(toast).mockClear());
await i18next.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
});

function Form({ problem, most }: { problem: SaveToast; most: number | undefined }) {
  const limitations = most === undefined ? {} : { maxNumbersPerContact: most };
  const rules = { contactAttributes: {}, limitations, phoneNumberLabels: ['WORK', 'MOBILE'] };
  useProblemToast('HubSpot', rules)(problem);
  return null;
}

const told = (problem: SaveToast, most?: number) => {
  renderToStaticMarkup(createElement(Form, { problem, most }));
  return vi.mocked(toast).mock.calls;
};

test('SERR-033: too many numbers are told with how many the address book keeps, where that is known', () => {
  expect(told('tooMany', 3)).toEqual([
    [{ tone: 'error', title: 'Too many numbers', text: expect.stringMatching(/HubSpot .*3/) }],
  ]);
  expect(told('tooMany').at(-1)?.[0].text).toMatch(/HubSpot/);
});

test('SERR-034: a kind of number that the address book lacks is told with those that it has', () => {
  expect(told('phoneType')[0]?.[0]).toMatchObject({
    ...{ tone: 'error', title: expect.stringContaining('HubSpot') },
    text: expect.stringMatching(/Work or Mobile/),
  });
});

test('SERR-035: a plan that may not write is told of with the plan that may', () => {
  expect(told('forbidden')[0]?.[0]).toMatchObject({ tone: 'error', text: expect.stringContaining('Pro plan') });
});
