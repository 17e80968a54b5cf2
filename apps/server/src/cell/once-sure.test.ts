import { expect, test } from 'vitest';
import { onceSure } from './once-sure.ts';

test('a write begins once it is sure whose the node is, and its answer waits likewise', async () => {
  const said: string[] = [];
  const steps = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const book = onceSure({ write: async (what: string) => said.push(`writes ${what}`) }, async () => {
    asked += 1;
    await steps[asked - 1]?.promise;
  });
  const written = book.write('a call').then(() => said.push('is told'));
  await Promise.resolve();
  expect(said).toEqual([]);
  steps[0]?.resolve();
  await expect.poll(() => said).toEqual(['writes a call']);
  steps[1]?.resolve();
  await written;
  expect(said).toEqual(['writes a call', 'is told']);
});

test('what is written is told even where the database is away by then, and what cannot be made sure of is not written', async () => {
  const answers = [true, false, false];
  const said: string[] = [];
  const book = onceSure({ write: async (what: string) => said.push(what) }, async () => {
    if (!answers.shift()) throw new Error('away');
  });
  expect(await book.write('one')).toBe(1);
  await expect(book.write('two')).rejects.toThrow('away');
  expect(said).toEqual(['one']);
});
