import type { AdminOpeningHours } from '@sidetone/contract/entities/opening-hours.ts';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { adminWords } from '#i18n/admin-words.ts';
import { en } from '#i18n/words.ts';
import { ApiError } from '#live/line/api-error.ts';
import type { Question } from '../ConfirmDialog.tsx';
import { HoursPanel } from './HoursPanel.tsx';
import { HoursSection } from './HoursSection.tsx';

type Refusal = (path: string, reason: string) => string | undefined;
const world = vi.hoisted(() => ({
  error: new Error('none'),
  told: [] as unknown[],
  hasAsked: false,
  question: null as Question | null,
  refusal: undefined as Refusal | undefined,
}));
vi.mock('#live/queries/live.ts', () => ({ useLive: () => ({ rows: [], status: 'ready' }) }));
vi.mock('#live/line/http.ts', () => ({ call: () => Promise.reject(world.error) }));
vi.mock('#ui/toasts.ts', () => ({ toast: (told: unknown) => world.told.push(told) }));
vi.mock('../TableSection.tsx', () => ({ TableSection: () => null }));
vi.mock('../EditorPanel.tsx', () => ({ EditorPanel: () => null, Group: () => null }));
vi.mock('../ConfirmDialog.tsx', () => ({
  ConfirmDialog: ({ question }: { question: Question | null }) => {
    world.question = question;
    return null;
  },
}));
// The question is asked while the section is drawn, as nobody can press its menu here.
vi.mock('../use-removal.tsx', async (original) => {
  const real = await original<typeof import('../use-removal.tsx')>();
  return {
    useRemoval: (options: Parameters<typeof real.useRemoval<AdminOpeningHours>>[0]) => {
      const removal = real.useRemoval(options);
      if (!world.hasAsked) removal.askRemove({ id: 'h1', name: 'Office' } as AdminOpeningHours);
      world.hasAsked = true;
      return removal;
    },
  };
});
vi.mock('../use-editor.ts', async (original) => {
  const real = await original<typeof import('../use-editor.ts')>();
  return {
    useEditor: (options: Parameters<typeof real.useEditor>[0]) => {
      world.refusal = options.refusal;
      return real.useEditor(options);
    },
  };
});
await i18next.init({
  lng: 'en',
  resources: { en: { translation: { ...en, ...adminWords } } },
  interpolation: { escapeValue: false },
});

const conflict = (...issues: { path: string; message: string }[]) =>
  new ApiError('CONFLICT', 'no', { body: { code: 'CONFLICT', message: 'no', issues } });
const removed = async (error: Error) => {
  world.error = error;
  renderToStaticMarkup(createElement(HoursSection));
  await world.question?.run();
  return world.told;
};
beforeEach(() => {
  Object.assign(world, { told: [], hasAsked: false, question: null });
});

test('hours that a channel follows are not deleted, and the reason is said', async () => {
  expect(await removed(conflict({ path: 'hoursId', message: 'followed' }))).toEqual([
    expect.objectContaining({ tone: 'error', text: expect.stringContaining('A channel still follows') }),
  ]);
});

test('a reason without words of its own is told by its code', async () => {
  const text = i18next.t('errors.CONFLICT' as never);
  expect(await removed(conflict())).toEqual([expect.objectContaining({ tone: 'error', text })]);
});

test('the form says that there are too many', () => {
  renderToStaticMarkup(createElement(HoursPanel, { hours: null, onClose: () => {} }));
  expect(world.refusal?.('name', 'tooMany')).toContain('already 50');
  expect(world.refusal?.('name', 'other')).toBeUndefined();
});
