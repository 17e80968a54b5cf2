import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

const told: string[] = [];
const slow = (name: string) => {
  const gate = Promise.withResolvers<void>();
  const work = async () => {
    told.push(`${name} begins`);
    await gate.promise;
    told.push(`${name} ends`);
    return name;
  };
  return { work, end: gate.resolve, fail: () => gate.reject(new Error(name)) };
};

test('writes with a key in common wait, and others do not', async () => {
  const turns = inTurn();
  const [first, second, third, other] = [slow('first'), slow('second'), slow('third'), slow('other')];
  const running = [
    turns(['a', 'x'], first.work),
    turns(['b', 'x'], second.work),
    turns(['b'], third.work),
    turns(['c'], other.work),
  ];
  other.end();
  expect(await running[3]).toBe('other');
  third.end();
  second.end();
  expect(told).toEqual(['first begins', 'other begins', 'other ends']);
  first.end();
  expect(await Promise.all(running)).toEqual(['first', 'second', 'third', 'other']);
  expect(told.slice(3)).toEqual(['first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
});

test('a failed one lets the next continue', async () => {
  const turns = inTurn();
  const [bad, good] = [slow('bad'), slow('good')];
  const failing = turns(['a'], bad.work);
  const following = turns(['a'], good.work);
  good.end();
  bad.fail();
  await expect(failing).rejects.toThrow('bad');
  expect(await following).toBe('good');
});
