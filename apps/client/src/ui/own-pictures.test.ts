import { expect, test } from 'vitest';
import { pictureShelf } from './own-pictures.ts';

function world({ most = 1 } = {}) {
  const asked: string[] = [];
  const released: string[] = [];
  const answers = new Map<string, (picture: Blob | null) => void>();
  let made = 0;
  const shelf = pictureShelf({
    load: (path) => {
      asked.push(path);
      return new Promise((fulfil, reject) =>
        answers.set(path, (picture) => (picture === null ? reject(new Error('gone')) : fulfil(picture))),
      );
    },
    addressOf: () => {
      made += 1;
      return `blob:${made}`;
    },
    release: (address) => released.push(address),
    most,
  });
  const answer = async (path: string, picture: Blob | null = new Blob()) => {
    answers.get(path)?.(picture);
    await new Promise((done) => setImmediate(done));
  };
  return { shelf, asked, released, answer };
}

test('many faces of one person are one fetch, and all of them hear of it', async () => {
  const { shelf, asked, answer } = world();
  let heard = 0;
  for (let face = 0; face < 3; face++) shelf.look('/anna', () => (heard += 1));
  expect(shelf.shown('/anna')).toBe(null);
  await answer('/anna');
  expect([asked, heard, shelf.shown('/anna')]).toEqual([['/anna'], 3, { address: 'blob:1' }]);
});

test('a picture that nobody looks at any longer is kept, and of several the one looked at last', async () => {
  const { shelf, asked, released, answer } = world({ most: 1 });
  const leave = ['/anna', '/bert'].map((path) => shelf.look(path, () => {}));
  await answer('/anna');
  await answer('/bert');
  for (const go of leave) go();
  expect(released).toEqual(['blob:1']);
  shelf.look('/bert', () => {});
  shelf.look('/anna', () => {});
  expect(asked).toEqual(['/anna', '/bert', '/anna']);
});

test('one that is looked at stays, however many there are', async () => {
  const { shelf, released, answer } = world({ most: 0 });
  shelf.look('/anna', () => {});
  await answer('/anna');
  const go = shelf.look('/bert', () => {});
  await answer('/bert');
  go();
  expect(released).toEqual(['blob:2']);
  expect(shelf.shown('/anna')).toEqual({ address: 'blob:1' });
});

test('what could not be fetched is asked for again by the next who looks', async () => {
  const { shelf, asked, answer } = world();
  const go = shelf.look('/anna', () => {});
  await answer('/anna', null);
  expect(shelf.shown('/anna')).toBe('failed');
  go();
  shelf.look('/anna', () => {});
  await answer('/anna');
  expect([asked.length, shelf.shown('/anna')]).toEqual([2, { address: 'blob:1' }]);
});

test('what could not be fetched is asked for again where it is still looked at, and nothing else is', async () => {
  const { shelf, asked, answer } = world();
  let heard = 0;
  shelf.look('/anna', () => (heard += 1));
  shelf.look('/bert', () => {});
  await answer('/anna', null);
  await answer('/bert');
  shelf.look('/carl', () => {})();
  await answer('/carl', null);
  shelf.retry();
  shelf.retry();
  await answer('/anna');
  expect(asked).toEqual(['/anna', '/bert', '/carl', '/anna']);
  expect([heard, shelf.shown('/anna')]).toEqual([2, { address: 'blob:2' }]);
});

test('nothing of the person before is left, and what still comes is for nobody', async () => {
  const { shelf, released, answer } = world();
  shelf.look('/anna', () => {});
  await answer('/anna');
  shelf.look('/bert', () => {});
  shelf.clear();
  await answer('/bert');
  expect([shelf.shown('/anna'), shelf.shown('/bert'), released]).toEqual([null, null, ['blob:1']]);
});
