import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { en } from '#i18n/words.ts';

const world = vi.hoisted(() => ({ rows: {} as Record<string, readonly object[]>, wide: true }));
vi.mock('#live/queries/live.ts', () => ({
  useLive: ({ name }: { name: string }) => ({ rows: world.rows[name] ?? [], status: 'ready' }),
  readLive: ({ name }: { name: string }) => ({ rows: world.rows[name] ?? [], status: 'ready' }),
  watchLive: () => () => {},
}));
vi.mock('#live/line/http.ts', () => ({ call: () => Promise.resolve({}) }));
vi.mock('#banners/Banners.tsx', () => ({ Banners: () => 'banners' }));
vi.mock('#platform/window-size.ts', () => ({ useWide: () => world.wide }));
vi.mock('#pages/use-title.ts', () => ({ useTitle: () => {} }));
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ navigate: () => {} }),
  useSearch: () => 'chat-1',
  Navigate: ({ to }: { to: string }) => `went to ${to}`,
}));
await i18next.init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
});
const { AiChatPage } = await import('./AiChatPage.tsx');

const channel = (id: string, type: string, name: string | null) => ({ id, name, channelType: type, rev: 1 });
const chat = { id: 'chat-1', title: 'Late deliveries', createdAt: '', usedAt: '', rev: 1 };
beforeEach(() => {
  world.wide = true;
  world.rows = {
    flags: [{ id: 'w1', rev: 1, flags: { hasAiInsightsChat: true, hasAiDisabled: false, isTestAccount: true } }],
    channels: [channel('c1', 'personal', null), channel('c2', 'shared', 'Sales')],
    chatChannels: [{ id: 'c1', calls: 124, rev: 1 }],
    chats: [chat],
    aiOverview: [{ id: 'a', language: null }],
  };
});
const drawn = (): string => renderToStaticMarkup(createElement(AiChatPage)).replace(/\s+/g, ' ');

test('an empty chat says what can be asked, of which calls, and that no service is set up', () => {
  const html = drawn();
  for (const text of ['AI chat', 'Test account', 'Ask about your calls', 'All channels', 'All days', 'Late deliveries'])
    expect(html).toContain(text);
  expect(html).toContain('124 calls');
  expect(html).toContain('0 calls');
  expect(html).toContain('No AI service is set up');
  expect(html).toContain('banners');
});

test('chats and channels are behind a button where the window is narrow', () => {
  world.wide = false;
  const html = drawn();
  expect(html).not.toContain('Late deliveries');
  expect(html).toContain('aria-label="Chats"');
});

test('while an answer is being made it can be stopped, and no other question be asked', () => {
  const growing = { state: 'reading', calls: 12, blocks: [], citations: [], text: 'Who?', id: 'm', chatId: 'chat-1' };
  world.rows = { ...world.rows, chatMessages: [{ ...growing, problem: null, channelIds: null, from: null, to: null }] };
  const html = drawn();
  expect(html).toContain('aria-label="Stop"');
  expect(html).toContain('Reading 12 calls');
  expect(html).not.toContain('aria-label="Ask"');
});

test.each([
  { hasAiInsightsChat: false, hasAiDisabled: false },
  { hasAiInsightsChat: true, hasAiDisabled: true },
])('SSHELL-004, SPERM-031: with %j the page leads to the calls', (flags) => {
  world.rows = { ...world.rows, flags: [{ id: 'w1', rev: 1, flags }] };
  expect(drawn()).toBe('went to /main/channels/$channelId');
});
