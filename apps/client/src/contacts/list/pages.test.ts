import { type Contact, contact } from '@sidetone/contract/entities/contact.ts';
import { expect, test } from 'vitest';
import { ApiError } from '#live/line/api-error.ts';
import { type ContactStretch, contactAt, contactPages, placeOf } from './pages.ts';

/** A server with names in order; requests wait until they are answered. */
function server(names: string[]) {
  let book = names;
  const asked: number[] = [];
  const waiting: (() => void)[] = [];
  const stretch = (offset: number): ContactStretch => ({
    contacts: book.slice(offset, offset + 100).map(person),
    total: book.length,
    letters: [...new Set(book.map((name) => name.charAt(0)))].map((letter) => ({
      letter,
      count: book.filter((name) => name.startsWith(letter)).length,
    })),
  });
  const pages = contactPages((offset, signal) => {
    asked.push(offset);
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      waiting.push(() => (broken ? reject(new ApiError('NETWORK', 'gone')) : resolve(stretch(offset))));
    });
  });
  let broken = false;
  pages.look(0, 0);
  return {
    pages,
    asked,
    become: (next: string[]) => {
      book = next;
    },
    breaks: (now: boolean) => {
      broken = now;
    },
    /** Answers until nothing more is asked. */
    async answers() {
      while (waiting.length > 0) {
        for (const one of waiting.splice(0)) one();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

const person = (name: string): Contact => contact.parse({ id: name, source: 'SIDETONE', name });
const many = (letter: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${letter}${String(at).padStart(6, '0')}`);

test('the first page comes by itself, and says how long the list is', async () => {
  const { pages, asked, answers } = server([...many('A', 150), ...many('B', 100_000)]);
  expect(pages.getState().status).toBe('loading');
  await answers();
  expect(asked).toEqual([0]);
  expect(pages.getState()).toMatchObject({ status: 'ready', total: 100_150, problem: null });
  expect(contactAt(pages.getState(), 99)?.id).toBe('A000099');
  expect(contactAt(pages.getState(), 100)).toBeNull();
});

test('the pages in view are loaded with the next ones, and nothing between', async () => {
  const { pages, asked, answers } = server(many('A', 100_000));
  await answers();
  pages.look(60, 75);
  await answers();
  expect(asked).toEqual([0, 100]);
  pages.look(99_985, 99_999);
  await answers();
  expect(asked).toEqual([0, 100, 99_900]);
  expect(contactAt(pages.getState(), 99_999)?.id).toBe('A099999');
  expect(placeOf(pages.getState(), 'A099999')).toBe(99_999);
  expect(placeOf(pages.getState(), 'A050000')).toBeNull();
});

test('for users who only scroll past, pages that are no longer in view are not asked for', async () => {
  const { pages, asked, answers } = server(many('A', 10_000));
  await answers();
  pages.look(5000, 5010);
  pages.look(8020, 8030);
  await answers();
  expect(asked).toEqual([0, 4900, 5000, 7900, 8000]);
  expect([...pages.getState().pages.keys()].sort((a, b) => a - b)).toEqual([79, 80]);
});

test('a change replaces the pages in view in one step, wherever they are by now', async () => {
  const { pages, become, answers } = server([...many('A', 50), ...many('F', 500)]);
  await answers();
  pages.look(200, 212);
  await answers();
  become([...many('A', 5000), ...many('F', 500)]);
  const seen: string[] = [];
  pages.subscribe((now) => seen.push(`${now.total} ${contactAt(now, placeOf(now, 'F000150') ?? -1)?.id}`));
  pages.refresh();
  expect(pages.getState().total).toBe(550);
  await answers();
  expect(seen[0]).toBe('5500 F000150');
  expect(placeOf(pages.getState(), 'F000150')).toBe(5150);
});

test('many changes in a row are not asked for one by one', async () => {
  const { pages, asked, answers } = server(many('A', 10));
  await answers();
  for (let i = 0; i < 20; i += 1) pages.refresh();
  await answers();
  expect(asked).toEqual([0, 0, 0]);
  pages.refresh();
  await answers();
  expect(asked).toEqual([0, 0, 0, 0]);
});

test('a change while the list comes for the first time is not lost', async () => {
  const { pages, asked, answers } = server(many('A', 10));
  pages.refresh();
  await answers();
  expect(asked).toEqual([0, 0]);
});

test('a page that does not fit the others reloads all of them', async () => {
  const { pages, become, answers } = server(many('A', 1000));
  await answers();
  become([...many('A', 1000), 'Z1']);
  pages.look(500, 510);
  await answers();
  expect(pages.getState().total).toBe(1001);
  expect(pages.getState().pages.has(0)).toBe(false);
});

test('a page that failed is asked for again, and the loaded rows stay', async () => {
  const { pages, breaks, answers } = server(many('A', 1000));
  breaks(true);
  await answers();
  expect(pages.getState()).toMatchObject({ status: 'failed', problem: 'NETWORK' });
  breaks(false);
  pages.retry();
  expect(pages.getState().status).toBe('loading');
  await answers();
  breaks(true);
  pages.refresh();
  await answers();
  expect(pages.getState()).toMatchObject({ status: 'ready', problem: 'NETWORK', total: 1000 });
  pages.look(500, 510);
  await answers();
  expect(contactAt(pages.getState(), 500)).toBeNull();
  breaks(false);
  pages.retry();
  await answers();
  expect(contactAt(pages.getState(), 500)?.id).toBe('A000500');
  expect(pages.getState().problem).toBeNull();
});

test('the last contact may go', async () => {
  const { pages, become, answers } = server(['A']);
  await answers();
  become([]);
  pages.refresh();
  await answers();
  expect(pages.getState()).toMatchObject({ status: 'ready', total: 0 });
});
