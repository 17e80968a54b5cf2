import { expect, test } from 'vitest';
import { answersInTurn } from './answers-in-turn.ts';

/** Answers that come when the test says so; at most two questions wait. */
function desk({ mostKept = 3 } = {}) {
  const asked: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<string>>();
  const gateOf = (question: string) => {
    const gate = gates.get(question) ?? Promise.withResolvers<string>();
    gates.set(question, gate);
    return gate;
  };
  const ask = answersInTurn({
    answer(question: string) {
      asked.push(question);
      return gateOf(question).promise;
    },
    keyOf: (question) => question,
    mostWaiting: 2,
    mostKept,
  });
  const answered = async (question: string) => {
    gateOf(question).resolve(`${question}!`);
    return await ask(question);
  };
  return { ask, asked, gateOf, answered };
}

test('a question that was asked before is answered from memory, also while it waits', async () => {
  const { ask, asked, answered } = desk();
  const first = ask('a');
  expect(await answered('a')).toBe('a!');
  expect([await first, await ask('a')]).toEqual(['a!', 'a!']);
  expect(asked).toEqual(['a']);
});

test('where too many wait a further one is refused, but not one that is known; later there is room again', async () => {
  const { ask, asked, answered, gateOf } = desk();
  await answered('known');
  const waiting = [ask('a'), ask('b')];
  await expect(ask('c')).rejects.toThrow('Too many');
  expect(await ask('known')).toBe('known!');
  for (const question of ['a', 'b']) gateOf(question).resolve(question);
  expect(await Promise.all(waiting)).toEqual(['a', 'b']);
  expect(await answered('c')).toBe('c!');
  expect(asked).toEqual(['known', 'a', 'b', 'c']);
});

test('answers that nobody asked for lately go, and a failure is not kept', async () => {
  const { ask, asked, answered, gateOf } = desk({ mostKept: 2 });
  for (const question of ['a', 'b', 'a', 'c', 'a', 'b']) await answered(question);
  expect(asked).toEqual(['a', 'b', 'c', 'b']);
  gateOf('bad').reject(new Error('no answer'));
  for (const _ of [1, 2]) await expect(ask('bad')).rejects.toThrow('no answer');
  expect(asked.slice(4)).toEqual(['bad', 'bad']);
});
