import { expect, test } from 'vitest';
import { aheadOf } from './ahead.ts';

/** A row and the values ahead of it; the test decides when writes end. */
function call() {
  let row = { rev: 1, value: 'first' };
  let drawn = '';
  const ahead = aheadOf<string>(() => draw());
  const draw = () => {
    drawn = ahead.shown('all', row.value, row.rev);
  };
  draw();
  return {
    shown: () => drawn,
    arrives(rev: number, value: string) {
      row = { rev, value };
      draw();
    },
    writes(value: string) {
      const { promise, resolve, reject } = Promise.withResolvers<{ rev: number }>();
      let isAsked = false;
      const written = ahead.attempt('all', value, () => {
        isAsked = true;
        return promise;
      });
      return {
        isAsked: () => isAsked,
        async agreed(rev: number) {
          resolve({ rev });
          await written;
        },
        async refused() {
          reject(new Error('refused'));
          await expect(written).rejects.toThrow('refused');
        },
      };
    },
  };
}

test('of two quick changes the second stays, whatever older rows come after the server agreed', async () => {
  const one = call();
  const pins = one.writes('pinned');
  const dismisses = one.writes('pinned and dismissed');
  expect(one.shown()).toBe('pinned and dismissed');
  expect(dismisses.isAsked()).toBe(false);
  await pins.agreed(2);
  await dismisses.agreed(3);
  expect(one.shown()).toBe('pinned and dismissed');
  one.arrives(2, 'pinned');
  expect(one.shown()).toBe('pinned and dismissed');
  one.arrives(3, 'pinned and dismissed');
  // From now on the row counts, as another user changes it.
  one.arrives(4, 'deleted elsewhere');
  expect(one.shown()).toBe('deleted elsewhere');
});

test('a row that came before its reply applies immediately', async () => {
  const one = call();
  const pins = one.writes('pinned');
  one.arrives(2, 'pinned');
  one.arrives(3, 'deleted elsewhere');
  expect(one.shown()).toBe('pinned');
  await pins.agreed(2);
  expect(one.shown()).toBe('deleted elsewhere');
});

test('a refused change goes back to the last agreed value, though its row is still to come', async () => {
  const one = call();
  const pins = one.writes('pinned');
  const dismisses = one.writes('pinned and dismissed');
  await pins.agreed(2);
  await dismisses.refused();
  expect(one.shown()).toBe('pinned');
  const again = one.writes('again');
  await again.refused();
  one.arrives(2, 'pinned');
  expect(one.shown()).toBe('pinned');
});

test('one that is refused does not hold back the next', async () => {
  const one = call();
  const pins = one.writes('pinned');
  const dismisses = one.writes('dismissed');
  await pins.refused();
  expect(one.shown()).toBe('dismissed');
  await dismisses.agreed(2);
  expect(one.shown()).toBe('dismissed');
});
