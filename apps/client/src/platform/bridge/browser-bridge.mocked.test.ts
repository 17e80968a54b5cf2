import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ContextMenuItem, Notice } from '../bridge-parts.ts';
import { type BridgeUnderTest, provesBridge } from './bridge-conformance.ts';
import { browserBridge } from './browser-bridge.ts';
import type { BrowserParts } from './browser-parts.ts';

beforeEach(() => vi.stubGlobal('document', { documentElement: {} }));
afterEach(() => vi.unstubAllGlobals());

/** A browser in memory. */
function fakeBrowser(change: Partial<BrowserParts> = {}): { parts: BrowserParts; under: BridgeUnderTest } {
  const opened: string[] = [];
  const saved: { name: string; text: string }[] = [];
  const shown = new Map<string, Notice>();
  const launches = new Set<(address: string) => void>();
  let permission: NotificationPermission = 'default';
  let theme = '';
  let badge = 0;
  let reloads = 0;
  let choice: string | null = null;
  const parts: BrowserParts = {
    agent: 'Mozilla/5.0 (X11; Linux x86_64)',
    hid: true,
    open: (url) => opened.push(url),
    follow: (link) => opened.push(link),
    save: (name, text) => saved.push({ name, text }),
    showMenu: async (items: readonly ContextMenuItem[]) => items.find(({ id }) => id === choice)?.id ?? null,
    colour: (next) => {
      theme = next;
    },
    speak: (language) => {
      document.documentElement.lang = language;
    },
    focus: () => {},
    reloadAnew: async () => {
      reloads += 1;
    },
    notificationPermission: () => permission,
    askForNotifications: async () => {
      permission = 'granted';
      return permission;
    },
    notify(notice) {
      shown.set(notice.tag, notice);
      return () => shown.get(notice.tag) === notice && shown.delete(notice.tag);
    },
    badge: (count) => {
      badge = count;
    },
    onLaunch(listener) {
      launches.add(listener);
      return () => launches.delete(listener);
    },
    ...change,
  };
  const under: BridgeUnderTest = {
    bridge: browserBridge(parts),
    settled: async () => {},
    opened: () => opened,
    saved: () => saved,
    theme: () => theme,
    badge: () => badge,
    reloads: () => reloads,
    notices: () => [...shown.values()].map(({ tag, title }) => [tag, title] as const),
    press(tag, action) {
      const notice = shown.get(tag);
      shown.delete(tag);
      notice?.onPressed(action);
    },
    allowNotifications: (allowed) => {
      permission = allowed ? 'granted' : 'denied';
    },
    willChoose: (id) => {
      choice = id;
    },
    pressLink(link) {
      for (const each of launches) each(`https://phone.example/?dial=${encodeURIComponent(link)}`);
    },
  };
  return { parts, under };
}

provesBridge('a browser', async () => fakeBrowser().under);

test('a user who has not decided about notifications is asked, and only then', async () => {
  const { bridge } = fakeBrowser().under;
  expect(await bridge.notificationPermission()).toBe('prompt');
  expect(await bridge.requestNotificationPermission()).toBe('granted');
  const refused = fakeBrowser({
    notificationPermission: () => 'denied',
    askForNotifications: () => Promise.reject(new Error('asked again')),
  }).under.bridge;
  expect(await refused.requestNotificationPermission()).toBe('denied');
});

test('a browser without notifications refuses them', async () => {
  const { bridge } = fakeBrowser({ notificationPermission: () => null }).under;
  expect(await bridge.notificationPermission()).toBe('denied');
});

test('a launch without a number only brings the app to the front', () => {
  let launch = (_: string) => {};
  const { bridge } = fakeBrowser({
    onLaunch: (listener) => {
      launch = listener;
      return () => {};
    },
  }).under;
  const heard: string[] = [];
  bridge.onDial((link) => heard.push(link));
  launch('https://phone.example/');
  launch('https://phone.example/?dial=');
  expect(heard).toEqual([]);
});

test.each([
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'mac'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'linux'],
  ['Mozilla/5.0 (PlayStation)', 'other'],
])('%s is a machine with %s', (agent, platform) => {
  expect(fakeBrowser({ agent }).under.bridge.platform).toBe(platform);
});
