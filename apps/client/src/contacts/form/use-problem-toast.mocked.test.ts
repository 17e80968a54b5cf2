import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { en } from '#i18n/words.ts';
import { ApiError } from '#live/line/api-error.ts';
import { toast } from '#ui/toasts.ts';
import type { SaveToast } from './saving/save-problem.ts';
import { useProblemToast } from './use-problem-toast.ts';

vi.mock('#ui/toasts.ts', () => ({ toast: vi.fn() }));
beforeEach(() => vi.mocked(toast).mockClear());
await i18next.init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
});

interface FormProps {
  problem: SaveToast;
  most?: number;
  error?: unknown;
  back?: () => void;
}

function Form({ problem, most, error, back }: FormProps) {
  const limitations = most === undefined ? {} : { maxNumbersPerContact: most };
  const rules = { contactAttributes: {}, limitations, phoneNumberLabels: ['WORK', 'MOBILE'] };
  useProblemToast('HubSpot', rules)(problem, { error, back });
  return null;
}

const told = (problem: SaveToast, more: Omit<FormProps, 'problem'> = {}) => {
  renderToStaticMarkup(createElement(Form, { problem, ...more }));
  return vi.mocked(toast).mock.calls;
};

test('SERR-033: too many numbers are reported with the number that the address book keeps, where that is known', () => {
  expect(told('tooMany', { most: 3 })).toEqual([
    [{ tone: 'error', title: 'Too many numbers', text: expect.stringMatching(/HubSpot .*3/) }],
  ]);
  expect(told('tooMany').at(-1)?.[0].text).toMatch(/HubSpot/);
});

test('SERR-034: a kind of number that the address book lacks is reported with the kinds it has', () => {
  expect(told('phoneType')[0]?.[0]).toMatchObject({
    tone: 'error',
    title: expect.stringContaining('HubSpot'),
    text: expect.stringMatching(/Work or Mobile/),
  });
});

test('SERR-035: a plan without write access is reported with the plan that has it', () => {
  expect(told('forbidden')[0]?.[0]).toMatchObject({ tone: 'error', text: expect.stringContaining('Pro plan') });
});

test('SERR-032: a conflict is reported, whether the same contact exists or a colleague saved first', () => {
  expect(told('conflict')[0]?.[0]).toMatchObject({ tone: 'error', title: 'HubSpot refused the contact' });
  expect(told('stale')[1]?.[0]).toMatchObject({ tone: 'error', title: expect.stringContaining('Someone else') });
});

test('SERR-038: an address book that is no longer connected is reported', () => {
  expect(told('integration')[0]?.[0]).toMatchObject({
    tone: 'error',
    title: expect.stringContaining('no longer connected'),
  });
});

test('users who have left the form see the result, and find the way back', () => {
  const back = vi.fn();
  for (const problem of ['emailTaken', 'unreached', 'update'] as const) told(problem, { back });
  const calls = vi.mocked(toast).mock.calls.map(([one]) => one);
  expect(calls.map(({ title }) => title)).toEqual([
    'The contact is not saved',
    'The contact is not saved yet',
    'The changes could not be saved',
  ]);
  for (const { action } of calls) action?.run();
  expect(back).toHaveBeenCalledTimes(3);
});

test.each([
  ['create', 'The contact could not be created'],
  ['update', 'The changes could not be saved'],
] as const)(
  'SERR-007 SERR-008 SERR-009 ERR-042: %s is reported with the reason of the address book',
  (problem, title) => {
    const error = (said: object) =>
      new ApiError('INTEGRATION_FAILED', '', { body: { code: 'INTEGRATION_FAILED', message: '', ...said } });
    for (const [said, text] of [
      [{ type: 'limit', detail: '507', translationKey: 'limit' }, en.integrations.errors.limit],
      [{ type: 'failed', detail: 'Out of order' }, 'Out of order'],
      [{ type: 'failed' }, 'Unknown error'],
    ] as const) {
      expect(told(problem, { error: error(said) }).at(-1)?.[0]).toEqual({ tone: 'error', title, text });
    }
  },
);

test('SERR-036 SERR-037: unexplained failures are reported in general words', () => {
  const error = new ApiError('INTERNAL', '', { body: { code: 'INTERNAL', message: '' } });
  expect(told('create', { error }).at(-1)?.[0].text).toBe('HubSpot did not accept it. Try again.');
  expect(told('update', { error }).at(-1)?.[0].text).toBe('HubSpot did not accept them. Try again.');
});
