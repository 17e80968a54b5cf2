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

test('what has a key in common waits, and nothing else does', async () => {
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

test('what fails lets the next one go on', async () => {
  const turns = inTurn();
  const [bad, good] = [slow('bad'), slow('good')];
  const failing = turns(['a'], bad.work);
  const following = turns(['a'], good.work);
  good.end();
  bad.fail();
  await expect(failing).rejects.toThrow('bad');
  expect(await following).toBe('good');
});
