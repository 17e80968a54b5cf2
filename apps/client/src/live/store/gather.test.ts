import { expect, test } from 'vitest';
import { gathering, soonInPage } from './gather.ts';

test('what comes in one go is told once, and what comes later again', () => {
  const works: (() => void)[] = [];
  const told: string[] = [];
  const { add, drop } = gathering((work) => works.push(work));
  const list = () => told.push('list');
  const head = () => told.push('head');
  const gone = () => told.push('gone');
  add(list);
  add(head);
  add(list);
  add(gone);
  drop(gone);
  expect([told, works.length]).toEqual([[], 1]);
  works[0]?.();
  expect(told).toEqual(['list', 'head']);
  add(list);
  works[1]?.();
  expect(told).toEqual(['list', 'head', 'list']);
});

test('what is dropped while others are told is not told', () => {
  const works: (() => void)[] = [];
  const told: string[] = [];
  const { add, drop } = gathering((work) => works.push(work));
  const gone = () => told.push('gone');
  add(() => drop(gone));
  add(gone);
  works[0]?.();
  expect(told).toEqual([]);
});

test('what is told brings up more, which is told after it', () => {
  const works: (() => void)[] = [];
  const told: number[] = [];
  const { add } = gathering((work) => works.push(work));
  const again = () => {
    told.push(told.length);
    if (told.length < 3) add(again);
  };
  add(again);
  while (works.length > 0) works.shift()?.();
  expect(told).toEqual([0, 1, 2]);
});

test('in a page it is told after the messages that wait already', async () => {
  const soon = soonInPage();
  const order: string[] = [];
  const done = new Promise<void>((resolve) => {
    soon(() => {
      order.push('first');
      soon(() => {
        order.push('third');
        resolve();
      });
    });
    soon(() => order.push('second'));
  });
  await done;
  expect(order).toEqual(['first', 'second', 'third']);
});
