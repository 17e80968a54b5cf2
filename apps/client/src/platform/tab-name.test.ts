import { expect, test } from 'vitest';
import { startTab, tabName } from './tab-name.ts';

function storage(kept = new Map<string, string>()): Storage & { duplicate(): Storage } {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    duplicate: () => storage(new Map(kept)),
  } as unknown as Storage & { duplicate(): Storage };
}

/** The next page that is loaded with this storage, and the name of its tab. */
function load(kept: Storage) {
  const page = new EventTarget();
  startTab(page, () => kept);
  return { page, name: tabName() };
}

test('a reload goes on with the name of the tab, and a duplicate has one of its own', () => {
  const tab = storage();
  const first = load(tab);
  first.page.dispatchEvent(new Event('pagehide'));
  const second = load(tab);
  expect(second.name).toBe(first.name);
  expect(load(tab.duplicate()).name).not.toBe(first.name);
});

test('a page that was put aside and comes back gives its name to no duplicate', () => {
  const tab = storage();
  const { page, name } = load(tab);
  page.dispatchEvent(new Event('pagehide'));
  page.dispatchEvent(new Event('pageshow'));
  expect(load(tab.duplicate()).name).not.toBe(name);
});

test('where nothing is kept, each page is a tab of its own', () => {
  const page = new EventTarget();
  const closed = () => {
    throw new Error('SecurityError');
  };
  startTab(page, closed);
  const name = tabName();
  page.dispatchEvent(new Event('pagehide'));
  startTab(new EventTarget(), closed);
  expect(tabName()).not.toBe(name);
});
