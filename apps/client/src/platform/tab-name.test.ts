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
async function load(kept: Storage, locks: LockManager | undefined = navigator.locks) {
  const page = new EventTarget();
  await startTab(page, () => kept, locks);
  return { page, name: tabName() };
}

/** A page ends without an event: its locks are free. */
const crash = (name: string) => navigator.locks.request(`sidetone.tab ${name}`, { steal: true }, () => {});

test('a reload keeps the name of the tab, and a duplicate has one of its own', async () => {
  const tab = storage();
  const first = await load(tab);
  first.page.dispatchEvent(new Event('pagehide'));
  const second = await load(tab);
  expect(second.name).toBe(first.name);
  expect((await load(tab.duplicate())).name).not.toBe(first.name);
});

test('a page that was suspended and comes back gives its name to no duplicate', async () => {
  const tab = storage();
  const { page, name } = await load(tab);
  page.dispatchEvent(new Event('pagehide'));
  page.dispatchEvent(new Event('pageshow'));
  expect((await load(tab.duplicate())).name).not.toBe(name);
});

test('a tab that crashed keeps its name, and its duplicate gets another one', async () => {
  const tab = storage();
  const { name } = await load(tab);
  const duplicate = tab.duplicate();
  const other = await load(duplicate);
  await crash(name);
  await crash(other.name);
  expect((await load(duplicate)).name).toBe(other.name);
  expect((await load(tab)).name).toBe(name);
  // It holds the name again.
  expect((await load(tab.duplicate())).name).not.toBe(name);
});

test('a reload does not wait, although the previous page still holds the name', async () => {
  const tab = storage();
  const { page, name } = await load(tab);
  page.dispatchEvent(new Event('pagehide'));
  await load(tab);
  await crash(name);
  // The waiting page holds it now.
  expect((await load(tab.duplicate())).name).not.toBe(name);
});

test('without locks, a tab that closed silently counts as another tab', async () => {
  const tab = storage();
  const { name } = await load(tab, refusing);
  expect((await load(tab, refusing)).name).not.toBe(name);
});

test('where nothing is stored, each page is a tab of its own', async () => {
  const page = new EventTarget();
  const closed = () => {
    throw new Error('SecurityError');
  };
  await startTab(page, closed);
  const name = tabName();
  page.dispatchEvent(new Event('pagehide'));
  await startTab(new EventTarget(), closed);
  expect(tabName()).not.toBe(name);
});

/** In a browser that denies storage to the page. */
const refusing = {
  request: () => Promise.reject(new DOMException('They are not for this page.', 'SecurityError')),
  query: () => Promise.resolve({}),
} as unknown as LockManager;
