import type { AdminChannel } from '@sidetone/contract/entities/admin-channel.ts';
import i18next from 'i18next';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { adminWords } from '#i18n/admin-words.ts';
import { en } from '#i18n/words.ts';
import { SwitchDialog } from './SwitchDialog.tsx';

const world = vi.hoisted(() => ({ asked: [] as unknown[], press: {} as Record<string, () => void> }));
vi.mock('#live/queries/live.ts', () => ({
  useLive: () => ({ rows: [{ timeZone: 'Europe/Berlin' }], status: 'ready' }),
}));
vi.mock('#live/line/http.ts', () => ({
  call: (_: unknown, { body }: { body: unknown }) => Promise.resolve(world.asked.push(body)),
}));
vi.mock('#ui/toasts.ts', () => ({ toast: () => {} }));
vi.mock('#ui/Dialog.tsx', () => ({
  Dialog: ({ children, actions }: Record<string, ReactNode>) => createElement('div', null, children, actions),
}));
vi.mock('#ui/Button.tsx', () => ({
  Button: ({ children, onClick }: { children: string; onClick: () => void }) => {
    world.press[children] = onClick;
    return null;
  },
}));
await i18next.init({
  lng: 'en',
  resources: { en: { translation: { ...en, ...adminWords } } },
  interpolation: { escapeValue: false },
});

const drawn = (held: AdminChannel['held']) => {
  const channel = { id: 'c1', name: 'Service', held } as AdminChannel;
  return renderToStaticMarkup(createElement(SwitchDialog, { channel, onClose: () => {} }));
};
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-29T12:00:00Z'), toFake: ['Date'] });
  world.asked = [];
  return () => vi.useRealTimers();
});

test('a channel that is closed until six is not closed for good by a press on Apply', async () => {
  const held = { state: 'closed', until: '2026-11-29T17:00:00.000Z' } as const;
  expect(drawn(held)).toContain('value="2026-11-29T18:00"');
  world.press['Apply']?.();
  await vi.waitFor(() => expect(world.asked).toEqual([{ held }]));
});

test('an end that is past is not shown', () => {
  const html = drawn({ state: 'closed', until: '2026-11-29T11:00:00.000Z' });
  expect(html).toContain('type="datetime-local"');
  expect(html).not.toContain('value="2026');
});
