import { infoBanner, type ShownInfoBanner } from '@sidetone/contract/entities/banner.ts';
import { expect, test } from 'vitest';
import { dismissedBanners, keyOf, type SessionStore } from './dismissed-banners.ts';

const banner = (more: Partial<ShownInfoBanner> = {}): ShownInfoBanner => ({
  ...infoBanner.parse({ enabled: true, message: { de: 'Wartung', en: 'Maintenance' }, type: 'INFO' }),
  id: 'b1',
  ...more,
});

function session(): SessionStore {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

test('a closed banner stays closed when the page is loaded again, and comes back in a new session', () => {
  const here = session();
  dismissedBanners(() => here).dismiss(banner());
  expect(dismissedBanners(() => here).store.getState().keys).toContain(keyOf(banner()));
  expect(dismissedBanners(session).store.getState().keys).toEqual([]);
});

test.each<[what: string, change: Partial<ShownInfoBanner>, isSame: boolean]>([
  ['its kind', { type: 'ERROR' }, false],
  ['its words', { message: { de: 'Wartung', en: 'Maintenance tonight' } }, false],
  ['another banner', { id: 'b2' }, false],
  ['its priority', { priority: 9 }, true],
  ['its end', { expires: '2026-11-21T00:00:00Z' }, true],
])('after a change of %s', (_what, change, isSame) => {
  expect(keyOf(banner(change)) === keyOf(banner())).toBe(isSame);
});

test('in a browser that stores nothing it stays closed for as long as the page is open', () => {
  const nothing = (): SessionStore => {
    throw new DOMException('denied', 'SecurityError');
  };
  const { store, dismiss } = dismissedBanners(nothing);
  dismiss(banner());
  expect(store.getState().keys).toEqual([keyOf(banner())]);
});

test('an entry of another program there causes no failure', () => {
  const here = session();
  for (const strange of ['{', '{"a":1}', '[1]', 'null']) {
    here.setItem('sidetone.dismissed-banners', strange);
    expect(dismissedBanners(() => here).store.getState().keys).toEqual([]);
  }
});
