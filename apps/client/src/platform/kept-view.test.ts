import { expect, test } from 'vitest';
import { z } from 'zod';
import { forgetViews, keptViews } from './kept-view.ts';

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (place: number) => [...kept.keys()][place] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}

const shape = z.object({ filter: z.string() });

test('a view is found again by its page and its user', () => {
  const tab = storage();
  const views = keptViews(shape, () => tab);
  views.write('contacts', 'ada', { filter: 'wolff' });
  expect(views.read('contacts', 'ada')).toEqual({ filter: 'wolff' });
  expect(views.read('contacts', 'ben')).toBeNull();
  expect(views.read('inbox 1', 'ada')).toBeNull();
  views.write('contacts', null, { filter: 'nobody' });
  expect(views.read('contacts', 'ada')).toEqual({ filter: 'wolff' });
});

test('a view of another version, and a browser that stores nothing, count as no view', () => {
  const tab = storage();
  keptViews(z.object({ filter: z.number() }), () => tab).write('contacts', 'ada', { filter: 1 });
  const views = keptViews(shape, () => tab);
  expect(views.read('contacts', 'ada')).toBeNull();
  tab.setItem('sidetone.view contacts', 'no JSON');
  expect(views.read('contacts', 'ada')).toBeNull();
  const refusing = keptViews(shape, () => {
    throw new Error('storage is off');
  });
  refusing.write('contacts', 'ada', { filter: '' });
  expect(refusing.read('contacts', 'ada')).toBeNull();
});

test('when the user leaves, every view of the tab is removed, and nothing else', () => {
  const tab = storage();
  const views = keptViews(shape, () => tab);
  for (const page of ['contacts', 'inbox 1', 'inbox 2']) views.write(page, 'ada', { filter: 'wolff' });
  tab.setItem('sidetone.tab', 'first');
  forgetViews(() => tab);
  expect(tab.length).toBe(1);
  expect(tab.getItem('sidetone.tab')).toBe('first');
});
